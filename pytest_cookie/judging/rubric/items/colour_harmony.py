"""Item 9 of the rubric: contrast, and a palette that holds together."""

import re

from pytest_cookie.core.page import Element
from pytest_cookie.core.parsing import parse_number
from pytest_cookie.core.perception import AxeViolation, Styling
from pytest_cookie.core.text import shorten
from pytest_cookie.core.verdict import Severity
from pytest_cookie.judging.checks.content_amount import fullness_of
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.grade import graded, taken_off, told
from pytest_cookie.judging.rubric.measurement import (
    Defect,
    Measured,
    and_more,
    count_of,
    falling,
    unmeasured,
)
from pytest_cookie.judging.visual.css_coverage import PAINTED, bare, dressing_of
from pytest_cookie.judging.visual.palette import (
    UNREADABLE,
    contrast_in_pixels,
    faint_share,
    grades_of_palette,
    unreadable_texts,
)

_LEAST_HUE_SHARE = 0.02
_LEAST_TEXTS = 20
_MANY_UNREADABLE = 3
_MUCH_UNREADABLE = 0.15
_MANY_WEAK = 4
_MUCH_WEAK = 0.08
_FAINT = 2.5
_MUCH_FAINT = 0.4
"""Good pages of well-known makers set up to a third of their text this faintly: labels, dates, hints."""

_NAMED = 3
_OF_AXE = re.compile(
    r"contrast of (?P<ratio>\d{1,2}(?:\.\d{1,2})?)"
    r"(?: \(foreground color: (?P<ink>#\w{3,8}), background color: (?P<ground>#\w{3,8})"
    r"(?:, font size: (?P<points>\d{1,3}(?:\.\d{1,2})?)pt)?)?"
)


def colour_harmony(subject: RubricContext) -> Measured:
    """Item 9. Contrast and a palette that holds together.

    Measured, 60 % contrast and 40 % palette. Contrast: elements whose text axe-core finds too weak for WCAG AA, as
    a share of the elements that may carry text (a third of all, at least 20): 1 at none, 0 from 25 % on. Palette:
    hues in 30-degree steps that cover at least 2 % of the saturated area: 1 up to 4, 0 from 10 on; without any
    saturated colour 1 where three or more backgrounds are painted, else 0.5. Where axe-core did not look at all of the
    page, contrast is that of the picture's pixels alone. Multiplied by `fullness_of` and signs of
    dressing as item 8.
    Whether the colours suit the scene is not measured. Known false alarms: charts and games need many hues; text
    over pictures is not checked by axe-core.
    """
    styling = subject.styling
    if styling is None:
        return unmeasured("the page's colours were not recorded")
    hues, dressing, weight = _hues(styling), dressing_of(styling), fullness_of(subject)
    composition = subject.perception.composition
    palette = graded(hues, good=2, fine=4, bad=10) if hues else _without_hues(styling)
    grades = grades_of_palette(composition) if composition else []
    if subject.perception.axe_problem and composition is None:
        reason = f"{count_of(hues, 'hue')}; contrast unmeasured: {subject.perception.axe_problem}{bare(styling)}"
        return weight.scored((palette - taken_off(grades)) * dressing, reason)
    violation = next((v for v in subject.perception.axe if v.rule == "color-contrast"), None)
    weak = violation.count if violation else 0
    elements = subject.inventory.element_count if subject.inventory else 0
    share = weak / max(_LEAST_TEXTS, elements / 3)
    contrast, measured = _contrast(subject, weak, falling(share, good=0.0, bad=0.25))
    reason = (
        f"{measured}; weighs 60 %), {count_of(hues, 'hue')} ({palette:.0%}, weighs 40 %){told(grades)}{bare(styling)}"
    )
    defects = [_weak_contrast(subject, violation, share)] if violation else []
    defects += _unreadable(subject, weak)
    return weight.scored((0.6 * contrast + 0.4 * palette - taken_off(grades)) * dressing, reason, defects)


def _contrast(subject: RubricContext, weak: int, by_colours: float) -> tuple[float, str]:
    """0 to 1, and how it was measured. By pixels alone where axe-core did not look, or not at all of the page.

    A page with text of which none was measured then has no contrast: what keeps the measuring away gains nothing.
    """
    composition = subject.perception.composition
    pixels = contrast_in_pixels(composition) if composition else None
    if composition and (why := _why_partly(subject)):
        has_text = subject.inventory is not None and subject.inventory.text_length > 0
        alone = pixels if pixels is not None else 0.0 if has_text else 1.0
        return alone, f"contrast by pixels alone, {shorten(why, 120)} ({alone:.0%}"
    found = f"{count_of(weak, 'text')} with too little contrast ({by_colours:.0%}"
    return (by_colours, found) if pixels is None else ((by_colours + pixels) / 2, f"{found}, in pixels {pixels:.0%}")


def _why_partly(subject: RubricContext) -> str:
    return "; ".join(note for note in (subject.perception.axe_problem, *subject.perception.partly) if note)


def _unreadable(subject: RubricContext, told_already: int) -> list[Defect]:
    """What axe-core cannot tell: text over pictures and gradients, in the colour of its ground, behind something."""
    composition = subject.perception.composition
    texts = unreadable_texts(composition) if composition else []
    if len(texts) <= told_already:
        return []
    title = f"Text can hardly be told from its ground: {and_more([shorten(text.text, 30) for text in texts])}"
    first = texts[0]
    why = f"In the picture the first has a contrast of {first.contrast} to 1; text needs 4.5, large text 3."
    much = (faint_share(composition, UNREADABLE) if composition else None) or 0.0
    severity: Severity = "major" if len(texts) >= _MANY_UNREADABLE and much >= _MUCH_UNREADABLE else "minor"
    return [Defect(severity, title, why, first.selector, evidence=subject.picture())]


def _without_hues(styling: Styling) -> float:
    return 1.0 if styling.backgrounds >= PAINTED else 0.5


def _hues(styling: Styling) -> int:
    total = sum(styling.hues.values())
    return sum(1 for area in styling.hues.values() if area > _LEAST_HUE_SHARE * total)


def _weak_contrast(subject: RubricContext, violation: AxeViolation, share: float) -> Defect:
    first = violation.elements[0] if violation.elements else None
    named = [shorten(e.text or e.selector, 30) for e in violation.elements[:_NAMED]]
    those = f"{', such as' if violation.count > len(named) else ':'} {and_more(named)}" if named else ""
    composition = subject.perception.composition
    faint = faint_share(composition, _FAINT) if composition else None
    much = share > _MUCH_WEAK if faint is None else faint >= _MUCH_FAINT
    severity: Severity = "major" if violation.count >= _MANY_WEAK and much else "minor"
    have = "text has" if violation.count == 1 else "texts have"
    title = f"{violation.count} {have} too little contrast{those}"
    return Defect(
        severity, title, f"Hard to read for many people (WCAG 2.2, 1.4.3){_measured_at(first)}.",
        first.selector if first else "", evidence=subject.picture(),
    )  # fmt: skip


def _measured_at(first: Element | None) -> str:
    """The figures of axe-core's sentence on the first text, whose size it has in points."""
    found = _OF_AXE.search(first.detail) if first else None
    if first is None or found is None:
        return ""
    size = f" at {points * 4 / 3:.3g} px" if (points := parse_number(found["points"])) else ""
    colours = f", {found['ink']} on {found['ground']}{size}" if found["ink"] else ""
    return f": “{shorten(first.text or first.selector, 30)}” has {found['ratio']} to 1{colours}"
