"""`Aggregate`: what the records of one model come to."""

from collections import defaultdict
from collections.abc import Iterable

from pytest_cookie.core.noun import Noun
from pytest_cookie.core.record import Record
from pytest_cookie.stats.interval import Interval, mean_interval, wilson_interval

_SCALE = (0.0, 100.0)


class Scores(Noun):
    """Means from 0 to 100 with their intervals; each `n` is the number of items behind that mean."""

    functionality: Interval
    aesthetics: Interval
    total: Interval


class Aggregate(Noun):
    """One model's records.

    `judged` is over all items with an outcome of their own (failed = 0), `runnable` over the scored ones alone.
    Unscored items are in neither, but in `n`, the denominator to show beside every mean. `runnable_rate` is
    scored / (scored + failed). Intervals take items as independent; repeats of one case are not quite.
    """

    model: str
    n: int
    scored: int
    failed: int
    unscored: int
    judged: Scores
    runnable: Scores
    runnable_rate: Interval
    cost_usd: float | None


def aggregates(records: Iterable[Record]) -> tuple[Aggregate, ...]:
    """One aggregate a model, in the alphabetical order of the models."""
    by_model: dict[str, list[Record]] = defaultdict(list)
    for record in records:
        by_model[record.model].append(record)
    return tuple(aggregate(by_model[model]) for model in sorted(by_model))


def aggregate(records: Iterable[Record]) -> Aggregate:
    """Sum up the records of one model. Raises `ValueError` where there are none or several models."""
    listed = list(records)
    models = {record.model for record in listed}
    if len(models) != 1:
        raise ValueError(f"an aggregate is of one model, not of {sorted(models)}")
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
        runnable_rate=wilson_interval(len(scored), judged),
        cost_usd=_sum_of_costs(listed),
    )


def _sum_of_costs(records: list[Record]) -> float | None:
    """None where the cost of one of them is not known: a sum of the others would read as too little."""
    costs = [record.cost_usd for record in records]
    return None if None in costs else sum(cost for cost in costs if cost is not None)


def _scores(records: list[Record]) -> Scores:
    return Scores(
        functionality=_mean([_score(record, record.functionality) for record in records]),
        aesthetics=_mean([_score(record, record.aesthetics) for record in records]),
        total=_mean([_score(record, record.total) for record in records]),
    )


def _score(record: Record, score: float | None) -> float | None:
    return 0.0 if record.outcome == "failed" else score


def _mean(scores: list[float | None]) -> Interval:
    return mean_interval([score for score in scores if score is not None], bounds=_SCALE)
