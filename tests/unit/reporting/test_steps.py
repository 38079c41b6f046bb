from pathlib import Path

import pytest

from pytest_cookie.core.trace import Action, Change, Step
from pytest_cookie.reporting.item_files import ItemFiles
from pytest_cookie.reporting.site.item.steps import step_views


def _view(action: Action, change: Change | None = None, **fields):
    step = Step(index=1, thought="", action=action, **fields, change=change or Change())
    (view,) = step_views(ItemFiles(Path("/nowhere")), None, [step])
    return view


@pytest.mark.parametrize(
    ("action", "act", "target"),
    [
        (Action(kind="click", target="Start", selector="#start"), "click", "Start"),
        (Action(kind="double_click", x=10.4, y=20), "double click", "at 10, 20"),
        (
            Action(kind="type", value="9e99", intent="invalid", target="Amount"),
            "type",
            "“9e99” (invalid input) → Amount",
        ),
        (Action(kind="hold", value="ArrowUp:600"), "hold", "“ArrowUp” for 0.6 s"),
        (Action(kind="hold", value="::250"), "hold", "“:” for 0.25 s"),
        (Action(kind="press", value=":"), "press", "“:”"),
        (Action(kind="wait", value="1200"), "wait", "1.2 s"),
        (Action(kind="wait", value="9" * 400), "wait", f"“{'9' * 400}”"),
        (Action(kind="hold", value=f"a:{'9' * 5000}"), "hold", f"“a:{'9' * 5000}”"),
        (Action(kind="drag", target="canvas", to_x=804, to_y=517), "drag", "canvas to 804, 517"),
        (Action(kind="look"), "look", ""),
    ],
)
def test_an_action_in_words(action: Action, act: str, target: str) -> None:
    view = _view(action)
    assert (view.act, view.target) == (act, target)


def test_changes_in_words() -> None:
    change = Change(
        seen=True,
        pixels=0.423,
        dom_added=3,
        dom_changed=1,
        appeared_text=("a", "b", "c", "d"),
        states=("Menu is expanded",),
        url="http://artifact.localhost/#x",
        scrolled_px=-40,
        dialogs=("Sure?",),
    )
    assert _view(Action(kind="click"), change).changes == (
        "42.3 % of the pixels changed",
        "elements: 3 added, 1 changed",
        "text appeared: a",
        "text appeared: b",
        "text appeared: c",
        "Menu is expanded",
        "address: http://artifact.localhost/#x",
        "scrolled -40 px",
        "dialog: Sure?",
    )


def test_a_step_without_its_picture_has_none() -> None:
    view = _view(Action(kind="look"), screenshot="screenshots/000.png", page_ms=1640)
    assert view.picture == ""
    assert (view.moment, view.begins) == ("0:00.0", "0.000")  # the first begins with the session
