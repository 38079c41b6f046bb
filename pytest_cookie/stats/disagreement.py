"""Two judges of the same artifacts: which of them people side with, where the two prefer different artifacts."""

from collections import defaultdict
from collections.abc import Sequence
from itertools import combinations

from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.core.record import Record
from pytest_cookie.core.score import score_of
from pytest_cookie.core.score_spec import ScoreSpec
from pytest_cookie.records.human_rating import HumanRating
from pytest_cookie.stats.agreement import RatedItem, join_opinions, place_of
from pytest_cookie.stats.preferences import preference


class SidedPairs(FrozenModel):
    """Pairs of artifacts of a case, each counted once for every rater, that two judges order differently.

    `first` and `second`: the rater prefers as this judge does; `neither`: as none of them.
    """

    first: int
    second: int
    neither: int


def sided_pairs(
    first: Sequence[Record], second: Sequence[Record], opinions: Sequence[HumanRating], spec: ScoreSpec
) -> SidedPairs:
    """Count the pairs by `spec`. Equal scores are an opinion too: that neither artifact is better."""
    by_place = {place_of(record): record for record in second}
    queries: dict[tuple[str, str], list[tuple[RatedItem, float, float]]] = defaultdict(list)
    for item in join_opinions(list(first), opinions)[0]:
        other = by_place.get(place_of(item.record))
        one, two = score_of(item.record, spec), score_of(other, spec) if other else None
        if one is not None and two is not None:
            queries[item.record.case, item.record.mode].append((item, spec.sign * one, spec.sign * two))
    counted = {"first": 0, "second": 0, "neither": 0}
    for rated in queries.values():
        for left, right in combinations(rated, 2):
            prefers = preference(left[1], right[1]), preference(left[2], right[2])
            if prefers[0] == prefers[1]:
                continue
            values_of = left[0].values(spec.id), right[0].values(spec.id)
            for rater in values_of[0].keys() & values_of[1].keys():
                person = preference(values_of[0][rater], values_of[1][rater])
                counted["first" if person == prefers[0] else "second" if person == prefers[1] else "neither"] += 1
    return SidedPairs(**counted)
