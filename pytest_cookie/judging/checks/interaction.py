"""`Interaction`: how one input of the page answered when it was used, read from the trace."""

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from pytest_cookie.core.deployment import ORIGIN
from pytest_cookie.core.page import Box, Control
from pytest_cookie.core.parsing import parse_url, url_parts
from pytest_cookie.core.trace import Change, Step
from pytest_cookie.judging.text.code_examples import plain_name

Answer = Literal["answered", "own_look", "silent", "excused", "unreachable"]

NATIVE_ROLES = frozenset(
    {"textbox", "searchbox", "combobox", "listbox", "spinbutton", "slider", "checkbox", "radio", "switch", "option"}
)
"""Roles that a browser itself answers for: a box takes a tick, a field takes text, whatever the page does."""

_OWN_LOOK_MARGIN = 16.0
_VIEWPORT_PIXELS = 1280 * 720
_BRAND_HEIGHT = 120
_NOTICED_SCROLL = 2.0
_SLIGHT_PIXELS = 0.01
"""What closing a dialog may leave of rings and marks."""
STAGE = ":stage"
"""Ends the key of a place rather than of a control."""
_CONTAINER_ROLES = frozenset(
    {
        "radiogroup", "tablist", "tabpanel", "toolbar", "menu", "menubar", "tree", "grid", "treegrid", "table", "list",
        "group", "region", "log", "feed", "document", "main", "navigation", "dialog", "form", "separator", "scrollbar",
    }
)  # fmt: skip
"""What takes the focus so that the keys reach its parts, or scroll it (WAI-ARIA, composite widgets and structures): a
press on it asks for nothing."""
_STAGE_ROLES = frozenset({"img", "application", "figure", "presentation"})


@dataclass(frozen=True)
class Interaction:
    """An input and the steps in which it was used: a control by its reference, or a key of the keyboard."""

    key: str
    steps: tuple[Step, ...]
    control: Control | None
    first_link: bool = False
    missing_target: str = ""
    """The `#fragment` of a link to a place that the page does not have."""
    uncertain: frozenset[int] = frozenset()
    """Steps at which silence proves nothing: most of the page was gone, a canvas moved by itself, or it was
    on another document."""
    confirmed_steps: frozenset[int] = frozenset()
    """Steps whose input did something on a canvas that moves by itself, as a trial on the page anew has shown."""
    floods_dialogs: bool = False
    """Whether the page opens a dialog for most of what is done: then a dialog is no answer."""
    undifferentiated: frozenset[int] = frozenset()
    """Steps that do the same as others do, whatever is pressed: ask for a copy or a window, or write to a line far
    below or above the window. That is no answer."""
    fields: frozenset[str] = frozenset()
    """Selectors of the page's fields: there the focus shows a caret."""
    restless: bool = False
    """Whether so much of the window moves by itself that other pixels are no answer."""
    is_code_example: bool = False
    """Whether it is an example beside its own markup; see `RubricContext.is_specimen`."""

    @property
    def label(self) -> str:
        """What a person would call it."""
        action = self.steps[0].action
        name = action.target or (self.control.name if self.control else "") or action.selector
        return self.key.removeprefix("key:") if self.is_key else name

    @property
    def is_key(self) -> bool:
        """A key pressed on the page rather than on a control."""
        return self.key.startswith("key:")

    @property
    def is_stage(self) -> bool:
        """A place of the page, or a drawing, rather than a control."""
        drawn = self.control is not None and self.control.tag == "canvas"
        return self.key.endswith(STAGE) or drawn or self.role in _STAGE_ROLES

    @property
    def role(self) -> str:
        """Its role as the trace or the inventory gives it."""
        return self.steps[0].action.role or (self.control.role if self.control else "")

    @property
    def control_type(self) -> str:
        """Controls of one make share it: the inventory's kind, or the place without its number."""
        return self.control.kind if self.control else re.sub(r":nth-of-type\(\d+\)", "", self.selector) or self.key

    @property
    def only_looks_clickable(self) -> bool:
        """Something with a listener or a hand cursor that calls itself neither button nor link."""
        return self.role in ("", "generic")

    @property
    def selector(self) -> str:
        """Where it is."""
        return self.steps[0].action.selector or (self.control.selector if self.control else "")

    @cached_property
    def answer(self) -> Answer:
        """The best answer that any of its steps got.

        `own_look`: only its own box changed its looks (a ring, a pressed state, a tick, typed text), or it promised
        nothing: a key, a place on a canvas. `excused`: silence is right, see `_excuse`, or it was only ever given
        something wrong, which is item 13's. `unreachable`: it was never carried out; untested is not broken.
        """
        done = [step for step in self.steps if step.outcome == "done"]
        if not done:
            return "unreachable"
        answers = {self._answer_to(step) for step in done}
        if "answered" in answers:
            return "answered"
        if (self.role in NATIVE_ROLES and not self.stays_off) or self.is_key or self.is_stage:
            return "own_look"
        if self._excuse() or all(step.action.intent == "invalid" for step in done):
            return "excused"
        return "own_look" if "own_look" in answers else "silent"

    @property
    def stays_off(self) -> bool:
        """Whether each press found it off, neither ticked nor chosen, and left it so, and nothing was seen."""
        done = [step for step in self.steps if step.outcome == "done"]
        return bool(done) and all(step.change.stays_off and not step.change.seen for step in done)

    def _answer_to(self, step: Step) -> Literal["answered", "own_look", "silent"]:
        if step.index in self.confirmed_steps:
            return "answered"
        change = step.change
        told = not self.floods_dialogs and self._is_told_something(step)
        if self._is_left_by_key(step):
            return "own_look"
        if self._is_beyond_looks(step, told=told) or self.sends_focus(step):
            return "answered"
        only_a_dialog = bool(change.dialogs) and not told and change.pixels < _SLIGHT_PIXELS
        if not change.seen or only_a_dialog:
            return "own_look" if step.index in self.uncertain else "silent"
        if _is_native(step) or self.restless or (self.control and is_within(change, self.control.box)):
            return "own_look"
        return "answered"

    def _is_beyond_looks(self, step: Step, *, told: bool) -> bool:
        """Something other than pixels: text, structure, state or place that shows, a dialog, a window, a download."""
        change = step.change
        alike = step.index in self.undifferentiated
        asked = (change.popups or change.downloads or change.effects) and not alike
        return bool(asked or (told and change.dialogs) or (change.shown is not False and _tells(step) and not alike))

    def sends_focus(self, step: Step) -> bool:
        """Whether the focus went elsewhere to be seen: into a field, where the caret stands."""
        focus = step.change.focus
        return focus != step.action.selector and focus in self.fields

    def _is_left_by_key(self, step: Step) -> bool:
        """Whether it was Escape, by which the browser itself closes a dialog, whatever the page does."""
        action, change = step.action, step.change
        return action.kind == "press" and action.value == "Escape" and not action.ref and not change.appeared_text

    def _is_told_something(self, step: Step) -> bool:
        """Whether a dialog says more than what the control itself is called."""
        said = (text.partition(": ")[2] for text in step.change.dialogs)
        return any(plain_name(text) != plain_name(self.label) for text in said)

    def _excuse(self) -> str:
        """Why silence is right: disabled, already chosen, an example, a group, a way out not taken, already there.

        A link to `#name` is excused, since the evidence does not tell whether the window was there already, unless
        there is no such place. So is the first link of the page's head, the brand, that leads to where the user
        already is.
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
    """A link that another program or another site would answer."""
    parts = parse_url(href)
    if parts is None:
        return False
    if parts.scheme in ("http", "https"):
        return f"{parts.scheme}://{parts.netloc}" != ORIGIN
    return parts.scheme not in ("", "javascript")


def _tells(step: Step) -> bool:
    """Whether the document tells something other than looks: text, structure, state, scroll.

    The state that a browser itself gives a native control (a tick, a value) is its own look, and an address that
    differs in its fragment alone is nothing that a user notices.
    """
    change = step.change
    return bool(
        change.dom_added or change.dom_removed or change.appeared_text or change.vanished_text or _states(step)
        or abs(change.scrolled_px) >= _NOTICED_SCROLL
    )  # fmt: skip


def _states(step: Step) -> list[str]:
    own = f"{(step.action.target or step.action.role)[:60]}: "
    return [line for line in step.change.states if not (_is_native(step) and line.startswith(own))]


def _is_native(step: Step) -> bool:
    return step.action.role in NATIVE_ROLES


def is_within(change: Change, box: Box) -> bool:
    """Whether all that changed may be the box's own look.

    Compares areas, because the picture's origin moves with the scroll while the box is the document's."""
    area = (box.width + 2 * _OWN_LOOK_MARGIN) * (box.height + 2 * _OWN_LOOK_MARGIN)
    widest = max((region.width for region in change.regions), default=0.0)
    return change.pixels * _VIEWPORT_PIXELS <= area and widest <= box.width + 2 * _OWN_LOOK_MARGIN
