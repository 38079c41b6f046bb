"""`BackgroundChanges`: what a page changes by itself, so that it is not taken for the effect of an action."""

from dataclasses import dataclass, field, replace
from functools import reduce
from typing import Self

import numpy as np
from numpy.typing import NDArray

from pytest_cookie.browser.page.observation import ElementState, Observation
from pytest_cookie.exploration.pictures import changed_mask, decode_pixels

COLUMNS, ROWS = 32, 18
"""The grid over the viewport: 40 × 40 px cells at 1280 × 720."""

Cell = tuple[int, int]
"""Row and column."""

Bounds = tuple[int, int, int, int]
"""Left, top, right, bottom in px."""

_LARGE_SHARE = 0.5  # a motion over half of the window hides small changes anywhere
_LEAST_MARGIN_PX, _MOST_MARGIN_PX = 6, 40
"""Glyphs and shadows reach beyond their boxes; what moves may be as much further on as it has been seen to move."""


@dataclass(frozen=True)
class BackgroundChanges:
    """What differed between observations with no action between them.

    `elements` are paths whose text or state changed, `looks` those whose computed style did, `toggled` those that came
    or went and `containers` the elements around those that came; `tracks` is where `toggled` elements, and those whose
    box changed, have been (left, top, right, bottom in the document); `cells` where pixels changed, `loose` those of
    them that none of these elements explains; `canvases` the selectors of canvases among them; `controls` the refs of
    those whose value changed.
    """

    elements: frozenset[str] = frozenset()
    looks: frozenset[str] = frozenset()
    toggled: frozenset[str] = frozenset()
    containers: frozenset[str] = frozenset()
    tracks: dict[str, Bounds] = field(default_factory=dict)
    cells: frozenset[Cell] = frozenset()
    loose: frozenset[Cell] = frozenset()
    canvases: frozenset[str] = frozenset()
    controls: frozenset[str] = frozenset()
    animations: int = 0
    scrolls: bool = False
    scrolls_sideways: bool = False

    @classmethod
    def between(cls, before: Observation, after: Observation) -> Self:
        """What changed by itself between two observations of the same page."""
        first, then = before.elements, after.elements
        shared = first.keys() & then.keys()
        changed = _changed_pixels(before.screenshot, after.screenshot)
        cells = cells_of(changed)
        changes = cls(
            elements=frozenset(path for path in shared if not _same_content(before, after, path)),
            looks=frozenset(path for path in shared if _looks_differ(first[path], then[path])),
            toggled=frozenset(first.keys() ^ then.keys()),
            containers=frozenset(container_of(path) for path in then.keys() - first.keys()),
            tracks=_tracks(before, after),
            cells=cells,
            canvases=_canvases_at(after, cells),
            controls=_restless_controls(before, after),
            animations=max(before.running_animations, after.running_animations),
            scrolls=before.scroll_y != after.scroll_y,
            scrolls_sideways=before.scroll_x != after.scroll_x,
        )
        return replace(changes, loose=cells_of(changed & ~_box_mask(changed.shape, (before, after), changes)))

    def __or__(self, other: "BackgroundChanges") -> "BackgroundChanges":
        """Both together."""
        return BackgroundChanges(
            elements=self.elements | other.elements,
            looks=self.looks | other.looks,
            toggled=self.toggled | other.toggled,
            containers=self.containers | other.containers,
            tracks={path: _union_of(self, other, path) for path in self.tracks.keys() | other.tracks.keys()},
            cells=self.cells | other.cells,
            loose=self.loose | other.loose,
            canvases=self.canvases | other.canvases,
            controls=self.controls | other.controls,
            animations=max(self.animations, other.animations),
            scrolls=self.scrolls or other.scrolls,
            scrolls_sideways=self.scrolls_sideways or other.scrolls_sideways,
        )

    @property
    def calm(self) -> bool:
        """Whether the visible page is still."""
        return not self.cells and not self.elements and not self.toggled and not self.containers

    def covers(self, path: str) -> bool:
        """Whether the page changes this element by itself."""
        return path in self.elements or path in self.toggled or container_of(path) in self.containers


def without_known(
    pair: BackgroundChanges, before: Observation, after: Observation, known: BackgroundChanges
) -> BackgroundChanges:
    """The elements, containers and cells of a pair that `known` does not explain."""
    changed = _changed_pixels(before.screenshot, after.screenshot)
    explained = quiet_mask(changed.shape, known, before, after)
    return replace(
        BackgroundChanges(),
        elements=frozenset(path for path in pair.elements if not known.covers(path)),
        containers=pair.containers - known.containers,
        cells=cells_of(changed & ~explained),
    )


def container_of(path: str) -> str:
    """The path of the element around this one."""
    return path.rpartition(">")[0]


def quiet_mask(shape: tuple[int, ...], quiet: BackgroundChanges, *observations: Observation) -> NDArray[np.bool_]:
    """True for pixels whose change is no evidence: boxes of what moves, live canvases, other cells with neighbours."""
    height, width = shape[:2]
    mask = _box_mask(shape, observations, quiet)
    for row, column in quiet.loose:
        top, bottom = (row - 1) * height // ROWS, (row + 2) * height // ROWS
        left, right = (column - 1) * width // COLUMNS, (column + 2) * width // COLUMNS
        mask[max(0, top) : bottom, max(0, left) : right] = True
    for observation in observations:
        for x, y, w, h in _canvas_boxes(observation, quiet.canvases):
            mask[max(0, y) : max(0, y + h), max(0, x) : max(0, x + w)] = True
    return mask


def _box_mask(
    shape: tuple[int, ...], observations: tuple[Observation, ...], quiet: BackgroundChanges
) -> NDArray[np.bool_]:
    """True within the boxes of what changes by itself, except for boxes that fill most of the window."""
    height, width = shape[:2]
    mask = np.zeros((height, width), dtype=np.bool_)
    for left, top, right, bottom in _restless_bounds(observations, quiet) if mask.size else ():
        if (right - left) * (bottom - top) < _LARGE_SHARE * width * height:
            mask[max(0, top) : max(0, bottom), max(0, left) : max(0, right)] = True
    return mask


def cells_of(mask: NDArray[np.bool_]) -> frozenset[Cell]:
    """The cells with at least one set pixel."""
    if not mask.size or not mask.any():
        return frozenset()
    height, width = mask.shape
    if height < ROWS or width < COLUMNS:  # a window smaller than the grid has cells without a pixel
        rows, columns = np.nonzero(mask)
        return frozenset(zip((rows * ROWS // height).tolist(), (columns * COLUMNS // width).tolist(), strict=True))
    by_row = np.logical_or.reduceat(mask, _first_of_each(height, ROWS), axis=0)
    found = np.logical_or.reduceat(by_row, _first_of_each(width, COLUMNS), axis=1)
    rows, columns = np.nonzero(found)
    return frozenset(zip(rows.tolist(), columns.tolist(), strict=True))


def _first_of_each(pixels: int, cells: int) -> NDArray[np.intp]:
    """Where each of so many equal parts of a side begins."""
    return -(-np.arange(cells) * pixels // cells)


def _looks_differ(one: ElementState, other: ElementState) -> bool:
    return bool(one.look and other.look) and one.look != other.look


def _same_content(before: Observation, after: Observation, path: str) -> bool:
    first, then = before.elements[path], after.elements[path]
    return first.text == then.text and first.state == then.state


def _changed_pixels(before: bytes, after: bytes) -> NDArray[np.bool_]:
    if before == after:
        return np.zeros((0, 0), dtype=np.bool_)
    return changed_mask(decode_pixels(before), decode_pixels(after))


def _restless_controls(before: Observation, after: Observation) -> frozenset[str]:
    first = {control.ref: control for control in before.inventory.controls}
    return frozenset(
        control.ref
        for control in after.inventory.controls
        if control.ref in first and control.value != first[control.ref].value
    )


def _restless_bounds(observations: tuple[Observation, ...], quiet: BackgroundChanges) -> list[Bounds]:
    """In the viewport. A picture is taken a moment after the boxes are read, hence a margin around what moves."""
    found = []
    scrolled = round(observations[-1].scroll_y)
    for path in {path for observation in observations for path in observation.elements} | quiet.tracks.keys():
        if not (quiet.covers(path) or path in quiet.tracks or path in quiet.looks):
            continue
        boxes = [_bounds_of(other, path) for other in observations if path in other.elements]
        bounds = [*boxes, *([quiet.tracks[path]] if path in quiet.tracks else [])]
        left, top, right, bottom = reduce(join_bounds, bounds)
        margin = min(_MOST_MARGIN_PX, _LEAST_MARGIN_PX + _way(reduce(join_bounds, bounds), boxes))
        found.append((left - margin, top - scrolled - margin, right + margin, bottom - scrolled + margin))
    return found


def _way(track: Bounds, boxes: list[Bounds]) -> int:
    """How far, at least, an element with one of these boxes has moved within its track, in px."""
    left, top, right, bottom = track
    return max((max(right - left - box[2] + box[0], bottom - top - box[3] + box[1]) for box in boxes), default=0)


def _tracks(before: Observation, after: Observation) -> dict[str, Bounds]:
    first, then = before.elements, after.elements
    found = {}
    for path in first.keys() | then.keys():
        seen = [observation for observation in (before, after) if path in observation.elements]
        if len(seen) == 1 or first[path].box != then[path].box:
            found[path] = reduce(join_bounds, (_bounds_of(item, path) for item in seen))
    return found


def _bounds_of(observation: Observation, path: str) -> Bounds:
    x, y, width, height = observation.elements[path].box
    return (x, y, x + width, y + height)


def join_bounds(a: Bounds, b: Bounds) -> Bounds:
    """The smallest bounds around both."""
    return (min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3]))


def _union_of(first: BackgroundChanges, second: BackgroundChanges, path: str) -> Bounds:
    a, b = first.tracks.get(path), second.tracks.get(path)
    return join_bounds(a, b) if a and b else a or b or (0, 0, 0, 0)


def _canvas_boxes(observation: Observation, selectors: frozenset[str]) -> list[tuple[int, int, int, int]]:
    boxes = [canvas.box for canvas in observation.inventory.canvases if canvas.selector in selectors]
    top = observation.scroll_y
    return [(round(box.x), round(box.y - top), round(box.width), round(box.height)) for box in boxes]


def _canvases_at(observation: Observation, cells: frozenset[Cell]) -> frozenset[str]:
    """Canvases with motion, on which an action's effect cannot be distinguished from it."""
    if not cells:
        return frozenset()
    height, width = decode_pixels(observation.screenshot).shape[:2]
    places = [((column + 0.5) * width / COLUMNS, (row + 0.5) * height / ROWS) for row, column in cells]
    reach_x, reach_y = width / COLUMNS / 2, height / ROWS / 2
    found = set()
    for canvas in observation.inventory.canvases:
        x, y, w, h = _canvas_boxes(observation, frozenset({canvas.selector}))[0]
        if any(x - reach_x < px < x + w + reach_x and y - reach_y < py < y + h + reach_y for px, py in places):
            found.add(canvas.selector)
    return frozenset(found)
