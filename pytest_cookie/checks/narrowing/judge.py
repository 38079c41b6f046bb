"""Judges what a search shows that nothing matches, its count, and the list when its field is empty again."""

from collections.abc import Iterator

from pytest_cookie.checks.narrowing.fact import NONSENSE, NarrowingFact
from pytest_cookie.core.text import shorten
from pytest_cookie.core.trace import Step
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.defect import Defect
from pytest_cookie.judging.rubric.finding_kinds import CheckKind
from pytest_cookie.judging.rubric.measurement import step_defect

SEARCH_KEEPS_ALL = CheckKind("search-keeps-all", "A search for a text that no entry has still shows entries.")
SEARCH_STAYS = CheckKind("search-stays", "The emptied search field does not bring all entries back.")
WRONG_COUNT = CheckKind("wrong-result-count", "The shown number of results is not the number of entries.")
SILENT_RESULT = CheckKind("silent-empty-result", "A search without results shows an empty area and no message.")
KINDS = (SEARCH_KEEPS_ALL, SEARCH_STAYS, WRONG_COUNT, SILENT_RESULT)

_FIRST_PART = 3
"""Entries from which on the beginning of a list is taken for its first part, with more on demand."""

_Runs = list[list[tuple[Step, NarrowingFact]]]


def find_wrong_searches(context: RubricContext) -> list[Defect]:
    """At most one defect of each kind. What a step shows counts as it is after the wait or Enter that follows it."""
    runs: dict[int, list[tuple[Step, NarrowingFact]]] = {}
    for step in context.trace.steps:
        fact = NarrowingFact.of(step.change)
        if fact and fact.run and step.outcome == "done" and not step.page_errors:
            runs.setdefault(fact.run, []).append((step, fact))
    checks = (_find_kept, _find_stays, _find_miscounted, _find_silent)
    found = (next(check(context, list(runs.values())), None) for check in checks)
    return [defect for defect in found if defect]


def _find_kept(context: RubricContext, runs: _Runs) -> Iterator[Defect]:
    is_found = any(fact.is_found and fact.left < fact.listed for run in runs for _, fact in run)
    for step, fact in (run[-1] for run in runs):
        if is_found and fact.query == NONSENSE and fact.left == fact.listed and fact.is_silent:
            why = "No entry has this text, and the list shows all of its entries. Show none, and say so."
            title = f"A search for “{NONSENSE}” shows all entries"
            yield step_defect(context, step, SEARCH_KEEPS_ALL, "major", title, why)


def _find_stays(context: RubricContext, runs: _Runs) -> Iterator[Defect]:
    """Not where only the first part is back, with more on demand."""
    for step, fact in (run[-1] for run in runs):
        if fact.is_cut_short and fact.left < _FIRST_PART:
            now = f"{fact.left} of {fact.listed} entries" if fact.left else "no entries"
            why = f"With an empty field the list shows {now}. Show all of them again."
            yield step_defect(context, step, SEARCH_STAYS, "major", f"The emptied search leaves {now}", why)


def _find_miscounted(context: RubricContext, runs: _Runs) -> Iterator[Defect]:
    counted = [(step, fact) for step, fact in (run[-1] for run in runs) if fact.query and fact.left]
    if counted and all(fact.miscounted for _, fact in counted):
        step, fact = counted[0]
        title = f"“{shorten(fact.miscounted, 40)}” beside {fact.left + fact.came} results"
        why = f"It counted all {fact.listed} entries before the search. Count the entries that are shown."
        yield step_defect(context, step, WRONG_COUNT, "major", title, why).showing(fact.miscounted)


def _find_silent(context: RubricContext, runs: _Runs) -> Iterator[Defect]:
    for step, fact in (run[-1] for run in runs):
        if fact.query == NONSENSE and not fact.left and not fact.came and fact.is_silent:
            why = "The list is empty, and no text says why. Say that nothing was found, and how to go on."
            yield step_defect(context, step, SILENT_RESULT, "minor", "A search without results shows nothing", why)
