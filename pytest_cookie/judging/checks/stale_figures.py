"""Checks that totals, counts and balances follow what happens to the page's entries. Item 3 counts it."""

from collections.abc import Iterator

from pytest_cookie.core.text import shorten
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.finding_kinds import FindingKind
from pytest_cookie.judging.rubric.measurement import Defect, step_defect

_MOST_QUOTED = 60  # characters of a quoted line
_OCCASIONS = {"destroy": "an entry is removed", "undo": "a removal is undone"}
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
    for step in context.trace.steps:
        for figure in step.change.figures.stale if step.change.figures else ():
            title = f"“{_quote(figure.line)}” is out of date until the page is reloaded"
            why = (
                f"After a reload it is “{_quote(figure.now)}” and stays so, although nothing was changed in between. "
                "Update everything that depends on the entries at once."
            )
            yield step_defect(context, step, FindingKind.STALE_FIGURE, "major", title, why)


def _find_left(context: RubricContext) -> Iterator[Defect]:
    steps = context.trace.steps
    for step in steps:
        later = (later_step.change.figures for later_step in steps[step.index + 1 :] if later_step.change.figures)
        kept = {line for figures in later for line in figures.kept}
        for figure in step.change.figures.left if step.change.figures and not step.page_errors else ():
            if figure.line not in kept:
                title = f"“{_quote(figure.line)}” stays when {_OCCASIONS.get(step.action.purpose, _SWITCHED)}"
                why = (
                    f"It was “{_quote(figure.due)}” before, and “{_quote(figure.beside)}” is as before again. Update "
                    "everything that depends on the entries at once."
                )
                yield step_defect(context, step, FindingKind.STALE_FIGURE, "major", title, why)


def _find_charted(context: RubricContext) -> Iterator[Defect]:
    for step in context.trace.steps:
        for figure in step.change.figures.charted if step.change.figures and not step.page_errors else ():
            title = f"A chart still shows “{_quote(figure.text)}” after a reset"
            why = f"“{_quote(figure.line)}” went back to “{_quote(figure.now)}”. Clear the chart as well."
            yield step_defect(context, step, FindingKind.STALE_FIGURE, "major", title, why)


def _quote(text: str) -> str:
    return shorten(text, _MOST_QUOTED)
