"""`pytest-cookie dataset`: queries written by a model, decided by people, released; with a fault and a kill between."""

import csv
import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

from pytest_cookie.dataset import load_cases
from tests.acceptance.command import pytest_cookie
from tests.provider import Provider
from tests.provider.behaviours import Broken, Hang
from tests.provider.curator import curate

SYNTHESIZE = ("dataset", "synthesize", "6", "--model=openai/any", "--languages=en", "--leaves=puzzle,event")
DECISIONS = ("difficulty_right", "leaf_right", "judge_right", "executable", "admit")
PATIENCE_SECONDS = 300


@pytest.fixture
def provider(monkeypatch):
    with Provider(curate) as provider:
        for name, value in provider.environment.items():
            monkeypatch.setenv(name, value)
        yield provider


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "pyproject.toml").write_text('[tool.pytest-cookie]\nprices = "prices.toml"\n')
    (tmp_path / "prices.toml").write_text('["openai/any"]\ninput_per_million = 1.0\noutput_per_million = 4.0\n')
    return tmp_path


def table(path: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(path.open(encoding="utf-8", newline="")))


def fill_in(path: Path, **corrections: dict[str, str]) -> list[str]:
    """Fill in yes everywhere except for the given queries; the ids of the queue."""
    rows = table(path)
    for row in rows:
        row |= dict.fromkeys(DECISIONS, "yes") | corrections.get(row["id"], {})
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, rows[0])
        writer.writeheader()
        writer.writerows(rows)
    return [row["id"] for row in rows]


def test_queries_that_a_model_wrote_are_decided_by_people_and_released(project: Path, provider: Provider):
    provider.first(Broken(400))
    result = pytest_cookie(project, *SYNTHESIZE, "--out=pool.csv")
    assert (result.returncode, len(table(project / "pool.csv"))) == (1, 5)
    assert "1 query undecided; the same command asks only about these" in result.stderr
    provider.forget()
    result = pytest_cookie(project, *SYNTHESIZE, "--out=pool.csv")
    assert (result.returncode, len(provider.asked)) == (0, 1)
    assert "6 queries; rules object to 0" in result.stdout
    pool = {row["id"]: row for row in table(project / "pool.csv")}
    assert sorted(row["leaf"] for row in pool.values()) == ["event"] * 3 + ["puzzle"] * 3

    review = ("dataset", "review", "pool.csv", "--reviewers=ann,bo", "--slice=2")
    assert pytest_cookie(project, *review).returncode == 0
    refused = pytest_cookie(project, *review)
    assert refused.returncode == 2
    assert "may hold decisions" in refused.stderr
    queues = [project / f"dataset/review-{name}.csv" for name in ("ann", "bo")]
    decide = ("dataset", "decide", *map(str, queues))
    empty = pytest_cookie(project, *decide)
    assert empty.returncode == 1
    assert empty.stdout.startswith("8 reviews with empty cells, not counted:\n")
    assert "(ann): fill in difficulty_right, leaf_right, judge_right, executable, admit\n" in empty.stdout
    assert "no query has all decisions of two people yet" in empty.stdout

    first, second = ([row["id"] for row in table(queue)] for queue in queues)
    both = [name for name in first if name in second]
    mislabelled = next(name for name in first if name not in second and pool[name]["leaf"] == "puzzle")
    unwanted = next(name for name in second if name not in first)
    assert (len(first), len(second), len(both)) == (4, 4, 2)
    fill_in(queues[0], **{mislabelled: {"leaf_right": "no"}})
    fill_in(queues[1], **{unwanted: {"admit": "perhaps"}})
    wrong = pytest_cookie(project, *decide)
    assert wrong.returncode == 2
    assert "leaf_right is no, so right_leaf must say which is right" in wrong.stderr
    fill_in(queues[0], **{mislabelled: {"leaf_right": "no", "right_leaf": "strategy"}})
    wrong = pytest_cookie(project, *decide)
    assert "admit must be yes or no, not 'perhaps'" in wrong.stderr
    fill_in(queues[1], **{unwanted: {"admit": "no"}, both[0]: {"executable": "no", "admit": "no"}})
    split = pytest_cookie(project, *decide)
    assert split.returncode == 1
    assert "admitted 4, removed 1" in split.stdout
    assert "same by 50% on 2 queries, κ 0.00" in split.stdout
    assert "κ is below 0.8 for executable, admit" in split.stdout
    stored = json.loads((project / "dataset/agreement.json").read_text())
    assert (stored["required_kappa"], stored["decisions"]["admit"]["kappa"]) == (0.8, 0)

    fill_in(project / "dataset/arbitration.csv", **{both[0]: {"leaf_right": "", "executable": ""}})
    half = pytest_cookie(project, *decide, "--arbitration=dataset/arbitration.csv")
    assert f"{both[0]} (arbitration): fill in leaf_right, executable\n" in half.stdout
    assert table(project / "dataset/arbitration.csv")[0]["admit"] == "yes", "what is filled in stays"
    assert "name it with --arbitration" in pytest_cookie(project, *decide).stderr
    assert fill_in(project / "dataset/arbitration.csv") == [both[0]]
    result = pytest_cookie(project, *decide, "--arbitration=dataset/arbitration.csv")
    assert result.returncode == 0, result.stdout
    admitted = {row["id"]: row for row in table(project / "dataset/admitted.csv")}
    assert set(admitted) == set(pool) - {unwanted}
    assert [row["id"] for row in table(project / "dataset/removed.csv")] == [unwanted]
    assert (admitted[mislabelled]["leaf"], admitted[mislabelled]["domain"]) == ("strategy", "games")

    release = ("dataset", "release", "dataset/admitted.csv", "--name=choir", "--version=1.2.0")
    result = pytest_cookie(project, *release)
    assert result.returncode == 0, result.stderr
    rows = [json.loads(line) for line in (project / "release/data/test.jsonl").read_text("utf-8").splitlines()]
    cases = {case.id: case for case in load_cases(project / "release/cases")}
    assert {row["id"] for row in rows} == set(cases)
    assert sorted((case.leaf, case.brief) for case in cases.values()) == sorted(
        (row["leaf"], row["query"]) for row in admitted.values()
    )
    assert pytest_cookie(project, "dataset", "release", "release", "--verify").returncode == 0
    assert "is not empty" in pytest_cookie(project, *release).stderr
    with (project / "release/data/test.jsonl").open("a") as stream:
        stream.write("{}\n")
    tampered = pytest_cookie(project, "dataset", "release", "release", "--verify")
    assert tampered.returncode == 2
    assert "data/test.jsonl" in tampered.stderr


@pytest.mark.slow  # a process of its own that loads litellm
def test_a_killed_synthesis_pays_for_no_query_twice(project: Path, provider: Provider):
    provider.always(Hang(), matches=lambda asked: asked.number > 3)
    command = [str(Path(sys.executable).with_name("pytest-cookie")), *SYNTHESIZE, "--at-once=1"]
    with subprocess.Popen(command, cwd=project, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL) as process:
        end = time.monotonic() + PATIENCE_SECONDS
        while len(provider.asked) < 4:
            assert process.poll() is None
            assert time.monotonic() < end
            time.sleep(0.05)
        process.kill()
    assert not (project / "synthetic.csv").exists()
    provider.forget()
    assert pytest_cookie(project, *SYNTHESIZE).returncode == 0
    assert len(provider.asked) == 3
    assert len(table(project / "synthetic.csv")) == 6
