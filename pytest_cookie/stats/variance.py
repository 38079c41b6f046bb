"""Splits the variance of one model's scores by source: cases, artifacts, explorations, judges.

A score is μ + case + generation (within a case) + exploration (within an artifact) + judge. The method of moments
equates mean squares with their expectations, which assumes no distribution and allows unequal numbers of repeats:
Searle, Casella and McCulloch, "Variance Components" (1992), chapter 5; Sokal and Rohlf, "Biometry", nested anova with
unequal sample sizes.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from statistics import fmean, median
from typing import Literal

from pytest_cookie.core.frozen_model import FrozenModel

Source = Literal["query", "generation", "exploration", "judge"]
SOURCES: tuple[Source, ...] = ("query", "generation", "exploration", "judge")


@dataclass(frozen=True)
class ScoredItem:
    """One item: its case, its artifact (equal for equal files), its score of 0 to 100.

    `judges` has the score of each single judge on the same evidence, if known; `judge_share` is the share of a judge's
    variance in the score: 1/m for the mean of m judges.
    """

    query: str
    artifact: str
    value: float
    judges: Mapping[str, float] = field(default_factory=dict)
    judge_share: float = 1.0


class Component(FrozenModel):
    """A part of the variance."""

    sources: tuple[Source, ...]
    """What varies: `query` (cases), `generation` (another artifact for the same case), `exploration` (the same artifact
    used again), `judge`. Several sources cannot be separated with these repeats."""
    deviation: float
    """Standard deviation in points of 0 to 100."""
    share: float | None
    """Share of the total variance, 0 to 1. Null if no score varies."""
    degrees: int
    """Degrees of freedom behind the estimate."""
    is_negative: bool = False
    """Whether the estimate was below 0 and is reported as 0."""


class VarianceSplit(FrozenModel):
    """The parts of one score's variance.

    With judges, theirs is the difference of one judge from the others on the same evidence, without its general
    severity.
    """

    queries: int
    """Number of cases."""
    artifacts: int
    """Number of artifacts."""
    items: int
    """Number of items."""
    judges: int
    """Number of judges. 0 if each item had a single judge."""
    components: tuple[Component, ...]
    """The parts."""


@dataclass(frozen=True)
class _Estimate:
    """An estimated variance and its sources."""

    sources: tuple[Source, ...]
    variance: float
    degrees: int


def split_variance(observations: Iterable[ScoredItem]) -> VarianceSplit | None:
    """Split the variance of one model's scores. None without a repeat and a second judge.

    Disagreement of judges is assumed to be independent for each evidence; its share of the score's variance is
    subtracted from the finest other part.
    """
    listed = list(observations)
    queries = _grouped(listed)
    judges, judge = _between_judges(listed)
    if not listed or (judge is None and len(queries) == len(listed)):
        return None
    parts = _nested(queries)
    if parts:
        *coarser, finest = parts
        shares = [item.judge_share for item in listed if len(item.judges) > 1]
        parts = [*coarser, *_with_judge(finest, judge, median(shares or [1.0]))]
    return VarianceSplit(
        queries=len(queries),
        artifacts=sum(map(len, queries)),
        items=len(listed),
        judges=judges,
        components=tuple(_components(parts)),
    )


_Queries = Sequence[Sequence[Sequence[float]]]


def _grouped(observations: Iterable[ScoredItem]) -> _Queries:
    """The scores, grouped by case and then by artifact."""
    queries: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for item in observations:
        queries[item.query][item.artifact].append(item.value)
    return [list(artifacts.values()) for artifacts in queries.values()]


def _nested(queries: _Queries) -> list[_Estimate]:
    """Between cases, artifacts and explorations; a level without repeats is combined with the coarser one."""
    artifacts = [scores for query in queries for scores in query]
    sizes = [sum(map(len, query)) for query in queries]
    n, of_artifacts, of_queries = sum(sizes), len(artifacts) - len(queries), len(queries) - 1
    explored = _square(artifacts) / (n - len(artifacts)) if n > len(artifacts) else 0.0
    means = [fmean(score for scores in query for score in scores) for query in queries]
    within = sum(
        len(scores) * (fmean(scores) - mean) ** 2
        for query, mean in zip(queries, means, strict=True)
        for scores in query
    )
    squares = sum(sum(len(scores) ** 2 for scores in query) / size for query, size in zip(queries, sizes, strict=True))
    generated = (within / of_artifacts - explored) * of_artifacts / (n - squares) if of_artifacts else 0.0
    parts = []
    if of_queries:
        whole = sum(size * mean for size, mean in zip(sizes, means, strict=True)) / n
        between = sum(size * (mean - whole) ** 2 for size, mean in zip(sizes, means, strict=True))
        of_generated = squares - sum(len(scores) ** 2 for scores in artifacts) / n
        rest = between - of_queries * explored - of_generated * generated
        parts.append(_Estimate(("query",), rest / (n - sum(size**2 for size in sizes) / n), of_queries))
    if of_artifacts:
        parts.append(_Estimate(("generation",), generated, of_artifacts))
    if n > len(artifacts):
        parts.append(_Estimate(("exploration",), explored, n - len(artifacts)))
    return _with_neighbours(parts)


def _square(groups: Iterable[Sequence[float]]) -> float:
    """The sum of squares within groups."""
    return sum((value - fmean(group)) ** 2 for group in groups for value in group)


def _with_neighbours(parts: Sequence[_Estimate]) -> list[_Estimate]:
    """Each part together with the finer sources that have no part of their own."""
    starts = [SOURCES.index(part.sources[0]) for part in parts] + [SOURCES.index("judge")]
    return [
        _Estimate(SOURCES[start:end], part.variance, part.degrees)
        for part, start, end in zip(parts, starts, starts[1:], strict=False)
    ]


def _with_judge(finest: _Estimate, judge: _Estimate | None, share: float) -> tuple[_Estimate, ...]:
    if judge is None:
        return (_Estimate((*finest.sources, "judge"), finest.variance, finest.degrees),)
    return _Estimate(finest.sources, finest.variance - judge.variance * share, finest.degrees), judge


def _between_judges(observations: Sequence[ScoredItem]) -> tuple[int, _Estimate | None]:
    """The number of judges, and the residual of their scores after removing item and judge effects (two-way)."""
    sets = Counter(tuple(sorted(item.judges)) for item in observations if len(item.judges) > 1)
    if not sets:
        return 0, None
    judges = max(sets, key=lambda found: (sets[found], len(found), found))
    rows = [[item.judges[name] for name in judges] for item in observations if item.judges.keys() >= set(judges)]
    degrees = (len(rows) - 1) * (len(judges) - 1)
    if not degrees:
        return len(judges), None
    columns = [fmean(column) for column in zip(*rows, strict=True)]
    whole = fmean(columns)
    squares = sum(
        (score - fmean(row) - column + whole) ** 2 for row in rows for score, column in zip(row, columns, strict=True)
    )
    return len(judges), _Estimate(("judge",), squares / degrees, degrees)


def _components(parts: Sequence[_Estimate]) -> Iterator[Component]:
    whole = sum(max(0.0, part.variance) for part in parts)
    for part in parts:
        variance = max(0.0, part.variance)
        yield Component(
            sources=part.sources,
            deviation=sqrt(variance),
            share=variance / whole if whole else None,
            degrees=part.degrees,
            is_negative=part.variance < 0,
        )
