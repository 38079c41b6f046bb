"""The controls to try on a page, in a tester's order: pure, from a view and a memory."""

import re
from dataclasses import dataclass, field
from typing import Literal

from pytest_cookie.core.action import Action, ActionKind, Purpose, new_action
from pytest_cookie.core.page import Control
from pytest_cookie.exploration.agent_protocol import View
from pytest_cookie.exploration.coverage import CoverageLedger
from pytest_cookie.exploration.label_words import means
from pytest_cookie.exploration.page_facts import Detail

START, APPEARED, PLAIN, ADDED, ONWARD, BACKWARD, OFF_SITE, DESTRUCTIVE = range(8)
"""The tiers, best first. `ADDED`: removes something that was added during the exploration; `ONWARD`: was pressed
before, and the page or step has changed since; `BACKWARD`: goes back or cancels."""

TYPED_ROLES = frozenset({"textbox", "searchbox", "spinbutton"})
_UNTYPED_INPUTS = frozenset({"file", "hidden", "button", "submit", "reset", "image", "checkbox", "radio", "range"})
_WORD = re.compile(r"[^\W\d_]+")
_WITHOUT_SPACES = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
"""Japanese and Chinese, whose words are not separated."""
_LONG_WORD = 4
"""Letters from which a word can be told from “a”, “the”, “off” and the like; the last two may be an ending."""
_SCHEMES = ("mailto:", "tel:", "sms:")
_TRIES_OF_A_KIND = 6
_TRIES_OF_A_NAME = 2
"""Per kind and name, such as the same button in every row."""
_TRIES_ONWARD = 5
_PURPOSES: tuple[Literal["undo", "destroy", "swap", "resume"], ...] = ("undo", "destroy", "swap", "resume")


@dataclass(frozen=True)
class Candidate:
    """A control that could be tried, and its rank."""

    control: Control
    detail: Detail
    tier: int
    nth_of_kind: int
    of_kind: int
    is_asked_for: bool = False
    """A word of its name is in the brief."""


@dataclass
class Memory:
    """Controls found and tried so far. A control stays the same with a new element or name; see `CoverageLedger`.

    Of a row's controls, the verb counts as their name and makes a kind of its own: “Edit Anna” and “Edit Ben” are two
    of a kind, “Remove Anna” is of another. So the tries of one verb use up no tries of another.
    """

    ledger: CoverageLedger = field(default_factory=CoverageLedger)
    met_at: dict[str, int] = field(default_factory=dict)
    tried: set[tuple[str, str]] = field(default_factory=set)
    tries: dict[str, int] = field(default_factory=dict)
    tries_of_kind: dict[str, int] = field(default_factory=dict)
    tries_of_name: dict[tuple[str, str], int] = field(default_factory=dict)
    disabled_once: set[str] = field(default_factory=set)
    landmarks_at: dict[str, tuple[str, ...]] = field(default_factory=dict)
    removals: set[str] = field(default_factory=set)
    """Kinds of controls whose press took their own row away, whatever they are called."""
    turn: int = 0
    _landmarks_now: tuple[str, ...] = ()
    _verbs: dict[str, str] = field(default_factory=dict)
    _controls: dict[str, Control] = field(default_factory=dict)

    def look(self, view: View) -> None:
        """Record the controls of a view. A removal counts as tried once it was pressed, since a plan may be dropped."""
        last = view.last
        pressed = self._controls.get(last.action.ref) if last and last.action.purpose == "destroy" else None
        if pressed and (self.ledger.identity(pressed), _mask_numbers(pressed)) not in self.tried:
            self.try_now(pressed)
        self._note_removal(view)
        self._controls = {control.ref: control for control in view.observation.inventory.controls}
        self.ledger.meet(view.observation.inventory.controls)
        for control in view.observation.inventory.controls:
            identity = self.ledger.identity(control)
            self.met_at.setdefault(identity, self.turn)
            if control.disabled:
                self.disabled_once.add(identity)
            if within := view.page_facts.of(control).within:
                self._verbs[control.ref] = _bare_name(control.name, within)
        self._landmarks_now = _landmarks(view)
        self.turn += 1

    def _note_removal(self, view: View) -> None:
        """Note the kind of a control that went with its row when it was pressed, and with nothing else but counts.

        A row that is edited instead has its texts in fields.
        """
        last, controls = view.last, view.observation.inventory.controls
        pressed = self._controls.get(last.action.ref) if last else None
        if last is None or pressed is None or not last.action.is_click or last.change.fields_gone:
            return
        row = frozenset(last.action.within)
        lost = [text for text in last.change.lost_text if not any(map(str.isdigit, text))]
        is_less = sum(one.kind == pressed.kind for one in controls) < sum(
            one.kind == pressed.kind for one in self._controls.values()
        )
        if is_less and row & {*lost} and row >= {*lost} and not row & {control.value for control in controls}:
            self.removals.add(self.kind_of(pressed))

    def try_now(self, control: Control, *, counts: bool = True) -> None:
        """Record a try. The control is not tried again unless its name changes: "Play" that became "Pause".

        With `counts` it counts for its kind; only one of the fields of a form counts.
        """
        identity = self.ledger.identity(control)
        self.tried.add((identity, _mask_numbers(control)))
        self.tries[identity] = self.tries.get(identity, 0) + 1
        kind = self.kind_of(control)
        self.tries_of_kind[kind] = self.tries_of_kind.get(kind, 0) + counts
        named = (kind, self._name_of(control))
        self.tries_of_name[named] = self.tries_of_name.get(named, 0) + counts
        self.landmarks_at[identity] = self._landmarks_now

    def forget(self, control: Control) -> None:
        """Forget its tries: the page took it away before it was used."""
        identity = self.ledger.identity(control)
        self.tried = {item for item in self.tried if item[0] != identity}
        self.tries.pop(identity, None)
        self.tries_of_name.pop((self.kind_of(control), self._name_of(control)), None)

    def kind_of(self, control: Control) -> str:
        """Its kind; of a control in a row, with its verb."""
        verb = self._verbs.get(control.ref)
        return f"{control.kind} {verb}" if verb else control.kind

    def _name_of(self, control: Control) -> str:
        return self._verbs.get(control.ref) or _mask_numbers(control)

    def leads_on(self, control: Control) -> bool:
        """Whether it is a "next" that was pressed before, on another page or step than the current one."""
        identity = self.ledger.identity(control)
        before = self.landmarks_at.get(identity)
        if before is None or before == self._landmarks_now or self.tries.get(identity, 0) >= _TRIES_ONWARD:
            return False
        return means(control.name, "onward")

    def has_appeared(self, control: Control) -> bool:
        """Whether it appeared, or was enabled, only during the exploration."""
        identity = self.ledger.identity(control)
        return self.met_at.get(identity, 0) > 0 or (identity in self.disabled_once and not control.disabled)

    def is_open(self, control: Control) -> bool:
        """Whether it is worth trying."""
        identity = self.ledger.identity(control)
        if self.leads_on(control):
            return True
        if (identity, _mask_numbers(control)) in self.tried or self.tries.get(identity, 0) >= 2:
            return False
        kind = self.kind_of(control)
        if self.tries_of_name.get((kind, self._name_of(control)), 0) >= _TRIES_OF_A_NAME:
            return False
        return self.tries_of_kind.get(kind, 0) < _TRIES_OF_A_KIND


def rank_candidates(view: View, memory: Memory, brief: str = "") -> list[Candidate]:
    """Return all untried controls, best first: start buttons, new ones, one of each kind, then second ones.

    With a `brief`, those whose name it mentions come before others of the same tier that were tried as often.
    """
    controls = view.observation.inventory.controls
    alike: dict[str, int] = {}
    for control in controls:
        kind = memory.kind_of(control)
        alike[kind] = alike.get(kind, 0) + 1
    found = [
        Candidate(
            control=control,
            detail=view.page_facts.of(control),
            tier=_tier(control, view, memory),
            nth_of_kind=memory.tries_of_kind.get(memory.kind_of(control), 0),
            of_kind=alike[memory.kind_of(control)],
            is_asked_for=bool(brief) and mentions(brief, control.name),
        )
        for control in controls
        if _can_be_tried(control, view, alike[memory.kind_of(control)]) and memory.is_open(control)
    ]
    return sorted(found, key=_rank)


def mentions(brief: str, name: str) -> bool:
    """Whether a brief has a word of a name, in any ending: “Filters” for “filter by city”. Short words do not count."""
    told = {word.casefold() for word in _WORD.findall(brief)}
    for word in map(str.casefold, _WORD.findall(name)):
        if _WITHOUT_SPACES.search(word):
            if len(word) >= 2 and word in brief:
                return True
        elif len(word) >= _LONG_WORD and any(
            other.startswith(word[: max(_LONG_WORD, len(word) - 2)]) for other in told
        ):
            return True
    return False


def _landmarks(view: View) -> tuple[str, ...]:
    """Return what distinguishes steps of a page: headings and fields."""
    inventory = view.observation.inventory
    fields = [control.ref for control in inventory.controls if is_field(control) or control.tag == "select"]
    return (*(heading.text for heading in inventory.headings), *fields)


def is_field(control: Control) -> bool:
    """Whether it is a text field."""
    if control.tag == "input":
        return control.input_type not in _UNTYPED_INPUTS
    return control.role in TYPED_ROLES


def is_off_site(control: Control, detail: Detail) -> bool:
    """Whether it leaves the page for good: another site, a mail program, a telephone."""
    return detail.foreign or control.href.lower().startswith(_SCHEMES)


def act_on(control: Control, kind: ActionKind, value: str = "") -> Action:
    """Return the action of `kind` on `control`."""
    purpose: Purpose = next((word for word in _PURPOSES if means(control.name, word)), "") if kind == "click" else ""
    return new_action(
        kind, ref=control.ref, target=control.name, selector=control.selector, role=control.role, value=value,
        purpose=purpose,
    )  # fmt: skip


def describe_control(control: Control) -> str:
    """Return how a tester would call it."""
    role = {"generic": "element", "textbox": "field", "searchbox": "search field", "spinbutton": "number field"}
    what = role.get(control.role, control.role)
    return f"{what} “{control.name[:50]}”" if control.name else f"nameless {what}"


def _bare_name(name: str, within: tuple[str, ...]) -> str:
    """The verb: the words of a name without those of its row. "" for a name without a text of the row, such as “C4”."""
    texts = sorted({text.casefold() for text in within if text != name}, key=lambda text: (-len(text), text))
    bare = name.casefold()
    for text in texts:
        bare = bare.replace(text, " ")
    if bare == name.casefold():
        return ""
    row = {word for text in texts for word in _WORD.findall(text)}
    return " ".join(word for word in _WORD.findall(bare) if word not in row)


def _mask_numbers(control: Control) -> str:
    return re.sub(r"\d+", "#", control.name)


def _can_be_tried(control: Control, view: View, of_kind: int) -> bool:
    if control.disabled or control.tag == "canvas" or _is_already_chosen(control, view, of_kind):
        return False
    detail = view.page_facts.of(control)
    if control.role == "generic" and not detail.pointer:
        return False  # it can be focused or listens, but does not look clickable
    box = control.box
    # a skip link stays outside the window until it gets the focus
    return box.x + box.width > 0 and box.y + box.height > 0


def _is_already_chosen(control: Control, view: View, of_kind: int) -> bool:
    """Whether it is already chosen: choosing it again has no effect, and that is no defect."""
    if control.role in ("radio", "tab", "option", "menuitemradio") and (control.checked or control.selected):
        return True
    if view.page_facts.of(control).current and not control.href.strip("#"):
        return True
    return control.role == "button" and bool(control.checked) and of_kind > 1


def _tier(control: Control, view: View, memory: Memory) -> int:
    detail = view.page_facts.of(control)
    if is_off_site(control, detail):
        return OFF_SITE
    tried = memory.tries_of_kind.get(memory.kind_of(control), 0)
    if means(control.name, "destroy") or memory.kind_of(control) in memory.removals:
        is_added = detail.within and memory.has_appeared(control)
        return ADDED if is_added and not tried else DESTRUCTIVE  # one entry is left for the reload
    if _is_start_button(control) and not detail.submits:
        return START
    if memory.leads_on(control):
        return ONWARD
    if control.role == "button" and (means(control.name, "cancel") or means(control.name, "backward")):
        return BACKWARD
    return APPEARED if memory.has_appeared(control) and not tried else PLAIN


def _is_start_button(control: Control) -> bool:
    """Whether it is a start button; a column of start dates is not."""
    can_start = control.role in ("button", "link", "generic") and control.tag not in ("th", "td")
    return can_start and means(control.name, "start")


def _rank(prospect: Candidate) -> tuple[int, int, bool, bool, bool, int, bool, float]:
    """Rank by tier, then rows of about a finger's height, left to right; reachable controls come before covered ones,
    main content before the frame around it, heads of numbers before those of words, whose order is seldom wrong."""
    control, box, detail = prospect.control, prospect.control.box, prospect.detail
    row = round(box.y / 24)
    return (
        prospect.tier,
        prospect.nth_of_kind,
        control.covered,
        not prospect.is_asked_for,
        detail.frame,
        row,
        not detail.numbers,
        box.x,
    )
