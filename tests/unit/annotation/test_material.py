"""What raters see of items whose protocols have pictures of their own."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from pytest_cookie.annotation.material import Material, material_of
from pytest_cookie.annotation.task import Task
from pytest_cookie.core.case import Case
from pytest_cookie.core.record import Record
from pytest_cookie.dataset.load import load_cases
from pytest_cookie.protocols.vibecode.protocol import BENCHMARK, PROTOCOL
from pytest_cookie.protocols.vibecode.results import StepResult, TrailStep, WorkflowResult
from pytest_cookie.protocols.vibecode.workflows import WorkflowFields
from pytest_cookie.records.item_sessions import SessionOutcome, SessionStore
from pytest_cookie.records.run import RunFolder
from tests.annotated_run import item_record, write_run
from tests.unit.protocols.interaction2code.page_builder import attempt, page
from tests.unit.protocols.interaction2code.recorded_case import AFTER, write_case, write_evidence

OPINIONS = "SECRET OPINION"


def write_item(folder: Path, protocol: str, case: Case) -> tuple[RunFolder, Record, Path]:
    """A run with one item of a protocol; the item's folder."""
    run = write_run(folder / "run", cases=1, models=("m",))
    record = item_record(0, "m", 1.0).model_copy(update={"protocol": protocol})
    (run / "records.jsonl").write_text(record.model_dump_json() + "\n", encoding="utf-8")
    item = run / record.folder
    (item / "case.json").write_text(case.model_dump_json(), encoding="utf-8")
    return RunFolder.open(run), record, item


def shown(run: RunFolder, record: Record) -> Material:
    return material_of(run, Task("t", "substeps", (record,)), 0)


def write_workflow(item: Path, name: str, substeps: list[int]) -> None:
    """A workflow with a picture after each action; the numbers are those of the actions' substeps."""

    def perform(folder: Path) -> SessionOutcome:
        trail = []
        for number, substep in enumerate(substeps):
            (folder / f"{number:03}.jpg").write_bytes(b"x")
            picture = f"workflows/{name}/{number:03}.jpg"
            trail.append(
                TrailStep(
                    substep=substep, action=f"press {number}", thought=OPINIONS, problem=OPINIONS, picture=picture
                )
            )
        steps = (StepResult(passed=False, reason=OPINIONS, failure="data"),)
        return SessionOutcome(WorkflowResult(workflow=name, steps=steps, trail=tuple(trail), fault=OPINIONS))

    SessionStore(item / "evidence", {}).run(f"workflows/{name}", {}, perform)


@pytest.fixture
def notes() -> Case:
    return next(case for case in load_cases(BENCHMARK / "apps.yaml", extra=WorkflowFields) if case.id == "rope-notes")


def test_raters_of_an_application_see_each_step_of_each_workflow(tmp_path: Path, notes: Case):
    run, record, item = write_item(tmp_path, "vibecode", notes)
    pin, edit = (
        next(one for one in WorkflowFields.model_validate(notes.fields).workflows if one.id == name)
        for name in ("pin-note", "edit-note")
    )
    write_workflow(item, "pin-note", [0, 1, 1, 2])
    write_workflow(item, "edit-note", [1])
    figures = shown(run, record).figures
    assert {figure.title: len(figure.pictures) for figure in figures} == {pin.purpose: 4, edit.purpose: 1}
    pictures = next(figure.pictures for figure in figures if figure.title == pin.purpose)
    assert pictures[0].caption == "At the start (after: press 0)"
    assert pictures[3].caption == f"Step 2: {pin.steps[1].text} (after: press 3)"
    assert pictures[3].file == "workflows/pin-note/003.jpg"
    assert OPINIONS not in repr(figures), "neither results nor what the evaluator thought"


def test_long_workflows_show_a_bounded_number_of_pictures_with_each_step_among_them(tmp_path: Path, notes: Case):
    run, record, item = write_item(tmp_path, "vibecode", notes)
    write_workflow(item, "pin-note", [1] * 60 + [2] + [3] * 30)
    (figure,) = shown(run, record).figures
    assert len(figure.pictures) == 20
    assert {picture.caption.partition(":")[0] for picture in figure.pictures} == {"Step 1", "Step 2", "Step 3"}


def test_files_that_lead_out_or_are_missing_are_not_shown(tmp_path: Path, notes: Case):
    run, record, item = write_item(tmp_path, "vibecode", notes)
    write_workflow(item, "pin-note", [1, 1, 1])
    (item / "evidence/workflows/pin-note/001.jpg").unlink()
    stored = item / "evidence/sessions/workflows/pin-note.json"
    stored.write_text(stored.read_text().replace("workflows/pin-note/002.jpg", "../record.json"))
    (item / "record.json").write_text("{}")
    (figure,) = shown(run, record).figures
    assert [picture.file for picture in figure.pictures] == ["workflows/pin-note/000.jpg"]
    (item / "case.json").write_text("{}")
    assert shown(run, record).figures == ()


def test_raters_of_a_rebuilt_page_see_the_original_beside_it(tmp_path: Path):
    case = write_case(tmp_path / "cases")
    run, record, item = write_item(tmp_path, "interaction2code", case)
    write_evidence(case, item / "evidence", attempt(page(), AFTER))
    (figure,) = shown(run, record).figures
    assert (figure.title, figure.columns) == ("Interaction 1: One more ticket is counted.", 2)
    assert [(picture.caption, picture.file) for picture in figure.pictures] == [
        ("Original, before", "reference/0.png"),
        ("Rebuilt page, before", "interactions/1-before.png"),
        ("Original, after", "reference/1.png"),
        ("Rebuilt page, after", "interactions/1-after.png"),
    ]
    shutil.rmtree(item / "evidence/interactions")
    (figure,) = shown(run, record).figures
    assert [picture.caption for picture in figure.pictures] == ["Original, before", "Original, after"]


def test_a_protocol_that_is_not_installed_or_has_no_pictures_of_its_own_shows_screenshots(
    tmp_path: Path, notes: Case, subtests
):
    for protocol in ("cookie", "webtestbench", "gone"):
        with subtests.test(protocol):
            run, record, item = write_item(tmp_path / protocol, protocol, notes)
            (item / "evidence/use/screenshots").mkdir(parents=True)
            (item / "evidence/use/screenshots/002.png").write_bytes(b"x")
            (figure,) = shown(run, record).figures
            assert [(picture.file, picture.caption) for picture in figure.pictures] == [
                ("use/screenshots/002.png", "Step 2")
            ]


def test_a_package_that_fails_on_a_case_leaves_the_page_at_rest(
    tmp_path: Path, notes: Case, monkeypatch: pytest.MonkeyPatch
):
    run, record, item = write_item(tmp_path, "vibecode", notes)
    (item / "evidence/static").mkdir(parents=True, exist_ok=True)
    (item / "evidence/static/desktop.png").write_bytes(b"x")
    failing = replace(PROTOCOL, rater_pictures=lambda item: {}["tasks"])
    monkeypatch.setattr("pytest_cookie.annotation.material.installed_protocol", lambda name: failing)
    assert [figure.title for figure in shown(run, record).figures] == ["The page at rest"]
