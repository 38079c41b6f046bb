from pathlib import Path

from pytest_cookie.core.action import Action, Click, DoubleClick, Drag, Hold, Look, Press, Type, Wait
from pytest_cookie.core.sound import SoundOnset
from pytest_cookie.core.trace import Change, Step
from pytest_cookie.reporting.item_files import ItemFiles
from pytest_cookie.reporting.site.item.marks import Scenery
from pytest_cookie.reporting.site.item.steps import step_views
from tests.change_lines import dialogs, states


def _view(action: Action, change: Change | None = None, **fields):
    step = Step(index=1, thought="", action=action, **fields, change=change or Change())
    files = ItemFiles(Path("/nowhere"))
    (view,) = step_views(files, None, [step], scenery=Scenery(files, None, [step], {}))
    return view


ACTIONS = (
    (Click(target="Start", selector="#start"), "click", "Start"),
    (Click(target="Sign in", intent="invalid"), "click", "Sign in (invalid input)"),
    (DoubleClick(x=10.4, y=20), "double click", "at 10, 20"),
    (Type(value="9e99", intent="invalid", target="Amount"), "type", "“9e99” (invalid input) → Amount"),
    (Hold(value="ArrowUp:600"), "hold", "“ArrowUp” for 0.6 s"),
    (Hold(value="::250"), "hold", "“:” for 0.25 s"),
    (Press(value=":"), "press", "“:”"),
    (Wait(value="1200"), "wait", "1.2 s"),
    (Wait(value="9" * 400), "wait", f"“{'9' * 400}”"),
    (Hold(value=f"a:{'9' * 5000}"), "hold", f"“a:{'9' * 5000}”"),
    (Drag(target="canvas", to_x=804, to_y=517), "drag", "canvas to 804, 517"),
    (Look(), "look", ""),
)


def test_an_action_in_words(subtests) -> None:
    for action, act, target in ACTIONS:
        with subtests.test(act, target=target[:40]):
            view = _view(action)
            assert (view.act, view.target) == (act, target)


def test_changes_in_words() -> None:
    change = Change(
        seen=True,
        pixels=0.423,
        dom_added=3,
        dom_changed=1,
        appeared_text=("a", "b", "c", "d"),
        states=states("Menu: expanded no → yes"),
        url="http://artifact.localhost/#x",
        scrolled_px=-40,
        dialogs=dialogs("confirm: Sure?"),
    )
    assert _view(Click(), change).changes == (
        "42.3 % of the pixels changed",
        "elements: 3 added, 1 changed",
        "text appeared: a",
        "text appeared: b",
        "text appeared: c",
        "Menu: expanded no → yes",
        "address: http://artifact.localhost/#x",
        "scrolled -40 px",
        "dialog: confirm: Sure?",
    )


def test_sounds_and_what_changes_by_itself_in_words() -> None:
    sounds = (SoundOnset(at_ms=1_250, level_dbfs=-14),)
    change = Change(sounds=sounds, sounded=True, by_itself=("09:00:03", "2 s ago"))
    assert _view(Click(), change).changes == (
        "heard: a sound at 1.25 s (-14 dBFS)",
        "changes by itself: 09:00:03",
        "changes by itself: 2 s ago",
    )


def test_a_step_without_its_picture_has_none() -> None:
    view = _view(Look(), screenshot="screenshots/000.png", page_ms=1640)
    assert view.after is None
    assert (view.moment, view.begins) == ("0:00.0", "0.000")  # the first begins with the session
