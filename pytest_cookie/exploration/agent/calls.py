"""The calls an agent may make: one class a tool, whose fields are its arguments, all checked."""

from typing import Annotated, Literal

from pydantic import AliasChoices, Field, JsonValue, WithJsonSchema, field_validator

from pytest_cookie.core.action import MAX_ANSWER_TEXT, MAX_ANSWERS, MAX_PATH_POINTS, Edge, Modifier
from pytest_cookie.exploration.agent.key_names import split_modifiers
from pytest_cookie.llm.messages.tool_calls import ToolArguments, ToolObject

MAX_HOLD_MS = 4_000
MAX_WAIT_MS = 60_000
_MAX_TEXT = 2_000

_PLANNED_ANSWER: dict[str, JsonValue] = {
    "type": "object",
    "properties": {"accept": {"type": "boolean"}, "text": {"type": "string"}},
}
"""The schema of an answer without its bounds: every tool repeats it, and each token of it counts on every turn."""

Coordinate = Annotated[float, Field(allow_inf_nan=False)]


class AgentCall(ToolArguments):
    """A call of one of the agent's tools."""

    thought: str = Field(
        default="",
        validation_alias=AliasChoices("thought", "reason", "reasoning"),
        description="Why: what you want to find out, in one sentence.",
    )


class PlannedAnswer(ToolObject):
    """The answer to a browser dialog; `text` is for a prompt."""

    accept: bool = True
    text: str | None = Field(default=None, max_length=MAX_ANSWER_TEXT)


class Place(ToolObject):
    """A point of the picture."""

    x: Coordinate
    y: Coordinate


class Asking(AgentCall):
    """A call after which the browser may open dialogs."""

    dialogs: Annotated[tuple[PlannedAnswer, ...], WithJsonSchema({"type": "array", "items": _PLANNED_ANSWER})] = Field(
        default=(),
        max_length=MAX_ANSWERS,
        validation_alias=AliasChoices("dialogs", "dialog"),
        description="Answers to browser dialogs that follow, in order.",
    )

    @field_validator("dialogs", mode="before")
    @classmethod
    def _as_list(cls, value: object) -> object:
        return [value] if isinstance(value, dict) else value


class Submitting(AgentCall):
    """A call that may submit a form."""

    input: Literal["invalid", ""] = Field(
        default="", description="invalid: it submits input that is wrong or missing on purpose."
    )

    @field_validator("input", mode="before")
    @classmethod
    def _without_valid(cls, value: object) -> object:
        return "" if value == "valid" else value


class Pointed(AgentCall):
    """A call that may name a control or a place."""

    ref: str = Field(default="", description="Reference of a control in the list, such as e12.")
    x: Coordinate | None = Field(default=None, description="Pixels from the left of the picture, instead of ref.")
    y: Coordinate | None = Field(default=None, description="Pixels from the top of the picture.")


class Modified(Pointed):
    """A call that may hold modifier keys meanwhile."""

    modifiers: Annotated[tuple[Modifier, ...], WithJsonSchema({"type": "string"})] = Field(
        default=(), max_length=4, description="Keys held meanwhile: Shift, Control, Alt, Meta, joined by +."
    )

    @field_validator("modifiers", mode="before")
    @classmethod
    def _known_names(cls, value: object) -> object:
        return split_modifiers(value)


class Click(Modified, Asking, Submitting):
    """Press a control, or a place of the picture, with the mouse. A file field is then given a sample file."""

    name = "click"
    hold_ms: int = Field(default=0, ge=0, le=MAX_HOLD_MS, description="Milliseconds to keep it pressed; usually 0.")


class DoubleClick(Modified, Asking):
    """Press twice quickly."""

    name = "double_click"


class RightClick(Modified, Asking):
    """Press with the right button."""

    name = "right_click"


class Hover(Pointed):
    """Move the pointer there and leave it."""

    name = "hover"


class Drag(Modified, Asking):
    """Press at the first place, move to the second with the button down, let go. To drop something where nothing takes
    it, end at an empty place, or use drop_outside."""

    name = "drag"
    to_ref: str = Field(default="", description="Reference of the control to drop it on.")
    to_x: Coordinate | None = Field(default=None, description="Pixels from the left, instead of to_ref.")
    to_y: Coordinate | None = Field(default=None, description="Pixels from the top.")
    path: tuple[Place, ...] = Field(
        default=(), max_length=MAX_PATH_POINTS, description="Places to pass on the way, in order, to draw or trace."
    )
    drop_outside: Edge = Field(
        default="", description="Let go beyond this edge of the window, instead of at to_ref or to_x and to_y."
    )
    fling: bool = Field(default=False, description="Let go while still moving.")

    @field_validator("path", mode="before")
    @classmethod
    def _from_pairs(cls, value: object) -> object:
        return [_from_pair(point) for point in value] if isinstance(value, list) else value


def _from_pair(value: object) -> object:
    """`[3, 4]` as an object, since models write points in both forms."""
    return dict(zip("xy", value, strict=True)) if isinstance(value, list) and len(value) == 2 else value


class Type(Pointed, Asking):
    """Replace what a field holds, key by key; empty text clears it. Chooses in a list, sets a slider or a date.
    Without ref and place the keys go to what has the focus."""

    name = "type"
    text: str = Field(max_length=_MAX_TEXT, description="Text, the option's label, a number or an ISO date.")
    input: Literal["valid", "invalid", ""] = Field(
        default="",
        description="Whether a user could mean it (valid), or it is wrong, or left empty, on purpose (invalid).",
    )


class Keyed(Pointed, Asking):
    """A call that presses keys: of the control or the place where one is given, else of what has the focus."""

    keys: str = Field(min_length=1, max_length=60, description="Such as Enter, Space, a, Control+z, ArrowRight+Space.")

    @field_validator("keys", mode="before")
    @classmethod
    def _joined(cls, told: object) -> object:
        return "+".join(map(str, told)) if isinstance(told, list) else told


class Press(Keyed, Submitting):
    """Press a key or a chord once, shortly. F5 loads the page anew."""

    name = "press"


class Hold(Keyed):
    """Keep one key down for a time, or several together, as players do to run and jump."""

    name = "hold"
    ms: int = Field(ge=1, le=MAX_HOLD_MS, description="Milliseconds of page time.")


class Scroll(Pointed):
    """Turn the wheel, over a control or a place where one is given: what lies there scrolls, such as a list or a wide
    table, else the page."""

    name = "scroll"
    direction: Literal["down", "up", "left", "right", "top", "bottom", "leftmost", "rightmost"] = "down"
    amount: int = Field(default=600, ge=1, le=100_000, description="Pixels, for down, up, left and right.")


class Pinch(Pointed):
    """Zoom at a control or a place, such as a map: with two fingers, or with Control and the wheel of a mouse."""

    name = "pinch"
    factor: float = Field(ge=0.1, le=10, allow_inf_nan=False, description="2 zooms in to double size, 0.5 out to half.")


class WaitCall(Asking):
    """Let page time pass without doing anything, to see what moves or comes by itself."""

    name = "wait"
    ms: int = Field(ge=1, le=MAX_WAIT_MS, description="Milliseconds of page time.")


class Resize(AgentCall):
    """Change the size of the window, such as 375x812 for a telephone, 1280x720 for a desktop."""

    name = "resize"
    width: int = Field(ge=200, le=2_560, description="CSS pixels.")
    height: int = Field(ge=200, le=1_600, description="CSS pixels.")


class Back(Asking):
    """Press the browser's back button."""

    name = "back"


class LookAgain(AgentCall):
    """See the whole window, all controls and the text in view again; with x and y, also that place enlarged. Takes no
    step."""

    name = "look"
    x: Coordinate | None = Field(default=None, description="Pixels from the left of the picture, instead of ref.")
    y: Coordinate | None = Field(default=None, description="Pixels from the top of the picture.")


class FinishExploration(AgentCall):
    """End the exploration with a factual summary. Nothing can be done after it."""

    name = "finish"
    summary: str = Field(
        min_length=1,
        description="What worked, what did not, what was not tried, with the numbers of the steps. No score.",
    )


CALLS: tuple[type[AgentCall], ...] = (
    Click, DoubleClick, RightClick, Hover, Drag, Type, Press, Hold, Scroll, Pinch, WaitCall, Resize, Back, LookAgain,
    FinishExploration,
)  # fmt: skip
