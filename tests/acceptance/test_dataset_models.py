"""`pytest-cookie dataset` with a model: faults leave queries undecided, and the next command asks only about these."""

import csv
import json
from pathlib import Path

import pytest

from pytest_cookie.dataset import load_cases
from pytest_cookie.dataset.construction import ask_each
from pytest_cookie.protocols.artifactsbench.case_fields import OptionalFields
from pytest_cookie.protocols.artifactsbench.checklist_judge import require_fields
from tests.acceptance.command import pytest_cookie
from tests.provider import Fixed, Provider, Reply, curator
from tests.provider.behaviours import Broken
from tests.provider.curator import FAULTS, curate

MODEL = "--model=openai/any"
GOOD = "A page with a seating plan for our choir: forty chairs, each can be dragged to another row, number"
PROJECT = """[tool.pytest-cookie]
prices = "prices.toml"
call_seconds = 60
answer_seconds = 60
"""
PRICES = '["openai/any"]\ninput_per_million = 1.0\noutput_per_million = 4.0\n'


@pytest.fixture
def provider(monkeypatch):
    with Provider(curate) as provider:
        for name, value in provider.environment.items():
            monkeypatch.setenv(name, value)
        yield provider


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "pyproject.toml").write_text(PROJECT)
    (tmp_path / "prices.toml").write_text(PRICES)
    texts = [f"{GOOD} {number}." for number in range(6)]
    texts += [f"{GOOD} 7, and {FAULTS['safety']}.", f"{GOOD} 8, with {FAULTS['intent_clarity']}."]
    rows = [f'{number},"{text}",en' for number, text in enumerate(texts)]
    (tmp_path / "pool.csv").write_text("\n".join(["id,query,language", *rows]))
    return tmp_path


def table(path: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(path.open(encoding="utf-8")))


def admit(project: Path, *arguments: str):
    return pytest_cookie(project, "dataset", "admit", "pool.csv", MODEL, *arguments)


def test_faults_are_undecided_and_asked_again_alone(project: Path, provider: Provider):
    provider.always(Broken(400), matches=lambda asked: "number 3." in asked.text)
    result = admit(project)
    assert result.returncode == 1
    assert "1 query undecided" in result.stderr
    assert "candidates.csv lacks them" in result.stderr
    decisions = [row["decision"] for row in table(project / "dataset/admissions.csv")]
    assert decisions == ["admitted"] * 3 + ["undecided"] + ["admitted"] * 2 + ["rejected", "people"]
    provider.forget()
    result = admit(project)
    assert (result.returncode, len(provider.asked)) == (0, 1)
    assert table(project / "dataset/admissions.csv")[3]["decision"] == "admitted"
    assert [row["decision"] for row in table(project / "dataset/candidates.csv")] == ["admitted"] * 6 + ["people"]
    provider.forget()
    assert admit(project, "--replay=only").returncode == 0
    assert not provider.asked


def test_a_budget_ends_the_questions_and_loses_nothing(project: Path, provider: Provider):
    result = admit(project, "--budget-usd=0.000001")
    assert result.returncode == 1
    assert {row["decision"] for row in table(project / "dataset/admissions.csv")} == {"undecided"}
    assert not provider.asked
    assert "budget" in result.stderr


def test_a_killed_command_goes_on_where_it_was(project: Path, provider: Provider):
    original = ask_each.ask
    calls = []

    def ask(*arguments, **options):
        calls.append(1)
        if len(calls) > 4:
            raise KeyboardInterrupt
        return original(*arguments, **options)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ask_each, "ask", ask)
        result = admit(project, "--at-once=1")
    assert result.returncode == 130
    assert "the same command goes on from here" in result.stderr
    assert len(provider.asked) == 4
    assert admit(project).returncode == 0
    assert len(provider.asked) == 8


def test_leaves_are_validated_and_graded(project: Path, provider: Provider):
    gold = [("A game of stones", "puzzle"), ("A game of skill", "action"), ("A tea timer", "formula-calculator")]
    rows = [f"{number},{text},{leaf}" for number, (text, leaf) in enumerate(gold)]
    (project / "gold.csv").write_text("\n".join(["id,query,leaf", *rows]))
    provider.first(Fixed(Reply(text="no JSON")))
    result = pytest_cookie(project, "dataset", "validate", "gold.csv", MODEL, "--runs=2", "--out=first")
    assert result.returncode == 0
    assert "action taken for puzzle: 2 of 2 errors" in result.stdout
    assert "1 reply repaired" in result.stdout
    (project / "sharp.yaml").write_text("action: A game won by quick hands.\n")
    more = ("--definitions=sharp.yaml", "--compare=first/validation.json")
    result = pytest_cookie(project, "dataset", "validate", "gold.csv", MODEL, "--runs=2", *more)
    assert "changed definitions: action" in result.stdout
    result = pytest_cookie(project, "dataset", "classify", "gold.csv", MODEL, "--difficulty")
    assert result.returncode == 0
    assert [row["difficulty"] for row in table(project / "dataset/classified.csv")] == ["easy"] * 3


def test_balanced_queries_are_translated(project: Path, provider: Provider):
    rows = [f'{number},"{GOOD} {number}.",en,puzzle,easy' for number in range(4)]
    (project / "labelled.csv").write_text("\n".join(["id,query,language,leaf,difficulty", *rows]))
    german = "Ein Sitzplan für unseren Chor, vierzig Stühle, jeder lässt sich in eine andere Reihe ziehen."
    answer = json.dumps({"translations": [{"id": "1", "text": german}]})
    provider.always(Fixed(Reply(text=answer)))
    arguments = ("rebalance", "labelled.csv", "--targets=en=3,de=1", "--translate", MODEL)
    result = pytest_cookie(project, "dataset", *arguments)
    assert result.returncode == 0
    found = table(project / "dataset/balanced_queries.csv")
    assert [row["query"] for row in found if row["language"] == "de"] == [german]
    assert [row["action"] for row in found].count("kept") == 3
    asked = len(provider.asked)
    assert pytest_cookie(project, "dataset", *arguments).returncode == 0
    assert len(provider.asked) == asked


def test_checklists_are_drafted_and_fit_the_protocol(project: Path, provider: Provider):
    provider.always(Broken(400), matches=lambda asked: "number 3." in asked.text)
    result = pytest_cookie(project, "dataset", "draft-checklists", "pool.csv", MODEL)
    assert result.returncode == 1
    assert "7 checklists in dataset" in result.stdout
    items = table(project / "dataset/checklist_items.csv")
    assert len(items) == 70
    assert items[0]["id"] == "0#0"
    review = pytest_cookie(project, "dataset", "review", "dataset/checklist_items.csv", "--reviewers", "ann,bo")
    assert review.returncode == 0, review.stderr
    assert "(35 items)" in review.stdout
    assert {"admit", "revised_query"} < (row := table(project / "dataset/review-ann.csv")[0]).keys()
    assert row.keys().isdisjoint({"difficulty_right", "leaf_right", "judge_right", "executable", "right_leaf"})


def test_checklists_are_drafted_for_cases_and_read_by_the_protocol(project: Path, provider: Provider):
    (project / "tea.yaml").write_text(f"cases:\n- {{id: tea, leaf: puzzle, language: en, brief: '{GOOD} 3.'}}\n")
    draft = ("dataset", "draft-checklists", "tea.yaml", MODEL)
    provider.first(Broken(400))
    assert pytest_cookie(project, *draft).returncode == 1
    assert not (project / "dataset/cases").exists()
    provider.forget()
    assert pytest_cookie(project, *draft).returncode == 0
    (case,) = load_cases(project / "dataset/cases", extra=OptionalFields)
    assert len(require_fields(case).checklist) == 10
    again = pytest_cookie(project, *draft)
    assert (again.returncode, len(provider.asked)) == (2, 1)
    release = ("dataset", "release", "tea.yaml", "--checklists=dataset/checklist_items.csv")
    released = pytest_cookie(project, *release).stdout
    assert "with a checklist: 1 of 1" in released
    assert "pytest --cookie-protocol=artifactsbench --cookie-judge=JUDGE --cookie-cases release/cases" in released
    assert load_cases(project / "release/cases", extra=OptionalFields)[0].fields == case.fields


def test_weak_queries_are_dropped(project: Path, provider: Provider):
    result = pytest_cookie(project, "dataset", "quality", "pool.csv", MODEL)
    assert result.returncode == 0
    decisions = [row["decision"] for row in table(project / "dataset/quality.csv")]
    assert decisions == ["kept"] * 7 + ["dropped"]


def test_a_model_that_knows_a_brief_is_a_suspect(project: Path, provider: Provider, monkeypatch: pytest.MonkeyPatch):
    texts = [row["query"] for row in table(project / "pool.csv")]
    other = "A quiet page that lists the tides of our harbour for each day of the month, with a curve."
    (project / "pool.csv").write_text(f'id,query\nseats,"{texts[0]}"\ntides,"{other}"\n')
    monkeypatch.setattr(curator, "KNOWN", [texts[0]])
    result = pytest_cookie(project, "dataset", "contamination", "pool.csv", MODEL)
    assert "1 suspect (≥ 0.5): seats" in result.stdout
    rows = {row["id"]: row for row in table(project / "dataset/contamination.csv")}
    assert rows["seats"]["suspect"] == "yes"
    assert float(rows["seats"]["rouge_l"]) > 0.95
    assert rows["tides"]["suspect"] == "no"


def test_tasks_are_divided_by_the_scores_of_models(project: Path):
    models = {"openai/gpt-5": 0, "openai/gpt-4": 1, "acme/crow-2": 2}
    rows = [f"{model},t{task},{10 * task + shift}" for model, shift in models.items() for task in range(10)]
    (project / "scores.csv").write_text("\n".join(["model,task,score", *rows]))
    result = pytest_cookie(project, "dataset", "tiers", "scores.csv")
    assert "crow: 100 % keep their tier, κ 1.00, by 2 models" in result.stdout
    assert [row["tier"] for row in table(project / "dataset/tiers.csv")] == ["easy"] * 3 + ["medium"] * 4 + ["hard"] * 3
    (project / "scores.csv").write_text("model,task,score\na,b,c\n")
    assert "scores.csv:2: score: must be a number" in pytest_cookie(project, "dataset", "tiers", "scores.csv").stderr
