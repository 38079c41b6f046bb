"""`Action`: what an explorer does in one step. A union of one class per kind, discriminated by `kind`.

Questions about kinds ("does it type?", "does it load the page again?") are answered by the traits of `ActionBase`, so
that no other module lists kinds. To add a kind, add its name to `ActionKind`, write a class with its traits, add the
class to `Action`, and handle it in `browser/input/input_driver.py`, where mypy reports a class without a handler. For
models, add a tool to `exploration/agent/calls.py` and build the action in `exploration/agent/action_builder.py`.
"""

from typing import Annotated, ClassVar, Literal, TypeAlias

from pydantic import ConfigDict, Field, SerializerFunctionWrapHandler, TypeAdapter, model_serializer

from pytest_cookie.core.frozen_model import FrozenModel

ActionKind = Literal[
    "look", "click", "double_click", "right_click", "hover", "type", "clear", "select", "press", "hold", "drag",
    "scroll", "pinch", "upload", "wait", "play", "resize", "back", "forward", "reload", "finish",
]  # fmt: skip
InputIntent = Literal["valid", "invalid", ""]
Purpose = Literal["destroy", "undo", "swap", "resume", "move", "choose", ""]
Modifier = Literal["Shift", "Control", "Meta", "Alt"]
Edge = Literal["left", "right", "top", "bottom", ""]
MAX_ANSWERS = 10
"""Dialogs that one action may answer in its own way."""
MAX_ANSWER_TEXT = 2_000
"""Characters of an answer to a `prompt`."""
MAX_PATH_POINTS = 50
"""Points that a drag may pass between its ends."""

MAX_PLAY_INPUTS = 400
"""Inputs of one play: ten a second for 40 s."""
MAX_PLAY_MS = 40_000
"""How long a play may last."""


class DialogAnswer(FrozenModel):
    """The user's answer to a dialog of the browser."""

    accept: bool = True
    """Whether the user presses OK rather than Cancel. On `beforeunload`, OK leaves the page and Cancel stays."""
    text: str | None = Field(default=None, max_length=MAX_ANSWER_TEXT)
    """Text for a `prompt`. Null keeps the text that the page suggests."""


class PathPoint(FrozenModel):
    """A point in the window."""

    x: float
    """Horizontal position in CSS px."""
    y: float
    """Vertical position in CSS px."""


class ActionBase(FrozenModel):
    """An action of the explorer.

    Traits are class attributes. The docstring of each kind explains its `value`.
    """

    model_config = ConfigDict(allow_inf_nan=False)

    is_click: ClassVar[bool] = False
    """A mouse button is pressed and released."""
    is_pointing: ClassVar[bool] = False
    """The pointer is brought to the target first."""
    presses_target: ClassVar[bool] = False
    """The target is pressed, also to type into it or to choose from it."""
    is_keyboard: ClassVar[bool] = False
    """Keys are pressed without entering text."""
    is_input: ClassVar[bool] = False
    """A press, a key, a drag or an entry: an input that a page may respond to."""
    uses_control: ClassVar[bool] = False
    """It counts as use of the control, key or place that it names: every input, and clearing a field."""
    expects_response: ClassVar[bool] = False
    """The page may respond late, so the explorer waits."""
    edits_field: ClassVar[bool] = False
    """It enters, chooses or removes a field's value."""
    fills_field: ClassVar[bool] = False
    """It gives a field a value."""
    sets_value: ClassVar[bool] = False
    """It gives a control a value; a held key moves a slider."""
    keeps_layout: ClassVar[bool] = False
    """By itself it does not move elements in the page's flow."""
    resets_page: ClassVar[bool] = False
    """It leaves the current document's state: reload, back, or forward."""
    moves_in_history: ClassVar[bool] = False
    """It leads to another place of the browser's history."""
    replaces_view: ClassVar[bool] = False
    """The views before and after are not comparable: another document, or a window of another size."""
    moves_everything: ClassVar[bool] = False
    """Everything in the window may move by it: another view, or a scroll."""
    begins_anew: ClassVar[bool] = False
    """Its picture shows a page that was loaded again, or the end of the exploration."""
    is_bookkeeping: ClassVar[bool] = False
    """It does not act on the page: the first look, and the finish."""
    is_idle: ClassVar[bool] = False
    """Page time passes without input."""
    uses_nothing: ClassVar[bool] = False
    """No control, key or place of the page is used."""
    leaves_untouched: ClassVar[bool] = False
    """It cannot be what removed a control."""
    asks_no_question: ClassVar[bool] = False
    """It gives the page no reason to open a dialog."""

    kind: ActionKind
    """Kind of the action. `look` only observes the page; `finish` ends the exploration."""
    ref: str = ""
    """Reference of the control. Empty for a place."""
    target: str = ""
    """Name of the control."""
    selector: str = ""
    """CSS selector of the control."""
    role: str = ""
    """ARIA role of the control."""
    value: str = ""
    """The text to type, the option to choose, the key to press, or another argument of the kind."""
    intent: InputIntent = ""
    """`invalid` for deliberately wrong input, `valid` for plausible input."""
    purpose: Purpose = ""
    """What the control's label promises, if that can be checked. `move`: its cursor is that of draggable elements.
    `choose`: it belongs to a list or calendar of a form, and sends nothing."""
    within: tuple[str, ...] = ()
    """Texts of the row or card around the control that occur only once on the page."""
    x: float | None = None
    """Horizontal position in the window, in CSS px, without a control."""
    y: float | None = None
    """Vertical position in the window, in CSS px, without a control."""
    modifiers: tuple[Modifier, ...] = Field(default=(), max_length=4)
    """Keys that are held down while the pointer presses, drags or scrolls."""
    dialogs: tuple[DialogAnswer, ...] = Field(default=(), max_length=MAX_ANSWERS)
    """Answers to the browser dialogs that follow the action, in order. Further dialogs are accepted, and a `prompt`
    with the text that the page suggests."""

    @property
    def key(self) -> str:
        """The key or chord that is pressed or held, such as `ArrowUp+ArrowRight`; "" for other kinds."""
        return self.value.partition(":")[0] if self.is_keyboard else ""

    @property
    def is_lasting(self) -> bool:
        """Whether the input itself lasts, so that the time from its start to a change is no response time."""
        return False

    @property
    def names_element(self) -> bool:
        """Whether it names an element rather than a place."""
        return bool(self.ref or self.selector)

    @model_serializer(mode="wrap")
    def _serialize_with_kind(self, serialize: SerializerFunctionWrapHandler) -> dict[str, object]:
        """`kind` is written even where defaults are left out: a reader needs it to choose the class."""
        return {"kind": self.kind, **serialize(self)}


class Look(ActionBase):
    """Look at the page without doing anything: the first step of an exploration."""

    is_bookkeeping = is_idle = uses_nothing = leaves_untouched = asks_no_question = True

    kind: Literal["look"] = "look"


class Click(ActionBase):
    """Press the primary button. `value` is how long it is held, in ms; "" for a short press."""

    is_click = is_pointing = presses_target = is_input = uses_control = expects_response = keeps_layout = True

    kind: Literal["click"] = "click"


class DoubleClick(ActionBase):
    """Press the primary button twice."""

    is_click = is_pointing = presses_target = is_input = uses_control = expects_response = keeps_layout = True

    kind: Literal["double_click"] = "double_click"


class RightClick(ActionBase):
    """Press the secondary button."""

    is_click = is_pointing = presses_target = is_input = uses_control = expects_response = True

    kind: Literal["right_click"] = "right_click"


class Hover(ActionBase):
    """Bring the pointer to the target."""

    asks_no_question = True

    kind: Literal["hover"] = "hover"


class Type(ActionBase):
    """Replace a field's content by `value`."""

    is_pointing = presses_target = is_input = uses_control = expects_response = keeps_layout = True
    edits_field = fills_field = sets_value = True

    kind: Literal["type"] = "type"


class Clear(ActionBase):
    """Empty a text field."""

    is_pointing = uses_control = expects_response = keeps_layout = edits_field = True

    kind: Literal["clear"] = "clear"


class Select(ActionBase):
    """Choose the option of a `<select>` whose label or value is `value`."""

    is_pointing = presses_target = is_input = uses_control = expects_response = keeps_layout = True
    edits_field = fills_field = sets_value = True

    kind: Literal["select"] = "select"


class Press(ActionBase):
    """Press a key or a chord: `value`, such as `Tab` or `Control+a`."""

    is_keyboard = is_input = uses_control = expects_response = keeps_layout = True

    kind: Literal["press"] = "press"


class Hold(ActionBase):
    """Hold a key or a chord. `value` is the key and the duration in ms, such as `ArrowRight:800`."""

    is_keyboard = is_input = uses_control = sets_value = True

    kind: Literal["hold"] = "hold"

    @property
    def key_and_ms(self) -> tuple[str, str]:
        """The key or chord, and the duration as it was written; a model may have written anything."""
        keys, _, duration = self.value.rpartition(":")
        return keys, duration


class Drag(ActionBase):
    """Drag from the target to `to_x`, `to_y` (CSS px in the viewport), or out of the window. `value` is `fling` to let
    go in motion."""

    is_pointing = is_input = uses_control = expects_response = True

    kind: Literal["drag"] = "drag"
    to_x: float | None = None
    """Horizontal position where the drag ends."""
    to_y: float | None = None
    """Vertical position where the drag ends."""
    to_target: str = ""
    """Name of the control on which the drag ends. Empty if unknown."""
    path: tuple[PathPoint, ...] = Field(default=(), max_length=MAX_PATH_POINTS)
    """Points that the drag passes before its end, in order."""
    drop_outside: Edge = ""
    """Edge of the window beyond which the drag ends, instead of at `to_x`, `to_y`."""

    @property
    def is_lasting(self) -> bool:
        """A path takes up to 4 s."""
        return bool(self.path)


class Scroll(ActionBase):
    """Turn the wheel. `value` is CSS px downwards, or `up`, `down`, `top`, `bottom`.

    Sideways, `value` is CSS px to the right, or `left`, `right`, `leftmost`, `rightmost`.
    """

    moves_everything = leaves_untouched = asks_no_question = True

    kind: Literal["scroll"] = "scroll"
    sideways: bool = False
    """Whether it scrolls horizontally."""


class Pinch(ActionBase):
    """Zoom with two fingers, or with Control and the wheel of a mouse. `value` is the factor, such as `2` to zoom in
    or `0.5` to zoom out."""

    is_pointing = moves_everything = leaves_untouched = asks_no_question = True

    kind: Literal["pinch"] = "pinch"


class Upload(ActionBase):
    """Press what asks for a file and choose one.

    `value` is the type of a sample (png, jpeg, csv, txt, json, wav, pdf, zip), the name of a file that the page has
    saved, or a name, a line break and the text of a new file; "" for a sample that the page accepts.
    """

    expects_response = True

    kind: Literal["upload"] = "upload"


class Wait(ActionBase):
    """Let page time pass. `value` is how long, in ms."""

    is_idle = uses_nothing = leaves_untouched = asks_no_question = True

    kind: Literal["wait"] = "wait"


class PlayInput(FrozenModel):
    """One input of a game that is played: a key or chord, or the primary button at a place."""

    at_ms: int = Field(ge=0)
    """Page time at which it begins, since the start of the session."""
    key: str = ""
    """The key or chord, such as `ArrowRight+ArrowUp`. Empty for the pointer."""
    x: float | None = None
    """Horizontal position in the window, in CSS px."""
    y: float | None = None
    """Vertical position in the window, in CSS px."""
    hold_ms: int = Field(default=0, ge=0, le=MAX_PLAY_MS)
    """How long it is held, in ms. 0 for a pointer that only moves there."""


class Play(ActionBase):
    """Play a game: several inputs at their moments of page time. `value` sums them up, such as `12 × Space in 9 s`."""

    moves_everything = True

    kind: Literal["play"] = "play"
    inputs: tuple[PlayInput, ...] = Field(default=(), max_length=MAX_PLAY_INPUTS)
    """The inputs, in order."""
    until_ms: int = Field(default=0, ge=0)
    """Page time at which the play ends, since the start of the session."""

    @property
    def is_lasting(self) -> bool:
        """It takes seconds."""
        return True


class Resize(ActionBase):
    """Give the window another size. `value` is width and height in CSS px, such as `375x812`."""

    replaces_view = moves_everything = uses_nothing = leaves_untouched = asks_no_question = True

    kind: Literal["resize"] = "resize"


class Back(ActionBase):
    """Press the browser's back button."""

    moves_in_history = resets_page = replaces_view = moves_everything = begins_anew = True

    kind: Literal["back"] = "back"


class Forward(ActionBase):
    """Press the browser's forward button."""

    moves_in_history = resets_page = replaces_view = moves_everything = begins_anew = True

    kind: Literal["forward"] = "forward"


class Reload(ActionBase):
    """Reload the page."""

    resets_page = replaces_view = moves_everything = begins_anew = uses_nothing = asks_no_question = True

    kind: Literal["reload"] = "reload"


class Finish(ActionBase):
    """End the exploration."""

    is_bookkeeping = begins_anew = leaves_untouched = True

    kind: Literal["finish"] = "finish"


Action: TypeAlias = Annotated[
    Look | Click | DoubleClick | RightClick | Hover | Type | Clear | Select | Press | Hold | Drag | Scroll | Pinch
    | Upload | Wait | Play | Resize | Back | Forward | Reload | Finish,
    Field(discriminator="kind"),
]  # fmt: skip

_ADAPTER: TypeAdapter[Action] = TypeAdapter(Action)


def new_action(kind: ActionKind, **fields: object) -> Action:
    """The action of a kind that is known only at run time. Raises `ValidationError`."""
    return _ADAPTER.validate_python({"kind": kind, **fields})


def hover_over(action: Action) -> Hover:
    """The movement that brings the pointer to where `action` takes place."""
    return Hover(
        ref=action.ref, target=action.target, selector=action.selector, role=action.role, intent=action.intent,
        purpose=action.purpose, within=action.within, x=action.x, y=action.y,
    )  # fmt: skip
