"""What there is to try on a page, in the order in which a tester would: pure, from a view and a memory."""

import re
from dataclasses import dataclass, field
from typing import Literal

from pytest_cookie.core.page import Control
from pytest_cookie.core.trace import Action, ActionKind, Purpose
from pytest_cookie.exploration.agent_protocol import View
from pytest_cookie.exploration.coverage import CoverageLedger
from pytest_cookie.exploration.label_words import means
from pytest_cookie.exploration.page_facts import Detail

START, APPEARED, PLAIN, ADDED, ONWARD, BACKWARD, OFF_SITE, DESTRUCTIVE = range(8)
"""The tiers, best first. `ADDED`: removes what use has brought there; `ONWARD`: pressed before, and the page is another
one since; `BACKWARD`: goes back or cancels."""

TYPED_ROLES = frozenset({"textbox", "searchbox", "spinbutton"})
_UNTYPED_INPUTS = frozenset({"file", "hidden", "button", "submit", "reset", "image", "checkbox", "radio", "range"})
_SCHEMES = ("mailto:", "tel:", "sms:")
_TRIES_OF_A_KIND = 6
_TRIES_OF_A_NAME = 2
"""Of one kind and one name, such as the same button in every row."""
_TRIES_ONWARD = 5
_PURPOSES: tuple[Literal["undo", "destroy", "swap", "resume"], ...] = ("undo", "destroy", "swap", "resume")


@dataclass(frozen=True)
class Prospect:
    """A control that could be tried, and its place in the order."""

    control: Control
    detail: Detail
    tier: int
    nth_of_kind: int
    of_kind: int


@dataclass
class Memory:
    """What has been met and tried. Controls are the same under a new element or a new name; see `CoverageLedger`."""

    ledger: CoverageLedger = field(default_factory=CoverageLedger)
    met_at: dict[str, int] = field(default_factory=dict)
    tried: set[tuple[str, str]] = field(default_factory=set)
    tries: dict[str, int] = field(default_factory=dict)
    tries_of_kind: dict[str, int] = field(default_factory=dict)
    tries_of_name: dict[tuple[str, str], int] = field(default_factory=dict)
    disabled_once: set[str] = field(default_factory=set)
    headed_at: dict[str, tuple[str, ...]] = field(default_factory=dict)
    turn: int = 0
    _here: tuple[str, ...] = ()

    def look(self, view: View) -> None:
        """Take note of what is there now."""
        self.ledger.meet(view.observation.inventory.controls)
        for control in view.observation.inventory.controls:
            identity = self.ledger.identity(control)
            self.met_at.setdefault(identity, self.turn)
            if control.disabled:
                self.disabled_once.add(identity)
        self._here = _landmarks(view)
        self.turn += 1

    def try_now(self, control: Control, *, counts: bool = True) -> None:
        """Never the same again, unless it has another name by then: "Play" that became "Pause".

        With `counts` it is one more of its kind; of the fields of one form only one counts.
        """
        identity = self.ledger.identity(control)
        self.tried.add((identity, _nameless_numbers(control)))
        self.tries[identity] = self.tries.get(identity, 0) + 1
        self.tries_of_kind[control.kind] = self.tries_of_kind.get(control.kind, 0) + counts
        named = (control.kind, _nameless_numbers(control))
        self.tries_of_name[named] = self.tries_of_name.get(named, 0) + counts
        self.headed_at[identity] = self._here

    def leads_on(self, control: Control) -> bool:
        """A "next" that was pressed, on what is another page or step by now: it leads further."""
        identity = self.ledger.identity(control)
        before = self.headed_at.get(identity)
        if before is None or before == self._here or self.tries.get(identity, 0) >= _TRIES_ONWARD:
            return False
        return means(control.name, "onward")

    def has_appeared(self, control: Control) -> bool:
        """Whether it came, or became usable, only through use of the page."""
        identity = self.ledger.identity(control)
        return self.met_at.get(identity, 0) > 0 or (identity in self.disabled_once and not control.disabled)

    def is_open(self, control: Control) -> bool:
        """Whether it is worth a try."""
        identity = self.ledger.identity(control)
        if self.leads_on(control):
            return True
        name = _nameless_numbers(control)
        if (identity, name) in self.tried or self.tries.get(identity, 0) >= 2:
            return False
        if self.tries_of_name.get((control.kind, name), 0) >= _TRIES_OF_A_NAME:
            return False
        return self.tries_of_kind.get(control.kind, 0) < _TRIES_OF_A_KIND


def prospects(view: View, memory: Memory) -> list[Prospect]:
    """Everything untried, best first: start buttons, what appeared, one of each kind, then second ones, downwards."""
    controls = view.observation.inventory.controls
    alike: dict[str, int] = {}
    for control in controls:
        alike[control.kind] = alike.get(control.kind, 0) + 1
    found = [
        Prospect(
            control=control,
            detail=view.surroundings.of(control),
            tier=_tier(control, view, memory),
            nth_of_kind=memory.tries_of_kind.get(control.kind, 0),
            of_kind=alike[control.kind],
        )
        for control in controls
        if _can_be_tried(control, view, alike[control.kind]) and memory.is_open(control)
    ]
    return sorted(found, key=_rank)


def _landmarks(view: View) -> tuple[str, ...]:
    """What tells one step of a page from another: its headings and its fields."""
    inventory = view.observation.inventory
    fields = [one.ref for one in inventory.controls if is_field(one) or one.tag == "select"]
    return (*(heading.text for heading in inventory.headings), *fields)


def is_field(control: Control) -> bool:
    """Whether text is typed into it."""
    if control.tag == "input":
        return control.input_type not in _UNTYPED_INPUTS
    return control.role in TYPED_ROLES


def is_off_site(control: Control, detail: Detail) -> bool:
    """Whether pressing it would leave the page for good: another site, a mail program, a telephone."""
    return detail.foreign or control.href.lower().startswith(_SCHEMES)


def on(control: Control, kind: ActionKind, value: str = "") -> Action:
    """The action of `kind` on `control`."""
    purpose: Purpose = next((word for word in _PURPOSES if means(control.name, word)), "") if kind == "click" else ""
    return Action(
        kind=kind, ref=control.ref, target=control.name, selector=control.selector, role=control.role, value=value,
        purpose=purpose,
    )  # fmt: skip


def called(control: Control) -> str:
    """How a tester would call it."""
    role = {"generic": "element", "textbox": "field", "searchbox": "search field", "spinbutton": "number field"}
    what = role.get(control.role, control.role)
    return f"{what} “{control.name[:50]}”" if control.name else f"nameless {what}"


def _nameless_numbers(control: Control) -> str:
    return re.sub(r"\d+", "#", control.name)


def _can_be_tried(control: Control, view: View, of_kind: int) -> bool:
    if control.disabled or control.tag == "canvas" or _is_chosen_already(control, view, of_kind):
        return False
    detail = view.surroundings.of(control)
    if control.role == "generic" and not detail.pointer:
        return False  # it can be focused or listens, but does not look as if it could be pressed
    box = control.box
    return box.x + box.width > 0 and box.y + box.height > 0  # a skip link waits outside the window for the Tab key


def _is_chosen_already(control: Control, view: View, of_kind: int) -> bool:
    """To choose again what is chosen changes nothing, and that is no defect."""
    if control.role in ("radio", "tab", "option", "menuitemradio") and (control.checked or control.selected):
        return True
    if view.surroundings.of(control).current and not control.href.strip("#"):
        return True
    return control.role == "button" and bool(control.checked) and of_kind > 1


def _tier(control: Control, view: View, memory: Memory) -> int:
    detail = view.surroundings.of(control)
    if is_off_site(control, detail):
        return OFF_SITE
    if means(control.name, "destroy"):
        return ADDED if detail.within and memory.has_appeared(control) else DESTRUCTIVE
    if _begins_it_all(control) and not detail.submits:
        return START
    if memory.leads_on(control):
        return ONWARD
    if control.role == "button" and (means(control.name, "cancel") or means(control.name, "backward")):
        return BACKWARD
    return APPEARED if memory.has_appeared(control) and not memory.tries_of_kind.get(control.kind) else PLAIN


def _begins_it_all(control: Control) -> bool:
    """A column of start dates does not."""
    may = control.role in ("button", "link", "generic") and control.tag not in ("th", "td")
    return may and means(control.name, "start")


def _rank(prospect: Prospect) -> tuple[int, int, bool, bool, int, float]:
    """Rows of about a finger's height, read from the left; what can be reached comes before what is covered, and what
    the page is for before the frame around it."""
    control, box = prospect.control, prospect.control.box
    framed = prospect.detail.frame
    return (prospect.tier, prospect.nth_of_kind, control.covered, framed, round(box.y / 24), box.x)
