"""`PointerOverlay`: pointer and keys as drawn in a film, a state in page time that fades; arrow, ring and key cap."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw, ImageFont

from pytest_cookie.core.text import clip

RING_RADIUS, RIPPLE_RADIUS = 15, 34

_FINE = 4  # drawn four times larger and scaled down, for smooth edges
_ACCENT = (255, 106, 0)
_INK = (17, 24, 39)
_PAPER = (255, 255, 255)
_ARROW = ((1, 1), (1, 27), (7, 21.5), (11.5, 31.5), (16.5, 29.4), (12.2, 19.6), (20.5, 19.6))
_ARROW_SIZE = (24, 34)
_MAX_LABEL = 40
_FONT_PX = 22
_PADDING_PX = 14
_OTHER_FONTS = ("DejaVuSans.ttf", "NotoSansCJK-Regular.ttc", "Arial Unicode.ttf", "Arial.ttf", "msyh.ttc", "malgun.ttf")

Picture = npt.NDArray[np.uint8]
Font = ImageFont.FreeTypeFont | ImageFont.ImageFont


@dataclass(frozen=True)
class Patch:
    """Colour (h, w, 3; full-range Y, Cb, Cr as in JPEG) and opacity (h, w; 0 to 255).

    `x`, `y` is its top left in the film; with the anchor `bottom` it is centred above the film's lower edge instead.
    """

    colour: Picture
    opacity: Picture
    x: int = 0
    y: int = 0
    anchor: Literal["", "bottom"] = ""

    def at(self, x: int, y: int) -> "Patch":
        """Return the same patch at another position."""
        return replace(self, x=x, y=y)

    def centred(self, x: int, y: int) -> "Patch":
        """Return the same patch centred on a point."""
        height, width = self.opacity.shape
        return replace(self, x=x - width // 2, y=y - height // 2)


@lru_cache(1)
def cursor() -> Patch:
    """Draw a white arrow with a dark edge; its tip is at the patch's top left."""
    image = _sheet(*_ARROW_SIZE)
    outline = [(x * _FINE, y * _FINE) for x, y in _ARROW]
    pen = ImageDraw.Draw(image)
    pen.polygon(outline, fill=(*_PAPER, 255))
    pen.line([*outline, *outline[:2]], fill=(*_INK, 255), width=2 * _FINE, joint="curve")
    return _patch(image)


@lru_cache(64)
def ring(radius: int, opacity_percent: int) -> Patch:
    """Draw a circle in the accent colour with a light edge, so that it is visible on any background."""
    size = 2 * radius + 8
    image = _sheet(size, size)
    pen, middle = ImageDraw.Draw(image), size * _FINE / 2
    for colour, width, extra in ((_PAPER, 5, 1), (_ACCENT, 3, 0)):
        reach = (radius + extra) * _FINE
        box = (middle - reach, middle - reach, middle + reach, middle + reach)
        pen.ellipse(box, outline=(*colour, 255), width=width * _FINE)
    return _patch(image, opacity_percent / 100)


@lru_cache(64)
def key_cap(label: str) -> Patch:
    """Draw a dark key cap with the label, at most 40 characters; blanks are made visible."""
    text = clip(label, _MAX_LABEL).replace("\n", " ")
    font = _font_for(text)
    left, _, right, _ = font.getbbox(text)
    width = max(44, round((right - left) / _FINE) + 2 * _PADDING_PX)
    height = _FONT_PX + 2 * _PADDING_PX
    image = _sheet(width, height)
    pen = ImageDraw.Draw(image)
    box = (_FINE, _FINE, (width - 1) * _FINE, (height - 1) * _FINE)
    pen.rounded_rectangle(box, radius=10 * _FINE, fill=(*_INK, 225), outline=(*_PAPER, 235), width=2 * _FINE)
    pen.text((width * _FINE / 2, height * _FINE / 2), text, font=font, fill=(*_PAPER, 255), anchor="mm")
    return replace(_patch(image), anchor="bottom")


def _font_for(text: str) -> Font:
    """Return Pillow's own font, or a system font that has the missing letters."""
    default = ImageFont.load_default(_FONT_PX * _FINE)
    fonts = [default, *(font for name in _OTHER_FONTS if (font := _system_font(name)))]
    return next((font for font in fonts if _has_all(font, text)), default)


@lru_cache
def _system_font(name: str) -> Font | None:
    try:
        return ImageFont.truetype(name, _FONT_PX * _FINE)
    except OSError:
        return None  # not on this machine


def _has_all(font: Font, text: str) -> bool:
    """Whether the font has the letter: missing letters all look the same."""
    missing = bytes(font.getmask("\uffff"))
    return all(bytes(font.getmask(letter)) != missing for letter in set(text) - {" "})


def _sheet(width: int, height: int) -> Image.Image:
    return Image.new("RGBA", (width * _FINE, height * _FINE), (*_INK, 0))


def _patch(image: Image.Image, opacity: float = 1.0) -> Patch:
    small = image.resize((image.width // _FINE, image.height // _FINE), Image.Resampling.BOX)
    alpha = np.asarray(small.getchannel("A"), dtype=np.float32) * opacity
    colour = np.asarray(small.convert("RGB").convert("YCbCr"))
    return Patch(colour=colour, opacity=alpha.round().astype(np.uint8))


_RIPPLE_MS = 400
_LINGER_MS = 500
_RING_PERCENT = 90
_MAX_RIPPLES = 8

ToCanvas = Callable[[float, float], tuple[int, int]]
"""Converts CSS px in the window to pixels in the film."""


@dataclass(frozen=True)
class _Ripple:
    began: int
    x: float
    y: float

    @property
    def ends(self) -> int:
        return self.began + _RIPPLE_MS


class PointerOverlay:
    """Invisible until the first move. A press leaves a ripple for 0.4 s; released keys stay readable for 0.5 s."""

    def __init__(self) -> None:
        self.held = ""
        self._state: tuple[float, float, bool] | None = None
        self._ripples: list[_Ripple] = []
        self._caption = ""
        self._caption_ends: int | None = None

    def is_at(self, x: float, y: float, *, pressed: bool) -> bool:
        """Whether the pointer is there already."""
        return self._state == (x, y, pressed)

    def point(self, moment: int, x: float, y: float, *, pressed: bool) -> None:
        """Move the pointer, press or release it."""
        was_pressed = self._state is not None and self._state[2]
        self._state = (x, y, pressed)
        if pressed and not was_pressed:
            self._ripples = [*self._ripples[1 - _MAX_RIPPLES :], _Ripple(moment, x, y)]

    def hold(self, moment: int, label: str) -> None:
        """Show the keys that are down; "" when all are released."""
        self.held = label
        if label:
            self._caption, self._caption_ends = label, None
        elif self._caption:
            self._caption_ends = moment + _LINGER_MS

    def next_change(self, after: int, fps: int) -> int | None:
        """Return the next moment at which the overlay changes by itself, at most `fps` times a second."""
        self._ripples = [ripple for ripple in self._ripples if ripple.ends > after]
        if self._caption_ends is not None and self._caption_ends <= after:
            self._caption, self._caption_ends = "", None
        ends = [ripple.ends for ripple in self._ripples]
        if self._ripples:
            next_slot = after * fps // 1000 + 1
            ends.append(-(-next_slot * 1000 // fps))
        if self._caption_ends is not None:
            ends.append(self._caption_ends)
        return min(ends, default=None)

    def draw(self, moment: int, to_canvas: ToCanvas) -> Iterator[Patch]:
        """Yield the patches to paint over the picture, from bottom to top."""
        for ripple in self._ripples:
            age = (moment - ripple.began) / _RIPPLE_MS
            radius = round(RING_RADIUS + age * (RIPPLE_RADIUS - RING_RADIUS))
            yield ring(radius, round(100 * (1 - age))).centred(*to_canvas(ripple.x, ripple.y))
        if self._state is not None:
            x, y, pressed = self._state
            if pressed:
                yield ring(RING_RADIUS, _RING_PERCENT).centred(*to_canvas(x, y))
            yield cursor().at(*to_canvas(x, y))
        if self._caption and (self._caption_ends is None or moment < self._caption_ends):
            yield key_cap(self._caption)
