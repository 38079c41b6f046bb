"""The actions of a computer-using agent: coordinates only, never an element (AUI-Gym, section 5.1)."""

from dataclasses import dataclass
from typing import ClassVar, Literal, cast

from pydantic import BaseModel, Field

from pytest_cookie.core.action import (
    Action,
    ActionKind,
    Click,
    DoubleClick,
    Drag,
    Finish,
    Hover,
    Press,
    RightClick,
    Scroll,
    Type,
    Wait,
    new_action,
)
from pytest_cookie.core.errors import CookieError
from pytest_cookie.exploration.agent.key_names import parse_chord
from pytest_cookie.llm.messages.tool_calls import InvalidCallError

SCROLL_PX = 400
WAIT_MS = 5_000
Kind = Literal["click", "double_click", "right_click", "hover", "drag", "hotkey", "type", "scroll", "wait", "finished"]
_PRESSES = frozenset(one.model_fields["kind"].default for one in (Click, DoubleClick, RightClick, Hover))
Direction = Literal["up", "down", "left", "right", ""]


class UnreadableReplyError(CookieError):
    """The reply has no action that can be carried out; the message is for the agent."""


@dataclass(frozen=True)
class Move:
    """An action as an agent gives it, in CSS px of the window."""

    kind: str
    x: float | None = None
    y: float | None = None
    to_x: float | None = None
    to_y: float | None = None
    text: str = ""
    keys: str = ""
    direction: str = ""


@dataclass(frozen=True)
class Turn:
    """A reply: the reason, the action, and the text for the history."""

    thought: str
    action: Action
    said: str


class NextAction(BaseModel):
    """One action in the window, with the reason for it."""

    reply_name: ClassVar[str] = "next_action"

    thought: str = Field(description="A short plan, and the reason for the action.")
    action: Kind
    x: float | None = Field(description="Horizontal place in px of the picture; null for hotkey, type, wait, finished.")
    y: float | None = Field(description="Vertical place in px.")
    to_x: float | None = Field(description="Where a drag ends; null otherwise.")
    to_y: float | None = Field(description="Where a drag ends; null otherwise.")
    text: str = Field(description="What to type, with a line break for Enter; or the result with finished; or empty.")
    keys: str = Field(description="Keys of a hotkey, joined by +, such as ctrl+a or Enter; or empty.")
    direction: Direction = Field(description="Where to scroll: up, down, left or right; or empty.")


def read_json(reply: NextAction, said: str, width: int, height: int) -> Turn:
    """The reply as a turn. Raises `UnreadableReplyError`."""
    fields = reply.model_dump(exclude={"thought", "action"})
    return Turn(reply.thought, to_action(Move(kind=reply.action, **fields), width, height), said)


def to_action(move: Move, width: int, height: int) -> Action:
    """The action, with places inside the window. Raises `UnreadableReplyError` where something is missing.

    Places that an action does not use, such as −1, −1 of `finished`, may be anywhere.
    """
    match move.kind:
        case "scroll":
            return _scroll(move.direction, *_inside(move.x, move.y, width, height))
        case "hotkey":
            return Press(value=_chord(move.keys))
        case "type":
            if not move.text:
                raise UnreadableReplyError("type needs a text")
            return Type(value=move.text)
        case "wait":
            return Wait(value=str(WAIT_MS))
        case "finished":
            return Finish(value=move.text)
        case _:
            return _point(move, width, height)


def _point(move: Move, width: int, height: int) -> Action:
    x, y = _inside(move.x, move.y, width, height)
    if move.kind == "drag":
        end = _inside(move.to_x, move.to_y, width, height)
        if x is None or end[0] is None:
            raise UnreadableReplyError("drag needs two points")
        return Drag(x=x, y=y, to_x=end[0], to_y=end[1])
    if move.kind not in _PRESSES:
        raise UnreadableReplyError(f"there is no action {move.kind!r}")
    if x is None:
        raise UnreadableReplyError(f"{move.kind} needs a point")
    return new_action(cast("ActionKind", move.kind), x=x, y=y)


def _inside(x: float | None, y: float | None, width: int, height: int) -> tuple[float | None, float | None]:
    if x is None or y is None:
        return None, None
    if not (0 <= x <= width and 0 <= y <= height):
        raise UnreadableReplyError(f"{x:g}, {y:g} lies outside of the window of {width} × {height} px")
    return min(x, width - 1.0), min(y, height - 1.0)


def _chord(keys: str) -> str:
    try:
        return parse_chord(keys)
    except InvalidCallError as error:
        raise UnreadableReplyError(str(error)) from error


def _scroll(direction: str, x: float | None, y: float | None) -> Scroll:
    signs = {"down": 1, "right": 1, "up": -1, "left": -1}
    if direction not in signs:
        raise UnreadableReplyError("scroll needs a direction: up, down, left or right")
    return Scroll(x=x, y=y, value=str(signs[direction] * SCROLL_PX), sideways=direction in ("left", "right"))
