"""`Aggregate`: summarizes the records of one model."""

from collections import defaultdict
from collections.abc import Iterable
from statistics import fmean

from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.core.record import Record
from pytest_cookie.core.score import score_of
from pytest_cookie.core.score_spec import ScoreSet, ScoreSpec
from pytest_cookie.core.verdict import CriteriaCount
from pytest_cookie.stats.criteria import ranking_criteria
from pytest_cookie.stats.interval import Interval, clustered_rate, mean_interval


class Aggregate(FrozenModel):
    """The results of one model.

    The repeats of a case are averaged before cases are: they are alike, so they count as one value of a mean, and as no
    more trials of the rate than they are worth.
    """

    model: str
    """The model."""
    n: int
    """Number of its items, including unscored ones. Show it beside every mean."""
    scored: int
    """Number of scored items."""
    failed: int
    """Number of failed items."""
    unscored: int
    """Number of unscored items."""
    judged: dict[str, Interval]
    """Mean of each score by id, over scored and failed items; failed items count as the worst value. Each `n` is the
    number of cases behind a mean."""
    runnable: dict[str, Interval]
    """The same over scored items only."""
    runnable_rate: Interval
    """scored / (scored + failed)."""
    criteria: CriteriaCount | None = None
    """How many criteria its scores rest on, of those that the protocol demands, over its judged items and all scores.
    Null if this is unknown."""
    cost_usd: float | None
    """Cost of all its items. Null if the cost of one is unknown."""


def aggregates(records: Iterable[Record], scores: ScoreSet) -> tuple[Aggregate, ...]:
    """One aggregate per model, sorted by model."""
    by_model: dict[str, list[Record]] = defaultdict(list)
    for record in records:
        by_model[record.model].append(record)
    return tuple(aggregate(by_model[model], scores) for model in sorted(by_model))


def aggregate(records: Iterable[Record], scores: ScoreSet) -> Aggregate:
    """Summarize the records of one model. Raises `ValueError` for no model or several."""
    listed = list(records)
    models = {record.model for record in listed}
    if len(models) != 1:
        raise ValueError(f"an aggregate needs records of one model, not of {sorted(models)}")
    scored = [record for record in listed if record.outcome == "scored"]
    failed = [record for record in listed if record.outcome == "failed"]
    judged = len(scored) + len(failed)
    return Aggregate(
        model=listed[0].model,
        n=len(listed),
        scored=len(scored),
        failed=len(failed),
        unscored=len(listed) - judged,
        judged=_intervals([*scored, *failed], scores),
        runnable=_intervals(scored, scores),
        runnable_rate=runnable_rate(listed),
        criteria=ranking_criteria([*scored, *failed], scores),
        cost_usd=_sum_of_costs(listed),
    )


def _sum_of_costs(records: list[Record]) -> float | None:
    """None if the cost of one record is unknown, because the sum of the others would be too low."""
    costs = [record.cost_usd for record in records]
    return None if None in costs else sum(cost for cost in costs if cost is not None)


def _intervals(records: list[Record], scores: ScoreSet) -> dict[str, Interval]:
    return {spec.id: score_interval(records, spec) for spec in scores}


def score_interval(records: Iterable[Record], spec: ScoreSpec) -> Interval:
    """The mean of a score over cases with its 95 % interval, in the score's unit: of a mean, or of a proportion."""
    by_query = _by_query(records, spec)
    if spec.aggregation == "mean":
        return mean_interval([fmean(values) for values in by_query], bounds=spec.bounds)
    rate = clustered_rate([(sum(value == spec.high for value in values), len(values)) for values in by_query])

    def scaled(share: float | None) -> float | None:
        return None if share is None else spec.low + spec.span * share

    return Interval(mean=scaled(rate.mean), low=scaled(rate.low), high=scaled(rate.high), n=rate.n)


def query_means(records: Iterable[Record], spec: ScoreSpec) -> list[float]:
    """The mean over each case's repeats with this score; a failed item has the worst value."""
    return [fmean(values) for values in _by_query(records, spec)]


def _by_query(records: Iterable[Record], spec: ScoreSpec) -> list[list[float]]:
    values: dict[str, list[float]] = defaultdict(list)
    for record in records:
        if (value := score_of(record, spec)) is not None:
            values[record.case].append(value)
    return list(values.values())


def runnable_rate(records: Iterable[Record]) -> Interval:
    """Scored / (scored + failed) over all items; `n` is the number of cases."""
    outcomes: dict[str, list[bool]] = defaultdict(list)
    for record in records:
        if record.outcome != "unscored":
            outcomes[record.case].append(record.outcome == "scored")
    return clustered_rate([(sum(of_query), len(of_query)) for of_query in outcomes.values()])
