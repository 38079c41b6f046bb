"""`Change`: the effect of an action, from two observations and the page's background changes. Pure."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pytest_cookie.browser.page.observation import ElementState, Happenings, Observation
from pytest_cookie.core.page import Box, Control
from pytest_cookie.core.parsing import strip_fragment
from pytest_cookie.core.trace import MAX_CONTROL_NAME, Change, ControlProperty, Motion, StateChange
from pytest_cookie.exploration.effects.background_changes import (
    COLUMNS,
    ROWS,
    BackgroundChanges,
    Cell,
    cells_of,
    quiet_mask,
)
from pytest_cookie.exploration.effects.visibility import Bounds, VisibleChange
from pytest_cookie.exploration.pictures import changed_mask, decode_pixels, round_share

MIN_PIXELS = 24
"""Fewer changed pixels than this (a 5 × 5 dot) are not noticed."""

RING_PX = 10  # the widest focus rings of common styles
MAX_REGIONS = 5  # readers look at the largest
_MAX_TEXTS = 24  # a dialog that goes and a row of a table
_MAX_STATES = 12
_MAX_BY_ITSELF = 6
_TEXT_LENGTH = 200  # identifies a text; the page has the rest
_STIRRED_CELLS = 4
_NOTICED_SCROLL_PX = 2  # less is rounding
_MOVED_PX = 10
"""How far the centre of an element goes at least if it is put elsewhere; less is the look of what the pointer is on."""

_TYPED = frozenset({"textbox", "searchbox", "spinbutton"})

NOTHING = Happenings()


@dataclass(frozen=True)
class _DomChange:
    """Paths of visible elements that came, went or changed."""

    added: tuple[str, ...]
    removed: tuple[str, ...]
    changed: tuple[str, ...]


def compare(
    before: Observation,
    after: Observation,
    *,
    quiet: BackgroundChanges | None = None,
    happenings: Happenings = NOTHING,
    around: tuple[Box, ...] = (),
) -> Change:
    """The differences in `after`, without those in `quiet`, i.e. changes without any action.

    Pixels within `RING_PX` of the boxes `around` (in the document) do not count: there a focus ring comes and goes.
    Windows of different sizes are compared over their common part: the size alone is not a change, but that of a canvas
    is. `regions` are boxes
    in the viewport's pixels, at most five. Changes of the document without a changed pixel are reported, but are
    neither `shown` nor `seen`: invisible text, attributes, an address.
    """
    quiet = quiet or BackgroundChanges()
    changed = _changed(before, after)
    mask = _attributable(changed, before, after, quiet, around)
    dom = _dom_change(before, after, quiet)
    appeared, vanished = _texts(before.elements, after.elements, dom)
    still_shown = _list_texts(after.inventory.whole_text) if vanished else frozenset()
    sight = VisibleChange(before, after, changed, mask)
    change = Change(
        pixels=round_share(float(mask.mean())) if mask.size else 0.0,
        regions=_regions(mask),
        dom_added=len(dom.added),
        dom_removed=len(dom.removed),
        dom_changed=len(dom.changed),
        moved=_count_moved(sight, quiet),
        appeared_text=appeared,
        vanished_text=vanished,
        kept_text=tuple(text for text in vanished if " ".join(text.split()) in still_shown),
        states=_states(before, after, quiet),
        url=after.url if after.url != before.url else "",
        focus=after.focus if after.focus != before.focus else "",
        scrolled_px=0.0 if quiet.scrolls else after.scroll_y - before.scroll_y,
        scrolled_x_px=0.0 if quiet.scrolls_sideways else after.scroll_x - before.scroll_x,
        dialogs=happenings.dialogs,
        popups=happenings.popups,
        downloads=happenings.downloads,
        effects=_effects(before, after),
        fields_gone=_fields_gone(before, after),
    )
    shown = _is_shown(change, dom, sight, quiet)
    noticed = int(mask.sum()) >= MIN_PIXELS or shown or _is_told(change) or _has_refitted(before, after)
    return change.model_copy(update={"seen": noticed, "shown": shown})


def _list_texts(words: str) -> frozenset[str]:
    """The lines of a page, and the cells of its tables, without repeated blanks."""
    lines = [part for line in words.splitlines() for part in (line, *line.split("\t"))]
    return frozenset(" ".join(line.split()) for line in lines)


def _has_refitted(before: Observation, after: Observation) -> bool:
    """Whether a canvas took another size with the window: one that moves by itself shows no other sign of it."""
    if decode_pixels(before.screenshot).shape == decode_pixels(after.screenshot).shape:
        return False
    sizes, then = (
        {canvas.selector: (canvas.box.width, canvas.box.height) for canvas in one.inventory.canvases}
        for one in (before, after)
    )
    return any(size != then.get(selector, size) for selector, size in sizes.items())


def find_background_texts(before: Observation, after: Observation, known: BackgroundChanges) -> tuple[str, ...]:
    """Return the new texts of elements that the page is known to change by itself."""
    first, then = before.elements, after.elements
    changed = (path for path in then if path in first and known.covers(path) and then[path].text != first[path].text)
    texts = dict.fromkeys(then[path].text for path in changed if then[path].text)
    return tuple(text[:_TEXT_LENGTH] for text in texts)[:_MAX_BY_ITSELF]


def detect_motion_change(
    before: BackgroundChanges, after: BackgroundChanges, fresh: BackgroundChanges | None = None, *, late: bool = False
) -> Motion:
    """Whether an action started or stopped motion of the page; "" for neither. `fresh` is what in `after` is new.

    If its first effect came `late` and anything keeps moving, however small, the action started a clock. A permanent
    animation has still moments, which no action caused.
    """
    if 0 < before.animations <= after.animations:
        return ""
    if len(before.cells) >= _STIRRED_CELLS and after.calm:
        return "stopped"
    new = after if fresh is None else fresh
    if before.calm and (len(new.cells) >= _STIRRED_CELLS or (late and not new.calm)):
        return "started"
    return ""


def _changed(before: Observation, after: Observation) -> NDArray[np.bool_]:
    if before.screenshot == after.screenshot:
        return np.zeros((0, 0), dtype=np.bool_)
    return changed_mask(decode_pixels(before.screenshot), decode_pixels(after.screenshot))


def _attributable(
    changed: NDArray[np.bool_],
    before: Observation,
    after: Observation,
    quiet: BackgroundChanges,
    around: tuple[Box, ...],
) -> NDArray[np.bool_]:
    height, width = changed.shape  # background changes are known for the window's previous size
    if not changed.size:
        return changed
    quieted = quiet_mask(decode_pixels(before.screenshot).shape, quiet, before, after)[:height, :width]
    left = _outside(changed & ~quieted, before, around)
    return left if left.sum() >= MIN_PIXELS else np.zeros((0, 0), dtype=np.bool_)


def _outside(changed: NDArray[np.bool_], before: Observation, around: tuple[Box, ...]) -> NDArray[np.bool_]:
    """The changes outside the boxes, as a copy if there are boxes."""
    changed = changed.copy() if around and changed.size else changed
    for box in around if changed.size else ():
        left, top = round(box.x) - RING_PX, round(box.y - before.scroll_y) - RING_PX
        right, bottom = left + round(box.width) + 2 * RING_PX, top + round(box.height) + 2 * RING_PX
        changed[max(0, top) : max(0, bottom), max(0, left) : max(0, right)] = False
    return changed


def _dom_change(before: Observation, after: Observation, quiet: BackgroundChanges) -> _DomChange:
    first, then = before.elements, after.elements
    changed = [
        path
        for path in first.keys() & then.keys()
        if (first[path].text, first[path].state) != (then[path].text, then[path].state)
    ]
    return _DomChange(
        added=tuple(path for path in then if path not in first and not quiet.covers(path)),
        removed=tuple(path for path in first if path not in then and not quiet.covers(path)),
        changed=tuple(sorted(path for path in changed if not quiet.covers(path))),
    )


def _count_moved(sight: VisibleChange, quiet: BackgroundChanges) -> int:
    """How many elements went to another place in the document, where they can be seen."""
    if not sight.told.size or quiet.scrolls or quiet.scrolls_sideways:
        return 0
    first, then = sight.before.elements, sight.after.elements
    return sum(
        _is_elsewhere(first[path].box, element.box) and not quiet.covers(path) and sight.of_any((), (), (path,))
        for path, element in then.items()
        if path in first and first[path].box != element.box
    )


def _is_elsewhere(old: tuple[int, int, int, int], new: tuple[int, int, int, int]) -> bool:
    across, down = (abs(new[side] + new[side + 2] / 2 - old[side] - old[side + 2] / 2) for side in (0, 1))
    return max(across, down) >= _MOVED_PX


def _texts(
    first: dict[str, ElementState], then: dict[str, ElementState], dom: _DomChange
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    old = [first[path].text for path in (*dom.removed, *dom.changed) if first[path].text]
    new = [then[path].text for path in (*dom.added, *dom.changed) if then[path].text]
    return _only(new, set(old)), _only(old, set(new))


def _only(texts: list[str], others: set[str]) -> tuple[str, ...]:
    """In order, each once, those that the other side has not: what merely moved did neither appear nor vanish."""
    return tuple(text[:_TEXT_LENGTH] for text in dict.fromkeys(texts) if text not in others)[:_MAX_TEXTS]


def _states(before: Observation, after: Observation, quiet: BackgroundChanges) -> tuple[StateChange, ...]:
    first = {control.ref: control for control in before.inventory.controls}
    found = []
    for control in after.inventory.controls:
        if control.ref in first and control.ref not in quiet.controls:
            found += _state_changes(first[control.ref], control)
    return tuple(found[:_MAX_STATES])


def _state_changes(before: Control, after: Control) -> list[StateChange]:
    name = (before.name or before.role)[:MAX_CONTROL_NAME]
    pairs: dict[ControlProperty, tuple[bool | str | None, bool | str | None]] = {
        "checked": (before.checked, after.checked),
        "expanded": (before.expanded, after.expanded),
        "selected": (before.selected, after.selected),
        "disabled": (before.disabled, after.disabled),
        "value": (before.value[:60], after.value[:60]),
    }
    return [
        StateChange(control=name, property=what, before=old, after=new)
        for what, (old, new) in pairs.items()
        if old != new
    ]


def _is_shown(change: Change, dom: _DomChange, sight: VisibleChange, quiet: BackgroundChanges) -> bool:
    """Whether anything but mere looks changed to be seen: elements, states, the place in the page, the page itself."""
    first, then = sight.before.elements, sight.after.elements
    if sight.of_any(dom.added, dom.removed, [path for path in dom.changed if first[path].text != then[path].text]):
        return True
    moved_on = strip_fragment(sight.after.url) != strip_fragment(sight.before.url)
    if sight.told.size and (moved_on or abs(change.scrolled_px) >= _NOTICED_SCROLL_PX):
        return True
    return (sight.told.size > 0 and _shows_state(sight, quiet)) or sight.of_any((), (), _out_of_sight(dom, sight))


def _shows_state(sight: VisibleChange, quiet: BackgroundChanges) -> bool:
    """Whether a control that is in another state looks another way, on it or right beside it."""
    first = {control.ref: control for control in sight.before.inventory.controls}
    return any(
        sight.is_told_within(_around(control.box, seen, RING_PX))
        for control in sight.after.inventory.controls
        if control.ref in first and control.ref not in quiet.controls and _state_changes(first[control.ref], control)
        for seen in (sight.before, sight.after)
    )


def _around(box: Box, seen: Observation, px: int) -> Bounds:
    """A box in the document, and `px` on each side of it, as the window shows it."""
    left, top = round(box.x - seen.window_at[0]) - px, round(box.y - seen.window_at[1]) - px
    return left, top, left + round(box.width) + 2 * px, top + round(box.height) + 2 * px


def _is_told(change: Change) -> bool:
    """Whether the user is informed outside the page: by a dialog, a window, a file or the browser."""
    return bool(change.dialogs or change.popups or change.downloads or change.effects)


def _effects(before: Observation, after: Observation) -> tuple[str, ...]:
    """The page's browser requests caused by this action; a new document restarts the count."""
    known = len(before.effects) if after.effects[: len(before.effects)] == before.effects else 0
    return after.effects[known:][:_MAX_STATES]


def _fields_gone(before: Observation, after: Observation) -> tuple[str, ...]:
    there = {control.ref for control in after.inventory.controls}
    gone = [other for other in before.inventory.controls if other.role in _TYPED and other.ref not in there]
    return tuple((item.name or item.role)[:60] for item in gone)[:_MAX_STATES]


def _out_of_sight(dom: _DomChange, sight: VisibleChange) -> list[str]:
    """Elements that changed outside the window, so that no pixel shows it."""
    first, after = sight.before.elements, sight.after
    height = decode_pixels(after.screenshot).shape[0] if dom.changed else 0
    found = []
    for path in dom.changed:
        old, new = first[path], after.elements[path]
        top = new.box[1] - after.window_at[1]
        looks_alike = bool(new.look) and (old.look, old.box) == (new.look, new.box)
        if (top + new.box[3] <= 0 or top >= height) and not looks_alike:
            found.append(path)
    return found


def _regions(mask: NDArray[np.bool_]) -> tuple[Box, ...]:
    if not mask.any():
        return ()
    boxes = [_bounds(mask, group) for group in _connected(cells_of(mask))]
    while len(boxes) > MAX_REGIONS:
        boxes = _merge_nearest(boxes)
    ordered = sorted(boxes, key=lambda box: (box[1], box[0]))
    return tuple(Box(x=x, y=y, width=right - x, height=bottom - y) for x, y, right, bottom in ordered)


def _connected(cells: frozenset[Cell]) -> list[set[Cell]]:
    left, groups = set(cells), []
    while left:
        group, edge = set(), [left.pop()]
        while edge:
            row, column = edge.pop()
            group.add((row, column))
            near = {(row + dy, column + dx) for dy in (-1, 0, 1) for dx in (-1, 0, 1)} & left
            left -= near
            edge += near
        groups.append(group)
    return groups


def _bounds(mask: NDArray[np.bool_], group: set[Cell]) -> Bounds:
    """Left, top, right, bottom of the set pixels within the group's cells."""
    height, width = mask.shape
    rows, columns = [row for row, _ in group], [column for _, column in group]
    top, left = -(-min(rows) * height // ROWS), -(-min(columns) * width // COLUMNS)
    part = mask[top : -(-(max(rows) + 1) * height // ROWS), left : -(-(max(columns) + 1) * width // COLUMNS)]
    ys, xs = np.nonzero(part)
    return (left + int(xs.min()), top + int(ys.min()), left + int(xs.max()) + 1, top + int(ys.max()) + 1)


def _merge_nearest(boxes: list[Bounds]) -> list[Bounds]:
    """Join the two boxes whose common box wastes the least space."""
    pairs = [(i, j) for i in range(len(boxes)) for j in range(i + 1, len(boxes))]
    i, j = min(pairs, key=lambda pair: _waste(boxes[pair[0]], boxes[pair[1]]))
    rest = [box for index, box in enumerate(boxes) if index not in (i, j)]
    return [*rest, _union(boxes[i], boxes[j])]


def _union(a: Bounds, b: Bounds) -> Bounds:
    return (min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3]))


def _waste(a: Bounds, b: Bounds) -> int:
    def size(box: Bounds) -> int:
        return (box[2] - box[0]) * (box[3] - box[1])

    return size(_union(a, b)) - size(a) - size(b)
