"""Judges whether a restart sets figures back, and whether the page can be used again after it."""

from collections.abc import Iterator
from itertools import takewhile

from pytest_cookie.checks.restart.fact import RestartFact
from pytest_cookie.checks.restart.words import starts_new_game
from pytest_cookie.core.text import shorten
from pytest_cookie.core.trace import Step
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.defect import Defect
from pytest_cookie.judging.rubric.finding_kinds import CheckKind
from pytest_cookie.judging.rubric.measurement import step_defect
from pytest_cookie.judging.rubric.names import name_input, quote_names

KEPT_OVER_RESTART = CheckKind("kept-over-restart", "A restart does not set a score or count back to its start.")
DEAD_AFTER_RESTART = CheckKind("dead-after-restart", "After a restart, controls that worked before it have no effect.")

_LEAST_SILENT = 2  # a single one may be done
_LONGEST = 36  # characters of a quoted line


def find_wrong_restarts(context: RubricContext) -> list[Defect]:
    """At most one defect of each kind; in other pages than games not for “Reset”, which may keep settings."""
    checks = (_find_kept, _find_dead)
    return [defect for check in checks if (defect := next(check(context), None))]


def _find_restarts(context: RubricContext) -> Iterator[tuple[Step, RestartFact, list[Step]]]:
    """The restarts, each with its fact after the waits that follow it, and the steps after it."""
    steps = context.trace.steps
    for place, step in enumerate(steps):
        fact = RestartFact.of(step.change)
        is_reset = context.case.domain != "games" and step.action.purpose == "destroy"
        if fact is None or step.action.is_idle or step.page_errors or is_reset:
            continue
        waits = list(takewhile(lambda later: later.action.is_idle, steps[place + 1 :]))
        latest = next((told for wait in reversed(waits) if (told := RestartFact.of(wait.change))), fact)
        yield step, latest, list(steps[place + 1 + len(waits) :])


def _find_kept(context: RubricContext) -> Iterator[Defect]:
    for step, fact, _ in _find_restarts(context):
        for figure in fact.kept:
            title = f"“{shorten(figure.line, _LONGEST)}” stays after a restart"
            why = (
                f"It was “{shorten(figure.start, 60)}” at the start, and {name_input(step.action)} does not bring that "
                f"back, although “{shorten(fact.back, 60)}” is back. Set everything back that belongs to one game."
            )
            yield step_defect(context, step, KEPT_OVER_RESTART, "major", title, why).showing(figure.line)


def _find_dead(context: RubricContext) -> Iterator[Defect]:
    for _, _, later in _find_restarts(context):
        tried = [step for step in takewhile(_is_tried_again, later) if not step.action.is_idle]
        if len(tried) >= _LEAST_SILENT and not any(step.change.seen for step in tried):
            names = quote_names([step.action.target or step.action.role for step in tried], 80)
            title = "After a restart, the controls have no effect"
            why = f"Such controls worked before it. Now a click on {names} does nothing. Set back what ended the game."
            yield step_defect(context, tried[0], DEAD_AFTER_RESTART, "major", title, why)


def _is_tried_again(step: Step) -> bool:
    own = step.check == RestartFact.check and not starts_new_game(step.action.target)
    return own and step.reached_target and not step.hidden_by and not step.page_errors
