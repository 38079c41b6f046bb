"""Edits with another result than an edit has are told."""

import pytest

from pytest_cookie.checks.edited_entries.fact import EditFact
from pytest_cookie.checks.edited_entries.judge import find_wrong_edits
from pytest_cookie.core.trace import Change
from tests.unit.judging.evidence_builders import page_in_use, step

ROPE, LAMP = ("Rope", "1 for Ben"), ("Lamp", "1 for Ben")


def pressed(index: int, name: str, event: str, **fields):
    fact = EditFact(event=event, own=ROPE, result=LAMP, **fields)
    return step(index, ref="s", target=name, change=Change(seen=True, facts={"edited-entries": fact}))


@pytest.mark.parametrize(
    ("name", "event", "fields", "title", "why"),
    [
        ("Save", "copied", {"is_changed": True}, "adds a copy of the edited entry", "“Rope” was edited and saved. It"),
        ("Save", "copied", {}, "adds a copy of the edited entry", "saved without a change. It is still there"),
        ("Cancel", "cancelled", {"is_changed": True}, "keeps what was entered", "was cancelled, and “Lamp” is there"),
        ("Save", "spoiled", {"lost": "Ben"}, "loses a value of the entry", "does not show “Ben” any more"),
    ],
)
def test_a_wrong_end_is_told_once(name: str, event: str, fields: dict, title: str, why: str):
    steps = [pressed(index, name, event, **fields) for index in (1, 2)]
    (defect,) = find_wrong_edits(page_in_use(*steps))
    assert (defect.severity, defect.step) == ("major", 1)
    assert defect.title.endswith(f"“{name}” {title}")
    assert why in defect.why


def test_an_edit_that_was_only_opened_is_no_fault():
    assert find_wrong_edits(page_in_use(pressed(1, "Edit", "opened"))) == []
