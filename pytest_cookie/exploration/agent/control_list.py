"""The page's controls as a bounded list for a model, one per line, those in the window first; or what changed in it."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from pytest_cookie.core.page import Box, Canvas, Control
from pytest_cookie.core.text import shorten
from pytest_cookie.exploration.agent.references import References
from pytest_cookie.exploration.agent_protocol import View
from pytest_cookie.exploration.page_facts import Detail, PageFacts

MAX_IN_WINDOW = 60
MAX_ELSEWHERE = 25
MAX_REPEATED = 10
"""As `MAX_ELSEWHERE`, in a list that a model has seen before."""
_TICKED = frozenset({"checkbox", "radio"})
_TYPED = frozenset({"textbox", "searchbox", "spinbutton", "combobox"})
_PLAIN_INPUTS = frozenset({"", "text", "submit", "button", *_TICKED})
_NAME, _ROW, _VALUE, _OPTIONS, _CANVASES = 70, 40, 60, 12, 4
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
        return f"at {self.x:.0f},{self.y:.0f} {self.width:.0f}x{self.height:.0f}"


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
    """Return the listed controls in the window, in document order; one of each kind before the second of any."""
    inside = [control for control in view.observation.inventory.controls if control.in_viewport]
    return _most_useful(inside, view.page_facts.details, MAX_IN_WINDOW)


@dataclass(frozen=True)
class _Entry:
    """A line of the list: `words`, then the place. `box` is None outside the window."""

    words: str
    place: str
    box: PictureBox | None

    @property
    def line(self) -> str:
        return f"{self.words} {self.place}".rstrip()

    def shift_from(self, earlier: "_Entry") -> tuple[int, int] | None:
        """How far it moved, in whole picture pixels; None if anything else changed."""
        if self.words != earlier.words or (self.box is None) != (earlier.box is None):
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
        lines = [f"In the window ({_count(inside, sum(other.in_viewport for other in controls))}):"]
        lines += [self._shown[self._references.number(item)].line for item in inside]
        lines += self._canvases
        if elsewhere:
            total = sum(not control.in_viewport for control in controls)
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
        lines = _differences(before, now, present={known.number for known in self._references.present})
        if _canvases(view, scale) != canvases:
            lines += _canvases(view, scale) or ["No canvas is left."]
        if len("\n".join(lines)) > _SHORT_ENOUGH * sum(len(entry.line) + 1 for entry in now.values()):
            return self.text(view, scale, repeated=True)
        self._shown, self._canvases = now, _canvases(view, scale)
        return "\n".join(lines)

    def _entries(self, listed: list[Control], view: View, scale: float) -> dict[int, _Entry]:
        namesakes = Counter((control.role, control.name) for control in view.observation.inventory.controls)
        return {self._references.number(item): self._entry(item, view, scale, namesakes) for item in listed}

    def _entry(self, control: Control, view: View, scale: float, namesakes: Counter[tuple[str, str]]) -> _Entry:
        page_facts = view.page_facts
        detail = page_facts.of(control)
        identity = view.sight.of(control)
        row = "" if identity.is_container else identity.row
        name = identity.row if identity.is_container and identity.row else control.name
        words = [f"[{self._references.name(control)}]", _role(control), _string(name, _NAME)]
        if row and namesakes[control.role, control.name] > 1:
            words.append(f"in={_string(row, _ROW)}")
        words += _state(control) + _limits(control, detail)
        if tried := self._tried[self._references.number(control)]:
            words.append(f"tried={tried}")
        if not control.in_viewport:
            return _Entry(" ".join(words), _direction(control, page_facts), None)
        box = to_picture_box(control.box, page_facts, scale)
        return _Entry(" ".join(words), str(box), box)


def _differences(before: dict[int, _Entry], now: dict[int, _Entry], *, present: set[int]) -> list[str]:
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
        ("Far from the window now", [number for number in left if number in present]),
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


def _most_useful(controls: list[Control], details: dict[str, Detail], limit: int) -> list[Control]:
    if len(controls) <= limit:
        return controls
    seen_kinds: Counter[str] = Counter()
    ranked = []
    for order, control in enumerate(controls):
        blocked = control.disabled or control.covered
        in_dialog = control.ref in details and details[control.ref].in_dialog
        ranked.append((not in_dialog, blocked, seen_kinds[control.kind], order))
        seen_kinds[control.kind] += 1
    return [controls[order] for *_, order in sorted(sorted(ranked)[:limit], key=lambda rank: rank[-1])]


def _nearest(view: View, most: int) -> list[Control]:
    page_facts = view.page_facts
    outside = [control for control in view.observation.inventory.controls if not control.in_viewport]
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


def _state(control: Control) -> list[str]:
    flags = {"checked": control.checked, "expanded": control.expanded, "selected": control.selected}
    words = [f"{name}={'yes' if flag else 'no'}" for name, flag in flags.items() if flag is not None]
    if control.input_type not in _TICKED and (control.value or control.role in _TYPED):
        words.append(f"value={_string(control.value, _VALUE)}")
    if control.href:
        words.append(f"to={_string(control.href, _VALUE)}")
    return words + ["disabled"] * control.disabled + ["covered"] * control.covered


def _limits(control: Control, detail: Detail) -> list[str]:
    words = ["required"] * detail.required + ["readonly"] * detail.readonly + ["invalid"] * detail.invalid
    words += ["in-dialog"] * detail.in_dialog + ["leads-off-the-site"] * detail.foreign
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
