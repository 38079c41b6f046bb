"""Evidence of schema 1, which told changes in sentences, is read as typed effects; the words for them stay the same."""

import json
from typing import Any

import pytest

from pytest_cookie.core.action import Drag
from pytest_cookie.core.errors import RecordingError
from pytest_cookie.core.page import NativeDialog
from pytest_cookie.core.trace import Change, LayoutJump, StaleLabel, StateChange, Step
from pytest_cookie.records.change_text import (
    describe_dialog,
    describe_hidden,
    describe_jump,
    describe_stale,
    describe_state,
    describe_states,
)
from pytest_cookie.records.item import ItemFolder
from pytest_cookie.records.trace_v1 import read_state, upgrade_evidence, upgrade_step
from tests.unit.judging.evidence_builders import evidence


def _step(**fields: Any) -> Step:
    action = {"kind": "click", "within": "", "to_x": None, "to_y": None, **fields.pop("action", {})}
    return Step.model_validate(upgrade_step({"index": 0, "thought": "t", "action": action, **fields}))


@pytest.mark.parametrize(
    ("line", "state"),
    [
        ("Agree: checked no → yes", StateChange(control="Agree", property="checked", before=False, after=True)),
        ("Tab: selected none → yes", StateChange(control="Tab", property="selected", before=None, after=True)),
        ("Name: value “” → “Anna”", StateChange(control="Name", property="value", before="", after="Anna")),
        ("a: b: value “x” → “y\nz”", StateChange(control="a: b", property="value", before="x", after="y\nz")),
        ("v: value “a: value “b” → “c”", StateChange(control="v: value “a", property="value", before="b", after="c")),
        ("x: checked no → yes: disabled no → yes", StateChange(
            control="x: checked no → yes", property="disabled", before=False, after=True
        )),
    ],
)  # fmt: skip
def test_a_state_is_read_back_from_its_words(line: str, state: StateChange) -> None:
    assert StateChange.model_validate(read_state(line)) == state
    assert describe_state(state) == line


def test_the_lines_of_a_change_become_typed_and_keep_their_words() -> None:
    lines = ["Agree: checked no → yes", "the page began to move"]
    told = {
        "states": lines,
        "dialogs": ["confirm: Remove: all?", "file: landscape.png"],
        "stale": ["Mass 1.0 kg: 1.0 kg"],
        "astray": ["“Soup” lies over “Bread”", "“Soup” is cut off by the edge of the page"],
    }
    change = _step(change=told).change
    assert (len(change.states), change.motion) == (1, "started")
    assert list(describe_states(change)) == lines
    assert change.dialogs == (
        NativeDialog(kind="confirm", text="Remove: all?"),
        NativeDialog(kind="file", text="landscape.png"),
    )
    assert [describe_dialog(one) for one in change.dialogs] == told["dialogs"]
    assert change.stale == (StaleLabel(control="Mass 1.0 kg", text="1.0 kg"),)
    assert [describe_stale(one) for one in change.stale] == told["stale"]
    assert change.astray == (LayoutJump(text="Soup", over="Bread"), LayoutJump(text="Soup"))
    assert [describe_jump(one) for one in change.astray] == told["astray"]


def test_why_a_step_could_not_be_carried_out_or_told_becomes_typed() -> None:
    assert _step(outcome="unreachable", problem="covered by body > div").cover == "body > div"
    assert _step(outcome="unreachable", problem="it moved away from the pointer").moved_away
    assert _step(problem=describe_hidden("canvas")).hidden_by == "canvas"
    assert _step(problem=describe_hidden("window")).hidden_by == "window"
    assert _step(problem="left the page for http://a/; gone back").hidden_by == ""


def test_an_action_of_schema_1_keeps_its_row_and_loses_fields_of_other_kinds() -> None:
    assert _step(action={"within": "Tulip | 12,00 €"}).action.within == ("Tulip", "12,00 €")
    dragged = _step(action={"kind": "drag", "to_x": 3.0, "to_y": 4.0}).action
    assert isinstance(dragged, Drag)
    assert (dragged.to_x, dragged.to_y) == (3.0, 4.0)


def test_stored_evidence_of_schema_2_is_read(tmp_path) -> None:
    item = ItemFolder(tmp_path)
    item.write_evidence(evidence())
    path = item.evidence / "evidence.json"
    stored = json.loads(path.read_text(encoding="utf-8")) | {"schema_version": 2}
    change = {"seen": True, "appeared_text": ["Saved"]}
    stored["trace"]["steps"] = [{"index": 0, "thought": "t", "action": {"kind": "click"}, "change": change}]
    path.write_text(json.dumps(stored), encoding="utf-8")
    (step,) = item.read_evidence().trace.steps
    assert step.change == Change(seen=True, appeared_text=("Saved",), sounds=(), sounded=None, by_itself=())


def test_stored_evidence_of_schema_1_is_read_and_of_today_is_left_alone(tmp_path) -> None:
    item = ItemFolder(tmp_path)
    today = evidence()
    item.write_evidence(today)
    assert item.read_evidence() == today
    path = item.evidence / "evidence.json"
    stored = json.loads(path.read_text(encoding="utf-8"))
    assert upgrade_evidence(stored) is stored
    del stored["schema_version"]
    stored["trace"]["steps"] = [
        {"index": 0, "thought": "t", "action": {"kind": "click"}, "change": {"states": ["A: checked no → yes"]}}
    ]
    path.write_text(json.dumps(stored), encoding="utf-8")
    (step,) = item.read_evidence().trace.steps
    assert step.change == Change(states=(StateChange(control="A", property="checked", before=False, after=True),))
    for odd in ("no state at all", {}, [], None, 3):
        stored["trace"]["steps"][0]["change"]["states"] = [odd]
        path.write_text(json.dumps(stored), encoding="utf-8")
        with pytest.raises(RecordingError, match="states"):
            item.read_evidence()


def test_evidence_of_a_later_schema_is_refused(tmp_path) -> None:
    item = ItemFolder(tmp_path)
    path = item.evidence / "evidence.json"
    path.parent.mkdir(parents=True)
    stored = json.loads(evidence().model_dump_json())
    path.write_text(json.dumps({**stored, "schema_version": 99}), encoding="utf-8")
    with pytest.raises(RecordingError, match=r"schema version 99, .* install a newer pytest-cookie"):
        item.read_evidence()


def test_chapters_of_schema_1_name_their_step_in_the_title() -> None:
    film = {"schema_version": 1, "chapters": [{"page_ms": 5, "title": "3 click Save"}, {"page_ms": 9, "title": "open"}]}
    told: Any = upgrade_evidence({"sessions": [{"name": "crawler", "film": film}]})
    chapters = told["sessions"][0]["film"]["chapters"]
    assert [chapter.get("step") for chapter in chapters] == [3, None]
