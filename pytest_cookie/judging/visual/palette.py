"""The colours of a page: how many hues, how loud, and the contrast of its texts."""

import colorsys
import re
from collections.abc import Sequence
from math import sqrt

from pytest_cookie.core.page_layout import PageLayout, SetText
from pytest_cookie.judging.rubric.grade import Grade, rate_value

_NEEDED = 4.5  # contrast ratio of WCAG 2.2, 1.4.3
_NEEDED_LARGE = 3.0  # of the same, for large text
_LARGE_PX = 24  # 18 points
_LARGE_BOLD_PX = 18.5  # 14 points
_BOLD = 700
_LOUD_SATURATION = 0.85  # of 1; muted colours are below
_LOUD_VALUE = 0.8  # of 1; dark colours are below
_LOUD_AREA = 0.012  # of the background; less is an accent
_GROUND_AREA = 0.004  # of the background; less is an icon
_INK_SHARE = 0.01  # of the letters; less is a single word
UNREADABLE = 1.6
"""Below this ratio, text hardly differs from its background."""
_HUES = 12  # steps of 30 degrees
_STEEPNESS = 2.5  # 40 % of the missing contrast gives 0
_COLOUR = re.compile("#[0-9a-f]{6}")


def required_contrast(text: SetText) -> float:
    """WCAG 2.2, 1.4.3: 4.5, and 3 for large text (24 px, or 18.5 px and bold)."""
    large = text.size >= _LARGE_PX or (text.size >= _LARGE_BOLD_PX and text.weight >= _BOLD)
    return _NEEDED_LARGE if large else _NEEDED


def rate_pixel_contrast(composition: PageLayout) -> float | None:
    """1 if every text has the contrast it needs, weighted by the root of its letters; None without text.

    Missing contrast counts by its amount: invisible text counts fully, and 40 % of such text gives 0.
    """
    texts = _measured(composition)
    total = sum(_weight(text) for text in texts)
    if not total:
        return None
    return max(0.0, 1 - _STEEPNESS * sum(_weight(text) * _missing(text) for text in texts) / total)


def find_unreadable_texts(composition: PageLayout) -> list[SetText]:
    """Texts of three letters or more that hardly differ from their background in the screenshot."""
    return [
        text
        for text in _measured(composition)
        if text.contrast is not None and text.contrast < UNREADABLE and text.letters >= 3
    ]


def measure_faint_share(composition: PageLayout, ratio: float) -> float | None:
    """The share of text (by the root of its letters) with a contrast below `ratio`; None if no contrast was measured.

    For large text the limit is two thirds of `ratio`.
    """
    texts = _measured(composition)
    if not texts:
        return None
    faint = [t for t in texts if t.contrast is not None and t.contrast < ratio * required_contrast(t) / _NEEDED]
    return sum(map(_weight, faint)) / sum(map(_weight, texts))


def _measured(composition: PageLayout) -> list[SetText]:
    return [text for text in composition.texts if text.contrast is not None and not text.idle]


def _weight(text: SetText) -> float:
    return sqrt(min(400, text.letters))


def _missing(text: SetText) -> float:
    needed = required_contrast(text)
    return max(0.0, needed - (text.contrast or needed)) / (needed - 1)


def grade_palette(composition: PageLayout) -> list[Grade]:
    """Grade loud hues, background colours and text colours.

    A hue is loud if it is saturated and bright on 1.2 % of the background or more. A background colour counts from 0.4
    % of the area, a text colour from 1 % of the letters.
    """
    return [
        Grade("loud hues", rate_value(count_loud_hues(composition), good=2, fine=3, bad=7), 0.3),
        Grade(
            "background colours", rate_value(_in_use(composition.grounds, _GROUND_AREA), good=8, fine=14, bad=30), 0.1
        ),
        Grade("text colours", rate_value(_in_use(composition.inks, _INK_SHARE), good=5, fine=8, bad=20), 0.1),
    ]


def count_loud_hues(composition: PageLayout) -> int:
    """The number of loud hues, in steps of 30 degrees."""
    total = sum(composition.grounds.values())
    areas = [0] * _HUES
    for colour, space in composition.grounds.items():
        if not _COLOUR.fullmatch(colour):
            continue
        hue, saturation, value = colorsys.rgb_to_hsv(*(channel / 255 for channel in _channels(colour)))
        if saturation >= _LOUD_SATURATION and value >= _LOUD_VALUE:
            areas[round(hue * _HUES) % _HUES] += space
    return sum(space > _LOUD_AREA * total for space in areas)


def _in_use(counts: dict[str, int], least: float) -> int:
    total = sum(counts.values())
    return sum(count >= least * total for count in counts.values())


def _channels(colour: str) -> Sequence[int]:
    digits = colour.removeprefix("#")
    return [int(digits[i : i + 2], 16) for i in (0, 2, 4)]
