"""`NextMove`: the reply of an evaluating model, and the action that it means."""

from typing import ClassVar, Literal, cast

from pydantic import BaseModel, Field

from pytest_cookie.browser.input.sample_files import KINDS
from pytest_cookie.core.action import ActionKind, Back, DialogAnswer, Press, Reload, Scroll, Upload, Wait, new_action
from pytest_cookie.core.errors import CookieError
from pytest_cookie.core.page import Control
from pytest_cookie.exploration.agent.key_names import parse_chord
from pytest_cookie.llm.messages.tool_calls import InvalidCallError
from pytest_cookie.protocols.vibecode.agent.window import Window
from pytest_cookie.protocols.vibecode.script import Command, Open, read_address

SCROLL_PX = 600
WAIT_MS = 3_000
Move = Literal[
    "click", "double_click", "right_click", "hover", "type", "clear", "select", "upload", "press", "scroll", "open",
    "back", "reload", "wait", "finish",
]  # fmt: skip
_DIRECTIONS = {"up": (-1, False), "down": (1, False), "left": (-1, True), "right": (1, True)}


class UnreadableMoveError(CookieError):
    """The reply has no action that can be carried out; the message is for the model."""


class NextMove(BaseModel):
    """One action on the page, with the reason for it."""

    reply_name: ClassVar[str] = "next_move"

    thought: str = Field(description="What the window shows about the substep, and the reason for the action.")
    substep: int = Field(description="Number of the substep that the action belongs to.")
    action: Move
    element: int | None = Field(
        description="Number of the element in the list of this window. Null for press, scroll, open, back, reload, "
        "wait and finish."
    )
    text: str = Field(
        description="type: the text, which replaces what the field has; select: the option; press: the keys, such as "
        "Enter or ctrl+a; scroll: up, down, left or right; open: the address; upload: the kind of file; else empty."
    )
    cancel_dialog: bool = Field(
        description="Whether a dialog of the browser that the action opens is cancelled; otherwise it is accepted."
    )


def read_move(move: NextMove, window: Window) -> Command | None:
    """The command that a reply means; None for `finish`. Raises `UnreadableMoveError`."""
    match move.action:
        case "finish":
            return None
        case "open":
            return Open(_address(move.text))
        case "press":
            return _answer(Press(value=_chord(move.text)), move)
        case "scroll":
            return _scroll(move.text)
        case "back":
            return _answer(Back(), move)
        case "reload":
            return _answer(Reload(), move)
        case "wait":
            return Wait(value=str(WAIT_MS))
        case _:
            return _point(move, window)


def _point(move: NextMove, window: Window) -> Command:
    control = _control(move.element, window)
    if move.action == "upload" and move.text not in ("", *KINDS):
        raise UnreadableMoveError(f"upload has files of the kinds {', '.join(KINDS)}; leave text empty for any")
    if move.action == "select" and not move.text:
        raise UnreadableMoveError("select needs the text of an option")
    kind = cast("ActionKind", "clear" if move.action == "type" and not move.text else move.action)
    action = new_action(kind, ref=control.ref, selector=control.selector, target=control.name, role=control.role)
    if action.sets_value or isinstance(action, Upload):
        action = action.model_copy(update={"value": move.text})
    return _answer(action, move)


def _answer(action: Command, move: NextMove) -> Command:
    if isinstance(action, Open) or not move.cancel_dialog:
        return action
    return action.model_copy(update={"dialogs": (DialogAnswer(accept=False),)})


def _control(number: int | None, window: Window) -> Control:
    if number is None or not 1 <= number <= len(window.controls):
        raise UnreadableMoveError(f"there is no element {number}; the window has {len(window.controls)}")
    return window.controls[number - 1]


def _address(text: str) -> str:
    try:
        return read_address(text.strip() or "/")
    except ValueError as error:
        raise UnreadableMoveError(str(error)) from error


def _chord(keys: str) -> str:
    try:
        return parse_chord(keys)
    except InvalidCallError as error:
        raise UnreadableMoveError(str(error)) from error


def _scroll(direction: str) -> Scroll:
    if direction not in _DIRECTIONS:
        raise UnreadableMoveError("scroll needs a direction: up, down, left or right")
    sign, sideways = _DIRECTIONS[direction]
    return Scroll(value=str(sign * SCROLL_PX), sideways=sideways)
