"""`Use`: how one input of the page answered when it was used, read from the trace."""

import re
from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Literal
from urllib.parse import urlsplit

from pytest_cookie.core.deployment import ORIGIN
from pytest_cookie.core.page import Box, Control
from pytest_cookie.core.trace import Change, Step
from pytest_cookie.judging.subject import Subject

Answer = Literal["answered", "own_look", "silent", "excused", "unreachable"]

_POINTER_ACTIONS = frozenset({"click", "double_click", "right_click", "drag"})
_USING_ACTIONS = _POINTER_ACTIONS | {"type", "clear", "select", "press", "hold"}
NATIVE_ROLES = frozenset(
    {"textbox", "searchbox", "combobox", "listbox", "spinbutton", "slider", "checkbox", "radio", "switch", "option"}
)
"""Roles that a browser itself answers for: a box takes a tick, a field takes text, whatever the page does."""

_OWN_LOOK_MARGIN = 16.0
_VIEWPORT_PIXELS = 1280 * 720
_BRAND_HEIGHT = 120
_NOTICED_SCROLL = 2.0
_STAGE = ":stage"
_CONTAINER_ROLES = frozenset(
    {
        "radiogroup", "tablist", "tabpanel", "toolbar", "menu", "menubar", "tree", "grid", "treegrid", "table", "list",
        "group", "region", "log", "feed", "document", "main", "navigation", "dialog", "form", "separator", "scrollbar",
    }
)  # fmt: skip
"""What takes the focus so that the keys reach its parts, or scroll it (WAI-ARIA, composite widgets and structures): a
press on it asks for nothing."""
_STAGE_ROLES = frozenset({"img", "application", "figure", "presentation"})
BEGAN, STOPPED = "the page began to move", "what moved stands still"
_GONE_SHARE = 0.25
_LEAST_ATTEMPTS = 2
_LEAST_STORM = 3


@dataclass(frozen=True)
class Use:
    """An input and the steps in which it was used: a control by its reference, or a key of the keyboard."""

    key: str
    steps: tuple[Step, ...]
    control: Control | None
    first_link: bool = False
    lost: str = ""
    """The `#fragment` of a link to a place that the page does not have."""
    blurred: frozenset[int] = frozenset()
    """Steps at which silence proves nothing: `_bare_steps` and `moving_steps`."""
    stormy: bool = False
    """Whether the page opens a dialog for most of what is done: then a dialog is no answer."""

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
        return self.key.endswith(_STAGE) or drawn or self.role in _STAGE_ROLES

    @property
    def role(self) -> str:
        """Its role as the trace or the inventory gives it."""
        return self.steps[0].action.role or (self.control.role if self.control else "")

    @property
    def make(self) -> str:
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
        if self.role in NATIVE_ROLES or self.is_key or self.is_stage:
            return "own_look"
        if self._excuse() or all(step.action.intent == "invalid" for step in done):
            return "excused"
        return "own_look" if "own_look" in answers else "silent"

    def _answer_to(self, step: Step) -> Literal["answered", "own_look", "silent"]:
        change = step.change
        if _beyond_looks(step, dialogs=not self.stormy) or (change.focus and change.focus != step.action.selector):
            return "answered"
        if not change.seen:
            return "own_look" if step.index in self.blurred else "silent"
        return "own_look" if _is_native(step) or (self.control and _within(change, self.control.box)) else "answered"

    def _excuse(self) -> str:
        """Why silence is right: disabled, already chosen, a group of controls, a way out not taken, already there.

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
        if control.selected or (control.checked and control.role in ("radio", "tab", "menuitemradio")):
            return "already chosen"
        return self._link_excuse(control)

    def _link_excuse(self, control: Control) -> str:
        href = control.href.strip()
        if control.role != "link" or not href or self.lost:
            return ""
        if self.first_link and control.box.y < _BRAND_HEIGHT:
            return "the brand's link, already there"
        if leads_out(href):
            return "leads out of the page"
        fragment = urlsplit(href).fragment
        return "already there" if fragment.strip("!/") and not href.startswith("javascript:") else ""


def leads_out(href: str) -> bool:
    """A link that another program or another site would answer."""
    parts = urlsplit(href)
    if parts.scheme in ("http", "https"):
        return f"{parts.scheme}://{parts.netloc}" != ORIGIN
    return parts.scheme not in ("", "javascript")


def uses_of(subject: Subject) -> tuple[Use, ...]:
    """Every input that the exploration used, in the order of first use. Looks, hovers, scrolls and Tab are no use."""
    steps: dict[str, list[Step]] = defaultdict(list)
    for step in subject.trace.steps:
        key = _input_of(step)
        if key:
            steps[key].append(step)
    first_link = next((control.ref for control in subject.controls if control.role == "link"), "")
    blurred = _bare_steps(subject) | moving_steps(subject)
    lost = {anchor.selector: anchor.detail for anchor in subject.perception.lost_anchors}
    stormy = _is_stormy([step for used in steps.values() for step in used if step.outcome == "done"])
    uses = []
    for key, used in steps.items():
        control = subject.controls_by_ref.get(key)
        nowhere = lost.get(control.selector, "") or _lost_by_address(control, lost) if control else ""
        uses.append(Use(key, tuple(used), control, key == first_link, nowhere, blurred, stormy))
    before = {step.index: earlier for earlier, step in pairwise(subject.trace.steps)}
    return tuple(
        use
        for use in uses
        if use.answer != "silent"
        or any(step.page_errors for step in use.steps)
        or (_is_proof(use, uses) and not _has_nothing_to_do(use, uses, before))
    )


def _is_stormy(used: list[Step]) -> bool:
    said = [step for step in used if any(not text.startswith("file:") for text in step.change.dialogs)]
    return len(said) >= _LEAST_STORM and len(said) * 2 > len(used)


def _lost_by_address(control: Control, lost: dict[str, str]) -> str:
    """Selectors of the two walks over a page differ; the address tells as well."""
    return control.href if control.role == "link" and control.href in lost.values() else ""


def why_untested(subject: Subject) -> str:
    """Why nothing can be said of the page's inputs although it has some; "" where they were tried or it has none.

    Untested is not broken: nobody used the page, or what it has was not tried or leads off the site. What was tried
    again and again and could not be reached is tested.
    """
    if not subject.controls and not subject.stage_drawn:
        return ""
    if not (steps := subject.trace.steps):
        return "the page has inputs but nobody used it"
    tried = [step for step in steps if _input_of(step)]
    if any(step.outcome == "done" for step in tried) or len(tried) >= _LEAST_ATTEMPTS:
        return ""
    away = sum(control.role == "link" and leads_out(control.href) for control in subject.controls)
    rest = len(subject.controls) - away
    return f"no input could be tried: {away} lead off the site and are not followed, {rest} were not reached"


def _is_proof(use: Use, uses: list[Use]) -> bool:
    """Whether silence proves a fault, seen beside the others of the same make.

    The silent member of a group of three or more, pressed before its others, all of which answer, is the one that was
    chosen from the start. A lone element that only looks clickable may be a box that listens for what is in it;
    several of one make are a promise. Where another link to no place answers, the page itself reads the address: this
    one may lead to what is shown.
    """
    if use.lost:
        return not any(one.lost and one.answer == "answered" for one in uses)
    group = [one for one in uses if one.make == use.make and one is not use]
    came_first = all(use.steps[0].index < one.steps[0].index for one in group)
    if len(group) >= 2 and came_first and all(one.answer in ("answered", "own_look") for one in group):
        return False
    return not use.only_looks_clickable or any(one.answer == "silent" for one in group)


def _has_nothing_to_do(use: Use, uses: list[Use], before: dict[int, Step]) -> bool:
    """Whether what clears or resets may have found all as it should be.

    It proves something where it stands in a row, which it should take away, or where it is the only one of its make and
    a value was changed in the step right before.
    """
    if any(step.action.purpose != "destroy" or step.action.within for step in use.steps):
        return False
    earlier = [before[step.index] for step in use.steps if step.index in before]
    earlier = [step for step in earlier if step.action.kind != "reload"]  # all is at its start again
    changed = any(": value " in line or ": checked " in line for step in earlier for line in step.change.states)
    return not changed or any(one.make == use.make for one in uses if one is not use)


def _input_of(step: Step) -> str:
    action = step.action
    if action.kind not in _USING_ACTIONS or action.value == "Tab":
        return ""
    if action.ref or action.selector:
        return action.ref or action.selector
    return f"key:{action.value.partition(':')[0]}" if action.kind in ("press", "hold") else f"{action.kind}{_STAGE}"


def moving_steps(subject: Subject) -> frozenset[int]:
    """Steps taken while a canvas moved by itself: what an action does to it cannot be told from what it does anyway."""
    if subject.inventory is None or not subject.inventory.canvases:
        return frozenset()
    found, moving = [], subject.perception.restless > 0 or subject.trace.restless > 0
    for step in subject.trace.steps:
        if moving:
            found.append(step.index)
        if BEGAN in step.change.states:
            moving = True
        elif STOPPED in step.change.states:
            moving = False
    return frozenset(found)


def _bare_steps(subject: Subject) -> frozenset[int]:
    """Steps before which over a quarter of the page's elements was gone, as when a search leaves an empty list."""
    whole = subject.inventory.element_count if subject.inventory else 0
    found, balance = [], 0
    for step in subject.trace.steps:
        if balance < -_GONE_SHARE * whole:
            found.append(step.index)
        balance += step.change.dom_added - step.change.dom_removed
        balance = 0 if step.action.kind in ("reload", "back") else min(balance, 0)
    return frozenset(found)


def _beyond_looks(step: Step, *, dialogs: bool) -> bool:
    """Something other than pixels: text, structure, state, scroll, a dialog, a popup, a download.

    The state that a browser itself gives a native control (a tick, a value) is its own look, and an address that
    differs in its fragment alone is nothing that a user notices.
    """
    change = step.change
    return bool(
        change.dom_added or change.dom_removed or change.appeared_text or change.vanished_text or _states(step)
        or abs(change.scrolled_px) >= _NOTICED_SCROLL or change.popups or change.downloads or change.effects
        or (dialogs and change.dialogs)
    )  # fmt: skip


def _states(step: Step) -> list[str]:
    own = f"{(step.action.target or step.action.role)[:60]}: "
    return [line for line in step.change.states if not (_is_native(step) and line.startswith(own))]


def _is_native(step: Step) -> bool:
    return step.action.role in NATIVE_ROLES


def _within(change: Change, box: Box) -> bool:
    """Compares areas, because the picture's origin moves with the scroll while the box is the document's."""
    area = (box.width + 2 * _OWN_LOOK_MARGIN) * (box.height + 2 * _OWN_LOOK_MARGIN)
    widest = max((region.width for region in change.regions), default=0.0)
    return change.pixels * _VIEWPORT_PIXELS <= area and widest <= box.width + 2 * _OWN_LOOK_MARGIN
