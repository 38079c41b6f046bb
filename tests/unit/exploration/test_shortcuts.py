"""Keys on pages that are no games: when they are pressed, and when a page is left alone."""

from dataclasses import replace

from pytest_cookie.core.page import Control
from pytest_cookie.core.trace import Action, Change, Step
from pytest_cookie.exploration.policy import View
from pytest_cookie.exploration.shortcuts import Shortcuts
from tests.unit.exploration.pages import Desk, control


def looking(*controls: Control, pressed: Action | None = None, seen: bool = True, focus: str = "", **around) -> View:
    last = Step(index=1, thought="", action=pressed, change=Change(seen=seen)) if pressed else None
    view = Desk().view(*controls, last=last, focus=focus)
    return replace(view, surroundings=view.surroundings.model_copy(update=around))


def keys(shortcuts: Shortcuts, *, text: str = "", turns: int = 4, seen: bool = True, **around) -> list[str]:
    """Which it presses one after the other, each of them answered by something `seen`."""
    found: list[Action] = []
    for _ in range(turns):
        view = looking(pressed=found[-1] if found else None, seen=seen, **around)
        decision = shortcuts.next(view, text=text, named=(), room=20)
        if decision is None:
            break
        found.append(decision.action)
    return [action.value for action in found]


def test_a_page_that_listens_is_given_an_arrow_and_where_it_answers_the_other_one():
    assert keys(Shortcuts(), hears_keys=True) == ["ArrowRight", "ArrowLeft"]
    assert keys(Shortcuts(), hears_keys=True, seen=False) == ["ArrowRight"]


def test_an_arrow_on_a_tab_is_none_of_these():
    tab = control("t", "tab")
    on_it = looking(tab, pressed=Action(kind="press", value="ArrowRight", ref=tab.ref))
    assert Shortcuts().next(on_it, text="", named=(), room=20) is None


def test_letters_that_are_named_follow():
    assert keys(Shortcuts(), text="Use the arrow keys. N: new") == ["ArrowRight", "ArrowLeft", "n"]
    assert keys(Shortcuts(), text="Press N for a new one") == ["n"]


def test_a_page_that_says_nothing_of_keys_is_left_alone():
    assert keys(Shortcuts()) == []


def test_a_page_that_is_too_wide_scrolls_by_arrows_which_says_nothing():
    assert keys(Shortcuts(), hears_keys=True, scrolls_sideways=True) == []


def test_no_key_goes_into_a_field():
    field = control("q", "textbox", tag="input", input_type="text")
    shortcuts = Shortcuts()
    assert shortcuts.next(looking(field, focus=field.selector, hears_keys=True), text="", named=(), room=20) is None
    assert keys(shortcuts, hears_keys=True), "later, when the field has the focus no more"


def test_little_room_is_kept_for_the_controls():
    assert Shortcuts().next(looking(hears_keys=True), text="", named=(), room=3) is None
