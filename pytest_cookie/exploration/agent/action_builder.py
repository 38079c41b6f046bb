"""Builds an `Action` from an `AgentCall`: converts references and picture pixels for the browser."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pytest_cookie.browser.input.sample_files import KINDS
from pytest_cookie.core import action as actions
from pytest_cookie.core.action import Action, ActionKind, DialogAnswer, PathPoint, new_action
from pytest_cookie.core.page import Control
from pytest_cookie.exploration.agent.calls import (
    AgentCall,
    Asking,
    Back,
    Choose,
    Click,
    DoubleClick,
    Drag,
    Fill,
    FinishExploration,
    Hold,
    Hover,
    Keyed,
    Modified,
    Pinch,
    Place,
    PlannedAnswer,
    Pointed,
    Press,
    Resize,
    RightClick,
    Scroll,
    Submitting,
    Type,
    WaitCall,
)
from pytest_cookie.exploration.agent.control_list import to_picture_box
from pytest_cookie.exploration.agent.filling import expand, find_option, list_options
from pytest_cookie.exploration.agent.key_names import find_browser_action, parse_chord
from pytest_cookie.exploration.agent.references import KnownControl, References
from pytest_cookie.exploration.agent_protocol import View
from pytest_cookie.llm.messages.quoting import quoted
from pytest_cookie.llm.messages.tool_calls import InvalidCallError

_ONWARDS = frozenset({"down", "right"})
_ENDS = frozenset({"top", "bottom", "leftmost", "rightmost"})
_SIDEWAYS = frozenset({"left", "right", "leftmost", "rightmost"})


class GoneControlError(InvalidCallError):
    """A call names a control that was on the page and is not there now."""


@dataclass(frozen=True)
class BuiltAction:
    """The action to carry out.

    `under` is the ref of the control at the named point, if a point was named. `number` is that of the control's
    reference, 0 for none.
    """

    action: Action
    under: str = ""
    number: int = 0


@dataclass(frozen=True)
class _Aim:
    """The target of a call: fields of an `Action`, and the control there."""

    fields: dict[str, str | float]
    control: Control | None = None
    named: bool = False


class ActionBuilder:
    """Builds actions for the page as it is now. `scale`: picture pixels per CSS pixel."""

    def __init__(self, references: References, view: View, *, scale: float) -> None:
        self._references = references
        self._view = view
        self._scale = scale

    @property
    def url(self) -> str:
        """The page's current address."""
        return self._view.observation.url

    @property
    def has_just_loaded(self) -> bool:
        """Whether the last step led to another address or document, whose controls may come a moment later.

        Not after a wait: they were waited for.
        """
        last = self._view.last
        if last is None or last.action.kind == "wait":
            return False
        return bool(last.action.resets_page or last.change.url or last.change.reloaded)

    def expand(self, call: Fill) -> list[AgentCall]:
        """The calls that a `fill` stands for. Raises `InvalidCallError` if it names a control that is not there."""
        for entry in call.fields:
            self._control(entry.ref)
        return expand(call, self._references)

    def build(self, call: AgentCall) -> BuiltAction:
        """Build the action. Raises `InvalidCallError` if the call does not fit the page."""
        aim = self._aim(call) if isinstance(call, Pointed) else _Aim({})
        if isinstance(call, Choose):
            aim = self._aim_at_option(call)
        action = self._build_action(call, aim).model_copy(update=_build_manner(call))
        under = aim.control.ref if aim.control and not aim.named else ""
        return BuiltAction(action, under, self._references.number(aim.control) if aim.control else 0)

    def _build_action(self, call: AgentCall, aim: _Aim) -> Action:
        if isinstance(call, Type):
            return _build_typing(call, aim)
        if isinstance(call, Choose):
            return _build_action("click", aim)
        if isinstance(call, Keyed):
            return _build_keys(call, aim)
        if isinstance(call, Drag):
            return self._drag(call, aim)
        if isinstance(call, Scroll):
            return _build_scroll(call, aim)
        if isinstance(call, Pinch):
            _require_target(aim, "pinch needs ref, or x and y")
            return _build_action("pinch", aim, f"{call.factor:.6g}")
        return _build_pointing(call, aim) if isinstance(call, Pointed) else _build_plain(call)

    def _drag(self, call: Drag, aim: _Aim) -> Action:
        action = self._drag_out(call, aim) if call.drop_outside else self._drag_within(call, aim)
        return action.model_copy(update={"path": tuple(map(self._path_point, call.path))})

    def _path_point(self, place: Place) -> PathPoint:
        x, y = self._to_window(place.x, place.y)
        return PathPoint(x=x, y=y)

    def _drag_out(self, call: Drag, aim: _Aim) -> Action:
        _require_target(aim, "drag needs ref, or x and y, of the dragged element")
        if call.to_ref.strip() or call.to_x is not None or call.to_y is not None:
            raise InvalidCallError("drop_outside excludes to_ref, to_x and to_y: a drag has one end")
        self._require_in_window(aim)
        dragged = _build_action("drag", aim, "fling" if call.fling else "")
        return dragged.model_copy(update={"drop_outside": call.drop_outside})

    def _drag_within(self, call: Drag, aim: _Aim) -> Action:
        to = self._aim(Pointed(ref=call.to_ref, x=call.to_x, y=call.to_y), what="to_")
        _require_target(aim, "drag needs ref, or x and y, of the dragged element")
        _require_target(to, "drag needs to_ref, or to_x and to_y, of the drop target")
        self._require_in_window(aim)
        self._require_in_window(to)
        to_x, to_y = self._middle(to)
        fields = aim.fields | {"to_x": to_x, "to_y": to_y}
        dragged = _build_action("drag", _Aim(fields, aim.control, aim.named), "fling" if call.fling else "")
        return dragged.model_copy(update={"to_target": to.control.name if to.control else ""})

    def _require_in_window(self, end: _Aim) -> None:
        if end.named and end.control and not end.control.in_viewport:
            name = self._references.name(end.control)
            raise InvalidCallError(f"{name} is not in the window; both ends of a drag must be: scroll first")

    def _middle(self, aim: _Aim) -> tuple[float, float]:
        if aim.named and aim.control:
            picture_box = to_picture_box(aim.control.box, self._view.page_facts, 1.0)
            return round(picture_box.x, 1), round(picture_box.y, 1)
        return float(aim.fields["x"]), float(aim.fields["y"])

    def _aim(self, call: Pointed, what: str = "") -> _Aim:
        if call.ref.strip():
            control = self._control(call.ref)
            named: dict[str, str | float] = {"ref": control.ref, "selector": control.selector}
            return _Aim(named, control, named=True)
        if call.x is None and call.y is None:
            return _Aim({})
        if call.x is None or call.y is None:
            raise InvalidCallError(f"{what}x and {what}y belong together")
        return self._aim_at(call.x, call.y)

    def _aim_at_option(self, call: Choose) -> _Aim:
        option = find_option(call.text, self._references)
        if option is None:
            listed = quoted("options now", list_options(self._references))
            raise InvalidCallError(f"no option is called {call.text[:60]!r}; the list is left open.\n{listed}")
        return _Aim({"ref": option.ref, "selector": option.selector}, option, named=True)

    def _control(self, reference: str) -> Control:
        known = self._references.find(reference)
        if known is None:
            raise InvalidCallError(
                f"there is no control {reference[:20]!r}; use a reference of the list, or coordinates"
            )
        if not known.is_present:
            known = self._references.find_return(known) or known
        if not known.is_present:
            raise GoneControlError(describe_vanished(known, self._references.present))
        return known.control

    def _aim_at(self, x: float, y: float) -> _Aim:
        at_x, at_y = self._to_window(x, y)
        return _Aim({"x": at_x, "y": at_y}, self._find_control_at(at_x, at_y))

    def _to_window(self, x: float, y: float) -> tuple[float, float]:
        """Convert picture pixels to CSS px. Raises `InvalidCallError` for a place outside the picture."""
        around = self._view.page_facts
        width, height = around.window_width * self._scale, around.window_height * self._scale
        if not (0 <= x < width and 0 <= y < height):
            raise InvalidCallError(f"({x:g}, {y:g}) lies outside the picture, which is {width:.0f}x{height:.0f}")
        return round(x / self._scale, 1), round(y / self._scale, 1)

    def _find_control_at(self, x: float, y: float) -> Control | None:
        """Return the smallest control whose box contains the point."""
        around = self._view.page_facts
        left, top = x + around.scroll_x, y + around.scroll_y
        holding = [
            control
            for control in self._view.observation.inventory.controls
            if control.in_viewport and not control.covered
            if 0 <= left - control.box.x <= control.box.width and 0 <= top - control.box.y <= control.box.height
        ]
        return min(holding, key=lambda one: one.box.width * one.box.height, default=None)


def _build_pointing(call: Pointed, aim: _Aim) -> Action:
    _require_target(aim, f"{call.name} needs ref, or x and y")
    hold_ms = call.hold_ms if isinstance(call, Click) else 0
    if isinstance(call, Click) and aim.named and aim.control and aim.control.input_type == "file":
        return _build_action("upload", aim)
    kind = _pointing_kind(call)
    return _build_action(kind, aim, str(hold_ms) if hold_ms and kind == "click" else "")


def _pointing_kind(call: Pointed) -> ActionKind:
    if isinstance(call, DoubleClick):
        return "double_click"
    if isinstance(call, RightClick):
        return "right_click"
    if isinstance(call, Hover):
        return "hover"
    if isinstance(call, Click):
        return "double_click" if call.how == "double" else "right_click" if call.how == "right" else "click"
    raise TypeError(f"no action for the call {call.name}")


def _build_typing(call: Type, aim: _Aim) -> Action:
    control = aim.control if aim.named else None
    if control and (control.input_type == "file" or control.role == "button"):
        return _build_action("upload", aim, _file_of(call.text))
    if control and control.role == "slider" and control.tag != "input":
        raise InvalidCallError("a slider of the page's own takes no text: drag its knob, or press ArrowRight on it")
    is_wrong = {"intent": call.input} if call.input == "invalid" else {}
    if control and control.tag == "select":
        return _build_action("select", aim, call.text).model_copy(update=is_wrong)
    if not call.text:
        _require_target(aim, "type with an empty text clears a field, and needs ref, or x and y")
        return _build_action("clear", aim).model_copy(update=is_wrong)
    return _build_action("type", aim, call.text).model_copy(update={"intent": call.input})


def _file_of(text: str) -> str:
    """The value of an upload: a type, or the name of a file, with its text or without; else "" for any that fits."""
    kind = text.strip().lower().lstrip(".")
    if kind in KINDS:
        return kind
    name, line_break, content = text.partition("\n")
    return f"{name.strip()}{line_break}{content}" if "." in name else ""


def _build_keys(call: Keyed, aim: _Aim) -> Action:
    chord = parse_chord(call.keys)
    ms = call.ms if isinstance(call, Hold) else call.hold_ms if isinstance(call, Press) else 0
    if ms:
        return _build_action("hold", aim, f"{chord}:{ms}")
    own = find_browser_action(chord) if isinstance(call, Press) else None
    return new_action(own) if own else _build_action("press", aim, chord)


def _build_manner(call: AgentCall) -> dict[str, object]:
    """The fields of an action that do not depend on its kind: planned answers, modifiers, intent."""
    manner: dict[str, object] = {}
    if isinstance(call, Asking) and call.dialogs:
        manner["dialogs"] = to_dialog_answers(call.dialogs)
    if isinstance(call, Modified) and call.modifiers:
        manner["modifiers"] = call.modifiers
    if isinstance(call, Submitting) and call.input:
        manner["intent"] = call.input
    return manner


def to_dialog_answers(planned: Iterable[PlannedAnswer]) -> tuple[DialogAnswer, ...]:
    """The answers as an action has them."""
    return tuple(DialogAnswer(accept=item.accept, text=item.text) for item in planned)


def _build_scroll(call: Scroll, aim: _Aim) -> Action:
    steps = str(call.amount if call.direction in _ONWARDS else -call.amount)
    value = call.direction if call.direction in _ENDS else steps
    return _build_action("scroll", aim, value).model_copy(update={"sideways": call.direction in _SIDEWAYS})


def _build_plain(call: AgentCall) -> Action:
    if isinstance(call, WaitCall):
        return actions.Wait(value=str(call.ms))
    if isinstance(call, Resize):
        return actions.Resize(value=f"{call.width}x{call.height}")
    if isinstance(call, Back):
        return actions.Back()
    if isinstance(call, FinishExploration):
        return actions.Finish()
    raise InvalidCallError(f"{call.name} does nothing")


def _require_target(aim: _Aim, problem: str) -> None:
    if not aim.fields:
        raise InvalidCallError(problem)


def _build_action(kind: ActionKind, aim: _Aim, value: str = "") -> Action:
    control = aim.control
    known = {"target": control.name or control.role, "role": control.role} if control else {}
    return new_action(kind, value=value, **known, **aim.fields)


_LISTED = 5  # enough to find the one that moved; a list of all would repeat the observation
_NAME = 60  # a name that long is a text


def describe_vanished(gone: KnownControl, present: Sequence[KnownControl]) -> str:
    """Return the error for a call that names `gone`: its description, the control in its place, similar controls."""
    lines = [f"gone: {_describe(gone)}"]
    in_place = [candidate for candidate in present if candidate.control.in_viewport and _holds_middle(candidate, gone)]
    if in_place:
        smallest = min(in_place, key=lambda one: one.box.width * one.box.height)
        lines.append(f"in its place: {_describe(smallest)}")
    alike = sorted(
        (other for other in present if other.control.role == gone.control.role), key=lambda one: _rank(one, gone)
    )
    lines += [f"like it: {_describe(item)}" for item in alike[:_LISTED] if item not in in_place]
    more = f", {len(alike) - _LISTED} more like it are not listed" if len(alike) > _LISTED else ""
    count = f"{len(present)} controls are there now{more}" if present else "there are no controls now"
    return f"e{gone.number} is no longer on the page; {count}.\n{quoted('controls now', chr(10).join(lines))}"


def _describe(known: KnownControl) -> str:
    control, identity = known.control, known.identity
    where = [f'row "{_short(identity.row)}"'] if identity.row and identity.row != control.name else []
    where += [f'in "{_short(identity.section)}"'] if identity.section else []
    return " ".join([f"[e{known.number}]", control.role or control.tag, f'"{_short(control.name)}"', *where])


def _rank(one: KnownControl, gone: KnownControl) -> tuple[bool, bool, bool, int]:
    return (
        one.control.name != gone.control.name,
        one.identity.section != gone.identity.section,
        not one.control.in_viewport,
        one.number,
    )


def _holds_middle(one: KnownControl, gone: KnownControl) -> bool:
    x, y = gone.box.x + gone.box.width / 2, gone.box.y + gone.box.height / 2
    return 0 <= x - one.box.x <= one.box.width and 0 <= y - one.box.y <= one.box.height


def _short(text: str) -> str:
    plain = " ".join(text.split())
    return plain if len(plain) <= _NAME else f"{plain[: _NAME - 1]}…"
