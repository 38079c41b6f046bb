"""What counts as seen of a defect, on stored evidence that differs in one thing."""

import json
from pathlib import Path

import pytest

from pytest_cookie.calibration.observability import differences
from pytest_cookie.core.evidence import Evidence
from pytest_cookie.core.page import PageError
from pytest_cookie.core.perception import Styling
from pytest_cookie.records.item import ItemFolder
from tests.synthetic_run import POLISHED, draw_page, make_record, write_synthetic_run

FOLDER = make_record("moth-and-lanterns", POLISHED).folder


@pytest.fixture
def item(tmp_path: Path) -> ItemFolder:
    return ItemFolder(write_synthetic_run(tmp_path / "run") / FOLDER)


def seen(item: ItemFolder, twin: Evidence, folder: Path | None = None) -> tuple[str, ...]:
    return differences(item.read_evidence(), item.evidence, twin, folder or item.evidence)


def test_the_same_evidence_shows_nothing(item: ItemFolder):
    assert seen(item, item.read_evidence()) == ()


def test_another_place_in_the_source_is_nothing_to_see(item: ItemFolder):
    evidence = item.read_evidence()
    page = evidence.perception.inventory
    assert page is not None
    more = page.model_copy(update={"element_count": page.element_count + 1, "accessibility_tree": "other"})
    assert seen(item, _perceiving(evidence, inventory=more)) == ()


def test_one_more_rule_for_what_never_shows_is_nothing_to_see(item: ItemFolder):
    evidence = item.read_evidence()
    good = _perceiving(evidence, styling=Styling(styled_rules=12))

    def beside(**dress: int) -> tuple[str, ...]:
        return differences(good, item.evidence, _perceiving(evidence, styling=Styling(**dress)), item.evidence)

    assert beside(styled_rules=13) == ()
    assert beside(styled_rules=12, shadows=1) == ("styling",)


def test_a_text_a_fault_and_a_layout_are_seen(item: ItemFolder):
    evidence = item.read_evidence()
    page = evidence.perception.inventory
    assert page is not None
    assert seen(item, _perceiving(evidence, inventory=page.model_copy(update={"text": "else"}))) == ("contents",)
    assert seen(item, _perceiving(evidence, page_errors=(PageError(message="x is not defined"),))) == (
        "faults at load",
    )
    wide = tuple(
        view.model_copy(update={"layout": view.layout.model_copy(update={"overflow_px": 80.0})})
        for view in evidence.perception.views
    )
    assert seen(item, _perceiving(evidence, views=wide)) == ("layout",)


def test_what_came_of_an_act_is_seen_but_not_when(item: ItemFolder):
    evidence = item.read_evidence()
    steps = evidence.trace.steps
    late = tuple(step.model_copy(update={"page_ms": step.page_ms + 40}) for step in steps)
    assert seen(item, _using(evidence, late)) == ()
    change = steps[1].change.model_copy(update={"seen": False, "appeared_text": ()})
    still = (steps[0], steps[1].model_copy(update={"change": change}), *steps[2:])
    assert seen(item, _using(evidence, still)) == ("use",)


def test_pictures_are_compared_beyond_what_moves_by_itself(item: ItemFolder, tmp_path: Path):
    evidence = item.read_evidence()
    other = tmp_path / "other"
    for view in evidence.perception.views:
        draw_page(other / view.screenshot, view.viewport.width, 1900, tint=(200, 30, 30))
    assert seen(item, evidence, other) == ("pictures",)
    assert seen(item, _perceiving(evidence, restless=1.0), other) == ()


def test_a_page_that_has_become_heavier_is_seen(item: ItemFolder, tmp_path: Path):
    evidence = item.read_evidence()
    heavy = tmp_path / "heavy"
    for view in evidence.perception.views:
        (heavy / view.screenshot).parent.mkdir(parents=True, exist_ok=True)
        (heavy / view.screenshot).write_bytes((item.evidence / view.screenshot).read_bytes())
    _write_machine(item.evidence / "crawler", ratio=0.2, weight="light")
    _write_machine(heavy / "crawler", ratio=0.3, weight="light")
    assert seen(item, evidence, heavy) == ()
    _write_machine(heavy / "crawler", ratio=9.0, weight="blocking")
    assert seen(item, evidence, heavy) == ("machine time",)


def _perceiving(evidence: Evidence, **changes: object) -> Evidence:
    return evidence.model_copy(update={"perception": evidence.perception.model_copy(update=changes)})


def _using(evidence: Evidence, steps: object) -> Evidence:
    return evidence.model_copy(update={"trace": evidence.trace.model_copy(update={"steps": steps})})


def _write_machine(folder: Path, *, ratio: float, weight: str) -> None:
    machine = {
        "browser": "Chromium",
        "clock": "stepped",
        "platform": "Linux",
        "cpu_count": 2,
        "load_average": 0.1,
        "reference_seconds": 0.065,
    }
    step = {"index": 1, "cpu_ratio": ratio, "input": {"inputs": 1, "ratio": ratio, "weight": weight}}
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "machine.json").write_text(json.dumps({"machine": machine, "steps": [step]}))
