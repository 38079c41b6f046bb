"""Pair ACC: how often a judge orders two responses to a case as people do (ArtifactsBench, section A.5)."""

from collections.abc import Mapping
from itertools import combinations

from pytest_cookie.stats.interval import Interval, clustered_rate
from pytest_cookie.stats.preferences import preference


def pair_accuracy(
    judge: Mapping[str, Mapping[str, float]], people: Mapping[str, Mapping[str, float]], *, tie: float = 0.0
) -> Interval:
    """The share of pairs that both order alike, over the m·(m−1)/2 pairs of each case, with its interval by case.

    Scores by case and model; only responses that both sides scored form pairs. Two ties agree; a tie and an order do
    not. `tie` is the largest difference of the judge's scores that counts as a tie.
    """
    counts: list[tuple[int, int]] = []
    for query in judge.keys() & people.keys():
        models = sorted(judge[query].keys() & people[query].keys())
        pairs = list(combinations(models, 2))
        agreed = sum(
            preference(judge[query][left], judge[query][other], tie)
            == preference(people[query][left], people[query][other])
            for left, other in pairs
        )
        if pairs:
            counts.append((agreed, len(pairs)))
    return clustered_rate(counts)
