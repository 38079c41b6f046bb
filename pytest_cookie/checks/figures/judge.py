"""Judges whether totals, counts and balances follow what happens to the page's entries."""

from collections.abc import Iterator

from pytest_cookie.checks.figures.fact import FigureFact
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
        for figure in _fact(step).stale:
            title = f"“{_quote(figure.line)}” is out of date until the page is reloaded"
            why = (
                f"After a reload it is “{_quote(figure.now)}” and stays so, although nothing was changed in between. "
                "Update everything that depends on the entries at once."
            )
            yield step_defect(context, step, STALE_FIGURE, "major", title, why)


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
                yield step_defect(context, step, STALE_FIGURE, "major", title, why)


def _find_charted(context: RubricContext) -> Iterator[Defect]:
    for step in context.trace.steps:
        for figure in () if step.page_errors else _fact(step).charted:
            title = f"A chart still shows “{_quote(figure.text)}” after a reset"
            why = f"“{_quote(figure.line)}” went back to “{_quote(figure.now)}”. Clear the chart as well."
            yield step_defect(context, step, STALE_FIGURE, "major", title, why)


def _fact(step: Step) -> FigureFact:
    return FigureFact.of(step.change) or FigureFact()


def _quote(text: str) -> str:
    return shorten(text, _MOST_QUOTED)
