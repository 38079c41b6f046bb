"""The calls an agent may make: one class a tool, whose fields are its arguments, all checked."""

from typing import Annotated, Literal

from pydantic import AliasChoices, Field, field_validator

from pytest_cookie.llm.messages.tool_calls import ToolArguments

MAX_HOLD_MS = 4_000
MAX_WAIT_MS = 60_000
_MAX_TEXT = 2_000

Coordinate = Annotated[float, Field(allow_inf_nan=False)]


class AgentCall(ToolArguments):
    """A call of one of the agent's tools."""

    thought: str = Field(
        default="",
        validation_alias=AliasChoices("thought", "reason", "reasoning"),
        description="Why: what you want to find out, in one sentence.",
    )


class Pointed(AgentCall):
    """A call that may name a control or a place."""

    ref: str = Field(default="", description="Reference of a control in the list, such as e12.")
    x: Coordinate | None = Field(default=None, description="Pixels from the left of the picture, instead of ref.")
    y: Coordinate | None = Field(default=None, description="Pixels from the top of the picture.")


class Click(Pointed):
    """Press a control, or a place of the picture, with the mouse. A file field is then given a sample file."""

    name = "click"
    hold_ms: int = Field(default=0, ge=0, le=MAX_HOLD_MS, description="Milliseconds to keep it pressed; usually 0.")


class DoubleClick(Pointed):
    """Press twice quickly."""

    name = "double_click"


class RightClick(Pointed):
    """Press with the right button."""

    name = "right_click"


class Hover(Pointed):
    """Move the pointer there and leave it."""

    name = "hover"


class Drag(Pointed):
    """Press at the first place, move to the second with the button down, let go."""

    name = "drag"
    to_ref: str = Field(default="", description="Reference of the control to drop it on.")
    to_x: Coordinate | None = Field(default=None, description="Pixels from the left, instead of to_ref.")
    to_y: Coordinate | None = Field(default=None, description="Pixels from the top.")
    fling: bool = Field(default=False, description="Let go while still moving.")


class Type(Pointed):
    """Replace what a field holds, key by key; empty text clears it. Chooses in a list, sets a slider or a date.
    Without ref and place the keys go to what has the focus."""

    name = "type"
    text: str = Field(max_length=_MAX_TEXT, description="Text, the option's label, a number or an ISO date.")
    input: Literal["valid", "invalid", ""] = Field(
        default="", description="Whether a user could mean it (valid), or it is wrong on purpose (invalid)."
    )


class Keyed(Pointed):
    """A call that presses keys: of the control or the place where one is given, else of what has the focus."""

    keys: str = Field(min_length=1, max_length=60, description="Such as Enter, Space, a, Control+z, ArrowRight+Space.")

    @field_validator("keys", mode="before")
    @classmethod
    def _joined(cls, told: object) -> object:
        return "+".join(map(str, told)) if isinstance(told, list) else told


class Press(Keyed):
    """Press a key or a chord once, shortly. F5 loads the page anew."""

    name = "press"


class Hold(Keyed):
    """Keep one key down for a time, or several together, as players do to run and jump."""

    name = "hold"
    ms: int = Field(ge=1, le=MAX_HOLD_MS, description="Milliseconds of page time.")


class Scroll(Pointed):
    """Turn the wheel, over a control or a place where one is given."""

    name = "scroll"
    direction: Literal["down", "up", "top", "bottom"] = "down"
    amount: int = Field(default=600, ge=1, le=100_000, description="Pixels, for down and up.")


class WaitCall(AgentCall):
    """Let page time pass without doing anything, to see what moves or comes by itself."""

    name = "wait"
    ms: int = Field(ge=1, le=MAX_WAIT_MS, description="Milliseconds of page time.")


class Resize(AgentCall):
    """Change the size of the window, such as 375x812 for a telephone, 1280x720 for a desktop."""

    name = "resize"
    width: int = Field(ge=200, le=2_560, description="CSS pixels.")
    height: int = Field(ge=200, le=1_600, description="CSS pixels.")


class Back(AgentCall):
    """Press the browser's back button."""

    name = "back"


class FinishExploration(AgentCall):
    """End the exploration with a factual summary. Nothing can be done after it."""

    name = "finish"
    summary: str = Field(
        min_length=1,
        description="What worked, what did not, what was not tried, with the numbers of the steps. No score.",
    )


CALLS: tuple[type[AgentCall], ...] = (
    Click, DoubleClick, RightClick, Hover, Drag, Type, Press, Hold, Scroll, WaitCall, Resize, Back, FinishExploration,
)  # fmt: skip
