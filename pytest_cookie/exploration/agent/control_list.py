"""The page's controls as a bounded list for a model, one per line, those in the window first; or what changed in it."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from pytest_cookie.core.page import Box, Canvas, Control
from pytest_cookie.core.text import shorten
from pytest_cookie.exploration.agent.references import References
from pytest_cookie.exploration.agent_protocol import View
from pytest_cookie.exploration.page_facts import Detail, PageFacts

MAX_IN_WINDOW = 400
"""Far more than a person sees in a window: a limit against pages that exhaust the model."""
MAX_MARKED = 60  # more numbers would cover the picture
MAX_FULL_LINES = 60
"""With more controls in the window, each is described in fewer words, so that none is left out."""
_FEWEST_IN_A_RUN = 4
"""So many equal controls in succession share a line."""
MAX_UNTRIED = 12
MAX_ELSEWHERE = 25
MAX_REPEATED = 10
"""As `MAX_ELSEWHERE`, in a list that a model has seen before."""
_TICKED = frozenset({"checkbox", "radio"})
_TYPED = frozenset({"textbox", "searchbox", "spinbutton", "combobox"})
_PLAIN_INPUTS = frozenset({"", "text", "submit", "button", *_TICKED})
_NAME, _ROW, _VALUE, _OPTIONS, _CANVASES = 70, 40, 60, 12, 4
_SHORT_NAME, _SHORT_VALUE = 40, 25
_DIGITS = re.compile(r"\d+")
_TOLERATED_PX = 1.0  # boxes are rounded
_SHORT_ENOUGH = 0.7
"""Changes that take more than this share of the whole list are replaced by it."""


@dataclass(frozen=True)
class PictureBox:
    """A box in picture pixels: its centre and size."""

    x: float
    y: float
    width: float
    height: float

    def __str__(self) -> str:
        return f"at {self.x:.0f},{self.y:.0f} {self.size}"

    @property
    def size(self) -> str:
        """Width and height."""
        return f"{self.width:.0f}x{self.height:.0f}"


def to_picture_box(box: Box, page_facts: PageFacts, scale: float) -> PictureBox:
    """Return the part of a box in the window, in picture pixels. Boxes are in document coordinates; pictures show the
    window."""
    left, right = _span(box.x - page_facts.scroll_x, box.width, page_facts.window_width)
    top, bottom = _span(box.y - page_facts.scroll_y, box.height, page_facts.window_height)
    width, height = right - left, bottom - top
    return PictureBox((left + width / 2) * scale, (top + height / 2) * scale, width * scale, height * scale)


def _span(start: float, length: float, window: float) -> tuple[float, float]:
    return min(max(start, 0.0), window), min(max(start + length, 0.0), window)


def list_in_window(view: View) -> list[Control]:
    """Return the controls in the window, in document order, without those that an open dialog covers."""
    reachable = _reachable(view)
    return _most_useful([control for control in reachable if control.in_viewport], view, MAX_IN_WINDOW)


def list_marked(view: View) -> list[Control]:
    """Return those of them to number in pictures; one of each kind before the second of any."""
    return _most_useful(list_in_window(view), view, MAX_MARKED)


def _reachable(view: View) -> list[Control]:
    """All controls; with a dialog open, those in it, and others that it leaves uncovered in the window."""
    controls = view.observation.inventory.controls
    if not any(view.page_facts.of(control).in_dialog for control in controls):
        return list(controls)
    return [
        control
        for control in controls
        if view.page_facts.of(control).in_dialog or (control.in_viewport and not control.covered)
    ]


@dataclass(frozen=True)
class _Entry:
    """A control in words: its reference, what it is, its row and state, its place. `box` is None outside the window."""

    ref: str
    what: str
    row: str
    state: str
    place: str
    box: PictureBox | None

    @property
    def line(self) -> str:
        row = f"in={_string(self.row, _ROW)}" if self.row else ""
        return _joined(self.ref, self.what, row, self.state, self.place)

    @property
    def line_in_row(self) -> str:
        """Without the row, which the line of the row names."""
        return _joined(self.ref, self.what, self.state, self.place)

    @property
    def looks(self) -> tuple[str, str]:
        """What equal controls in succession have in common: what they are, and their size."""
        return self.what, self.box.size if self.box else ""

    @property
    def line_in_run(self) -> str:
        """Without what it looks like, which the line of the run names."""
        return _joined(self.ref, self.state, f"at {self.box.x:.0f},{self.box.y:.0f}" if self.box else self.place)

    def shift_from(self, earlier: "_Entry") -> tuple[int, int] | None:
        """How far it moved, in whole picture pixels; None if anything else changed."""
        mine, its = (self.what, self.row, self.state), (earlier.what, earlier.row, earlier.state)
        if mine != its or (self.box is None) != (earlier.box is None):
            return None
        if self.box is None or earlier.box is None:
            return (0, 0) if self.place == earlier.place else None
        grown = max(abs(self.box.width - earlier.box.width), abs(self.box.height - earlier.box.height))
        if grown > _TOLERATED_PX:
            return None
        return _whole(self.box.x - earlier.box.x), _whole(self.box.y - earlier.box.y)


class ControlList:
    """Writes the list, or what changed in it. `tried` counts the actions on each control, by its number."""

    def __init__(self, references: References, tried: Counter[int]) -> None:
        self._references = references
        self._tried = tried
        self._shown: dict[int, _Entry] = {}
        self._canvases: list[str] = []
        self._elsewhere = MAX_ELSEWHERE

    def text(self, view: View, scale: float, *, repeated: bool = False) -> str:
        """Return the whole list; it contains the page's words and must be quoted.

        A `repeated` list has fewer controls outside the window.
        """
        controls = view.observation.inventory.controls
        self._references.meet(controls, view.sight)
        self._elsewhere = MAX_REPEATED if repeated else MAX_ELSEWHERE
        inside, elsewhere = list_in_window(view), _nearest(view, self._elsewhere)
        self._shown = self._entries([*inside, *elsewhere], view, scale)
        self._canvases = _canvases(view, scale)
        reachable = _reachable(view)
        lines = [f"In the window ({_count(inside, sum(other.in_viewport for other in reachable))}):"]
        lines += _in_groups([self._shown[self._references.number(item)] for item in inside])
        lines += self._canvases
        if len(reachable) < len(controls):
            lines.append(f"Not listed: {len(controls) - len(reachable)} outside the open dialog.")
        if elsewhere:
            total = sum(not control.in_viewport for control in reachable)
            lines.append(f"Not in the window ({_count(elsewhere, total)}):")
            lines += [self._shown[self._references.number(one)].line for one in elsewhere]
        return "\n".join(lines)

    def changes(self, view: View, scale: float) -> str:
        """Return the changes since the previous list or changes; "" if there are none.

        The whole list, if that is about as short.
        """
        self._references.meet(view.observation.inventory.controls, view.sight)
        before, canvases = self._shown, self._canvases
        now = self._entries([*list_in_window(view), *_nearest(view, self._elsewhere)], view, scale)
        present = {known.number: known.control.in_viewport for known in self._references.present}
        lines = _differences(before, now, present)
        if _canvases(view, scale) != canvases:
            lines += _canvases(view, scale) or ["No canvas is left."]
        if len("\n".join(lines)) > _SHORT_ENOUGH * sum(len(entry.line) + 1 for entry in now.values()):
            return self.text(view, scale, repeated=True)
        self._shown, self._canvases = now, _canvases(view, scale)
        return "\n".join(lines)

    def list_untried(self) -> str:
        """Name the usable controls of the page that no action was tried on, one of each name; "" if there are none.

        It contains the page's words and must be quoted.
        """
        tried = {_function(known.control) for known in self._references.known if self._tried[known.number]}
        untried: dict[tuple[str, ...], str] = {}
        for known in sorted(self._references.present, key=lambda one: not one.control.in_viewport):
            control = known.control
            if not (control.disabled or control.covered or _function(control) in tried):
                line = f"[e{known.number}] {_role(control)} {_string(control.name, _SHORT_NAME)}"
                untried.setdefault(_function(control), line)
        more = [f"{len(untried) - MAX_UNTRIED} more"] if len(untried) > MAX_UNTRIED else []
        return "\n".join([*list(untried.values())[:MAX_UNTRIED], *more])

    def _entries(self, listed: list[Control], view: View, scale: float) -> dict[int, _Entry]:
        namesakes = Counter((control.role, control.name) for control in view.observation.inventory.controls)
        is_short = sum(control.in_viewport for control in listed) > MAX_FULL_LINES
        return {
            self._references.number(item): self._entry(item, view, scale, namesakes, is_short=is_short)
            for item in listed
        }

    def _entry(
        self, control: Control, view: View, scale: float, namesakes: Counter[tuple[str, str]], *, is_short: bool
    ) -> _Entry:
        page_facts = view.page_facts
        detail = page_facts.of(control)
        identity = view.sight.of(control)
        row = "" if identity.is_container else identity.row
        name = identity.row if identity.is_container and identity.row else control.name
        is_repeated = namesakes[control.role, control.name] > 1
        words = []
        if identity.distinction not in ("", name) and (is_repeated or not any(map(str.isalnum, name))):
            words.append(f"title={_string(identity.distinction, _ROW)}")
        words += [*_state(control, is_short=is_short), *_limits(control, detail, is_short=is_short)]
        if tried := self._tried[self._references.number(control)]:
            words.append(f"tried={tried}")
        box = to_picture_box(control.box, page_facts, scale) if control.in_viewport else None
        return _Entry(
            ref=f"[{self._references.name(control)}]",
            what=f"{_role(control)} {_string(name, _SHORT_NAME if is_short else _NAME)}",
            row=row if is_repeated else "",
            state=" ".join(words),
            place=str(box) if box else _direction(control, page_facts),
            box=box,
        )


def _joined(*words: str) -> str:
    return " ".join(word for word in words if word)


def _function(control: Control) -> tuple[str, ...]:
    """What a user takes for the same function: like buttons of a list that are called alike, or differ in a number."""
    return control.role, control.kind, _DIGITS.sub("#", control.name)


def _in_groups(entries: Sequence[_Entry]) -> Iterator[str]:
    """A line for each row of repeated controls, and for each run of equal ones; else one for each control."""
    for row, of_row in groupby(entries, key=lambda entry: entry.row):
        members = list(of_row)
        if row and len(members) > 1:
            yield f"row {_string(row, _ROW)}: {'; '.join(_in_runs(members, 2, is_in_row=True))}"
        else:
            yield from _in_runs(members, _FEWEST_IN_A_RUN, is_in_row=False)


def _in_runs(entries: Sequence[_Entry], fewest: int, *, is_in_row: bool) -> Iterator[str]:
    for (what, size), run in groupby(entries, key=lambda entry: entry.looks):
        members = list(run)
        if len(members) >= fewest:
            yield f"{_joined(what, size)}: {', '.join(member.line_in_run for member in members)}"
        else:
            yield from (member.line_in_row if is_in_row else member.line for member in members)


def _differences(before: dict[int, _Entry], now: dict[int, _Entry], present: dict[int, bool]) -> list[str]:
    """`present`: all controls of the page by number, and whether each is in the window."""
    new = [entry.line for number, entry in now.items() if number not in before]
    shifts = {number: entry.shift_from(before[number]) for number, entry in now.items() if number in before}
    changed = [now[number].line for number, shift in shifts.items() if shift is None]
    moved: dict[tuple[int, int], list[int]] = {}
    for number, shift in shifts.items():
        if shift is not None and shift != (0, 0):
            moved.setdefault(shift, []).append(number)
    lines = [*(["New:"] if new else []), *new, *(["Changed:"] if changed else []), *changed]
    lines += [f"Moved by {x:+},{y:+} px: {_names(numbers)}" for (x, y), numbers in moved.items()]
    left = [number for number in before if number not in now]
    for what, numbers in (
        ("Gone", [number for number in left if number not in present]),
        ("Behind the open dialog now", [number for number in left if present.get(number) is True]),
        ("Far from the window now", [number for number in left if present.get(number) is False]),
    ):
        lines += [f"{what}: {_names(numbers)}"] if numbers else []
    return lines


def _names(numbers: Sequence[int]) -> str:
    return ", ".join(f"e{number}" for number in numbers)


def _whole(px: float) -> int:
    return 0 if abs(px) <= _TOLERATED_PX else round(px)


def _canvases(view: View, scale: float) -> list[str]:
    return [_canvas(canvas, view.page_facts, scale) for canvas in view.observation.inventory.canvases[:_CANVASES]]


def _count(shown: Sequence[Control], total: int) -> str:
    return f"{total}" if len(shown) == total else f"{total}, of which {len(shown)} are listed"


def _most_useful(controls: list[Control], view: View, limit: int) -> list[Control]:
    if len(controls) <= limit:
        return controls
    seen_kinds: Counter[str] = Counter()
    ranked = []
    for order, control in enumerate(controls):
        blocked = control.disabled or control.covered
        in_dialog = view.page_facts.of(control).in_dialog
        ranked.append((not in_dialog, blocked, seen_kinds[control.kind], order))
        seen_kinds[control.kind] += 1
    return [controls[order] for *_, order in sorted(sorted(ranked)[:limit], key=lambda rank: rank[-1])]


def _nearest(view: View, most: int) -> list[Control]:
    page_facts = view.page_facts
    outside = [control for control in _reachable(view) if not control.in_viewport]
    middle = page_facts.scroll_y + page_facts.window_height / 2
    nearest = sorted(outside, key=lambda one: abs(one.box.y + one.box.height / 2 - middle))[:most]
    refs = {other.ref for other in nearest}
    return [item for item in outside if item.ref in refs]


def _direction(control: Control, page_facts: PageFacts) -> str:
    box = control.box
    if box.y + box.height <= page_facts.scroll_y:
        return "above"
    if box.y >= page_facts.scroll_y + page_facts.window_height:
        return "below"
    inside = page_facts.scroll_x <= box.x + box.width / 2 < page_facts.scroll_x + page_facts.window_width
    return "hidden in a scrolled box" if inside else "beside"


def _role(control: Control) -> str:
    kind = f"({control.input_type})" if control.input_type not in _PLAIN_INPUTS else ""
    return f"{control.role or control.tag}{kind}"


def _state(control: Control, *, is_short: bool) -> list[str]:
    flags = {"checked": control.checked, "expanded": control.expanded, "selected": control.selected}
    words = [f"{name}={'yes' if flag else 'no'}" for name, flag in flags.items() if flag is not None]
    if control.input_type not in _TICKED and (control.value or control.role in _TYPED):
        words.append(f"value={_string(control.value, _SHORT_VALUE if is_short else _VALUE)}")
    if control.href and not is_short:
        words.append(f"to={_string(control.href, _VALUE)}")
    return words + ["disabled"] * control.disabled + ["covered"] * control.covered


def _limits(control: Control, detail: Detail, *, is_short: bool) -> list[str]:
    words = ["required"] * detail.required + ["readonly"] * detail.readonly + ["invalid"] * detail.invalid
    words += ["in-dialog"] * detail.in_dialog + ["leads-off-the-site"] * detail.foreign
    if is_short:
        return words
    attributes = {"placeholder": detail.placeholder, "min": detail.min, "max": detail.max, "step": detail.step}
    words += [f"{name}={_string(text, _VALUE)}" for name, text in attributes.items() if text]
    if detail.options and control.tag == "select":
        labels = [shorten(option.label, 30) for option in detail.options[:_OPTIONS]]
        more = ["…"] if len(detail.options) > _OPTIONS else []
        words.append(f"options={_string(' | '.join(labels + more), 400)}")
    return words


def _canvas(canvas: Canvas, page_facts: PageFacts, scale: float) -> str:
    blank = " blank" if canvas.blank else ""
    shows = f" shows={_string(' | '.join(text.text for text in canvas.texts), 400)}" if canvas.texts else ""
    return f"canvas, to be used by coordinates or keys, {to_picture_box(canvas.box, page_facts, scale)}{blank}{shows}"


def _string(text: str, length: int) -> str:
    return '"' + shorten(text, length).replace("\\", "\\\\").replace('"', '\\"') + '"'
