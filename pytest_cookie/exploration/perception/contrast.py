"""The contrast between text and background in a screenshot, also over pictures, gradients and translucent layers."""

import re

import numpy as np
from numpy.typing import NDArray

from pytest_cookie.core.page import Box
from pytest_cookie.core.parsing import parse_number
from pytest_cookie.exploration.pictures import Pixels

_WIDEST, _TALLEST = 320, 640
"""At most this part of a text is measured, in px, since a text may be as large as the picture."""
_MARGIN = 2  # letters overhang their box
_LEAST_PIXELS = 40  # fewer hold no letter
_EVEN = 0.25
_INK_SHARE = 0.03
_REACHED = 0.45
_SMOOTHING = 1.15
_ALIKE = 1.1
_LEAST_ALPHA = 0.2
"""A more transparent colour is not the visible one; the text's shadow may be."""
_RGB = re.compile(r"^rgba?\((\d+(?:\.\d+)?),\s*(\d+(?:\.\d+)?),\s*(\d+(?:\.\d+)?)(?:,\s*([\d.]+))?\)$")

_NEEDED, _NEEDED_LARGE = 4.5, 3.0  # contrast ratios of WCAG 2.2, 1.4.3
_LARGE_PX, _LARGE_BOLD_PX, _BOLD = 24.0, 18.5, 700  # 18 points, or 14 and bold

_Luminances = NDArray[np.float64]


def needed_contrast(size: float, weight: float) -> float:
    """Return the contrast ratio that text of `size` px needs (WCAG 2.2, 1.4.3)."""
    return _NEEDED_LARGE if size >= _LARGE_PX or (size >= _LARGE_BOLD_PX and weight >= _BOLD) else _NEEDED


def text_contrast(picture: Pixels, box: Box, ink: str) -> float | None:
    """Return the contrast ratio (WCAG 2.2, 1 to 21) of the text in `box`, in picture pixels; None outside the picture.

    `ink` is the text's computed CSS colour, "" if another one is drawn. Thin letters never reach it on screen: if the
    pixels come close enough, the CSS colour counts; otherwise the pixels do.
    """
    crop = _crop(picture, box)
    if crop is None:
        return None
    luminance = _luminance(crop)
    ground, is_even = _ground(crop, luminance)
    shown = _measure_ink_contrast(luminance, ground)
    wanted = _channels(ink)
    if wanted is None or wanted[1] < _LEAST_ALPHA:
        return _clamp_ratio(1 + (shown - 1) * _SMOOTHING)
    colour, alpha = wanted
    bright = float(_luminance(colour.reshape(1, 1, 3))[0, 0])
    if is_even and _ratio(bright, ground) < _ALIKE:  # heavy letters on a gradient: most of the even area is the text
        ground, is_even = float(np.median(_edge_pixels(luminance))), False
        shown = _measure_ink_contrast(luminance, ground)
    drawn = bright * alpha + ground * (1 - alpha)
    computed = _ratio(drawn, ground) if is_even else _contrast_over_picture(luminance, drawn)
    return _clamp_ratio(computed if shown - 1 >= _REACHED * (computed - 1) else shown)


def even_colour(picture: Pixels, box: Box) -> str:
    """Return the most frequent colour in `box` (`#rrggbb`), "" outside of the picture."""
    crop = _crop(picture, box)
    if crop is None:
        return ""
    values, counts = np.unique(crop.reshape(-1, 3), axis=0, return_counts=True)
    return "#" + "".join(f"{channel:02x}" for channel in values[counts.argmax()])


def colour_contrast(ink: str, ground: str) -> float | None:
    """Return the contrast ratio of a CSS colour on a ground (`#rrggbb`); None if one of them is unknown."""
    wanted = _channels(ink)
    if wanted is None or not ground:
        return None
    under = np.array([int(ground[i : i + 2], 16) for i in (1, 3, 5)], dtype=np.float64)
    colour, alpha = wanted
    mixed = colour * alpha + under * (1 - alpha)
    bright, dark = (float(_luminance(item.reshape(1, 1, 3))[0, 0]) for item in (mixed, under))
    return _clamp_ratio(_ratio(bright, dark))


def _clamp_ratio(value: float) -> float:
    return round(min(21.0, max(1.0, value)), 1)


def _crop(picture: Pixels, box: Box) -> Pixels | None:
    left, top = max(0, int(box.x) - _MARGIN), max(0, int(box.y))
    right = min(picture.shape[1], int(box.x + min(box.width, _WIDEST)) + _MARGIN)
    bottom = min(picture.shape[0], int(box.y + min(box.height, _TALLEST)) + 1)
    if right - left <= 2 * _MARGIN or bottom <= top or (right - left) * (bottom - top) < _LEAST_PIXELS:
        return None
    return picture[top:bottom, left:right]


def _luminance(pixels: NDArray[np.uint8] | NDArray[np.float64]) -> _Luminances:
    """Return the relative luminance (WCAG 2.2) of each pixel, 0 to 1."""
    parts = pixels.astype(np.float64) / 255
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    weighed: _Luminances = linear @ np.array([0.2126, 0.7152, 0.0722])
    return weighed


def _ground(crop: Pixels, luminance: _Luminances) -> tuple[float, bool]:
    """Return the ground's luminance and whether one colour dominates; if none does, the median of the edge pixels."""
    codes = (crop >> 4).astype(np.int32) @ np.array([256, 16, 1])
    values, counts = np.unique(codes, return_counts=True)
    if counts.max() >= _EVEN * codes.size:
        return float(np.median(luminance[codes == values[counts.argmax()]])), True
    return float(np.median(_edge_pixels(luminance))), False


def _edge_pixels(luminance: _Luminances) -> _Luminances:
    return np.concatenate([luminance[0], luminance[-1], luminance[:, 0], luminance[:, -1]])


def _measure_ink_contrast(luminance: _Luminances, ground: float) -> float:
    """Return the mean contrast of the most contrasting pixels."""
    ratios = np.sort(_ratios(luminance.ravel(), ground))
    return float(ratios[-max(3, int(_INK_SHARE * ratios.size)) :].mean())


def _contrast_over_picture(luminance: _Luminances, ink: float) -> float:
    """Return the contrast with an uneven background that is exceeded by 70 % of it."""
    return float(np.quantile(_ratios(_edge_pixels(luminance), ink), 0.3))


def _ratios(luminances: _Luminances, one: float) -> _Luminances:
    ratios: _Luminances = (np.maximum(luminances, one) + 0.05) / (np.minimum(luminances, one) + 0.05)
    return ratios


def _ratio(first: float, second: float) -> float:
    return (max(first, second) + 0.05) / (min(first, second) + 0.05)


def _channels(colour: str) -> tuple[NDArray[np.float64], float] | None:
    found = _RGB.match(colour)
    if not found:
        return None
    red, green, blue, alpha = (parse_number(part) for part in (*found.groups()[:3], found[4] or "1"))
    if red is None or green is None or blue is None or alpha is None:
        return None
    return np.array([red, green, blue]), alpha
