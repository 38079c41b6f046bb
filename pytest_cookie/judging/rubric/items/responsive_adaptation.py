"""Item 6 of the rubric, responsive adaptation: the layout holds at 375, 768 and 1280 pixels."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from statistics import fmean

from pytest_cookie.core.page import Element
from pytest_cookie.core.perception import ViewportName, ViewportPerception
from pytest_cookie.core.verdict import SEVERITIES, Severity
from pytest_cookie.judging.measures.content_amount import weigh_substance
from pytest_cookie.judging.measures.out_of_reach import cost_out_of_reach, find_out_of_reach
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.defect import Defect
from pytest_cookie.judging.rubric.finding_kinds import FindingKind
from pytest_cookie.judging.rubric.measurement import COSTS, Measured, interpolate, mark_unmeasured
from pytest_cookie.judging.rubric.names import (
    explain_overlap,
    list_names,
    list_others,
    locate_unnamed,
    name_element,
    shorten_selector,
)

_DEVICES: dict[ViewportName, str] = {
    "mobile": "on a phone (375 px wide)",
    "tablet": "on a tablet (768 px wide)",
    "desktop": "on a desktop (1280 px wide)",
}
_TOLERATED_SHARE = 0.01  # of the width; less cannot be felt when scrolling
_BROKEN_SHARE = 0.2  # of the width: a column is out of sight
_LOST_SHARE = 1.0  # a whole window beside the page
_FINDABLE = 0.2  # score of a page that is far too wide, but whose content can be found
_MAJOR_SHARE = 0.05  # of the width
_TEXT_LETTERS = 300
"""A paragraph. Fewer letters are labels, which a phone's layout may fold away behind a button."""
_LEFT_TEXT = 0.4  # of the desktop's letters; less is not a shorter version
_TABS = re.compile(r"role=[\"']?tab\b")
"""Tabs, which may show one part of the text at a time on a narrow screen."""


def measure_responsive_adaptation(context: RubricContext) -> Measured:
    """Item 6: the layout holds at mobile (375 px), tablet (768 px) and desktop (1280 px) width (B.4).

    At each width: how far content reaches beyond what the page shows without scrolling sideways, 1 up to 1 % of the
    width, 0.2 at 20 %, 0 from 100 %, linear between, minus 0.1 if only padding reaches there; minus 0.35 for text
    that other text covers and 0.1 for text that is cut off there but not at desktop width; minus 0.35 if less than
    40 % of the desktop's text is left; minus the cost of what `find_out_of_reach` finds, and up to all of it by the
    share of controls that no scrolling reaches. The score is the mean of the worst width and the average width,
    halved without a viewport meta tag, times `weigh_substance`. Known false alarm: a canvas of fixed size that is
    meant for desktops only.
    """
    views = context.perception.views
    if context.view("mobile") is None:
        return mark_unmeasured("the page was not recorded at mobile width")
    others = [_of_this_width_alone(context, view) for view in views]
    scores = [_at_one_width(view, found) for view, found in zip(views, others, strict=True)]
    score = (min(scores) + fmean(scores)) / 2
    defects = [*_too_wide(views), *_of_any_width(views, others)]
    if context.styling and not context.styling.viewport_meta:
        score /= 2
        defects.append(_no_meta(context))
    widths = "; ".join(_describe_width(view, at) for view, at in zip(views, scores, strict=True))
    halved = "" if not context.styling or context.styling.viewport_meta else ", halved without a viewport tag"
    reason = f"{widths}; mean of the worst width and the average{halved}"
    return weigh_substance(context).apply(score, reason, defects)


def _of_any_width(views: Sequence[ViewportPerception], others: Sequence[list[Defect]]) -> Iterator[Defect]:
    """The defects of single widths; of controls that are cut off only the worst, which names the other widths."""
    found = [(view, defect) for view, defects in zip(views, others, strict=True) for defect in defects]
    cut = [pair for pair in found if pair[1].kind is FindingKind.CUT_OFF_CONTROL]
    worst = min(cut, key=lambda pair: (SEVERITIES.index(pair[1].severity), pair[0].viewport.width), default=None)
    for view, defect in found:
        if worst and defect is worst[1]:
            widths = [f"{other.viewport.width} px" for other, _ in cut if other is not view]
            also = f" It is so at {' and '.join(widths)}, too." if widths else ""
            yield replace(defect, why=f"{defect.why}{also}")
        elif defect.kind is not FindingKind.CUT_OFF_CONTROL:
            yield defect


def _at_one_width(view: ViewportPerception, others: list[Defect]) -> float:
    excess = _excess(view)
    padding = COSTS["minor"] if _is_padded(view) else 0.0
    usable = interpolate(excess, good=_TOLERATED_SHARE, bad=_BROKEN_SHARE)
    findable = interpolate(excess, good=_BROKEN_SHARE, bad=_LOST_SHARE)
    score = (1 - _FINDABLE) * usable + _FINDABLE * findable
    return max(0.0, score - padding - sum(COSTS[defect.severity] for defect in others) - cost_out_of_reach(view))


def _describe_width(view: ViewportPerception, score: float) -> str:
    empty = ", all empty" if _is_padded(view) else ""
    return f"{view.viewport.width} px: {view.layout.overflow_px:.0f} px too wide{empty} ({score:.0%})"


def _is_padded(view: ViewportPerception) -> bool:
    """Whether the page scrolls sideways to nothing but empty space."""
    return _excess(view) <= _TOLERATED_SHARE < _scrolled(view)


def _scrolled(view: ViewportPerception) -> float:
    """How far the page scrolls sideways, as a share of the width."""
    return view.layout.overflow_px / view.viewport.width


def _excess(view: ViewportPerception) -> float:
    """How far content, without padding, is out of sight at the side, as a share of the width."""
    beyond = view.layout.content_beyond_px
    return _scrolled(view) if beyond is None else min(_scrolled(view), beyond / view.viewport.width)


def _too_wide(views: Sequence[ViewportPerception]) -> list[Defect]:
    """One defect for all widths, the worst first, since the same box is usually too wide at each."""
    scrolling = (view for view in views if _scrolled(view) > _TOLERATED_SHARE)
    wide = sorted(scrolling, key=lambda view: (_excess(view), _scrolled(view)), reverse=True)
    if not wide:
        return []
    worst, culprits = wide[0], wide[0].layout.overflowing
    title = f"The page scrolls sideways by {worst.layout.overflow_px:.0f} px {_DEVICES[worst.viewport.name]}"
    others = [f"{view.layout.overflow_px:.0f} px at {view.viewport.width} px" for view in wide[1:]]
    also = f" It also scrolls by {' and '.join(others)}." if others else ""
    names = [_name_and_locate(element) for element in culprits]
    named = f"The widest content is {list_names(names, 160)}. " if names else ""
    empty = (
        "No content is cut off there, but the page slips under a finger. " if _excess(worst) <= _TOLERATED_SHARE else ""
    )
    why = f"{named}{empty}Limit its width, or let it wrap.{also}"
    severity: Severity = "major" if _excess(worst) > _MAJOR_SHARE else "minor"
    selector = culprits[0].selector if culprits else ""
    return [
        Defect(
            FindingKind.SIDEWAYS_OVERFLOW,
            severity,
            title,
            why,
            selector,
            evidence=worst.screenshot,
        )
    ]


def _name_and_locate(element: Element) -> str:
    """`“Total amount”` and its selector, or only the selector."""
    selector = f"`{shorten_selector(element.selector)}`"
    return f"{name_element(element)} ({selector})" if element.text.strip() else selector


def _of_this_width_alone(context: RubricContext, view: ViewportPerception) -> list[Defect]:
    desktop = context.view("desktop")
    defects = list(find_out_of_reach(context, view))
    if desktop is None or view.viewport.name == "desktop":
        return defects
    covered = _new(view.layout.overlapping, desktop.layout.overlapping)
    if covered:
        defects.append(_text_defect(FindingKind.OVERLAPPING_TEXT, "major", view, covered))
    lost = {element.selector for element in view.layout.cut_off.elements}
    cut = [element for element in _new(view.layout.truncated, desktop.layout.truncated) if element.selector not in lost]
    if cut:
        defects.append(_text_defect(FindingKind.CUT_OFF_TEXT, "minor", view, cut))
    if view.text_length < _LEFT_TEXT * desktop.text_length and not _TABS.search(context.source_text):
        defects.append(_text_gone(view, desktop))
    return defects


def _new(elements: tuple[Element, ...], known: tuple[Element, ...]) -> list[Element]:
    selectors = {element.selector for element in known}
    return [element for element in elements if element.selector not in selectors]


def _text_defect(kind: FindingKind, severity: Severity, view: ViewportPerception, elements: list[Element]) -> Defect:
    what = "Text overlaps other text" if kind is FindingKind.OVERLAPPING_TEXT else "Text is cut off"
    is_overlap = kind is FindingKind.OVERLAPPING_TEXT
    why = explain_overlap(elements[0], view.viewport.width) if is_overlap else "Let it wrap."
    names = [name_element(element) for element in elements]
    title = f"{what} at {view.viewport.width} px: {list_names(names)}"
    return Defect(
        kind,
        severity,
        title,
        f"This does not happen at desktop width. {why}{list_others(names)}{locate_unnamed(elements)}",
        elements[0].selector,
        evidence=view.screenshot,
    )


def _text_gone(view: ViewportPerception, desktop: ViewportPerception) -> Defect:
    why = f"Only {view.text_length} of {desktop.text_length} letters are left. Show the same content at every width."
    title = f"Most of the text is missing at {view.viewport.width} px"
    severity: Severity = "major" if desktop.text_length >= _TEXT_LETTERS else "minor"
    return Defect(FindingKind.TEXT_MISSING_AT_WIDTH, severity, title, why, evidence=view.screenshot)


def _no_meta(context: RubricContext) -> Defect:
    why = (
        "Without it, phones lay out the page as on a desktop and shrink it until it is unreadable. Add "
        '`<meta name="viewport" content="width=device-width">`.'
    )
    title = "The viewport meta tag is missing"
    return Defect(FindingKind.NO_VIEWPORT_META, "major", title, why, evidence=context.picture("mobile"))
