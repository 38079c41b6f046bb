"""`BackgroundChanges`: what a page changes by itself, so that it is not taken for the effect of an action."""

from collections import deque
from dataclasses import dataclass, field
from typing import Self

import numpy as np
from numpy.typing import NDArray

from pytest_cookie.browser.page.observation import Observation
from pytest_cookie.exploration.pictures import changed_mask, decode_pixels

COLUMNS, ROWS = 32, 18
"""The grid over the viewport: 40 × 40 px cells at 1280 × 720."""

Cell = tuple[int, int]
"""Row and column."""

Bounds = tuple[int, int, int, int]
"""Left, top, right, bottom in px."""

_REMEMBERED_PAIRS = 5
_LARGE_SHARE = 0.5
_MARGIN_PX = 40


@dataclass(frozen=True)
class BackgroundChanges:
    """What differed between observations with no action between them.

    `elements` are paths whose text or state changed, `containers` those whose children came or went, `tracks`
    where elements whose box changed have been (left, top, right, bottom in the document); `cells` where pixels
    changed; `canvases` the selectors of canvases among them; `controls` the refs of those whose value changed.
    """

    elements: frozenset[str] = frozenset()
    containers: frozenset[str] = frozenset()
    tracks: dict[str, Bounds] = field(default_factory=dict)
    cells: frozenset[Cell] = frozenset()
    canvases: frozenset[str] = frozenset()
    controls: frozenset[str] = frozenset()
    animations: int = 0
    scrolls: bool = False

    @classmethod
    def between(cls, before: Observation, after: Observation) -> Self:
        """What changed by itself between two observations of the same page."""
        first, then = before.elements, after.elements
        shared = first.keys() & then.keys()
        cells = _changed_cells(before.screenshot, after.screenshot)
        return cls(
            elements=frozenset(path for path in shared if not _same_content(before, after, path)),
            containers=frozenset(container_of(path) for path in first.keys() ^ then.keys()),
            tracks={path: _track(before, after, path) for path in shared if first[path].box != then[path].box},
            cells=cells,
            canvases=_canvases_at(after, cells),
            controls=_restless_controls(before, after),
            animations=max(before.running_animations, after.running_animations),
            scrolls=before.scroll_y != after.scroll_y,
        )

    def __or__(self, other: "BackgroundChanges") -> "BackgroundChanges":
        """Both together."""
        return BackgroundChanges(
            elements=self.elements | other.elements,
            containers=self.containers | other.containers,
            tracks={path: _union_of(self, other, path) for path in self.tracks.keys() | other.tracks.keys()},
            cells=self.cells | other.cells,
            canvases=self.canvases | other.canvases,
            controls=self.controls | other.controls,
            animations=max(self.animations, other.animations),
            scrolls=self.scrolls or other.scrolls,
        )

    @property
    def calm(self) -> bool:
        """Whether the visible page is still."""
        return not self.cells and not self.elements and not self.containers

    def covers(self, path: str) -> bool:
        """Whether what happens to this element happens by itself."""
        return path in self.elements or container_of(path) in self.containers


@dataclass
class Stillness:
    """Recent changes without an action: the last few idle pairs count, and what changed twice always counts."""

    _pairs: deque[BackgroundChanges] = field(default_factory=lambda: deque(maxlen=_REMEMBERED_PAIRS))
    _once: frozenset[str] = frozenset()
    _always: frozenset[str] = frozenset()

    def learn(self, pair: BackgroundChanges, *, lasting: bool = False) -> None:
        """Take note of what an idle pair shows. Where nothing moved any more, pixels can be trusted again.

        `lasting`: it was looked at for long enough to say that these elements go on so, such as a clock's second hand.
        """
        self._always |= pair.elements if lasting else self._once & pair.elements
        self._once |= pair.elements
        if pair.calm:
            self._pairs.clear()
        else:
            self._pairs.append(pair)

    def forget(self) -> None:
        """Start over for another document or window."""
        self._pairs.clear()
        self._once = self._always = frozenset()

    @property
    def known(self) -> BackgroundChanges:
        """Everything that counts as the page's own doing now."""
        together = BackgroundChanges(elements=self._always)
        for pair in self._pairs:
            together |= pair
        return together


def container_of(path: str) -> str:
    """The path of the element around this one."""
    return path.rpartition(">")[0]


def quiet_mask(shape: tuple[int, ...], quiet: BackgroundChanges, *observations: Observation) -> NDArray[np.bool_]:
    """True for pixels whose change is no evidence: volatile cells and their neighbours, moving boxes, live canvases."""
    height, width = shape[:2]
    mask = np.zeros((height, width), dtype=np.bool_)
    for row, column in quiet.cells:
        top, bottom = (row - 1) * height // ROWS, (row + 2) * height // ROWS
        left, right = (column - 1) * width // COLUMNS, (column + 2) * width // COLUMNS
        mask[max(0, top) : bottom, max(0, left) : right] = True
    for left, top, right, bottom in _restless_bounds(observations, quiet):
        if (right - left) * (bottom - top) < _LARGE_SHARE * width * height:
            mask[max(0, top) : max(0, bottom), max(0, left) : max(0, right)] = True
    for observation in observations:
        for x, y, w, h in _canvas_boxes(observation, quiet.canvases):
            mask[max(0, y) : max(0, y + h), max(0, x) : max(0, x + w)] = True
    return mask


def cells_of(mask: NDArray[np.bool_]) -> frozenset[Cell]:
    """The cells with at least one set pixel."""
    if not mask.any():
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


def _same_content(before: Observation, after: Observation, path: str) -> bool:
    first, then = before.elements[path], after.elements[path]
    return first.text == then.text and first.state == then.state


def _changed_cells(before: bytes, after: bytes) -> frozenset[Cell]:
    if before == after:
        return frozenset()
    return cells_of(changed_mask(decode_pixels(before), decode_pixels(after)))


def _restless_controls(before: Observation, after: Observation) -> frozenset[str]:
    first = {control.ref: control for control in before.inventory.controls}
    return frozenset(
        control.ref
        for control in after.inventory.controls
        if control.ref in first and control.value != first[control.ref].value
    )


def _restless_bounds(observations: tuple[Observation, ...], quiet: BackgroundChanges) -> list[Bounds]:
    """In the viewport. A picture is a moment later than the boxes beside it, hence a margin around what moves."""
    found = []
    for path in {path for one in observations for path in one.elements}:
        if path not in quiet.elements and path not in quiet.tracks and container_of(path) not in quiet.containers:
            continue
        track = quiet.tracks.get(path)
        for one in observations:
            if path in one.elements:
                track = _union(track, _bounds_of(one, path)) if track else _bounds_of(one, path)
        top = round(observations[-1].scroll_y)
        margin = _MARGIN_PX if path in quiet.tracks else 0
        if track:
            left, upper, right, lower = track
            found.append((left - margin, upper - top - margin, right + margin, lower - top + margin))
    return found


def _track(before: Observation, after: Observation, path: str) -> Bounds:
    return _union(_bounds_of(before, path), _bounds_of(after, path))


def _bounds_of(observation: Observation, path: str) -> Bounds:
    x, y, width, height = observation.elements[path].box
    return (x, y, x + width, y + height)


def _union(a: Bounds, b: Bounds) -> Bounds:
    return (min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3]))


def _union_of(first: BackgroundChanges, second: BackgroundChanges, path: str) -> Bounds:
    a, b = first.tracks.get(path), second.tracks.get(path)
    return _union(a, b) if a and b else a or b or (0, 0, 0, 0)


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
