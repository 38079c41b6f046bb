"""Judges whether a search shows the entries with the text, and all of them again when its field is emptied."""

from collections.abc import Iterator

from pytest_cookie.checks.narrowing.fact import NONSENSE, NarrowingFact
from pytest_cookie.core.text import shorten
from pytest_cookie.core.trace import Step
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.defect import Defect
from pytest_cookie.judging.rubric.finding_kinds import CheckKind
from pytest_cookie.judging.rubric.measurement import step_defect

SEARCH_MISSES = CheckKind("search-misses", "A search does not show entries that have the text.")
SEARCH_KEEPS_ALL = CheckKind("search-keeps-all", "A search for a text that no entry has still shows entries.")
SEARCH_STAYS = CheckKind("search-stays", "The emptied search field does not bring the list back as it was.")
SEARCH_ON_LATER_PAGE = CheckKind(
    "search-on-later-page", "A search from a later page of a list shows an empty page, and its results are on another."
)
WRONG_COUNT = CheckKind("wrong-result-count", "The shown number of results is not the number of entries.")
SILENT_RESULT = CheckKind("silent-empty-result", "A search without results shows an empty area and no message.")
KINDS = (SEARCH_MISSES, SEARCH_KEEPS_ALL, SEARCH_STAYS, SEARCH_ON_LATER_PAGE, WRONG_COUNT, SILENT_RESULT)

_LEAST_MISSES = 2  # a search may look at other texts than the title
_FIRST_PART = 3
"""Entries from which on the beginning of a list is taken for its first part, with more on demand."""
_LONGEST = 24  # characters of a quoted text

_Runs = list[list[tuple[Step, NarrowingFact]]]


def find_wrong_searches(context: RubricContext) -> list[Defect]:
    """At most one defect of each kind. What a step shows counts as it is after the wait or Enter that follows it."""
    runs: dict[int, list[tuple[Step, NarrowingFact]]] = {}
    for step in context.trace.steps:
        fact = NarrowingFact.of(step.change)
        if fact and fact.run and step.outcome == "done" and not step.page_errors:
            runs.setdefault(fact.run, []).append((step, fact))
    checks = (_find_misses, _find_kept, _find_stays, _find_later_page, _find_miscounted, _find_silent)
    found = (next(check(context, list(runs.values())), None) for check in checks)
    return [defect for defect in found if defect]


def _find_misses(context: RubricContext, runs: _Runs) -> Iterator[Defect]:
    """Searches for texts of titles that never find one, in a list that the field does narrow and bring back; or one
    that finds some of several equal ones."""
    searches = [run[-1] for run in runs if run[-1][1].matching]
    comes_back = any(fact.left == fact.listed for _, fact in (run[-1] for run in runs) if not fact.query)
    missed = {fact.query: (step, fact) for step, fact in searches if not fact.is_found and fact.came <= 1}
    if comes_back and len(missed) >= _LEAST_MISSES and not any(fact.is_found for _, fact in searches):
        step, fact = next(iter(missed.values()))
        texts = " and ".join(f"“{shorten(query, _LONGEST)}”" for query in list(missed)[:2])
        why = f"The list has entries with {texts}, and a search for them shows none. Compare what is shown."
        yield step_defect(context, step, SEARCH_MISSES, "major", f"{_name(fact)} does not find its entry", why)
    for step, fact in searches:
        if fact.is_found and fact.lost and not fact.came:
            why = f"“{shorten(fact.lost[0], 60)}” has the text as well and is gone. Show every entry that has it."
            yield step_defect(context, step, SEARCH_MISSES, "major", f"{_name(fact)} shows only some entries", why)


def _find_kept(context: RubricContext, runs: _Runs) -> Iterator[Defect]:
    is_found = any(fact.is_found and fact.left < fact.listed for run in runs for _, fact in run)
    for step, fact in (run[-1] for run in runs):
        if is_found and fact.query == NONSENSE and fact.left == fact.listed and fact.is_silent:
            why = "No entry has this text, and the list shows all of its entries. Show none, and say so."
            yield step_defect(context, step, SEARCH_KEEPS_ALL, "major", f"{_name(fact)} shows all entries", why)


def _find_stays(context: RubricContext, runs: _Runs) -> Iterator[Defect]:
    """Not where only the first part is back, with more on demand."""
    for step, fact in (run[-1] for run in runs):
        if fact.is_cut_short and fact.left < _FIRST_PART:
            now = f"{fact.left} of {fact.listed} entries" if fact.left else "no entries"
            why = f"With an empty field the list shows {now}. Show all of them again."
            yield step_defect(context, step, SEARCH_STAYS, "major", f"The emptied search leaves {now}", why)
        if fact.is_sorted_otherwise:
            why = "The entries are in another order than before the search. Keep their order."
            yield step_defect(context, step, SEARCH_STAYS, "major", "The emptied search changes the order", why)


def _find_later_page(context: RubricContext, runs: _Runs) -> Iterator[Defect]:
    for run in runs:
        (step, fact), (_, then) = run[0], run[-1]
        if fact.elsewhere and fact.is_empty and then.left + then.came > 0 and not then.elsewhere:
            title = f"{_name(fact)} from a later page shows nothing"
            why = "The result is on the first page. Go to the first page when a search changes the list."
            yield step_defect(context, step, SEARCH_ON_LATER_PAGE, "major", title, why)


def _find_miscounted(context: RubricContext, runs: _Runs) -> Iterator[Defect]:
    counted = [(step, fact) for step, fact in (run[-1] for run in runs) if fact.query and fact.left]
    if counted and all(fact.miscounted for _, fact in counted):
        step, fact = counted[0]
        title = f"“{shorten(fact.miscounted, 40)}” beside {fact.left + fact.came} results"
        why = f"It counted all {fact.listed} entries before the search. Count the entries that are shown."
        yield step_defect(context, step, WRONG_COUNT, "major", title, why)


def _find_silent(context: RubricContext, runs: _Runs) -> Iterator[Defect]:
    for step, fact in (run[-1] for run in runs):
        if fact.query == NONSENSE and not fact.left and not fact.came and fact.is_silent:
            why = "The list is empty, and no text says why. Say that nothing was found, and how to go on."
            yield step_defect(context, step, SILENT_RESULT, "minor", "A search without results shows nothing", why)


def _name(fact: NarrowingFact) -> str:
    return f"A search for “{shorten(fact.query, _LONGEST)}”"
