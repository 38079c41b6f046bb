"""`Leaderboard`: models ranked by the worse end of the interval of the score that ranks."""

import math
from collections import defaultdict
from collections.abc import Iterable

from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.core.labels import Mode
from pytest_cookie.core.record import Record
from pytest_cookie.core.score_spec import ScoreSet, ScoreSpec
from pytest_cookie.core.spend import NOTHING, Spend
from pytest_cookie.core.stages import Stage
from pytest_cookie.core.wording import count
from pytest_cookie.reporting.correlations import Correlation, correlations
from pytest_cookie.reporting.model_costs import by_stage, total_of
from pytest_cookie.reporting.referees import split_by_referee
from pytest_cookie.stats import PRELIMINARY_BELOW, Aggregate, aggregates
from pytest_cookie.stats.aggregate import query_means
from pytest_cookie.stats.criteria import LEAST_MEASURED, rests_on_enough, with_missing_failed
from pytest_cookie.stats.distribution import Distribution, distribution

UNMEASURED = (
    "Some criteria that the protocol demands could not be measured, so these scores rest on fewer. Models are ranked "
    f"as if such criteria had failed; below {100 * LEAST_MEASURED:.0f} % of measured criteria a model ranks after all "
    "others."
)

_Terms = tuple[str, Mode, str, str]


class LeaderboardRow(FrozenModel):
    """A model on a leaderboard.

    Models are ranked by the worse end of the 95 % interval of the score that ranks, with criteria that could not be
    measured as failed. A model with too few measured criteria ranks after all others.
    """

    rank: int | None
    """The rank; equal models share one. Null if no item was judged."""
    preliminary: bool = False
    """Whether fewer than 30 cases were judged, which makes the interval unreliable."""
    aggregate: Aggregate
    """The results of the model."""
    seconds: float
    """Machine time of all phases of its items."""
    spend: Spend = NOTHING
    """Calls, tokens, cost and waiting time of all its items."""
    stages: dict[Stage, Spend] = {}
    """The same by stage: `generate` is the evaluated model, `explore` and `judge` are models that evaluate."""
    usd_per_point: float | None = None
    """Cost of generating all its items, divided by its mean score in points of 0 to 100 (Cookie-Bench, section 5.1).
    Compare models on the same cases. Null without a cost or a score above the worst."""
    distribution: Distribution | None = None
    """How the score that ranks is distributed over queries. Null if no item was judged."""


class Leaderboard(FrozenModel):
    """Models that were measured in the same way. Scores of different judges, explorers, modes or protocols are never
    mixed.
    """

    protocol: str
    """The evaluation protocol."""
    scores: ScoreSet
    """What the scores mean."""
    mode: Mode
    """Kind of artifact."""
    judge: str
    """The judge."""
    agent: str
    """The explorer."""
    cases: int
    """Number of different cases."""
    shared: int
    """Number of cases that every model has. If it is smaller than `cases`, the means are not over the same cases."""
    in_real_time: int
    """Number of items recorded with the cooperative clock, whose evidence is not reproducible."""
    rows: tuple[LeaderboardRow, ...]
    """The models, best first."""
    correlations: tuple[Correlation, ...] = ()
    """How scores go together, and with length, cost and time of what was generated."""

    @property
    def asked_models(self) -> bool:
        """Whether any item needed a model call, to generate, explore or judge."""
        return any(row.spend.calls for row in self.rows)

    @property
    def has_generation_costs(self) -> bool:
        """Whether any model's cost per point is known."""
        return any(row.usd_per_point is not None for row in self.rows)

    @property
    def some_fail(self) -> bool:
        """Whether any item failed, so that the means of runnable items are others than those of all."""
        return any(row.aggregate.failed for row in self.rows)

    @property
    def measured_others(self) -> tuple[ScoreSpec, ...]:
        """The scores that do not rank, without those that no model has; all of them if no model has any."""
        others = self.scores.others
        found = (spec for spec in others if any(row.aggregate.judged[spec.id].mean is not None for row in self.rows))
        return tuple(found) or others

    @property
    def terms(self) -> str:
        """What its rows have in common, as text."""
        protocol = "" if self.protocol == "cookie" else f"protocol {self.protocol} · "
        cases = count(self.cases, "case")
        shared = "" if self.shared == self.cases else f", {self.shared or 'none'} shared by all models"
        real = f" · {count(self.in_real_time, 'item')} in real time" if self.in_real_time else ""
        return f"{protocol}judge {self.judge} · agent {self.agent} · {self.mode} · {cases}{shared}{real}"


def leaderboards(records: Iterable[Record], scores: ScoreSet) -> tuple[Leaderboard, ...]:
    """One leaderboard per (protocol, mode, judge, agent), in order of first appearance. Each referee is a judge."""
    groups: dict[_Terms, list[Record]] = defaultdict(list)
    for record in split_by_referee(records, scores.ranking):
        groups[record.protocol, record.mode, record.judge, record.agent].append(record)
    return tuple(_leaderboard(terms, members, scores) for terms, members in groups.items())


def _leaderboard(terms: _Terms, records: list[Record], scores: ScoreSet) -> Leaderboard:
    protocol, mode, judge, agent = terms
    cases_of: dict[str, set[str]] = defaultdict(set)
    for record in records:
        cases_of[record.model].add(record.case)
    return Leaderboard(
        protocol=protocol,
        scores=scores,
        mode=mode,
        judge=judge,
        agent=agent,
        cases=len(set().union(*cases_of.values())),
        shared=len(set.intersection(*cases_of.values())),
        in_real_time=sum(record.clock == "cooperative" for record in records),
        rows=_rows(records, scores),
        correlations=correlations(records, scores),
    )


def _rows(records: list[Record], scores: ScoreSet) -> tuple[LeaderboardRow, ...]:
    of_model: dict[str, list[Record]] = defaultdict(list)
    for record in records:
        of_model[record.model].append(record)
    spec = scores.ranking
    certain = aggregates([with_missing_failed(record, scores) for record in records], scores)
    place_of = {aggregate.model: _place(aggregate, spec) for aggregate in certain}
    ordered = sorted(aggregates(records, scores), key=lambda aggregate: aggregate.model)
    ordered.sort(key=lambda aggregate: place_of[aggregate.model], reverse=True)
    places = [place_of[aggregate.model] for aggregate in ordered]
    return tuple(
        LeaderboardRow(
            rank=None if aggregate.judged[spec.id].mean is None else places.index(place) + 1,
            preliminary=aggregate.judged[spec.id].n < PRELIMINARY_BELOW,
            aggregate=aggregate,
            seconds=sum(sum(record.phase_seconds.values()) for record in of_model[aggregate.model]),
            spend=total_of(of_model[aggregate.model]),
            stages=(stages := by_stage(of_model[aggregate.model])),
            distribution=distribution(query_means(of_model[aggregate.model], spec), spec),
            usd_per_point=_usd_per_point(stages.get("generate"), aggregate.judged[spec.id].mean, spec),
        )
        for aggregate, place in zip(ordered, places, strict=True)
    )


def _usd_per_point(generating: Spend | None, mean: float | None, spec: ScoreSpec) -> float | None:
    if generating is None or generating.cost_usd is None or mean is None or spec.percent(mean) <= 0:
        return None
    return generating.cost_usd / spec.percent(mean)


def _place(aggregate: Aggregate, spec: ScoreSpec) -> tuple[bool, bool, float, float]:
    """Whether enough was measured, the worse end, then the mean, so that more is better. A model with a single query
    has no interval and ranks after all that have one.
    """
    found = aggregate.judged[spec.id]
    end = found.low if spec.direction == "higher" else found.high
    is_measured = found.mean is not None and rests_on_enough(aggregate.criteria)
    return found.mean is not None, is_measured, _upwards(end, spec), _upwards(found.mean, spec)


def _upwards(value: float | None, spec: ScoreSpec) -> float:
    return -math.inf if value is None else spec.sign * value
