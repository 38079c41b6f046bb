"""The picture of an observation: the window, optionally with the numbers of its controls."""

import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from PIL import Image, ImageDraw, ImageFont

from pytest_cookie.exploration.agent.control_list import PictureBox
from pytest_cookie.llm.messages.messages import Picture

_COLOURS = ("#b3001b", "#00589c", "#00702d", "#7a1fa2", "#8a4b00", "#005f6b")
_TEXT_PX = 11
_JPEG_QUALITY = 85
_LARGE = 0.25  # a number on a quarter of the window names the page, not a control


@dataclass(frozen=True)
class ControlMark:
    """A number and the position of its control, in picture pixels."""

    number: int
    place: PictureBox


def compute_scale(size: tuple[int, int], max_px: int) -> float:
    """Return picture pixels per window pixel; at most 1."""
    return min(1.0, max_px / max(size))


def read_size(png: bytes) -> tuple[int, int]:
    """Return width and height in pixels."""
    with Image.open(io.BytesIO(png)) as picture:
        return picture.size


Part = tuple[int, int, int, int]
"""Left, top, right and bottom of a part of a picture, in its pixels."""


def draw_picture(
    png: bytes,
    marks: Sequence[ControlMark],
    *,
    scale: float,
    kind: Literal["jpeg", "png"],
    caption: str,
    part: Part | None = None,
    enlarged: float = 1.0,
) -> Picture:
    """Draw the window's picture or a `part` of it, scaled by `scale`, with a thin frame and a number at each mark.

    The part is `enlarged` by this factor at last.
    """
    if scale >= 1 and not marks and kind == "png" and part is None:
        return Picture(png, "image/png", caption)
    with Image.open(io.BytesIO(png)) as opened:
        image = opened.convert("RGB")
    if scale < 1:
        size = (max(1, round(image.width * scale)), max(1, round(image.height * scale)))
        image = image.resize(size, Image.Resampling.LANCZOS)
    _draw_marks(image, marks)
    if part is not None:
        image = image.crop(part)
    if enlarged != 1:
        image = image.resize((round(image.width * enlarged), round(image.height * enlarged)), Image.Resampling.LANCZOS)
    buffer = io.BytesIO()
    if kind == "jpeg":
        image.save(buffer, "jpeg", quality=_JPEG_QUALITY, subsampling=0)
        return Picture(buffer.getvalue(), "image/jpeg", caption)
    image.save(buffer, "png")
    return Picture(buffer.getvalue(), "image/png", caption)


def _draw_marks(image: Image.Image, marks: Sequence[ControlMark]) -> None:
    """Draw frames first, so that no frame covers a number. Controls that fill much of the window get none."""
    marks = [mark for mark in marks if mark.place.width * mark.place.height <= _LARGE * image.width * image.height]
    pen = ImageDraw.Draw(image)
    font = ImageFont.load_default(_TEXT_PX)
    for mark in marks:
        pen.rectangle(_frame(mark.place, image.size), outline=_colour(mark))
    frames = [_frame(mark.place, image.size) for mark in marks]
    taken: list[Part] = []
    for mark, frame in zip(marks, frames, strict=True):
        width, height = round(font.getlength(str(mark.number))) + 3, _TEXT_PX + 1
        x, y = _place_label(
            frame, (width, height), image.size, [other for other in frames if other is not frame], taken
        )
        taken.append((x, y, x + width, y + height))
        pen.rectangle((x, y, x + width - 1, y + height - 1), fill=_colour(mark))
        pen.text((x + 2, y - 1), str(mark.number), fill="white", font=font)


def _place_label(
    frame: Part, label: tuple[int, int], size: tuple[int, int], others: Sequence[Part], taken: Sequence[Part]
) -> tuple[int, int]:
    """Where a number goes: outside of its control, where it covers no other control and no number; else in its corner.

    Above it first, then on its left, on its right and below.
    """
    (left, top, right, bottom), (width, height) = frame, label
    within = min(left, size[0] - width), min(top, max(0, bottom + 1 - height))
    places = (
        (within[0], top - height),
        (left - width, top),
        (right + 1, top),
        (within[0], bottom + 1),
    )
    for x, y in places:
        box = x, y, x + width, y + height
        is_inside = x >= 0 and y >= 0 and box[2] <= size[0] and box[3] <= size[1]
        if is_inside and not any(_overlap(box, item) for item in taken):
            covers = any(_overlap(box, other) and not _holds(other, frame) for other in others)
            if not covers:
                return x, y
    return within


def _overlap(one: Part, other: Part) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _holds(outer: Part, inner: Part) -> bool:
    """Whether the control lies in another one, such as a button on a card: its number may, too."""
    return outer[0] <= inner[0] and outer[1] <= inner[1] and outer[2] >= inner[2] and outer[3] >= inner[3]


def _frame(place: PictureBox, size: tuple[int, int]) -> tuple[int, int, int, int]:
    left, top = round(place.x - place.width / 2), round(place.y - place.height / 2)
    right, bottom = round(place.x + place.width / 2) - 1, round(place.y + place.height / 2) - 1
    left, top = max(0, min(left, size[0] - 1)), max(0, min(top, size[1] - 1))
    return left, top, max(left, min(right, size[0] - 1)), max(top, min(bottom, size[1] - 1))


def _colour(mark: ControlMark) -> str:
    return _COLOURS[mark.number % len(_COLOURS)]
