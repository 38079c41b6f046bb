"""Entered values that are gone, or shown as they were before, are findings."""

import pytest

from pytest_cookie.checks.entries.fact import EntryFact, ForgottenEntry, OutdatedEntry
from pytest_cookie.checks.entries.judge import find_lost_values
from pytest_cookie.core.trace import Change
from pytest_cookie.judging.rubric.items.logic_correctness import measure_logic_correctness
from tests.unit.judging.evidence_builders import WORKS, page_in_use, step

CHOICE = EntryFact(forgotten=(ForgottenEntry(control="Ebro", entered="", shown=""),))
TEXT = EntryFact(forgotten=(ForgottenEntry(control="City", entered="Bonn", shown=""),))
OTHER = EntryFact(forgotten=(ForgottenEntry(control="City", entered="Bonn", shown="Rome"),))
OLD = EntryFact(outdated=(OutdatedEntry(control="City", entered="Rome", line="City: Bonn"),))


def found(*facts: EntryFact, **fields):
    changes = [Change(seen=True, facts={"entries": fact}) for fact in facts]
    steps = [step(i, ref=f"b{i}", change=change, **fields) for i, change in enumerate(changes)]
    return find_lost_values(page_in_use(*steps))


@pytest.mark.parametrize(
    ("facts", "titles"),
    [
        ([EntryFact()], []),
        ([CHOICE], ["Going back loses the choice “Ebro”"]),
        ([TEXT, OTHER], ["Going back loses “Bonn” in “City”"]),
        ([OLD, TEXT], ["Going back loses “Bonn” in “City”", "“City: Bonn” does not show the value entered last"]),
    ],
)
def test_each_kind_is_told_once(facts, titles):
    assert [defect.title for defect in found(*facts)] == titles


def test_another_value_is_quoted():
    assert "“Rome” now" in found(OTHER)[0].why
    assert "“Rome” since" in found(OLD)[0].why


def test_steps_that_failed_tell_nothing():
    assert found(TEXT, outcome="unreachable") == []


def test_it_costs_what_a_wrong_result_costs():
    pressed = step(4, ref="b1", change=Change(seen=True, pixels=0.1, facts={"entries": OLD}))
    measured = measure_logic_correctness(page_in_use(*WORKS, pressed))
    assert measured.score == pytest.approx(0.3)


def test_older_evidence_with_undone_removals_is_read():
    old = {"entries": {"outdated": [], "forgotten": [CHOICE.forgotten[0].model_dump()], "returned": ["Boat trip"]}}
    change = Change.model_validate({"seen": True, "facts": old})
    assert EntryFact.of(change) == CHOICE
