"""A `Call` → an `Action`: references and pixels of the picture become what the hand understands."""

from dataclasses import dataclass

from pytest_cookie.browser.input.sample_files import KINDS
from pytest_cookie.core.page import Control
from pytest_cookie.core.trace import Action, ActionKind
from pytest_cookie.exploration.agent.calls import (
    Back,
    Call,
    Click,
    Drag,
    Finish,
    Hold,
    Keyed,
    Pointed,
    Press,
    Resize,
    Scroll,
    Type,
    Wait,
)
from pytest_cookie.exploration.agent.control_list import place
from pytest_cookie.exploration.agent.key_names import chord_of, is_reload
from pytest_cookie.exploration.agent.references import References
from pytest_cookie.exploration.agent_protocol import View
from pytest_cookie.llm.messages.tool_calls import InvalidCallError

_POINTING: dict[str, ActionKind] = {
    "click": "click", "double_click": "double_click", "right_click": "right_click", "hover": "hover",
}  # fmt: skip


@dataclass(frozen=True)
class Deed:
    """What is to be done; `under` is the ref of the control at the place, where a place was named."""

    action: Action
    under: str = ""


@dataclass(frozen=True)
class _Aimed:
    """Where a call points: fields of an `Action`, and the control there."""

    fields: dict[str, str | float]
    control: Control | None = None
    named: bool = False


class Workbench:
    """Turns calls into actions on the page as it is now. `scale` is pixels of the picture a CSS pixel."""

    def __init__(self, references: References, view: View, *, scale: float) -> None:
        self._references = references
        self._view = view
        self._scale = scale

    @property
    def url(self) -> str:
        """The page's address now."""
        return self._view.observation.url

    def deed(self, call: Call) -> Deed:
        """Raises `InvalidCallError` where the call means nothing that is there."""
        aimed = self._aim(call) if isinstance(call, Pointed) else _Aimed({})
        action = self._action(call, aimed)
        under = aimed.control.ref if aimed.control and not aimed.named else ""
        return Deed(action, under)

    def _action(self, call: Call, aimed: _Aimed) -> Action:
        if isinstance(call, Type):
            return _typing(call, aimed)
        if isinstance(call, Keyed):
            return _keys(call, aimed)
        if isinstance(call, Drag):
            return self._drag(call, aimed)
        if isinstance(call, Scroll):
            return _action("scroll", aimed, _distance(call))
        return _pointing(call, aimed) if isinstance(call, Pointed) else _plain(call)

    def _drag(self, call: Drag, aimed: _Aimed) -> Action:
        to = self._aim(Pointed(ref=call.to_ref, x=call.to_x, y=call.to_y), what="to_")
        _need(aimed, "drag needs ref, or x and y, of what is dragged")
        _need(to, "drag needs to_ref, or to_x and to_y, of where it goes")
        for end in (aimed, to):
            if end.named and end.control and not end.control.in_viewport:
                name = self._references.name(end.control)
                raise InvalidCallError(f"{name} is not in the window; both ends of a drag must be: scroll first")
        to_x, to_y = self._middle(to)
        fields = aimed.fields | {"to_x": to_x, "to_y": to_y}
        return _action("drag", _Aimed(fields, aimed.control, aimed.named), "fling" if call.fling else "")

    def _middle(self, aimed: _Aimed) -> tuple[float, float]:
        if aimed.named and aimed.control:
            placed = place(aimed.control.box, self._view.surroundings, 1.0)
            return round(placed.x, 1), round(placed.y, 1)
        return float(aimed.fields["x"]), float(aimed.fields["y"])

    def _aim(self, call: Pointed, what: str = "") -> _Aimed:
        if call.ref.strip():
            control = self._control(call.ref)
            named: dict[str, str | float] = {"ref": control.ref, "selector": control.selector}
            return _Aimed(named, control, named=True)
        if call.x is None and call.y is None:
            return _Aimed({})
        if call.x is None or call.y is None:
            raise InvalidCallError(f"{what}x and {what}y belong together")
        return self._aim_at(call.x, call.y)

    def _control(self, said: str) -> Control:
        ref = self._references.resolve(said)
        if ref is None:
            raise InvalidCallError(f"there is no control {said[:20]!r}; use a reference of the list, or coordinates")
        found = next((one for one in self._view.observation.inventory.controls if one.ref == ref), None)
        if found is None:
            raise InvalidCallError(f"{said.strip()[:20]} is not on the page any more")
        return found

    def _aim_at(self, x: float, y: float) -> _Aimed:
        around = self._view.surroundings
        width, height = around.window_width * self._scale, around.window_height * self._scale
        if not (0 <= x < width and 0 <= y < height):
            raise InvalidCallError(f"({x:g}, {y:g}) lies outside the picture, which is {width:.0f}x{height:.0f}")
        at_x, at_y = round(x / self._scale, 1), round(y / self._scale, 1)
        return _Aimed({"x": at_x, "y": at_y}, self._under(at_x, at_y))

    def _under(self, x: float, y: float) -> Control | None:
        """The smallest control whose box holds the place."""
        around = self._view.surroundings
        left, top = x + around.scroll_x, y + around.scroll_y
        holding = [
            one
            for one in self._view.observation.inventory.controls
            if one.in_viewport and not one.covered
            if 0 <= left - one.box.x <= one.box.width and 0 <= top - one.box.y <= one.box.height
        ]
        return min(holding, key=lambda one: one.box.width * one.box.height, default=None)


def _pointing(call: Pointed, aimed: _Aimed) -> Action:
    _need(aimed, f"{call.name} needs ref, or x and y")
    held_ms = call.hold_ms if isinstance(call, Click) else 0
    if isinstance(call, Click) and aimed.named and aimed.control and aimed.control.input_type == "file":
        return _action("upload", aimed)
    return _action(_POINTING[call.name], aimed, str(held_ms) if held_ms else "")


def _typing(call: Type, aimed: _Aimed) -> Action:
    control = aimed.control if aimed.named else None
    if control and control.input_type == "file":
        kind = call.text.strip().lower().lstrip(".")
        return _action("upload", aimed, kind if kind in KINDS else "")
    if control and control.tag == "select":
        return _action("select", aimed, call.text)
    if not call.text:
        _need(aimed, "type with an empty text clears a field, and needs ref, or x and y")
        return _action("clear", aimed)
    return _action("type", aimed, call.text).model_copy(update={"intent": call.input})


def _keys(call: Keyed, aimed: _Aimed) -> Action:
    chord = chord_of(call.keys)
    if isinstance(call, Hold):
        return _action("hold", aimed, f"{chord}:{call.ms}")
    return Action(kind="reload") if is_reload(chord) and isinstance(call, Press) else _action("press", aimed, chord)


def _distance(call: Scroll) -> str:
    if call.direction in ("top", "bottom"):
        return call.direction
    return str(call.amount if call.direction == "down" else -call.amount)


def _plain(call: Call) -> Action:
    if isinstance(call, Wait):
        return Action(kind="wait", value=str(call.ms))
    if isinstance(call, Resize):
        return Action(kind="resize", value=f"{call.width}x{call.height}")
    if isinstance(call, Back):
        return Action(kind="back")
    if isinstance(call, Finish):
        return Action(kind="finish")
    raise InvalidCallError(f"{call.name} does nothing")


def _need(aimed: _Aimed, problem: str) -> None:
    if not aimed.fields:
        raise InvalidCallError(problem)


def _action(kind: ActionKind, aimed: _Aimed, value: str = "") -> Action:
    control = aimed.control
    known = {"target": control.name or control.role, "role": control.role} if control else {}
    return Action.model_validate({"kind": kind, "value": value, **known, **aimed.fields})
