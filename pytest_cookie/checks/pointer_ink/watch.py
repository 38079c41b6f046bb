"""`InkWatch`: finds a stroke that a drag drew on a canvas beside the pointer. Pure."""

import math

import numpy as np
from numpy.typing import NDArray

from pytest_cookie.browser.page.observation import Observation
from pytest_cookie.checks.pointer_ink.fact import UNDER_POINTER_PX, InkFact, StrokeEnd
from pytest_cookie.core.action import Drag
from pytest_cookie.core.page import Box, Canvas
from pytest_cookie.exploration.pictures import Pixels, changed_mask, decode_pixels
from pytest_cookie.exploration.watch import Act

Points = NDArray[np.float64]
"""n × 2: x and y in px."""

_LEAST_DRAG_PX = 40.0
_LEAST_PIXELS = 40
_MOST_OF_CANVAS = 0.2
"""A change of more of the canvas is no stroke: a fill, a view that was moved."""
_CELL_PX = 8  # gaps up to this size do not part a stroke
_LEAST_SLENDERNESS = 3.0  # length by width
_BEND = 0.06  # share of the length by which ink may lie off the line of a drag, which no hand draws straight
_WAY = math.cos(math.radians(35))
"""A picture that is stretched to twice its width turns a stroke by up to 20°."""
_BARE = 0.8
"""Share of the changed pixels that were of one colour before. A curve that moves uncovers as much as it covers."""
_EDGE_PX = 4.0


class InkWatch:
    """The stroke of a drag on a canvas that stands still otherwise, if the stroke is beside the pointer."""

    def compare(self, act: Act) -> InkFact | None:
        """Return this stroke, if there is one."""
        drag = act.action
        if not isinstance(drag, Drag) or drag.path or drag.drop_outside or act.before.url != act.after.url:
            return None
        if drag.x is None or drag.y is None or drag.to_x is None or drag.to_y is None:
            return None
        path = np.array([(drag.x, drag.y), (drag.to_x, drag.to_y)], dtype=np.float64)
        canvas = _find_canvas(act.before, path)
        still = canvas and canvas.selector not in act.quiet.canvases and act.before.window_at == act.after.window_at
        if not canvas or not still or canvas.box not in [other.box for other in act.after.inventory.canvases]:
            return None
        before, after = decode_pixels(act.before.screenshot), decode_pixels(act.after.screenshot)
        return _find_stroke(before, after, canvas.selector, _place_in_window(canvas.box, act.before, before), path)


def _find_canvas(seen: Observation, path: Points) -> Canvas | None:
    """The smallest canvas with the whole drag in it."""
    left, top = seen.window_at
    around = [
        canvas
        for canvas in seen.inventory.canvases
        if all(
            0 <= x + left - canvas.box.x <= canvas.box.width and 0 <= y + top - canvas.box.y <= canvas.box.height
            for x, y in path
        )
    ]
    return min(around, key=lambda canvas: canvas.box.width * canvas.box.height, default=None)


def _place_in_window(box: Box, seen: Observation, picture: Pixels) -> tuple[int, int, int, int]:
    """Left, top, right, bottom of its visible part in the picture."""
    left, top = box.x - seen.window_at[0], box.y - seen.window_at[1]
    height, width = picture.shape[:2]
    right, bottom = min(width, round(left + box.width)), min(height, round(top + box.height))
    return max(0, round(left)), max(0, round(top)), right, bottom


def _find_stroke(
    before: Pixels, after: Pixels, canvas: str, place: tuple[int, int, int, int], path: Points
) -> InkFact | None:
    left, top, right, bottom = place
    before, after = before[top:bottom, left:right], after[top:bottom, left:right]
    mask = changed_mask(before, after)
    if not _LEAST_PIXELS <= mask.sum() <= _MOST_OF_CANVAS * mask.size or math.dist(*path) < _LEAST_DRAG_PX:
        return None
    if _share_of_commonest(before[mask]) < _BARE:
        return None
    ink = _points_of(_largest_piece(mask), left, top)
    line = _fit_line(ink, path)
    if line is None:
        return None
    width, ends = line
    if float(np.hypot(*(_points_of(mask, left, top) - path[0]).T).min()) <= UNDER_POINTER_PX + width:
        return None
    edge = _EDGE_PX + width
    begins, ends_at = (
        StrokeEnd(
            pointer_x=float(pointer[0]), pointer_y=float(pointer[1]), ink_x=round(x, 1), ink_y=round(y, 1),
            is_cut=bool(min(x - left, y - top, right - x, bottom - y) <= edge),
        )
        for pointer, (x, y) in zip(path, ends.tolist(), strict=True)
    )  # fmt: skip
    return InkFact(canvas=canvas, width=round(width, 1), ends=(begins, ends_at))


def _points_of(mask: NDArray[np.bool_], left: int, top: int) -> Points:
    """The changed pixels in the window, for a part of the picture that begins at `left`, `top`."""
    points: Points = np.argwhere(mask)[:, ::-1].astype(np.float64) + np.array([left, top], dtype=np.float64)
    return points


def _largest_piece(mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The changed pixels of the largest group of neighbouring cells."""
    height, width = mask.shape
    padded = np.pad(mask, ((0, -height % _CELL_PX), (0, -width % _CELL_PX)))
    rows, columns = padded.shape[0] // _CELL_PX, padded.shape[1] // _CELL_PX
    counts = padded.reshape(rows, _CELL_PX, columns, _CELL_PX).sum(axis=(1, 3))
    left = {(int(row), int(column)) for row, column in np.argwhere(counts)}
    largest: list[tuple[int, int]] = []
    most = 0
    while left:
        piece = [left.pop()]
        for row, column in piece:
            around = {(row + down, column + right) for down in (-1, 0, 1) for right in (-1, 0, 1)} & left
            left -= around
            piece.extend(around)
        size = int(sum(counts[cell] for cell in piece))
        if size > most:
            largest, most = piece, size
    cells = np.zeros((rows, columns), dtype=np.bool_)
    cells[tuple(np.transpose(largest))] = True
    wide: NDArray[np.bool_] = cells.repeat(_CELL_PX, axis=0).repeat(_CELL_PX, axis=1)[:height, :width] & mask
    return wide


def _share_of_commonest(colours: NDArray[np.uint8]) -> float:
    """The share of the most frequent colour, 0 to 1, of n × 3 colours."""
    codes = colours.astype(np.int64) @ np.array([65_536, 256, 1])
    return float(np.unique(codes, return_counts=True)[1].max() / len(codes))


def _fit_line(ink: Points, path: Points) -> tuple[float, Points] | None:
    """Width and ends of the ink in the order of the drag, if it is long, thin and has about its direction."""
    middle = ink.mean(axis=0)
    main = np.linalg.eigh(np.cov((ink - middle).T))[1][:, 1]
    way = (path[1] - path[0]) / math.dist(*path)
    main = main if main @ way > 0 else -main
    along = (ink - middle) @ main
    off = (ink - middle) @ np.array([-main[1], main[0]])
    length = float(np.ptp(along)) + 1
    width = len(ink) / length
    if length < max(_LEAST_DRAG_PX, _LEAST_SLENDERNESS * width) or main @ way < _WAY:
        return None
    if float(np.sqrt((off**2).mean())) > _BEND * length + width:
        return None
    first, last = ink[along <= along.min() + width], ink[along >= along.max() - width]
    return width, np.array([first.mean(axis=0), last.mean(axis=0)])
