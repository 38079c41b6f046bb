"""How long an answer is waited for."""

from pytest_cookie.browser.page.observation import Effort, Happenings
from pytest_cookie.core.action import Click, Hold, Press, Resize, Type
from pytest_cookie.core.trace import Change
from pytest_cookie.exploration.effects.late_responses import (
    OWN_LOOK_MS,
    UNANSWERED_MS,
    join_happenings,
    patience_ms,
    without_leftovers,
)
from tests.change_lines import dialogs, states

VALUE = Change(seen=True, states=states("Filter: value “” → “a”"))


WAITS = [
    (Click(), Change(), UNANSWERED_MS),
    (Click(), Change(seen=True, appeared_text=("3 found",)), 0),
    (Click(), Change(seen=True, appeared_text=("Saving…",)), UNANSWERED_MS),
    (Click(), Change(seen=True, dialogs=dialogs("alert: no")), 0),
    (Type(role="textbox"), VALUE, OWN_LOOK_MS),
    (Type(role="textbox"), Change(seen=True, vanished_text=("Rose",)), 0),
    (Click(role="checkbox"), Change(seen=True, states=states("A: checked no → yes")), OWN_LOOK_MS),
    (Press(value="Tab"), Change(), 0),
    (Press(value="Enter"), Change(), UNANSWERED_MS),
    (Hold(value="ArrowRight:600"), Change(), 0),
    (Hold(value="ArrowRight:600", role="slider"), VALUE, OWN_LOOK_MS),
    (Resize(), Change(), 0),
]


def test_what_was_seen_says_how_long_to_wait(subtests):
    for action, change, expected in WAITS:
        with subtests.test(action=action):
            assert patience_ms(action, change) == expected


def test_a_message_that_goes_away_is_no_answer_to_the_next_step():
    gone = Change(seen=True, dom_removed=1, vanished_text=("Saved",))
    assert not without_leftovers(gone, [("Saved",)]).seen
    assert without_leftovers(gone, [("Other",)]).seen
    assert without_leftovers(gone.model_copy(update={"dom_added": 1}), [("Saved",)]).seen


def test_what_happened_first_stands_first():
    first = Happenings(dialogs=dialogs("a"), effort=Effort(inputs=1, costliest_input_seconds=0.2, passed_ms=100))
    then = Happenings(dialogs=dialogs("b"), popups=("w",), effort=Effort(costliest_input_seconds=0.1, passed_ms=50))
    both = join_happenings(first, then)
    assert (both.dialogs, both.popups) == (dialogs("a", "b"), ("w",))
    assert (both.effort.inputs, both.effort.costliest_input_seconds, both.effort.passed_ms) == (1, 0.2, 150)
