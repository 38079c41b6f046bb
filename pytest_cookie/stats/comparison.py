"""`Comparison`: compares model B of one run with model A of another in one mode, query by query, always as B − A."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Literal

from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.core.labels import Mode
from pytest_cookie.core.record import Record
from pytest_cookie.core.score import SCORE_NAMES, ScoreName
from pytest_cookie.records.comparability import Mismatch
from pytest_cookie.stats.bootstrap import bootstrap_mean_interval
from pytest_cookie.stats.interval import Interval
from pytest_cookie.stats.pairing import (
    LABELS,
    Label,
    LeftOut,
    QueryDifference,
    difference_of,
    left_out,
    only_mode,
    paired_queries,
    query_differences,
    sliced,
)
from pytest_cookie.stats.sign_flip import sign_flip_test

TIE = 1.0
"""Largest difference, in points of 0 to 100, that counts as a tie."""
DIFFERENCES = (-100.0, 100.0)
"""Range of a difference of scores."""


class Difference(FrozenModel):
    """One score over `difference.n` queries: both means, the mean difference with its interval, and a test.

    `p` is the sign-flip test's p-value, None without a test. A query is a win (of B) or a loss if its difference
    exceeds the tie margin.
    """

    a: float | None
    b: float | None
    difference: Interval
    p: float | None
    wins: int
    ties: int
    losses: int


class Differences(FrozenModel):
    """The three scores."""

    functionality: Difference
    aesthetics: Difference
    total: Difference


class SliceDifferences(FrozenModel):
    """The queries with one label, such as `difficulty` = `hard`. Not tested: some of so many tests would reject."""

    label: Label
    value: str
    differences: Differences


class Side(FrozenModel):
    """One side of a comparison: a model of a run in one mode, and the outcomes of its items."""

    run: str
    model: str
    mode: Mode
    items: int
    scored: int
    failed: int
    unscored: int


class Comparison(FrozenModel):
    """The comparison; scores 0 to 100. `queries` starts with the largest loss of total; those without are last."""

    a: Side
    b: Side
    judge: str
    agent: str
    tie: float
    seed: int
    mismatches: tuple[Mismatch, ...]
    differences: Differences
    slices: tuple[SliceDifferences, ...]
    queries: tuple[QueryDifference, ...]
    left_out: tuple[LeftOut, ...]


@dataclass(frozen=True)
class Contender:
    """One side's records, of one model. `run` is the run's name in reports."""

    run: str
    records: Sequence[Record]


def compare(
    a: Contender, b: Contender, *, tie: float = TIE, seed: int = 0, differing: Iterable[Mismatch] = ()
) -> Comparison:
    """Compare two models on the queries with a judged item on both sides.

    Raises `ValueError` if there are none, or if a side has several modes: a query belongs to one mode.
    """
    queries = paired_queries(a.records, b.records)
    if not queries:
        raise ValueError("no query has a judged item on both sides")
    return Comparison(
        a=_side(a),
        b=_side(b),
        judge=_join(b.records, "judge"),
        agent=_join(b.records, "agent"),
        tie=tie,
        seed=seed,
        mismatches=tuple(differing),
        differences=_differences(queries, tie, seed, is_tested=True),
        slices=tuple(_slices(queries, tie, seed)),
        queries=tuple(sorted(queries, key=_largest_loss_first)),
        left_out=tuple(left_out(a.records, b.records)),
    )


def _side(contender: Contender) -> Side:
    outcomes = Counter(record.outcome for record in contender.records)
    return Side(
        run=contender.run,
        model=_join(contender.records, "model"),
        mode=only_mode(contender.records),
        items=len(contender.records),
        scored=outcomes["scored"],
        failed=outcomes["failed"],
        unscored=outcomes["unscored"],
    )


def _join(records: Iterable[Record], field: Literal["model", "judge", "agent"]) -> str:
    return " and ".join(sorted({getattr(record, field) for record in records}))


def _largest_loss_first(query: QueryDifference) -> tuple[bool, float, str]:
    return query.total is None, query.total or 0.0, query.case


def _differences(queries: Sequence[QueryDifference], tie: float, seed: int, *, is_tested: bool) -> Differences:
    functionality, aesthetics, total = (_of_score(queries, name, tie, seed, is_tested) for name in SCORE_NAMES)
    return Differences(functionality=functionality, aesthetics=aesthetics, total=total)


def _of_score(
    queries: Sequence[QueryDifference], name: ScoreName, tie: float, seed: int, is_tested: bool
) -> Difference:
    paired = [query for query in queries if difference_of(query, name) is not None]
    values = query_differences(paired, name)
    wins, losses = sum(value > tie for value in values), sum(value < -tie for value in values)
    return Difference(
        a=fmean(getattr(query.a, name) for query in paired) if paired else None,
        b=fmean(getattr(query.b, name) for query in paired) if paired else None,
        difference=bootstrap_mean_interval(values, seed=seed, bounds=DIFFERENCES),
        p=sign_flip_test(values, seed=seed) if is_tested else None,
        wins=wins,
        ties=len(values) - wins - losses,
        losses=losses,
    )


def _slices(queries: Sequence[QueryDifference], tie: float, seed: int) -> Iterator[SliceDifferences]:
    for label in LABELS:
        for value, members in sliced(queries, label):
            found = _differences(members, tie, seed, is_tested=False)
            yield SliceDifferences(label=label, value=value, differences=found)
