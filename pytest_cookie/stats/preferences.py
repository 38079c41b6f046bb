"""Scores and ranks as preferences between two artifacts of one query, and how often two sides prefer alike.

The measure of Cookie-Bench, section 5.2: both sides are expanded into pairwise preferences within a query, and they
match when both prefer the same artifact, or when both see a tie.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import Literal

Preference = Literal[-1, 0, 1]


@dataclass(frozen=True)
class Rated:
    """One artifact of a query: the judge's score, 0 to 100, and each rater's value; more is better in both.

    A rank is here with its sign turned.
    """

    model: str
    judge: float
    people: Mapping[str, float]


Query = Sequence[Rated]


def preference(first: float, second: float, tie: float = 0.0) -> Preference:
    """1 where the first is better, -1 where the second is, 0 where they are at most `tie` apart."""
    if abs(first - second) <= tie:
        return 0
    return 1 if first > second else -1


def judge_against_people(query: Query, tie: float) -> list[tuple[Preference, Preference]]:
    """What judge and rater prefer, for each rater and each two artifacts that the rater saw, in both orders.

    In both orders, for which of two artifacts comes first is arbitrary, and κ must not depend on it. `tie` is in
    points of 0 to 100 and is the judge's: scores with decimals hardly ever tie by themselves.
    """
    return [
        (preference(one.judge, other.judge, tie), preference(one.people[rater], other.people[rater]))
        for one, other in permutations(query, 2)
        for rater in one.people.keys() & other.people.keys()
    ]


def people_among_themselves(query: Query) -> list[tuple[Preference, Preference]]:
    """The same for each two raters: what agreement a judge can at all be asked for."""
    return [
        (preference(one.people[a], other.people[a]), preference(one.people[b], other.people[b]))
        for one, other in permutations(query, 2)
        for a, b in combinations(sorted(one.people.keys() & other.people.keys()), 2)
    ]


def matches(pairs: Sequence[tuple[Preference, Preference]]) -> tuple[int, int]:
    """How many pairs match, of how many."""
    return sum(a == b for a, b in pairs), len(pairs)
