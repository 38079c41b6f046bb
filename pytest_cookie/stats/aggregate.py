"""`Aggregate`: summarizes the records of one model."""

from collections import defaultdict
from collections.abc import Iterable
from statistics import fmean

from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.core.record import Record
from pytest_cookie.core.score import SCORE_NAMES, ScoreName, score_of
from pytest_cookie.stats.interval import Interval, clustered_rate, mean_interval

_SCALE = (0.0, 100.0)


class Scores(FrozenModel):
    """Mean scores from 0 to 100. Each `n` is the number of cases behind a mean."""

    functionality: Interval
    """Mean functionality."""
    aesthetics: Interval
    """Mean aesthetics."""
    total: Interval
    """Mean total."""


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
    judged: Scores
    """Means over scored and failed items; failed items count as 0."""
    runnable: Scores
    """Means over scored items only."""
    runnable_rate: Interval
    """scored / (scored + failed)."""
    cost_usd: float | None
    """Cost of all its items. Null if the cost of one is unknown."""


def aggregates(records: Iterable[Record]) -> tuple[Aggregate, ...]:
    """One aggregate per model, sorted by model."""
    by_model: dict[str, list[Record]] = defaultdict(list)
    for record in records:
        by_model[record.model].append(record)
    return tuple(aggregate(by_model[model]) for model in sorted(by_model))


def aggregate(records: Iterable[Record]) -> Aggregate:
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
        judged=_scores([*scored, *failed]),
        runnable=_scores(scored),
        runnable_rate=runnable_rate(listed),
        cost_usd=_sum_of_costs(listed),
    )


def _sum_of_costs(records: list[Record]) -> float | None:
    """None if the cost of one record is unknown, because the sum of the others would be too low."""
    costs = [record.cost_usd for record in records]
    return None if None in costs else sum(cost for cost in costs if cost is not None)


def _scores(records: list[Record]) -> Scores:
    functionality, aesthetics, total = (
        mean_interval(query_means(records, name), bounds=_SCALE) for name in SCORE_NAMES
    )
    return Scores(functionality=functionality, aesthetics=aesthetics, total=total)


def query_means(records: Iterable[Record], name: ScoreName) -> list[float]:
    """The mean over each query's repeats with this score; failed is 0."""
    scores: dict[str, list[float]] = defaultdict(list)
    for record in records:
        if (score := score_of(record, name)) is not None:
            scores[record.case].append(score)
    return [fmean(of_query) for of_query in scores.values()]


def runnable_rate(records: Iterable[Record]) -> Interval:
    """Scored / (scored + failed) over all items; `n` is the number of queries."""
    outcomes: dict[str, list[bool]] = defaultdict(list)
    for record in records:
        if record.outcome != "unscored":
            outcomes[record.case].append(record.outcome == "scored")
    return clustered_rate([(sum(of_query), len(of_query)) for of_query in outcomes.values()])
