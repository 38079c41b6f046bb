"""People's ratings on the page of a comparison: beside each item, and how often each column agrees with them."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from pytest_cookie.core.record import Record
from pytest_cookie.core.score_spec import ScoreSet
from pytest_cookie.core.wording import count
from pytest_cookie.records.human_rating import HumanRating, Scale, given_for
from pytest_cookie.reporting.agreement import rate_in_words
from pytest_cookie.reporting.comparison_report.lineup import Lineup
from pytest_cookie.stats.agreement import agreement, join_opinions
from pytest_cookie.stats.bootstrap import Resampling
from pytest_cookie.stats.disagreement import SidedPairs, sided_pairs


@dataclass(frozen=True)
class PeopleView:
    """The ratings. `agreements` has for each column its name, and its rate of equal preferences by score.

    `sided`: of the pairs that two judges order differently, how often people side with each; None unless two judges are
    compared.
    """

    opinions: tuple[HumanRating, ...]
    scale: Scale
    scores: ScoreSet
    agreements: tuple[tuple[str, tuple[str, ...]], ...]
    rated: tuple[str, ...]
    sided: SidedPairs | None

    def of(self, records: Sequence[Record]) -> str:
        """`total 7.0 of 8, speed rank 1.5 by 3 people`; "" if nobody rated these items."""
        joined, _ = join_opinions(list(records), self.opinions)
        opinions = [opinion for item in joined for opinion in item.opinions]
        parts = []
        for spec in self.scores:
            for given_as, given in given_for(spec.id, opinions):
                mean = f"{fmean(value for _, value in given):.1f}"
                told = f"{mean} of {self.scale.high:g}" if given_as == "points" else f"rank {mean}"
                parts.append(f"{spec.label} {told}")
        people = len({opinion.rater for opinion in opinions})
        return f"{', '.join(parts)} by {count(people, 'person', 'people')}" if parts else ""


def people_view(
    lineup: Lineup, opinions: tuple[HumanRating, ...], scale: Scale, scores: ScoreSet, *, seed: int
) -> PeopleView:
    """Compare each column's scores with the opinions on its items."""
    columns = [
        [record for strand in lineup.strands for record in strand.sides[place].contender.records]
        for place in range(len(lineup.columns))
    ]
    found = [agreement(records, opinions, scores, scale=scale, resampling=Resampling(seed)) for records in columns]
    rated = tuple(dict.fromkeys(one.name for each in found for one in each.scores))
    rates = [{one.name: rate_in_words(one.pairwise) for one in each.scores} for each in found]
    return PeopleView(
        opinions=opinions,
        scale=scale,
        scores=scores,
        agreements=tuple(
            (name, tuple(each.get(one, "–") for one in rated)) for name, each in zip(lineup.columns, rates, strict=True)
        ),
        rated=rated,
        sided=sided_pairs(columns[0], columns[1], opinions, scores.ranking) if lineup.by_judge else None,
    )
