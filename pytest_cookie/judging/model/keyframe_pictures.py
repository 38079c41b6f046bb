"""Keyframes as pictures: the whole window, or only the part that differs from an earlier keyframe."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from PIL import Image

from pytest_cookie.judging.model.keyframe_selection import find_differences
from pytest_cookie.judging.model.pictures import TILE_PX, fit

_MARGIN_PX = 40  # around the changed part, so that its place can be recognised
_LEAST_PX = (240, 135)  # width and height; smaller parts lack context
_MOST_SHARE = 0.4
"""If the part is a larger share of the window, the whole window is shown."""
_LEAST_TOLD = 0.01  # of the window; "0%" would read as if nothing differed
_BETWEEN_PX = 8  # two pictures side by side
_EARLIER = 6  # whole pictures to compare with; older ones differ anyway
_SHRINKS_MOST = 0.7  # a part in a single tile is drawn at this scale at least, as a whole window is


@dataclass(frozen=True)
class KeyframePicture:
    """`image` is ready to be sent. `note` says what it adds to which keyframe, "" if it shows all of a first state."""

    image: Image.Image
    note: str = ""


@dataclass
class KeyframePictures:
    """Gets keyframes in order, and scales each to whole tiles (see `pictures.TILE_PX`)."""

    _whole: list[tuple[int, Image.Image]] = field(default_factory=list)

    def result(self, number: int, image: Image.Image, *, is_whole: bool = False) -> KeyframePicture:
        """The picture of keyframe `number`, which shows a window exactly as it was; `is_whole`: not only what differs,
        since what matters may be where it was, as on a canvas whose score alone has changed."""
        earlier = [(whole_number, whole) for whole_number, whole in self._whole[-_EARLIER:] if whole.size == image.size]
        parts = [(part, whole_number) for whole_number, whole in earlier if (part := _changed_part(whole, image))]
        if parts:
            part, base = min(parts, key=lambda one: (_area(one[0]), -one[1]))
            left, top, right, bottom = part
            if not is_whole and _area(part) <= _MOST_SHARE * image.width * image.height:
                where = f"x {left} to {right}, y {top} to {bottom}"
                note = f"only the part at {where} of the window (CSS px); the rest looks as in keyframe {base}"
                return KeyframePicture(_fit_part(image.crop(part)), note)
        self._whole.append((number, image))
        return KeyframePicture(fit(image), _newness(image, earlier))

    def motion(self, image: Image.Image) -> KeyframePicture:
        """A picture of the film, smaller: it shows where things are; text is read in results."""
        return KeyframePicture(fit(image, tiles=1))


def set_side_by_side(one: Image.Image, other: Image.Image) -> Image.Image:
    """The part in which two pictures of a window differ, of both, in a single tile."""
    part = _changed_part(one, other) if one.size == other.size else None
    left, right = (one.crop(part), other.crop(part)) if part else (one, other)
    pair = Image.new("RGB", (left.width + _BETWEEN_PX + right.width, max(left.height, right.height)), "white")
    pair.paste(left, (0, 0))
    pair.paste(right, (left.width + _BETWEEN_PX, 0))
    return fit(pair, tiles=1)


def _newness(image: Image.Image, earlier: Sequence[tuple[int, Image.Image]]) -> str:
    """How much of a window differs from the most similar earlier one."""
    shares = [(float(find_differences(np.asarray(whole), np.asarray(image)).mean()), nth) for nth, whole in earlier]
    if not shares:
        return ""
    share, base = min(shares, key=lambda one: (one[0], -one[1]))
    much = f"{share:.0%}" if share >= _LEAST_TOLD else "less than 1%"
    return f"{much} of the window differs from keyframe {base}"


def _fit_part(part: Image.Image) -> Image.Image:
    """The part in a single tile if it stays as large there as in a whole window."""
    single = max(part.size) * _SHRINKS_MOST <= TILE_PX
    return fit(part, tiles=1 if single else 2)


_Part = tuple[int, int, int, int]


def _changed_part(before: Image.Image, after: Image.Image) -> _Part | None:
    """The box of what differs, with a margin; None if nothing does."""
    apart = find_differences(np.asarray(before), np.asarray(after))
    rows, columns = np.flatnonzero(apart.any(axis=1)), np.flatnonzero(apart.any(axis=0))
    if not rows.size:
        return None
    (left, right), (top, bottom) = (
        _widened(int(places.min()), int(places.max()) + 1, least, most)
        for places, least, most in zip((columns, rows), _LEAST_PX, after.size, strict=True)
    )
    return (left, top, right, bottom)


def _widened(start: int, end: int, least: int, most: int) -> tuple[int, int]:
    more = max(_MARGIN_PX, (least - (end - start) + 1) // 2)
    return max(0, start - more), min(most, end + more)


def _area(part: _Part) -> int:
    left, top, right, bottom = part
    return (right - left) * (bottom - top)
