"""`pytest-cookie agree`: a run against a table of people's scores, as a user types it."""

import json
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from tests.acceptance.command import pytest_cookie
from tests.synthetic_run import CASES, FLAWED, POLISHED, write_synthetic_run

TABLE = "case,model,rater,functionality,aesthetics\n" + "".join(
    f"{case},{model},{rater},{score},{score}\n"
    for case in CASES
    for rater in ("ann", "bob")
    for model, score in ((POLISHED, 7), (FLAWED, 3))
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_synthetic_run(tmp_path / "run")
    (tmp_path / "human.csv").write_text(TABLE)
    return tmp_path


def agree(folder: Path, *arguments: str) -> CompletedProcess[str]:
    return pytest_cookie(folder, "agree", *arguments)


def test_a_run_against_people(folder: Path):
    result = agree(folder, "run", "human.csv", "--json", "agreement.json")
    assert (result.returncode, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert lines[0] == "judge measured compared with 2 people · 16 ratings"
    assert max(map(len, lines)) <= 100
    # of four queries one has its second artifact unscored: three pairs, two people
    assert lines[5].split() == ["pairs,", "by", "rater", "6", "6"]
    assert "left out, unscored in the run: umsatz-uebersicht · sample/flawed" in lines
    written = json.loads((folder / "agreement.json").read_text())
    assert written["scores"][0]["pairwise"]["mean"] == 1
    # people gave 7 points to four artifacts and 3 points to three of them, each twice
    assert written["scores"][0]["levels"]["people"] == pytest.approx([0, 0, 0, 3 / 7, 0, 0, 0, 4 / 7, 0])
    assert "distribution of functionality, 14 ratings" in lines


def test_what_is_wrong_in_the_table_is_told_by_line(folder: Path):
    result = agree(folder, "run", "human.csv", "--scale", "1-5")
    assert result.returncode == 2
    assert result.stdout == ""
    assert result.stderr.splitlines()[0] == (
        "pytest-cookie: human.csv:2: functionality: 7 is outside 1 to 5; pass --scale if your scale is another one"
    )


def test_a_table_of_other_artifacts_and_a_scale_that_is_none(folder: Path):
    (folder / "other.csv").write_text("case,model,total\nelsewhere,x,3\n")
    result = agree(folder, "run", "other.csv")
    assert result.returncode == 2
    assert "no opinion in other.csv is about an artifact that run has scored" in result.stderr
    result = agree(folder, "run", "human.csv", "--scale", "8")
    assert result.returncode == 2
    assert "'8' is not a scale; write its ends, such as 0-8 or 1-5" in result.stderr


def test_answers_on_feasibility_against_labels(folder: Path):
    (folder / "labels.jsonl").write_text(
        '{"web_id": "w", "task_id": 1, "label": 1}\n{"web_id": "v", "task_id": 1, "label": 0}\n'
    )
    (folder / "answers.jsonl").write_text(
        '{"web_id": "w", "task_id": 1, "feasible": true}\n{"web_id": "v", "task_id": 1, "feasible": true}\n'
    )
    result = agree(folder, "answers.jsonl", "labels.jsonl")
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.splitlines()[0] == "2 tasks on 2 pages"
    assert result.stdout.splitlines()[2].startswith("accuracy   50 %")
