"""Finds invisible content of the document: transparent, cut off, or blank once scrolled to."""

from collections.abc import Iterator

from pytest_cookie.core.text import shorten
from pytest_cookie.core.verdict import Severity
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.defect import Defect
from pytest_cookie.judging.rubric.finding_kinds import FindingKind
from pytest_cookie.judging.rubric.measurement import page_defect

_LEAST_LETTERS = 120  # fewer are labels for screen readers and closed menus
_LARGE_SHARE = 0.2  # of the page's text
_MAIN_SHARE = 0.5  # of the page's text, from which the finding is critical
_LEAST_INK = 0.01  # share of drawn pixels from which a box has content
_LEFT_INK = 0.1  # share of its ink that a blank box may keep: borders, a scroll bar
_LEAST_MOVED_PX = 100.0  # a shorter scroll may end in the margin


def share_undrawn(context: RubricContext) -> float:
    """The share of the page's text that neither the wheel nor the exploration brought into view; 0 if it is small."""
    perception = context.perception
    letters = sum(text.letters for text in perception.undrawn)
    if not perception.letters or letters < _LEAST_LETTERS:
        return 0.0
    share = min(1.0, letters / perception.letters)
    return share if share >= _LARGE_SHARE else 0.0


def find_undrawn(context: RubricContext) -> Iterator[Defect]:
    """A large part of the text that is never seen (major, critical from half), and boxes that scroll to blank areas."""
    share = share_undrawn(context)
    if share:
        yield _undrawn(context, share)
    for box in context.perception.scrollers:
        is_blank = box.ink_after < min(_LEAST_INK, _LEFT_INK * box.ink_before) and box.ink_before >= _LEAST_INK
        if box.moved_px >= _LEAST_MOVED_PX and is_blank:
            why = (
                f"The box `{shorten(box.selector, 80)}` has content, but after the wheel scrolled it by "
                f"{box.moved_px:.0f} px it is empty. Draw what is scrolled to."
            )
            title = "A list or box is blank once it is scrolled"
            yield Defect(FindingKind.BLANK_WHEN_SCROLLED, "major", title, why, box.selector, evidence=box.screenshot)


def _undrawn(context: RubricContext, share: float) -> Defect:
    texts = context.perception.undrawn
    severity: Severity = "critical" if share >= _MAIN_SHARE else "major"
    cut = sum(text.letters for text in texts if text.within)
    first = max(texts, key=lambda text: text.letters)
    if cut * 2 > sum(text.letters for text in texts):
        within = next(text.within for text in texts if text.within)
        title = f"{share:.0%} of the page's text cannot be reached"
        why = f"`{shorten(within, 60)}` cuts it off and cannot be scrolled by wheel or touch"
        todo = "Let it scroll, or make it as high as its content."
    else:
        title = f"{share:.0%} of the page's text is never visible"
        why = "It stays transparent, however far the page is scrolled"
        todo = "Show it without a condition that may never hold."
    why = f"{why}, such as “{shorten(first.text, 60)}”. {todo}"
    return page_defect(context, FindingKind.UNDRAWN_CONTENT, severity, title, why, first.selector)
