"""`find_changed_part`: the part of a page that an interaction changed, exact to the pixel.

Where an interaction makes the page taller or wider, rows or columns that only moved are aligned first, so that a panel
that opens is the changed part and not everything below it (Interaction2Code, section 5.2).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
"""Height × width × 3, RGB."""

_MOST_ROWS_ALIGNED = 4_000
"""Longest sequence of differing rows that is aligned; a longer one counts as changed as a whole."""


@dataclass(frozen=True)
class Box:
    """A part of a picture in pixels; `right` and `bottom` are the first ones outside of it."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def width(self) -> int:
        """Width in pixels."""
        return self.right - self.left

    @property
    def height(self) -> int:
        """Height in pixels."""
        return self.bottom - self.top

    @property
    def center(self) -> tuple[float, float]:
        """Its centre, x and y."""
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def cut(self, picture: Picture) -> Picture:
        """This part of the picture."""
        return picture[self.top : self.bottom, self.left : self.right]


@dataclass(frozen=True)
class ChangedPart:
    """Where the change is in the pictures before and after. A part that was added is missing before, and so on."""

    before: Box | None
    after: Box | None


def find_changed_part(before: Picture, after: Picture) -> ChangedPart | None:
    """The smallest boxes that contain every change; None for equal pictures."""
    if before.shape == after.shape:
        box = _bounds((before != after).any(axis=2))
        return None if box is None else ChangedPart(box, box)
    changed_before, changed_after = (np.zeros(picture.shape[:2], dtype=bool) for picture in (before, after))
    if before.shape[1] == after.shape[1]:
        _mark_rows(before, after, changed_before, changed_after)
    elif before.shape[0] == after.shape[0]:
        _mark_rows(np.swapaxes(before, 0, 1), np.swapaxes(after, 0, 1), changed_before.T, changed_after.T)
    else:
        _mark_both(before, after, changed_before, changed_after)
    part = ChangedPart(_bounds(changed_before), _bounds(changed_after))
    return None if part == ChangedPart(None, None) else part


def _bounds(changed: NDArray[np.bool_]) -> Box | None:
    rows, columns = np.flatnonzero(changed.any(axis=1)), np.flatnonzero(changed.any(axis=0))
    if not rows.size:
        return None
    return Box(int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1)


def _mark_both(
    before: Picture, after: Picture, changed_before: NDArray[np.bool_], changed_after: NDArray[np.bool_]
) -> None:
    """Both sizes changed: the area added at the right counts as changed, and rows are aligned in the common width."""
    width = min(before.shape[1], after.shape[1])
    _mark_rows(before[:, :width], after[:, :width], changed_before[:, :width], changed_after[:, :width])
    for picture, changed in ((before, changed_before), (after, changed_after)):
        rest = picture[:, width:]
        if rest.size:
            changed[:, width:] = (rest != picture[:, width - 1 : width]).any(axis=2)


def _mark_rows(
    before: Picture, after: Picture, changed_before: NDArray[np.bool_], changed_after: NDArray[np.bool_]
) -> None:
    """Mark the changed pixels of two pictures of one width; rows that only moved are not changed."""
    for operation in _align([_digest(row) for row in before], [_digest(row) for row in after]):
        tag, a, b, c, d = operation
        if tag == "equal":
            continue
        common = min(b - a, d - c)
        differs = (before[a : a + common] != after[c : c + common]).any(axis=2)
        changed_before[a : a + common] |= differs
        changed_after[c : c + common] |= differs
        for picture, changed, start, end in ((before, changed_before, a, b), (after, changed_after, c, d)):
            changed[start + common : end] |= _stands_out(picture, start, start + common, end)


def _stands_out(picture: Picture, start: int, added: int, end: int) -> NDArray[np.bool_]:
    """Pixels of the added rows, without the margins at both sides that continue the row above or below them."""
    block = picture[added:end]
    marked = np.ones(block.shape[:2], dtype=bool)
    neighbours = [picture[row] for row in (start - 1, end) if 0 <= row < len(picture)]
    if not block.size or not neighbours:
        return marked
    continues = np.any([(block == row).all(axis=(0, 2)) for row in neighbours], axis=0)
    inside = np.flatnonzero(~continues)
    if inside.size:
        marked[:, : inside[0]] = False
        marked[:, inside[-1] + 1 :] = False
    return marked


def _digest(row: NDArray[np.uint8]) -> bytes:
    return blake2b(np.ascontiguousarray(row).tobytes(), digest_size=8).digest()


def _align(before: Sequence[bytes], after: Sequence[bytes]) -> list[tuple[str, int, int, int, int]]:
    """Operations as of `difflib`, between the common beginning and the common end."""
    shorter = min(len(before), len(after))
    start = next((i for i in range(shorter) if before[i] != after[i]), shorter)
    left = shorter - start
    end = next((i for i in range(left) if before[-1 - i] != after[-1 - i]), left)
    inner_before, inner_after = before[start : len(before) - end], after[start : len(after) - end]
    if max(len(inner_before), len(inner_after)) > _MOST_ROWS_ALIGNED:
        return [("replace", start, len(before) - end, start, len(after) - end)]
    matcher = SequenceMatcher(None, inner_before, inner_after, autojunk=True)
    return [(tag, a + start, b + start, c + start, d + start) for tag, a, b, c, d in matcher.get_opcodes()]
