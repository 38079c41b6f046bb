"""The calls an agent may make: one class a tool, whose fields are its arguments, all checked."""

from typing import Annotated, Literal

import re2
from pydantic import AliasChoices, Field, JsonValue, WithJsonSchema, field_validator

from pytest_cookie.core.action import MAX_ANSWER_TEXT, MAX_ANSWERS, MAX_PATH_POINTS, Edge, Modifier
from pytest_cookie.exploration.agent.key_names import split_modifiers
from pytest_cookie.llm.messages.tool_calls import ToolArguments, ToolObject

MAX_HOLD_MS = 4_000  # games are steered in moments; longer holds only spend page time
MAX_WAIT_MS = 60_000  # a page that shows no change within a minute is not waited for
MAX_ENTRIES = 30  # the longest forms that people fill in at once; more are two calls
_MAX_TEXT = 2_000  # the longest plausible entry; longer ones only cost typing time

_STRINGS: dict[str, JsonValue] = {"type": "array", "items": {"type": "string"}}
_ENTRIES: dict[str, JsonValue] = {
    "type": "array",
    "items": {
        "type": "object",
        "properties": {
            "ref": {"type": "string"},
            "text": {"type": "string"},
            "input": {"type": "string"},
        },
        "required": ["ref", "text"],
    },
}
_HOLD = f"Keep it down so long, at most {MAX_HOLD_MS}."
_POINT = re2.compile(r"(-?[\d.]+)\s*,\s*(-?[\d.]+)")
_ACCEPTING = {"accept": True, "ok": True, "dismiss": False, "cancel": False}

Coordinate = Annotated[float, Field(allow_inf_nan=False)]


class AgentCall(ToolArguments):
    """A call of one of the agent's tools."""

    thought: str = Field(
        default="",
        validation_alias=AliasChoices("thought", "reason", "reasoning"),
        description="What you want to find out, in one sentence.",
    )


class PlannedAnswer(ToolObject):
    """The answer to a browser dialog; `text` is for a prompt."""

    accept: bool = True
    text: str | None = Field(default=None, max_length=MAX_ANSWER_TEXT)


class Place(ToolObject):
    """A point of the picture."""

    x: Coordinate
    y: Coordinate


def _read_answers(told: object) -> object:
    """`accept`, `dismiss` or `text=Ann` as an object, alone or in a list."""
    answers = told if isinstance(told, list) else [told] if isinstance(told, dict | str) else None
    return told if answers is None else [_read_answer(answer) for answer in answers]


def _read_answer(told: object) -> object:
    if not isinstance(told, str):
        return told
    word, _, text = told.partition("=")
    if word.strip().lower() == "text":
        return {"text": text}
    accepts = _ACCEPTING.get(told.strip().lower())
    return told if accepts is None else {"accept": accepts}


Answers = Annotated[tuple[PlannedAnswer, ...], Field(max_length=MAX_ANSWERS), WithJsonSchema(_STRINGS)]


class Asking(AgentCall):
    """A call after which the browser may open dialogs. Models may give the answers with it, as `answer_dialogs`."""

    dialogs: Answers = Field(default=(), validation_alias=AliasChoices("dialogs", "dialog"))

    _read = field_validator("dialogs", mode="before")(_read_answers)


class AnswerDialogs(AgentCall):
    """How to answer browser dialogs that the next call of this reply opens. Takes no step."""

    name = "answer_dialogs"
    answers: Answers = Field(
        min_length=1, description="For each dialog in order: accept, dismiss, or text=… for a prompt."
    )

    _read = field_validator("answers", mode="before")(_read_answers)


class Submitting(AgentCall):
    """A call that may submit a form."""

    input: Literal["invalid", ""] = Field(
        default="", description="If it submits input that is wrong or missing on purpose."
    )

    @field_validator("input", mode="before")
    @classmethod
    def _without_valid(cls, value: object) -> object:
        return "" if value == "valid" else value


class Pointed(AgentCall):
    """A call that may name a control or a place."""

    ref: str = Field(default="", description="Of a control in the list, such as e12.")
    x: Coordinate | None = Field(default=None, description="Pixels in the window's picture, instead of ref.")
    y: Coordinate | None = None


class Modified(Pointed):
    """A call that may hold modifier keys meanwhile."""

    modifiers: Annotated[tuple[Modifier, ...], WithJsonSchema({"type": "string"})] = Field(
        default=(), max_length=4, description="Keys held meanwhile, such as Shift+Alt."
    )

    @field_validator("modifiers", mode="before")
    @classmethod
    def _known_names(cls, value: object) -> object:
        return split_modifiers(value)


class Click(Modified, Asking, Submitting):
    """Press a control or a place. A file field gets a sample file."""

    name = "click"
    how: Literal["double", "right", ""] = ""
    hold_ms: int = Field(default=0, ge=0, le=MAX_HOLD_MS, description=_HOLD)


class DoubleClick(Modified, Asking):
    """As `click` with `how`, the form offered to models; some models know this one."""

    name = "double_click"


class RightClick(Modified, Asking):
    """As `click` with `how`."""

    name = "right_click"


class Hover(Pointed):
    """Leave the pointer there."""

    name = "hover"


class Drag(Modified, Asking):
    """Press at a place, move to another, let go there."""

    name = "drag"
    to_ref: str = ""
    to_x: Coordinate | None = None
    to_y: Coordinate | None = None
    path: Annotated[tuple[Place, ...], WithJsonSchema({"type": "string"})] = Field(
        default=(), max_length=MAX_PATH_POINTS, description='Places on the way, to draw: "x,y x,y".'
    )
    drop_outside: Edge = Field(default="", description="Edge of the window to let go beyond, instead of to_….")
    fling: bool = Field(default=False, description="Let go while moving.")

    @field_validator("path", mode="before")
    @classmethod
    def _from_pairs(cls, value: object) -> object:
        points = _split_points(value) if isinstance(value, str) else value
        return [_from_pair(point) for point in points] if isinstance(points, list) else points


def _split_points(told: str) -> object:
    """`3,4 5,6` as pairs; other texts are left for validation to refuse."""
    pairs = [[x, y] for x, y in _POINT.findall(told)]
    return told if _POINT.sub("", told).strip(" ;,") else pairs


def _from_pair(value: object) -> object:
    """`[3, 4]` as an object, since models write points in both forms."""
    return dict(zip("xy", value, strict=True)) if isinstance(value, list) and len(value) == 2 else value


class Type(Pointed, Asking):
    """Replace what a field holds; also choose in a list, set a slider or a date. Without ref, where the focus is."""

    name = "type"
    text: str = Field(
        max_length=_MAX_TEXT,
        description="Text, an option's label, a number or an ISO date; empty clears it. For a field or button that "
        "takes a file: a type such as csv, the name of a file that the page gave, or a name, a line break and a text.",
    )
    input: Literal["valid", "invalid", ""] = Field(
        default="", description="valid: a user could mean it; invalid: wrong or empty on purpose."
    )


class FieldEntry(ToolObject):
    """What to put into a control."""

    ref: str
    text: str = Field(max_length=_MAX_TEXT)
    input: Literal["valid", "invalid", ""] = ""


def _read_entries(told: object) -> object:
    """`{"e3": "Ann"}`, as models write it too, as a list of entries."""
    return [{"ref": ref, "text": text} for ref, text in told.items()] if isinstance(told, dict) else told


class Fill(Asking):
    """Set several controls of a form in one step: fields, lists, also custom ones, and boxes to tick."""

    name = "fill"
    fields: Annotated[tuple[FieldEntry, ...], WithJsonSchema(_ENTRIES)] = Field(
        min_length=1,
        max_length=MAX_ENTRIES,
        description="text: as for type; an option's label; on or off for a box. input: invalid only for wrong ones.",
    )
    input: Literal["valid", "invalid", ""] = ""

    _read_fields = field_validator("fields", mode="before")(_read_entries)

    def input_of(self, entry: FieldEntry) -> Literal["valid", "invalid", ""]:
        """What the entry is meant to be: of several that are called invalid together, nobody knows which one is."""
        shared = "" if self.input == "invalid" and len(self.fields) > 1 else self.input
        return entry.input or shared


class Choose(AgentCall):
    """An option of the list that is open; a part of `fill`. `is_optional`: it need not be there."""

    name = "choose"
    text: str
    is_optional: bool = False


class Keyed(Pointed, Asking):
    """A call that presses keys on the given control or place, else on the focused element."""

    keys: str = Field(min_length=1, max_length=60, description="Such as Enter, a, Control+z, ArrowRight+Space.")

    @field_validator("keys", mode="before")
    @classmethod
    def _joined(cls, told: object) -> object:
        return "+".join(map(str, told)) if isinstance(told, list) else told


class Press(Keyed, Submitting):
    """Press a key or several together, of a control or where the focus is; hold_ms as players do. F5 reloads,
    alt+right goes forward."""

    name = "press"
    hold_ms: int = Field(default=0, ge=0, le=MAX_HOLD_MS, description=_HOLD)


class Hold(Keyed):
    """As `press` with `hold_ms`, the form offered to models."""

    name = "hold"
    ms: int = Field(ge=1, le=MAX_HOLD_MS, description="Milliseconds of page time.")


class Scroll(Pointed):
    """Turn the wheel: over a control or a place, such as a list; else the page scrolls."""

    name = "scroll"
    direction: Literal["down", "up", "left", "right", "top", "bottom", "leftmost", "rightmost"] = "down"
    amount: int = Field(default=600, ge=1, le=100_000, description="Pixels for down, up, left, right.")


class Pinch(Pointed):
    """Zoom at a control or a place, such as a map."""

    name = "pinch"
    factor: float = Field(ge=0.1, le=10, allow_inf_nan=False, description="2: to double size, 0.5: to half.")


class WaitCall(Asking):
    """Let page time pass, to see what moves or comes by itself."""

    name = "wait"
    ms: int = Field(ge=1, le=MAX_WAIT_MS, description=f"At most {MAX_WAIT_MS}.")


class Resize(AgentCall):
    """Change the window's size: 375x812 for a phone, 1280x720 for a desktop."""

    name = "resize"
    width: int = Field(ge=200, le=2_560)
    height: int = Field(ge=200, le=1_600)


class Back(Asking):
    """Press the browser's back button."""

    name = "back"


class LookAgain(AgentCall):
    """See the whole window, all controls and texts again; with x and y, that place enlarged. Takes no step."""

    name = "look"
    x: Coordinate | None = None
    y: Coordinate | None = None


class FinishExploration(AgentCall):
    """End the exploration."""

    name = "finish"
    summary: str = Field(min_length=1)


OFFERED: tuple[type[AgentCall], ...] = (
    Click, Hover, Drag, Type, Fill, Press, Scroll, Pinch, WaitCall, Resize, Back, AnswerDialogs, LookAgain,
    FinishExploration,
)  # fmt: skip
"""The tools offered to models: each token of them counts on every turn."""

CALLS: tuple[type[AgentCall], ...] = (*OFFERED, DoubleClick, RightClick, Hold)
"""All calls that are understood."""
