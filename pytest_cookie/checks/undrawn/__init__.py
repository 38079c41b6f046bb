"""Undrawn content: text of the document that nobody gets to see, and boxes that are blank once they are scrolled."""

from collections.abc import Iterator

from pytest_cookie.checks.check import Check
from pytest_cookie.core.text import shorten
from pytest_cookie.core.verdict import Severity
from pytest_cookie.judging.measures.undrawn import share_undrawn
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.defect import Defect
from pytest_cookie.judging.rubric.finding_kinds import CheckKind
from pytest_cookie.judging.rubric.measurement import page_defect

UNDRAWN_CONTENT = CheckKind(
    "undrawn-content", "A large part of the text is in the document, but nobody gets to see it."
)
BLANK_WHEN_SCROLLED = CheckKind("blank-when-scrolled", "A box with a scroll bar is blank once it is scrolled.")

_MAIN_SHARE = 0.5  # of the page's text, from which the finding is critical
_LEAST_INK = 0.01  # share of drawn pixels from which a box has content
_LEFT_INK = 0.1  # share of its ink that a blank box may keep: borders, a scroll bar
_LEAST_MOVED_PX = 100.0  # a shorter scroll may end in the margin


def find_undrawn(context: RubricContext) -> list[Defect]:
    """A large part of the text that is never seen (major, critical from half), and boxes that scroll to blank areas."""
    share = share_undrawn(context)
    return [*([_undrawn(context, share)] if share else []), *_find_blank_boxes(context)]


def _find_blank_boxes(context: RubricContext) -> Iterator[Defect]:
    for box in context.perception.scrollers:
        is_blank = box.ink_after < min(_LEAST_INK, _LEFT_INK * box.ink_before) and box.ink_before >= _LEAST_INK
        if box.moved_px >= _LEAST_MOVED_PX and is_blank:
            why = (
                f"The box `{shorten(box.selector, 80)}` has content, but after the wheel scrolled it by "
                f"{box.moved_px:.0f} px it is empty. Draw what is scrolled to."
            )
            title = "A list or box is blank once it is scrolled"
            yield Defect(BLANK_WHEN_SCROLLED, "major", title, why, box.selector, evidence=box.screenshot)


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
    return page_defect(context, UNDRAWN_CONTENT, severity, title, why, first.selector)


CHECK = Check(
    id="undrawn",
    item="4",
    find=find_undrawn,
    kinds=(UNDRAWN_CONTENT, BLANK_WHEN_SCROLLED),
)
