"""Presses that are repeated because they worked once: on synthetic views."""

import pytest

from pytest_cookie.checks.stability.tactic import PressAgain
from pytest_cookie.core.trace import Change
from pytest_cookie.exploration.page_facts import Detail
from tests.change_lines import states
from tests.unit.exploration.pages import after_press, control

COUNTED = Change(seen=True, vanished_text=("Total 1",), appeared_text=("Total 2",))
TICKED = Change(seen=True, states=states("Dark: checked no → yes"))


def test_what_counts_is_pressed_three_times_in_all():
    tactic, plus = PressAgain(), control("p", name="+")
    presses = [after_press(tactic, plus, COUNTED) for _ in range(4)]
    assert [press and press.ref for press in presses] == ["p", "p", None, None]


def test_a_toggle_is_turned_back_once():
    tactic, dark = PressAgain(), control("d", "checkbox", "Dark", checked=True)
    assert after_press(tactic, dark, TICKED).ref == "d"
    assert after_press(tactic, dark, TICKED) is None


@pytest.mark.parametrize(
    ("name", "change", "fields"),
    [
        ("Delete", COUNTED, {}),
        ("Close", COUNTED, {}),
        ("Next", Change(), {}),
        ("Open", Change(seen=True, url="http://artifact.localhost/b"), {}),
        ("Filter", Change(seen=True, appeared_text=("Roses",)), {}),
        ("+", COUNTED, {"has_modal": True}),
        ("+", COUNTED, {"details": {"p": Detail(form=True, submits=True)}}),
        ("+", COUNTED, {"room": 2}),
    ],
)
def test_what_is_not_done_again(name, change, fields):
    assert after_press(PressAgain(), control("p", name=name), change, **fields) is None
