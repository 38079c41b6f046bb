"""Expands scores and ranks into preferences between two artifacts of a case, and counts how often two sides agree.

The measure of Cookie-Bench, section 5.2: both sides are expanded into pairwise preferences within a case, and they
match if both prefer the same artifact, or if both see a tie.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import Literal

Preference = Literal[-1, 0, 1]
_ROUNDING = 1e-9
"""In binary, 8.3 − 7.3 is a little more than 1."""


@dataclass(frozen=True)
class Rated:
    """One artifact of a case: the judge's score, 0 to 100, and each rater's value; higher is better in both.

    Ranks are negated for that.
    """

    model: str
    judge: float
    people: Mapping[str, float]


Query = Sequence[Rated]


def preference(first: float, second: float, tie: float = 0.0) -> Preference:
    """1 if the first is better, -1 if the second is, 0 if they are at most `tie` apart."""
    if abs(first - second) <= tie + _ROUNDING:
        return 0
    return 1 if first > second else -1


def judge_against_people(query: Query, tie: float) -> list[tuple[Preference, Preference]]:
    """The preferences of judge and rater, for each rater and each two artifacts that the rater rated, in both orders.

    Both orders, because the order is arbitrary and must not influence κ. `tie`, in points of 0 to 100, applies to the
    judge: scores with decimals hardly ever tie exactly.
    """
    return [
        (preference(one.judge, other.judge, tie), preference(one.people[rater], other.people[rater]))
        for one, other in permutations(query, 2)
        for rater in one.people.keys() & other.people.keys()
    ]


def people_among_themselves(query: Query) -> list[tuple[Preference, Preference]]:
    """The preferences of each two raters: the agreement that can be expected of a judge."""
    return [
        (preference(one.people[a], other.people[a]), preference(one.people[b], other.people[b]))
        for one, other in permutations(query, 2)
        for a, b in combinations(sorted(one.people.keys() & other.people.keys()), 2)
    ]


def matches(pairs: Sequence[tuple[Preference, Preference]]) -> tuple[int, int]:
    """The number of matching pairs, and of all pairs."""
    return sum(a == b for a, b in pairs), len(pairs)
