"""Narrowing: a search shows the entries with the word and no others, counts them, says if there are none, and emptied
it brings all of them back."""

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
