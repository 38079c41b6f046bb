"""Narrowing: a search that nothing matches shows no entry and says so, a count agrees with what is shown, and the
emptied field brings all entries back."""

from pytest_cookie.checks.check import Check
from pytest_cookie.checks.narrowing.fact import NarrowingFact
from pytest_cookie.checks.narrowing.judge import KINDS, find_wrong_searches
from pytest_cookie.checks.narrowing.tactic import SearchAgain
from pytest_cookie.checks.narrowing.watch import NarrowingWatch
from pytest_cookie.judging.rubric.check_results import WRONG_RESULT

CHECK = Check(
    id="narrowing",
    item="3",
    find=find_wrong_searches,
    kinds=KINDS,
    weight=WRONG_RESULT,
    fact=NarrowingFact,
    watch=NarrowingWatch,
    tactics=lambda: [SearchAgain()],
)
