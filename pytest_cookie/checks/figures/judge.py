"""Judges whether totals, counts and balances follow what happens to the page's entries."""

import re
from collections.abc import Iterator

from pytest_cookie.checks.figures.fact import FigureFact, RenewedFigure
from pytest_cookie.core.parsing import parse_shown_whole
from pytest_cookie.core.text import shorten
from pytest_cookie.core.trace import Step
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.defect import Defect
from pytest_cookie.judging.rubric.finding_kinds import CheckKind
from pytest_cookie.judging.rubric.measurement import step_defect

STALE_FIGURE = CheckKind(
    "stale-figure", "A total or count does not follow when an entry is removed, changed or brought back."
)

_MOST_QUOTED = 60  # characters of a quoted line
_OCCASIONS = {"destroy": "an entry is removed", "undo": "a removal is undone"}
_MINUTES = re.compile(
    r"(?:(?P<hours>\d{1,4})\s?[^\W\d_]{1,8}\.?\s{0,2})?(?<!\d)(?P<minutes>\d{1,4})\s?"
    r"(?:minut\w{0,4}|min|m|分钟|分鐘|分|분)(?![^\W\d_])",
    re.IGNORECASE,
)
"""A span in minutes, with hours before them or without."""
_SWITCHED = "a switch is turned back"


def find_stale_figures(context: RubricContext) -> list[Defect]:
    """At most one defect: figures that are out of date until a reload, or that stay when an act is taken back or the
    page is reset.

    Not on games, whose records and moves rightly stay. A figure that outlasts a reload is meant to stay.
    """
    if context.case.domain == "games":
        return []
    return [*_find_out_of_date(context), *_find_left(context), *_find_charted(context)][:1]


def _find_out_of_date(context: RubricContext) -> Iterator[Defect]:
    """The reload that changed the figure shows it: before it the old line, after it the new one."""
    steps = context.trace.steps
    for step in steps:
        for figure in (one for one in _fact(step).stale if not _counts_minutes(one, step.page_ms)):
            title = f"“{_quote(figure.line)}” is out of date until the page is reloaded"
            why = (
                f"After a reload it is “{_quote(figure.now)}” and stays so, although nothing was changed in between. "
                "Update everything that depends on the entries at once."
            )
            shown = next((one for one in reversed(steps[: step.index]) if figure in _fact(one).renewed), step)
            yield step_defect(context, shown, STALE_FIGURE, "major", title, why).showing(figure.line)


def _find_left(context: RubricContext) -> Iterator[Defect]:
    steps = context.trace.steps
    for step in steps:
        kept = {line for later in steps[step.index + 1 :] for line in _fact(later).kept}
        for figure in () if step.page_errors else _fact(step).left:
            if figure.line not in kept:
                title = f"“{_quote(figure.line)}” stays when {_OCCASIONS.get(step.action.purpose, _SWITCHED)}"
                why = (
                    f"It was “{_quote(figure.due)}” before, and “{_quote(figure.beside)}” is as before again. Update "
                    "everything that depends on the entries at once."
                )
                yield step_defect(context, step, STALE_FIGURE, "major", title, why).showing(figure.line)


def _find_charted(context: RubricContext) -> Iterator[Defect]:
    for step in context.trace.steps:
        for figure in () if step.page_errors else _fact(step).charted:
            title = f"A chart still shows “{_quote(figure.text)}” after a reset"
            why = f"“{_quote(figure.line)}” went back to “{_quote(figure.now)}”. Clear the chart as well."
            yield step_defect(context, step, STALE_FIGURE, "major", title, why).showing(figure.text)


def _counts_minutes(figure: RenewedFigure, page_ms: int) -> bool:
    """Whether the line is a span of minutes that the time of the exploration explains, as in `38 h 0 min`.

    Such a line moves on with the clock, a minute at a time, so a reload may be the first to show it.
    """
    spans = [_MINUTES.search(text) for text in (figure.line, figure.now)]
    if not all(spans):
        return False
    old, new = (
        60 * (parse_shown_whole(span["hours"] or "0") or 0) + (parse_shown_whole(span["minutes"]) or 0)
        for span in spans
        if span
    )
    return 0 < abs(new - old) <= page_ms / 60_000 + 1


def _fact(step: Step) -> FigureFact:
    return FigureFact.of(step.change) or FigureFact()


def _quote(text: str) -> str:
    return shorten(text, _MOST_QUOTED)
