"""Correlations of scores with each other, and with length, cost and time of answers, over items and over models."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from statistics import fmean

from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.core.record import Record
from pytest_cookie.core.score import score_of
from pytest_cookie.core.score_spec import ScoreSet, ScoreSpec
from pytest_cookie.stats.ranks import pearson, spearman

FEWEST = 3
"""Fewest pairs: two points always lie on a line."""
_MOST_PAIRED = 3
"""With more scores beside the one that ranks, only that one is paired with them: pairs would fill the report."""
_Value = Callable[[Record], float | None]


class Correlation(FrozenModel):
    """How two quantities of items go together, among items that have both."""

    first: str
    """A score, by its label."""
    second: str
    """Another score, `output tokens`, `generation cost` or `generation time`."""
    items: int
    """Number of scored and failed items."""
    pearson: float | None
    """Pearson's r over items."""
    spearman: float | None
    """Spearman's ρ over items."""
    models: int
    """Number of models."""
    of_models: float | None
    """Pearson's r over the means of models. Null for fewer than three."""


def correlations(records: Sequence[Record], scores: ScoreSet) -> tuple[Correlation, ...]:
    """Every pair with enough items that differ in both.

    Scores with each other, then the one that ranks with length, cost and time.
    """
    return tuple(found for pair in _pairs(scores) if (found := _correlate(records, *pair)))


def _pairs(scores: ScoreSet) -> Iterator[tuple[str, _Value, str, _Value]]:
    ranking, others = scores.ranking, [spec for spec in scores.others if spec.id not in scores.ranking.mean_of]
    parts = [spec for spec in scores.others if spec.id in ranking.mean_of]
    paired = [*combinations(scores.others, 2)] if len(scores.others) <= _MOST_PAIRED else [*combinations(parts, 2)]
    paired += [(ranking, other) for other in others]
    for one, other in paired:
        yield one.label, _score(one), other.label, _score(other)
    for name, value in _MEASURES.items():
        yield ranking.label, _score(ranking), name, value


def _score(spec: ScoreSpec) -> _Value:
    return lambda record: score_of(record, spec)


def _generated(value: Callable[[Record], float | None]) -> _Value:
    """None for an artifact that no model generated."""
    return lambda record: value(record) if record.spend.get("generate") else None


_MEASURES: Mapping[str, _Value] = {
    "output tokens": _generated(lambda record: record.spend["generate"].usage.output_tokens),
    "generation cost": _generated(lambda record: record.spend["generate"].cost_usd),
    "generation time": _generated(lambda record: record.spend["generate"].latency_seconds),
}


def _correlate(records: Sequence[Record], name: str, first: _Value, other: str, second: _Value) -> Correlation | None:
    pairs: dict[str, list[tuple[float, float]]] = defaultdict(list)
    for record in records:
        x, y = first(record), second(record)
        if record.outcome != "unscored" and x is not None and y is not None:
            pairs[record.model].append((x, y))
    every = [pair for found in pairs.values() for pair in found]
    if len(every) < FEWEST:
        return None
    xs, ys = zip(*every, strict=True)
    means = [(fmean(x for x, _ in found), fmean(y for _, y in found)) for found in pairs.values()]
    of_models = pearson(*zip(*means, strict=True)) if len(means) >= FEWEST else None
    if pearson(xs, ys) is None:  # one of them is the same for all
        return None
    return Correlation(
        first=name,
        second=other,
        items=len(every),
        pearson=pearson(xs, ys),
        spearman=spearman(xs, ys),
        models=len(means),
        of_models=of_models,
    )
