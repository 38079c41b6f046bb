"""Keys on pages that are no games: when an arrow is pressed, and when not."""

from dataclasses import replace

import pytest

from pytest_cookie.core.action import Action, Press
from pytest_cookie.core.page import Control
from pytest_cookie.core.trace import Change, Step
from pytest_cookie.exploration.agent_protocol import View
from pytest_cookie.exploration.crawler.shortcuts import Shortcuts
from tests.unit.exploration.pages import Desk, control, turn


def looking(*controls: Control, pressed: Action | None = None, seen: bool = True, focus: str = "", **around) -> View:
    last = Step(index=1, thought="", action=pressed, change=Change(seen=seen)) if pressed else None
    view = Desk().view(*controls, last=last, focus=focus)
    return replace(view, page_facts=view.page_facts.model_copy(update={"hears_keys": True, **around}))


def keys(shortcuts: Shortcuts, *, turns: int = 4, seen: bool = True, **around) -> list[str]:
    """Which it presses one after the other, each of them answered by something `seen`."""
    found: list[Action] = []
    for _ in range(turns):
        decision = shortcuts.propose(turn(looking(pressed=found[-1] if found else None, seen=seen, **around), 20))
        if decision is None:
            break
        found.append(decision.action)
    return [action.value for action in found]


def test_a_page_that_listens_is_given_an_arrow_and_where_it_answers_the_other_one():
    assert keys(Shortcuts()) == ["ArrowRight", "ArrowLeft"]
    assert keys(Shortcuts(), seen=False) == ["ArrowRight"]


def test_an_arrow_without_an_effect_is_tried_on_an_item():
    shortcuts, button, card = Shortcuts(), control("b"), control("c", "generic", "Paint the hull")
    assert keys(shortcuts, seen=False) == ["ArrowRight"]
    silent = looking(button, card, pressed=Press(value="ArrowRight"), seen=False)
    action = shortcuts.propose(turn(silent, 20)).action
    assert (action.kind, action.ref, action.value) == ("press", "c", "ArrowRight")
    assert shortcuts.propose(turn(looking(card, pressed=action, seen=False), 20)) is None


def test_without_an_item_of_its_own_one_of_the_most_alike_buttons_gets_the_arrow(subtests):
    menu, pads = control("m", kind="icon"), [control(f"p{index}", kind="pad") for index in range(3)]
    off = pads[0].model_copy(update={"disabled": True})
    rows = {"p0": (menu, *pads), "p1": (menu, off, *pads[1:]), "m": (menu,), "": (control("l", "link"),)}
    for expected, controls in rows.items():
        shortcuts = Shortcuts()
        keys(shortcuts, seen=False)
        decision = shortcuts.propose(turn(looking(*controls, pressed=Press(value="ArrowRight"), seen=False), 20))
        with subtests.test(expected):
            assert (decision.action.ref if decision else "") == expected


def test_an_arrow_on_a_tab_is_none_of_these():
    shortcuts, tab = Shortcuts(), control("t", "tab")
    assert keys(shortcuts, seen=False) == ["ArrowRight"]
    on_it = looking(tab, pressed=Press(value="ArrowRight", ref=tab.ref))
    assert shortcuts.propose(turn(on_it, 20)) is None


@pytest.mark.parametrize("around", [{"hears_keys": False}, {"scrolls_sideways": True}])
def test_a_page_that_does_not_listen_or_scrolls_by_arrows_is_left_alone(around):
    assert keys(Shortcuts(), **around) == []


@pytest.mark.parametrize(("role", "pressed"), [("textbox", False), ("radio", False), ("tab", False), ("button", True)])
def test_no_arrow_goes_to_what_it_means_something_to(role, pressed):
    focused = control("f", role)
    decision = Shortcuts().propose(turn(looking(focused, focus=focused.selector), 20))
    assert (decision is not None) == pressed


def test_what_had_to_wait_comes_later():
    field, shortcuts = control("f", "textbox"), Shortcuts()
    assert shortcuts.propose(turn(looking(field, focus=field.selector), 20)) is None
    assert keys(shortcuts, seen=False) == ["ArrowRight"]


def test_little_room_is_kept_for_the_controls():
    assert Shortcuts().propose(turn(looking(), 3)) is None
