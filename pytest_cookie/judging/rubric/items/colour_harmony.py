"""Item 9 of the rubric, colour harmony."""

import re

from pytest_cookie.core.page import Element
from pytest_cookie.core.parsing import parse_number
from pytest_cookie.core.perception import AxeViolation, Styling
from pytest_cookie.core.text import shorten
from pytest_cookie.core.verdict import Severity
from pytest_cookie.core.wording import count
from pytest_cookie.judging.measures.content_amount import weigh_fullness
from pytest_cookie.judging.rubric.check_results import run_checks
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.defect import Defect
from pytest_cookie.judging.rubric.finding_kinds import FindingKind
from pytest_cookie.judging.rubric.grade import describe_grades, rate_value, sum_deductions
from pytest_cookie.judging.rubric.measurement import Measured, interpolate, mark_unmeasured, page_defect
from pytest_cookie.judging.rubric.names import capitalise, list_names, list_others, locate_unnamed, name_element
from pytest_cookie.judging.visual.css_coverage import PAINTED, describe_undressed, share_of_dressing
from pytest_cookie.judging.visual.palette import (
    UNREADABLE,
    find_unreadable_texts,
    grade_palette,
    measure_faint_share,
    rate_pixel_contrast,
)

_LEAST_HUE_SHARE = 0.02  # of the saturated area; less is an accent or a picture's edge
_LEAST_TEXTS = 20  # keeps one weak text of a small page from being a large share
_MANY_UNREADABLE = 3  # texts
_MUCH_UNREADABLE = 0.15  # share of the page's text
_MANY_WEAK = 4  # texts
_MUCH_WEAK = 0.08  # share of the texts, if pixels were not measured
_FAINT = 2.5  # contrast ratio; well below the 4.5 of WCAG
_MUCH_FAINT = 0.4
"""Good pages of well-known companies set up to a third of their text this faintly: labels, dates, hints."""

_BOLD_IS_LARGE_PT, _LARGE_PT = 14, 18
_NEEDED = "Text needs at least 4.5:1, large text 3:1 (WCAG 2.2, 1.4.3)."
_CHANGE = "Give the text or its background another colour."
_GROUP_ROOM = 40  # characters for the names of one pair of colours
_KEY_LETTERS = 40  # of a text, as many as the layout keeps
_NAME_IN_TITLE = 22  # characters, since the ratio follows the name
_OF_AXE = re.compile(
    r"contrast of (?P<ratio>\d{1,2}(?:\.\d{1,2})?)"
    r"(?: \(foreground color: (?P<ink>#\w{3,8}), background color: (?P<ground>#\w{3,8})"
    r"(?:, font size: (?P<points>\d{1,3}(?:\.\d{1,2})?)pt)?)?"
)


def measure_colour_harmony(context: RubricContext) -> Measured:
    """Item 9: contrast, and a palette that holds together.

    60 % contrast, 40 % palette. Contrast: elements whose text axe-core finds too weak for WCAG AA, as a share of the
    elements that may carry text (a third of all, at least 20): 1 at none, 0 from 25 %. Palette: hues in 30-degree steps
    that cover at least 2 % of the saturated area: 1 up to 4, 0 from 10; without any saturated colour 1 if three or more
    backgrounds are painted, else 0.5. If axe-core did not check the whole page, contrast comes from the pixels of the
    screenshot alone. What its checks find comes off. Multiplied by `weigh_fullness` and signs of styling as in item 8.
    Not measured: whether the colours suit the scene. Known false alarms: charts and games need many hues; axe-core does
    not check text over pictures.
    """
    styling = context.styling
    if styling is None:
        return mark_unmeasured("the page's colours were not recorded")
    hues, dressing, weight = _hues(styling), share_of_dressing(styling), weigh_fullness(context)
    composition = context.perception.composition
    palette = rate_value(hues, good=2, fine=4, bad=10) if hues else _without_hues(styling)
    grades = grade_palette(composition) if composition else []
    if context.perception.axe_problem and composition is None:
        reason = (
            f"{count(hues, 'hue')}; contrast unmeasured: {context.perception.axe_problem}{describe_undressed(styling)}"
        )
        return weight.apply((palette - sum_deductions(grades)) * dressing, reason)
    violation = next((v for v in context.perception.axe if v.rule == "color-contrast"), None)
    weak = violation.count if violation else 0
    elements = context.inventory.element_count if context.inventory else 0
    share = weak / max(_LEAST_TEXTS, elements / 3)
    contrast, measured = _contrast(context, weak, interpolate(share, good=0.0, bad=0.25))
    reason = (
        f"{measured}; weighs 60 %), {count(hues, 'hue')} ({palette:.0%}, weighs 40 "
        f"%){describe_grades(grades)}{describe_undressed(styling)}"
    )
    defects = [_weak_contrast(context, violation, share)] if violation else []
    checked = run_checks(context, "9")
    defects += [*_unreadable(context, weak), *checked.defects]
    cost = sum_deductions(grades) + checked.cost
    return weight.apply((0.6 * contrast + 0.4 * palette - cost) * dressing, reason, defects)


def _contrast(context: RubricContext, weak: int, by_colours: float) -> tuple[float, str]:
    """The contrast, 0 to 1, and how it was measured; from pixels alone if axe-core did not check the whole page.

    A page whose text could not be measured then gets 0, so that preventing the measurement does not pay.
    """
    composition = context.perception.composition
    pixels = rate_pixel_contrast(composition) if composition else None
    if composition and (why := _why_partly(context)):
        has_text = context.inventory is not None and context.inventory.text_length > 0
        alone = pixels if pixels is not None else 0.0 if has_text else 1.0
        return alone, f"contrast by pixels alone, {shorten(why, 120)} ({alone:.0%}"
    found = f"{count(weak, 'text')} with too little contrast ({by_colours:.0%}"
    return (by_colours, found) if pixels is None else ((by_colours + pixels) / 2, f"{found}, in pixels {pixels:.0%}")


def _why_partly(context: RubricContext) -> str:
    return "; ".join(note for note in (context.perception.axe_problem, *context.perception.partly) if note)


def _unreadable(context: RubricContext, told_already: int) -> list[Defect]:
    """Text that axe-core cannot check: over pictures and gradients, in its background's colour, behind an element."""
    composition = context.perception.composition
    view = context.view("desktop")
    buried = {text.text[:_KEY_LETTERS] for text in view.layout.buried_texts} if view else set()
    texts = find_unreadable_texts(composition) if composition else []
    texts = [text for text in texts if text.text[:_KEY_LETTERS] not in buried]  # that is told as the layer over it
    if len(texts) <= told_already:
        return []
    first, elements = texts[0], [Element(selector=text.selector, text=text.text) for text in texts]
    names = [name_element(element) for element in elements]
    more = f" and {len(names) - 1} more" if len(names) > 1 else ""
    title = f"Text is hardly visible: {name_element(elements[0], longest=_NAME_IN_TITLE)} ({first.contrast}:1){more}"
    also = f"{list_others(names, listed_room=1)}{locate_unnamed(elements)}"
    why = f"In the screenshot, its contrast with the background is {first.contrast}:1. {_NEEDED} {_CHANGE}{also}"
    much = (measure_faint_share(composition, UNREADABLE) if composition else None) or 0.0
    severity: Severity = "major" if len(texts) >= _MANY_UNREADABLE and much >= _MUCH_UNREADABLE else "minor"
    return [page_defect(context, FindingKind.LOW_CONTRAST, severity, title, why, first.selector)]


def _without_hues(styling: Styling) -> float:
    return 1.0 if styling.backgrounds >= PAINTED else 0.5


def _hues(styling: Styling) -> int:
    total = sum(styling.hues.values())
    return sum(1 for area in styling.hues.values() if area > _LEAST_HUE_SHARE * total)


def _weak_contrast(context: RubricContext, violation: AxeViolation, share: float) -> Defect:
    first = violation.elements[0] if violation.elements else None
    more = violation.count - 1 if first else 0
    composition = context.perception.composition
    faint = measure_faint_share(composition, _FAINT) if composition else None
    much = share > _MUCH_WEAK if faint is None else faint >= _MUCH_FAINT
    severity: Severity = "major" if violation.count >= _MANY_WEAK and much else "minor"
    title = f"Text has low contrast{_name_first(first)}" + (f" and {more} more" if more > 0 else "")
    also = f"{_list_by_colours(violation)}{locate_unnamed(violation.elements)}"
    why = f"Hard to read for many people{_measured_at(first)}. {_state_need(first)} {_say_what_to_change(first)}{also}"
    selector = first.selector if first else ""
    return page_defect(context, FindingKind.LOW_CONTRAST, severity, title, why, selector)


def _state_need(first: Element | None) -> str:
    """The ratio that WCAG asks for, by the size in points; bold text is large from 14 points, other text from 18."""
    found = _OF_AXE.search(first.detail) if first else None
    points = parse_number(found["points"]) if found and found["points"] else None
    if points is None or _BOLD_IS_LARGE_PT <= points < _LARGE_PT:
        return _NEEDED
    least = "large text needs at least 3:1" if points >= _LARGE_PT else "text of this size needs at least 4.5:1"
    return f"{capitalise(least)} (WCAG 2.2, 1.4.3)."


def _name_first(first: Element | None) -> str:
    """`: “Total” (2.9:1)`, with the ratio if axe-core's message has it; "" without an element."""
    if first is None:
        return ""
    found = _OF_AXE.search(first.detail)
    return ": " + name_element(first, longest=_NAME_IN_TITLE) + (f" ({found['ratio']}:1)" if found else "")


def _list_by_colours(violation: AxeViolation) -> str:
    """The other texts, those in the colours of the first before those in others; "" if there is none."""
    groups: dict[str, list[str]] = {}
    for element in violation.elements:
        groups.setdefault(_colours_of(element), []).append(name_element(element))
    if not groups:
        return ""
    first, *others = groups.items()
    parts = [f"{list_names(first[1][1:], _GROUP_ROOM)}{first[0] and ' in the same colours'}"] if first[1][1:] else []
    parts += [f"{list_names(names, _GROUP_ROOM)}{colours and f' in {colours}'}" for colours, names in others]
    unlisted = violation.count - len(violation.elements)
    more = f" {count(unlisted, 'more text is', 'more texts are')} not listed." if unlisted > 0 else ""
    return (f" Also: {'; '.join(parts)}." if parts else "") + more


def _colours_of(element: Element) -> str:
    """`#b3bac5 on #ffffff (1.95:1)`, "" if axe-core's message has no colours."""
    found = _OF_AXE.search(element.detail)
    return f"{found['ink']} on {found['ground']} ({found['ratio']}:1)" if found and found["ink"] else ""


def _say_what_to_change(first: Element | None) -> str:
    found = _OF_AXE.search(first.detail) if first else None
    if found is None or not found["ink"]:
        return _CHANGE
    ink, ground = (_brightness(found[name]) for name in ("ink", "ground"))
    return f"{'Darken' if ink < ground else 'Lighten'} the text."


def _brightness(colour: str) -> int:
    """The sum of the three channels of `#rrggbb` or `#rgb`, 0 to 765; 0 for anything else."""
    digits = colour.removeprefix("#")
    digits = "".join(digit * 2 for digit in digits) if len(digits) == 3 else digits[:6]
    try:
        return sum(bytes.fromhex(digits))
    except ValueError:
        return 0


def _quoted(text: str, selector: str) -> str:
    return name_element(Element(selector=selector, text=text))


def _measured_at(first: Element | None) -> str:
    """The figures in axe-core's message about the first text, which gives its size in points."""
    found = _OF_AXE.search(first.detail) if first else None
    if first is None or found is None:
        return ""
    size = f" at {points * 4 / 3:.3g} px" if (points := parse_number(found["points"])) else ""
    colours = f", {found['ink']} on {found['ground']}{size}" if found["ink"] else ""
    return f": {_quoted(first.text, first.selector)} has {found['ratio']}:1{colours}"
