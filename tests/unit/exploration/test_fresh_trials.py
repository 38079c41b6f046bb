"""Which silent controls of an exploration are tried again on a fresh page."""

from pytest_cookie.core.page import PageError
from pytest_cookie.core.trace import Change, Step
from pytest_cookie.exploration.effects.fresh_trials import MAX_INPUTS, find_silent_uses
from tests.unit.judging.evidence_builders import ANSWER, step


def silent(*steps: Step) -> list[tuple[int, ...]]:
    """The indices of the steps of each control that is tried again."""
    return [tuple(one.index for one in used) for used in find_silent_uses(steps)]


def test_only_what_was_reached_and_never_answered_is_tried_again(subtests):
    error = (PageError(message="x is not defined"),)
    rows = {
        "silent twice": ([step(1, ref="a"), step(2, ref="b", change=ANSWER), step(3, ref="a")], [(1, 3)]),
        "a field that takes no text": ([step(1, "type", ref="a", role="textbox", value="12")], [(1,)]),
        "answered later": ([step(1, ref="a"), step(2, ref="a", change=ANSWER)], []),
        "hidden by motion, which other trials compare": ([step(1, ref="a", hidden_by="canvas")], []),
        "not reached": ([step(1, ref="a", outcome="unreachable"), step(2, ref="b", press_went_to="#veil")], []),
        "an error, whatever came before": ([step(1, ref="a", page_errors=error)], []),
        "a place": ([step(1, x=10, y=10)], []),
        "wrong input": ([step(1, "type", ref="a", value="-1", intent="invalid")], []),
        "a hover and a scroll": ([step(1, "hover", ref="a"), step(2, "scroll", ref="a", value="100")], []),
        "seen by its sound": ([step(1, ref="a", change=Change(seen=True, sounded=True))], []),
    }
    for name, (steps, expected) in rows.items():
        with subtests.test(name):
            assert silent(*steps) == expected


def test_a_page_on_which_nothing_answers_is_not_tried_for_long():
    assert len(silent(*(step(index, ref=f"b{index}") for index in range(30)))) == MAX_INPUTS
