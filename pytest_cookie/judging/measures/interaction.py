"""`Interaction`: how the page responded when one of its inputs was used, read from the trace."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from pytest_cookie.core.action import Press
from pytest_cookie.core.deployment import ORIGIN
from pytest_cookie.core.page import Box, Control
from pytest_cookie.core.parsing import parse_url, url_parts
from pytest_cookie.core.trace import MAX_VALUE, Change, StateChange, Step
from pytest_cookie.judging.text.code_examples import plain_name

Answer = Literal["answered", "own_look", "silent", "excused", "unreachable"]

NATIVE_ROLES = frozenset(
    {"textbox", "searchbox", "combobox", "listbox", "spinbutton", "slider", "checkbox", "radio", "switch", "option"}
)
"""Roles that the browser itself responds for: a checkbox takes a tick, a field takes text, whatever the page does."""

_OWN_LOOK_MARGIN = 16.0  # px around a control: shadows and focus rings
_VIEWPORT_PIXELS = 1280 * 720
_BRAND_HEIGHT = 120  # px from the top within which a link may be the brand
_NOTICED_SCROLL = 2.0  # px; less is rounding
_SLIGHT_PIXELS = 0.01
"""The share of pixels that focus rings may leave when a dialog closes."""
STAGE = ":stage"
"""The suffix of the key of a place on the page rather than a control."""
_CONTAINER_ROLES = frozenset(
    {
        "radiogroup", "tablist", "tabpanel", "toolbar", "menu", "menubar", "tree", "grid", "treegrid", "table", "list",
        "group", "region", "log", "feed", "document", "main", "navigation", "dialog", "form", "separator", "scrollbar",
    }
)  # fmt: skip
"""Containers that take the focus for their parts or to scroll; a press on one needs no response.

They are WAI-ARIA composite widgets and structures.
"""
_TEXT_ROLES = frozenset({"textbox", "searchbox", "combobox", "spinbutton"})
_STAGE_ROLES = frozenset({"img", "application", "figure", "presentation"})


@dataclass(frozen=True)
class Interaction:
    """An input and the steps that used it: a control by its reference, or a key of the keyboard."""

    key: str
    steps: tuple[Step, ...]
    control: Control | None
    first_link: bool = False
    missing_target: str = ""
    """The `#fragment` of a link whose target does not exist on the page."""
    uncertain: frozenset[int] = frozenset()
    """Steps at which silence is no proof.

    Most of the page was gone, a canvas moved by itself, or another document was open.
    """
    confirmed_steps: frozenset[int] = frozenset()
    """Steps whose effect on a moving canvas was confirmed by a trial on a fresh page."""
    floods_dialogs: bool = False
    """Whether the page opens a dialog for most inputs; then a dialog is no response."""
    undifferentiated: frozenset[int] = frozenset()
    """Steps with the same effect as others, whatever is pressed, which is no response.

    Such effects are a request for a copy or a window, a write to a line outside the window, or a little scroll.
    """
    fields: frozenset[str] = frozenset()
    """Selectors of the page's fields, which show a caret when focused."""
    restless: bool = False
    """Whether so much of the window moves by itself that changed pixels are no response."""
    held: Mapping[int, str] = field(default_factory=dict)
    """What it held before each step, if a step before changed its value."""
    is_code_example: bool = False
    """Whether it is an example beside its own markup; see `RubricContext.is_code_example`."""

    @property
    def label(self) -> str:
        """The name that users would use."""
        action = self.steps[0].action
        name = action.target or (self.control.name if self.control else "") or action.selector
        return self.key.removeprefix("key:") if self.is_key else name

    @property
    def is_key(self) -> bool:
        """Whether it is a key pressed on the page rather than on a control."""
        return self.key.startswith("key:")

    @property
    def is_drag(self) -> bool:
        """Whether it was only dragged."""
        return all(step.action.kind == "drag" for step in self.steps)

    @property
    def is_stage(self) -> bool:
        """Whether it is a place on the page, or a drawing, rather than a control."""
        drawn = self.control is not None and self.control.tag == "canvas"
        return self.key.endswith(STAGE) or drawn or self.role in _STAGE_ROLES

    @property
    def role(self) -> str:
        """The role, from the trace or the inventory."""
        return self.steps[0].action.role or (self.control.role if self.control else "")

    @property
    def control_type(self) -> str:
        """The type that similar controls share: the inventory's kind, or the selector without its number."""
        return self.control.kind if self.control else re.sub(r":nth-of-type\(\d+\)", "", self.selector) or self.key

    @property
    def only_looks_clickable(self) -> bool:
        """Whether it has a listener or a hand cursor but no role of a button or link, and is no label of a field."""
        return self.role in ("", "generic") and not (self.control and self.control.tag == "label")

    @property
    def selector(self) -> str:
        """The CSS selector."""
        return self.steps[0].action.selector or (self.control.selector if self.control else "")

    @cached_property
    def answer(self) -> Answer:
        """The best response of all its steps.

        `own_look`: only its own box changed (a ring, a pressed state, a tick, typed text), or it promises no effect: a
        key, a place on a canvas. `excused`: silence is right, see `_excuse`; it only ever got wrong input, which item
        13 counts; or the browser itself never sent its form. `unreachable`: it was never carried out, or no press of it
        reached it; untested is not broken.
        """
        done = [step for step in self.steps if step.reached_target or (step.outcome == "done" and step.change.seen)]
        if not done:
            return "unreachable"
        done = [step for step in done if not step.change.is_refused]
        answers = {self._answer_to(step) for step in done}
        if "answered" in answers:
            return "answered"
        if (self.role in NATIVE_ROLES and not self.stays_off and not self.loses_text) or self.is_key or self.is_stage:
            return "own_look"
        if self._excuse() or all(step.action.intent == "invalid" for step in done):
            return "excused"
        return "own_look" if "own_look" in answers else "silent"

    @property
    def stays_off(self) -> bool:
        """Whether each press found it off, neither ticked nor chosen, left it off and had no visible effect."""
        done = [step for step in self.steps if step.outcome == "done"]
        return bool(done) and all(step.change.stays_off and not step.change.seen for step in done)

    @property
    def loses_text(self) -> bool:
        """Whether it is a field that never took a text: neither its value nor any text of the page changed.

        Letters and figures were tried, since a field may filter typed text; a native number field takes figures. A
        field that holds the text already cannot change.
        """
        typed = [step for step in self.steps if step.outcome == "done" and step.action.kind == "type"]
        if not typed or self.role not in _TEXT_ROLES:
            return False
        at_load = self.control.value if self.control else ""
        values = "".join(step.action.value for step in typed)
        is_fair = any(map(str.isdigit, values)) and (self.role == "spinbutton" or any(map(str.isalpha, values)))
        return is_fair and all(
            not _takes_text(step) and step.action.value[:MAX_VALUE] != self.held.get(step.index, at_load)[:MAX_VALUE]
            for step in typed
        )

    def _answer_to(self, step: Step) -> Literal["answered", "own_look", "silent"]:
        if step.index in self.confirmed_steps:
            return "answered"
        change = step.change
        if not self.is_stage and (landed := step.has_landed) is not None:
            is_told = bool(change.appeared_text)  # such as that it is where it was
            return "answered" if landed else "own_look" if is_told or step.index in self.uncertain else "silent"
        if step.action.kind == "type" and self.loses_text:
            return "own_look" if step.index in self.uncertain else "silent"
        told = not self.floods_dialogs and self._is_told_something(step)
        if self._is_left_by_key(step):
            return "own_look"
        if self._is_beyond_looks(step, told=told) or self.sends_focus(step):
            return "answered"
        if step.index in self.undifferentiated and change.scrolled_px:
            return "silent"
        only_a_dialog = bool(change.dialogs) and not told and change.pixels < _SLIGHT_PIXELS
        if not change.seen or only_a_dialog:
            return "own_look" if step.index in self.uncertain else "silent"
        if _is_native(step) or self.restless or (self.control and is_within(change, self.control.box)):
            return "own_look"
        return "answered"

    def _is_beyond_looks(self, step: Step, *, told: bool) -> bool:
        """Whether more than pixels changed.

        That is visible text, structure, state or scroll position, a dialog, a window, a download.
        """
        change = step.change
        alike = step.index in self.undifferentiated
        asked = (change.popups or change.downloads or change.effects) and not alike
        return bool(asked or (told and change.dialogs) or (change.shown is not False and _tells(step) and not alike))

    def sends_focus(self, step: Step) -> bool:
        """Whether the focus moved visibly: into a field, which shows a caret."""
        focus = step.change.focus
        return focus != step.action.selector and focus in self.fields

    def _is_left_by_key(self, step: Step) -> bool:
        """Whether it was Escape: the browser itself closes a dialog with it, whatever the page does."""
        action, change = step.action, step.change
        return isinstance(action, Press) and action.value == "Escape" and not action.ref and not change.appeared_text

    def _is_told_something(self, step: Step) -> bool:
        """Whether a dialog contains more than the control's own name."""
        return any(plain_name(dialog.text) != plain_name(self.label) for dialog in step.change.dialogs)

    def _excuse(self) -> str:
        """Why silence is right: disabled, already chosen, an example, a container, a link off the site, already there.

        A link to `#name` is excused unless its target is missing, since the evidence does not show whether the window
        was already there. So is the first link of the page's head, the brand, which leads to the current page.
        """
        if self.role in _CONTAINER_ROLES:
            return "its parts are pressed, not it"
        control = self.control
        if control is None:
            return ""
        if control.disabled:
            return "disabled"
        if self.is_code_example:
            return "an example beside its code"
        if control.selected or (control.checked and control.role in ("radio", "tab", "menuitemradio")):
            return "already chosen"
        return self._link_excuse(control)

    def _link_excuse(self, control: Control) -> str:
        href = control.href.strip()
        if control.role != "link" or not href or self.missing_target:
            return ""
        if self.first_link and control.box.y < _BRAND_HEIGHT:
            return "the brand's link, already there"
        if leads_out(href):
            return "leads out of the page"
        fragment = url_parts(href).fragment
        return "already there" if fragment.strip("!/") and not href.startswith("javascript:") else ""


def leads_out(href: str) -> bool:
    """Whether another program or another site would open this link."""
    parts = parse_url(href)
    if parts is None:
        return False
    if parts.scheme in ("http", "https"):
        return f"{parts.scheme}://{parts.netloc}" != ORIGIN
    return parts.scheme not in ("", "javascript")


def _tells(step: Step) -> bool:
    """Whether the document changed in more than looks: text, structure, state, scroll position.

    The state that the browser gives a native control (a tick, a value) is its own look, and an address that differs
    only in its fragment goes unnoticed.
    """
    change = step.change
    return bool(
        change.dom_added or change.dom_removed or change.appeared_text or change.vanished_text
        or change.motion or _other_states(step) or abs(change.scrolled_px) >= _NOTICED_SCROLL
    )  # fmt: skip


def _takes_text(step: Step) -> bool:
    """Whether a value or a text changed with the typing, or it is not known."""
    change = step.change
    valued = any(state.property == "value" for state in change.states)
    return bool(valued or change.appeared_text or change.vanished_text) or change.shown is None


def _other_states(step: Step) -> list[StateChange]:
    own = step.action.target or step.action.role
    return [state for state in step.change.states if not (_is_native(step) and state.is_change_of(own))]


def _is_native(step: Step) -> bool:
    return step.action.role in NATIVE_ROLES


def is_within(change: Change, box: Box) -> bool:
    """Whether the whole change may be the box's own look.

    It compares areas, because the screenshot's origin moves with the scroll while the box is the document's.
    """
    area = (box.width + 2 * _OWN_LOOK_MARGIN) * (box.height + 2 * _OWN_LOOK_MARGIN)
    widest = max((region.width for region in change.regions), default=0.0)
    return change.pixels * _VIEWPORT_PIXELS <= area and widest <= box.width + 2 * _OWN_LOOK_MARGIN
