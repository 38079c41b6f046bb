"""`VisibleContent`: how much a page shows in its pictures, whatever draws it: text, pictures or a canvas."""

import colorsys
from dataclasses import dataclass
from typing import cast

import numpy as np
from PIL import Image

from pytest_cookie.core.action import Resize
from pytest_cookie.core.perception import StaticPerception
from pytest_cookie.core.trace import Trace
from pytest_cookie.judging.evidence_pictures import EvidencePictures

_CELL = 16
"""Side of a cell in px."""
_SEEN_CONTRAST = 20
"""Minimum difference in lightness, of 255, for a mark in a cell to be seen."""
_MOST_HEIGHT = 2160  # px: three screens
_MOST_STEPS = 6  # pictures, spread over the session; bounds the time
_SHADE = 32  # eight steps a channel: 512 colours
_COLOUR_SHARE = 0.0002  # of the pixels; less is the edge of a letter
_VIVID = 0.18  # saturation times brightness; less looks grey
_DARK = 80  # brightness of 255


@dataclass(frozen=True)
class VisibleContent:
    """What pictures of the page show.

    `filled`: the share of cells of 16 × 16 px with a visible difference, 0 to 1. `shades`: the number of
    distinct colours, each of 0.02 % of a picture or more, of 512. `hues`: degrees, in tens, of vivid colours. `dark`:
    whether the commonest colour is dark; None without a picture.
    """

    filled: float = 0.0
    shades: int = 0
    hues: frozenset[int] = frozenset()
    dark: bool | None = None


def measure_visible_content(
    trace: Trace, perception: StaticPerception, pictures: EvidencePictures
) -> VisibleContent | None:
    """The most that the page shows at rest (desktop width, first three screens) or after up to six steps.

    Not of steps in a window of another width, which the same content fills more: which steps are looked at would decide
    how full the page is. None if there is no picture.
    """
    desktop = perception.view("desktop")
    rest, width = (desktop.screenshot, f"{desktop.viewport.width}") if desktop else ("", "")
    shown = [f"{trace.policy}/{name}" for name in _pictures_at_width(trace, width)]
    every = max(1, len(shown) // _MOST_STEPS)
    names = dict.fromkeys([*([rest] if rest else []), *shown[::every][:_MOST_STEPS]])
    measured = [_measure(picture) for name in names if (picture := pictures.read_top(name, _MOST_HEIGHT))]
    if not measured:
        return None
    return VisibleContent(
        filled=max(content.filled for content in measured),
        shades=max(content.shades for content in measured),
        hues=frozenset().union(*(content.hues for content in measured)),
        dark=measured[0].dark,
    )


def _pictures_at_width(trace: Trace, width: str) -> list[str]:
    """The steps' pictures while the window has this width, with which an exploration begins."""
    found, now = [], ""
    for step in trace.steps:
        if isinstance(step.action, Resize):
            now = step.action.value.partition("x")[0]
        if step.screenshot and now in ("", width):
            found.append(step.screenshot)
    return found


def _measure(picture: Image.Image) -> VisibleContent:
    wide, high = (side // _CELL for side in picture.size)
    if not high or not wide:
        return VisibleContent()
    grey = np.asarray(picture.convert("L"))[: high * _CELL, : wide * _CELL]
    rows = grey.reshape(high, _CELL, wide * _CELL)
    brightest = rows.max(axis=1).reshape(high, wide, _CELL).max(axis=2)
    darkest = rows.min(axis=1).reshape(high, wide, _CELL).min(axis=2)
    filled = float((brightest - darkest >= _SEEN_CONTRAST).mean())
    counted = _count_colours(picture)
    least = _COLOUR_SHARE * picture.width * picture.height
    common = [colour for number, colour in counted if number >= least]
    hsv = [colorsys.rgb_to_hsv(*(part / 255 for part in colour)) for colour in common]
    hues = {int(hue * 36) * 10 for hue, saturation, value in hsv if saturation * value >= _VIVID}
    red, green, blue = max(counted, key=lambda one: one[0])[1]
    return VisibleContent(filled, len(common), frozenset(hues), 0.3 * red + 0.59 * green + 0.11 * blue < _DARK)


def _count_colours(picture: Image.Image) -> list[tuple[int, tuple[int, int, int]]]:
    """The pixels of each shade, by its colour in the middle, in the order of the colours."""
    shaded = picture.point([value // _SHADE * _SHADE + _SHADE // 2 for value in range(256)] * 3)
    counted = cast("list[tuple[int, tuple[int, int, int]]]", shaded.getcolors((256 // _SHADE) ** 3))
    return sorted(counted, key=lambda one: one[1])
