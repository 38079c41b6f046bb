"""Vibe Code Bench with models as evaluator and judge: published and deferred labels, faults, resume, replay."""

import json
import re
from collections import Counter
from collections.abc import Iterator

import pytest

from pytest_cookie.deployment.applications.missing_services import missing_services
from tests.acceptance.command import pytest_cookie
from tests.acceptance.conftest import Project
from tests.acceptance.interrupted import Background, moments
from tests.acceptance.modelled import MODEL, PRICES
from tests.provider import Asked, Provider, Reply

MISSING = missing_services(frozenset())
pytestmark = [pytest.mark.long, pytest.mark.skipif(bool(MISSING), reason="; ".join(MISSING))]

CASES = """
- id: rope-notes
  leaf: efficiency
  language: en
  brief: Notes of a boat, with titles, texts and tags.
  database: none
  workflows:
    - id: add-note
      purpose: A new note is stored.
      steps: ['Add a note with the title "Oars".', "Load the page again; it is listed."]
    - id: edit-note
      purpose: A note can be corrected.
      steps: ['Edit "Tea": open the form.', 'Change the text to "Buy green tea." and save.']
    - id: search-notes
      purpose: The search finds words.
      steps: ['Search for "black"; only "Tea" is listed.']
    - id: filter-tag
      purpose: One tag can be shown alone.
      steps: ["Show the notes with the tag rope only.", "Open the archive at /archive."]
"""
PLANS = {
    "add-note": [(1, "type", 'textbox "Title"', "Oars"), (1, "click", 'button "Add', ""), (2, "reload", "", "")],
    "edit-note": [
        (1, "click", 'link "Edit" in="Tea', ""), (2, "type", 'textbox "Text"', "Buy green tea."),
        (2, "click", 'button "Save', ""),
    ],
    "search-notes": [],
    "filter-tag": [(1, "click", 'link "rope"', ""), (2, "open", "", "/archive")],
}  # fmt: skip
PURPOSES = {
    "A new note is stored.": "add-note", "A note can be corrected.": "edit-note",
    "The search finds words.": "search-notes", "One tag can be shown alone.": "filter-tag",
}  # fmt: skip


def workflow_of(asked: Asked) -> str:
    return next(name for purpose, name in PURPOSES.items() if purpose in asked.text)


def move(substep: int, action: str, element: int | None, text: str) -> Reply:
    fields = {"thought": "As the substep says.", "substep": substep, "cancel_dialog": False}
    return Reply(json.dumps({**fields, "action": action, "element": element, "text": text}))


def act(asked: Asked, workflow: str) -> Reply:
    if workflow == "search-notes":
        return Reply("I would rather not answer in JSON.")
    done = sum(said.role == "assistant" for said in asked.messages)
    if done == len(PLANS[workflow]):
        return move(2, "finish", None, "")
    substep, action, wanted, text = PLANS[workflow][done]
    if not wanted:
        return move(substep, action, None, text)
    found = re.search(rf"^\[(\d+)\] {re.escape(wanted)}", asked.messages[-1].text, re.MULTILINE)
    assert found, f"{wanted} is not among the elements:\n{asked.messages[-1].text}"
    return move(substep, action, int(found[1]), text)


def labels(*passed: bool) -> Reply:
    rows = [
        {"number": number, "passed": one, "reason": "It is seen." if one else "The old text is still shown.",
         "failure": "" if one else "data"}
        for number, one in enumerate(passed, start=1)
    ]  # fmt: skip
    return Reply(json.dumps({"steps": rows}))


def answer(asked: Asked) -> Reply:
    """An evaluator that believes everything, and a judge that reads the record."""
    workflow = workflow_of(asked)
    if asked.reply_name == "next_move":
        return act(asked, workflow)
    assert asked.reply_name == "workflow_report"
    if "You did not see it" not in asked.text:
        return labels(True, True)
    assert asked.media, "the judge sees pictures"
    assert "It is seen." not in asked.text, "the judge does not see what the evaluator reported"
    if workflow == "filter-tag":
        return Reply("I cannot tell.")
    return labels(True, "new text: Buy green tea." in asked.text or "new text: Oars" in asked.text)


@pytest.fixture
def provider(monkeypatch: pytest.MonkeyPatch) -> Iterator[Provider]:
    with Provider(answer) as running:
        for name, value in running.environment.items():
            monkeypatch.setenv(name, value)
        yield running


@pytest.fixture
def notes(project: Project) -> Project:
    (project.path / "pyproject.toml").write_text('[tool.pytest-cookie]\nprices = "prices.toml"\n')
    (project.path / "prices.toml").write_text(PRICES)
    (project.path / "cases.yaml").write_text(CASES)
    return project


OPTIONS = (
    "--cookie-protocol=vibecode", "--model=sample/flawed", f"--cookie-agent={MODEL}", f"--cookie-judge={MODEL}", "-p",
    "no:xdist",
)  # fmt: skip


def test_models_evaluate_and_judge_workflows_are_resumed_and_replayed(notes: Project, provider: Provider):
    run = notes.path / "run"
    with Background(notes, "--cookie-cases=cases.yaml", "--cookie-run=run", *OPTIONS) as background:
        background.wait_for_phase("rope-notes", "evidence/sessions/workflows/add-note.json")
        background.kill()
    (first,) = run.glob("items/*/*/*/*/evidence/sessions/workflows/add-note.json")
    written = moments(first.parent)[str(first)]
    notes.run(*OPTIONS).assert_outcomes(passed=1)
    assert moments(first.parent)[str(first)] == written, "a complete workflow is not executed again"
    asked = Counter((exchange.asked.reply_name, workflow_of(exchange.asked)) for exchange in provider.log)
    assert asked["next_move", "add-note"] == len(PLANS["add-note"]) + 1

    (record,) = notes.records()
    assert record["scores"] == {
        "accuracy": 50.0, "strict_accuracy": 50.0, "substeps": 75.0, "published_accuracy": 75.0
    }  # fmt: skip
    check_item(run / str(record["folder"]))
    total = provider.counts.total()
    notes.run(*OPTIONS, "--cookie-replay=only", run="again").assert_outcomes(passed=1)
    assert provider.counts.total() == total, "a replay makes no call"
    assert notes.records("again")[0]["scores"] == record["scores"]
    told = pytest_cookie(notes.path, "workflows", "run").stdout
    assert re.search(rf"{MODEL} \(evaluator\) .*75\.0 % \(4\)", told), told


def check_item(item) -> None:
    (path,) = (item / "verdicts").glob("*.json")
    verdict = json.loads(path.read_text())
    panels = {panel["title"]: panel["rows"] for panel in verdict["panels"]}
    told = [(row[0], row[2], row[3], row[4], row[5]) for row in panels["Workflows"]]
    assert told == [
        ("add-note", "passed", "2 of 2", "2 of 2", ""),
        ("edit-note", "failed", "1 of 2", "2 of 2", "data consistency and backend logic"),
        ("search-notes", "unscored", "", "no result", ""),
        ("filter-tag", "unscored", "", "2 of 2", ""),
    ]
    assert panels["Evaluator and judges compared"] == [[f"{MODEL} (evaluator)", MODEL, "4", "75.0 %"]]
    assert [note.partition(":")[0] for note in verdict["notes"]] == [
        "1 workflow without labels, because the evaluator gave no structured result", MODEL,
    ]  # fmt: skip
    assert {item["id"]: item["status"] for item in verdict["items"]}["search-notes/1"] == "unmeasured"
    (finding,) = verdict["findings"]
    assert (finding["kind"], finding["item"]) == ("data", "edit-note/2")
