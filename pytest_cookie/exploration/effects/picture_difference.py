"""What differs between two pictures of one moment, with and without an input, in words. Pure."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pytest_cookie.exploration.pictures import TOLERANCE, Pixels, changed_mask

_Mask = NDArray[np.bool_]

_LEAST_PIXELS = 24  # a dot of 5 × 5; fewer are noise of antialiasing
_MARGIN_PX = 4  # around what differs, so that its ground is seen
_LEAST_SHIFT_PX = 2  # less is a figure that is drawn anew
_ALIKE = 0.6
"""Share of a figure's pixels that fit after a shift. A figure that also turns or changes its pose fits less well."""
_FEW = 0.25
"""With less than this share of the pixels of a figure at the other side, it is new there or gone."""
_WHOLE_SHARE = 0.2  # of the window: more than a figure
_COMPARED_PX = 400  # the sides of what is shifted; larger parts are compared by every second or third pixel
_SAMPLED = 60_000  # values of which the most frequent colour is found
_FITS = 0.5
"""A shift explains a scrolled picture if it leaves at most this share of the difference."""


@dataclass(frozen=True)
class _Area:
    """A part of the window, in px."""

    left: int
    top: int
    right: int
    bottom: int

    def of(self, pixels: NDArray[Any]) -> NDArray[Any]:
        return pixels[self.top : self.bottom, self.left : self.right]

    @property
    def place(self) -> str:
        return f"({(self.left + self.right) // 2}, {(self.top + self.bottom) // 2})"

    @property
    def size(self) -> str:
        return f"{self.right - self.left} × {self.bottom - self.top} px"


def count_differing(without: Pixels, then: Pixels) -> int:
    """How many pixels differ; all for pictures of different sizes."""
    return int(changed_mask(without, then).sum()) if without.shape == then.shape else then.shape[0] * then.shape[1]


def describe_difference(without: Pixels, then: Pixels) -> str:
    """What an input changed: something moved, is new, is gone, the picture scrolled; "" for nothing.

    Positions are in px of the window. A figure is what has another colour than the most frequent one around it.
    """
    if without.shape != then.shape:
        return "the window has another size"
    mask = changed_mask(without, then)
    if int(mask.sum()) < _LEAST_PIXELS:
        return ""
    area = _find_area(mask, margin=_MARGIN_PX)
    share = (area.right - area.left) * (area.bottom - area.top) / mask.size
    if share >= _WHOLE_SHARE and (told := _describe_scroll(_grey(area.of(without)), _grey(area.of(then)))):
        return told
    return _describe_figure(without, then, mask, area) or f"the part at {area.place}, {area.size}, looks different"


def _describe_figure(without: Pixels, then: Pixels, mask: _Mask, area: _Area) -> str:
    changed = area.of(mask)
    if changed.all():
        return ""
    ground = _find_ground(area.of(without)[~changed])
    first, second = _find_ink(area.of(without), ground), _find_ink(area.of(then), ground)
    for old, new in ((first, second), (first & changed, second & changed)):
        shift = _find_shift(old, new)
        if max(map(abs, shift)) >= _LEAST_SHIFT_PX and _fits(old, new, shift):
            place = _moved(_find_area(old & changed, margin=0), area).place
            return f"what is at {place} without it is {_describe_shift(shift)} with it"
    old, new = first & changed, second & changed
    gone, come = int(old.sum()), int(new.sum())
    if come >= _LEAST_PIXELS and gone < _FEW * come:
        found = _moved(_find_area(new, margin=0), area)
        return f"something new is at {found.place}, {found.size}"
    if gone >= _LEAST_PIXELS and come < _FEW * gone:
        found = _moved(_find_area(old, margin=0), area)
        return f"what is at {found.place}, {found.size}, without it is gone with it"
    return ""


def _describe_scroll(old: NDArray[np.float32], new: NDArray[np.float32]) -> str:
    """Where the whole picture went, if a shift explains most of the difference; "" otherwise."""
    shift = down, right = _find_shift(old - old.mean(), new - new.mean())
    if max(abs(down), abs(right)) < _LEAST_SHIFT_PX or 2 * abs(down) > old.shape[0] or 2 * abs(right) > old.shape[1]:
        return ""
    before, after = _overlap(old, new, shift)
    apart = float(np.abs(new - old).mean())
    if float(np.abs(after - before).mean()) > _FITS * apart:
        return ""
    return f"the picture is {_describe_shift(shift)} with it than without"


def _find_shift(old: NDArray[Any], new: NDArray[Any]) -> tuple[int, int]:
    """How far down and to the right `new` fits `old` best, by cross-correlation."""
    step = 1 + max(old.shape) // _COMPARED_PX
    old, new = old[::step, ::step], new[::step, ::step]
    size = (2 * old.shape[0], 2 * old.shape[1])  # without wrapping around
    spectrum = np.fft.rfft2(new.astype(np.float32), size) * np.conj(np.fft.rfft2(old.astype(np.float32), size))
    down, right = np.unravel_index(int(np.fft.irfft2(spectrum, size).argmax()), size)
    return (
        step * (int(down) - size[0] * bool(down >= old.shape[0])),
        step * (int(right) - size[1] * bool(right >= old.shape[1])),
    )


def _fits(old: _Mask, new: _Mask, shift: tuple[int, int]) -> bool:
    most = max(int(old.sum()), int(new.sum()))
    if most < _LEAST_PIXELS:
        return False
    before, after = _overlap(old, new, shift)
    return int((before & after).sum()) >= _ALIKE * most


def _overlap(old: NDArray[Any], new: NDArray[Any], shift: tuple[int, int]) -> tuple[NDArray[Any], NDArray[Any]]:
    """The parts of both that show the same if all of `old` was shifted."""
    (rows, lines), (columns, across) = (
        (slice(max(0, -by), length - max(0, by)), slice(max(0, by), length - max(0, -by)))
        for by, length in zip(shift, old.shape, strict=True)
    )
    return old[rows, columns], new[lines, across]


def _describe_shift(shift: tuple[int, int]) -> str:
    down, right = shift
    words = [f"{abs(down)} px {'lower' if down > 0 else 'higher'}"] if abs(down) >= _LEAST_SHIFT_PX else []
    words += [f"{abs(right)} px further {'right' if right > 0 else 'left'}"] if abs(right) >= _LEAST_SHIFT_PX else []
    return " and ".join(words)


def _find_ground(part: NDArray[Any]) -> NDArray[np.int16]:
    """The most frequent colour of what did not change."""
    few = part.reshape(-1, 3)[:: max(1, part.size // _SAMPLED)].astype(np.int32)
    codes, counts = np.unique((few[:, 0] << 16) | (few[:, 1] << 8) | few[:, 2], return_counts=True)
    code = int(codes[counts.argmax()])
    return np.array([code >> 16, (code >> 8) & 255, code & 255], dtype=np.int16)


def _find_ink(part: Pixels, ground: NDArray[np.int16]) -> _Mask:
    return np.asarray((np.abs(part.astype(np.int16) - ground) > TOLERANCE).any(axis=2))


def _find_area(mask: _Mask, *, margin: int) -> _Area:
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    if not rows.size:
        return _Area(0, 0, mask.shape[1], mask.shape[0])
    return _Area(
        max(0, int(columns.min()) - margin), max(0, int(rows.min()) - margin),
        int(columns.max()) + 1 + margin, int(rows.max()) + 1 + margin,
    )  # fmt: skip


def _moved(inner: _Area, outer: _Area) -> _Area:
    """An area within another one, in the window."""
    left, top = outer.left, outer.top
    return _Area(inner.left + left, inner.top + top, inner.right + left, inner.bottom + top)


def _grey(part: NDArray[Any]) -> NDArray[np.float32]:
    return np.asarray(part.mean(axis=2, dtype=np.float32))
