"""Keyframes as pictures: the whole window, or only the part that differs from an earlier keyframe."""

from dataclasses import dataclass, field

import numpy as np
from PIL import Image

from pytest_cookie.judging.model.keyframe_selection import find_differences

_MARGIN_PX = 40  # around the changed part, so that its place can be recognised
_LEAST_PX = (240, 135)  # width and height; smaller parts lack context
_MOST_SHARE = 0.4
"""If the part is a larger share of the window, the whole window is shown."""
_EARLIER = 6  # whole pictures to compare with; older ones differ anyway
_MOTION_SCALE = 2 / 3
"""Pictures of motion show where things are; text is read in results."""


@dataclass(frozen=True)
class KeyframePicture:
    """`image` is to be at most `side_px` wide and high. `note` names the part of the window, "" for all."""

    image: Image.Image
    side_px: int
    note: str = ""


@dataclass
class KeyframePictures:
    """Gets keyframes in order. `side_px` is the longest side of a window's picture."""

    side_px: int
    _whole: list[tuple[int, Image.Image]] = field(default_factory=list)

    def result(self, number: int, image: Image.Image) -> KeyframePicture:
        """The picture of keyframe `number`, which shows a window exactly as it was."""
        parts = [(part, earlier) for earlier, whole in self._whole[-_EARLIER:] if (part := _changed_part(whole, image))]
        if parts:
            (left, top, right, bottom), earlier = min(parts, key=lambda one: (_area(one[0]), -one[1]))
            scale = min(1.0, self.side_px / max(image.size))
            side_px = round(scale * max(right - left, bottom - top))
            note = (
                f"only the part at x {left} to {right}, y {top} to {bottom} of the window (CSS px); the rest looks as "
                f"in keyframe {earlier}"
            )
            return KeyframePicture(image.crop((left, top, right, bottom)), side_px, note)
        self._whole.append((number, image))
        return KeyframePicture(image, self.side_px)

    def motion(self, image: Image.Image) -> KeyframePicture:
        """A picture of the film, smaller."""
        return KeyframePicture(image, round(_MOTION_SCALE * self.side_px))


_Part = tuple[int, int, int, int]


def _changed_part(before: Image.Image, after: Image.Image) -> _Part | None:
    """The box of what differs, with a margin; None if it is most of the window, or the windows differ in size."""
    if before.size != after.size:
        return None
    apart = find_differences(np.asarray(before), np.asarray(after))
    rows, columns = np.flatnonzero(apart.any(axis=1)), np.flatnonzero(apart.any(axis=0))
    if not rows.size:
        return None
    (left, right), (top, bottom) = (
        _widened(int(places.min()), int(places.max()) + 1, least, most)
        for places, least, most in zip((columns, rows), _LEAST_PX, after.size, strict=True)
    )
    part = (left, top, right, bottom)
    return part if _area(part) <= _MOST_SHARE * after.width * after.height else None


def _widened(start: int, end: int, least: int, most: int) -> tuple[int, int]:
    more = max(_MARGIN_PX, (least - (end - start) + 1) // 2)
    return max(0, start - more), min(most, end + more)


def _area(part: _Part) -> int:
    left, top, right, bottom = part
    return (right - left) * (bottom - top)
