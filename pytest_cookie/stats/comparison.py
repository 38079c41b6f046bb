"""`Comparison`: compares model B of one run with model A of another in one mode, case by case, always as B − A."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Literal, TypeAlias

from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.core.labels import Mode
from pytest_cookie.core.record import Record
from pytest_cookie.core.score_spec import ScoreSet, ScoreSpec
from pytest_cookie.core.slices import COMMON, SliceSpec
from pytest_cookie.core.verdict import CriteriaCount
from pytest_cookie.records.comparability import Mismatch
from pytest_cookie.stats.bootstrap import bootstrap_mean_interval
from pytest_cookie.stats.criteria import ranking_criteria, with_missing_failed
from pytest_cookie.stats.interval import Interval
from pytest_cookie.stats.pairing import (
    LeftOut,
    QueryDifference,
    difference_of,
    left_out,
    only_mode,
    paired_queries,
    queries_of,
    query_differences,
)
from pytest_cookie.stats.preferences import preference
from pytest_cookie.stats.sign_flip import sign_flip_test
from pytest_cookie.stats.slices import slice_records

TIE = 1.0
"""Largest difference that counts as a tie, in percent of the score's range: points of 0 to 100."""


class Difference(FrozenModel):
    """One score over `difference.n` cases: both means, the mean difference with its interval, and a test.

    `p` is the sign-flip test's p-value, None without a test. A case is a win (of B) if B is better by more than the
    tie margin, a loss if it is worse by more.
    """

    a: float | None
    b: float | None
    difference: Interval
    p: float | None
    wins: int
    ties: int
    losses: int


Differences: TypeAlias = dict[str, Difference]
"""The difference of each score by id."""


class SliceDifferences(FrozenModel):
    """The cases with one label, such as `difficulty` = `hard`, or the parts of items with one.

    Not tested: some of so many tests would reject.
    """

    label: str
    value: str
    differences: Differences


class Side(FrozenModel):
    """One side of a comparison: a model of a run in one mode, the outcomes of its items, and how many criteria its
    scores rest on (None if unknown).
    """

    run: str
    model: str
    mode: Mode
    items: int
    scored: int
    failed: int
    unscored: int
    criteria: CriteriaCount | None = None


class Comparison(FrozenModel):
    """The comparison. `queries` starts with the largest loss of the score that ranks; those without it are last.

    `scores` specifies the scores, `specs` the labels of `slices`, `tie` is in percent of a score's range. `certain` is
    the difference of the score that ranks if the criteria that could not be measured on the better side had failed;
    None if none are missing there.
    """

    a: Side
    b: Side
    judge: str
    agent: str
    scores: ScoreSet
    specs: tuple[SliceSpec, ...] = COMMON
    tie: float
    seed: int
    mismatches: tuple[Mismatch, ...]
    differences: Differences
    certain: Interval | None = None
    slices: tuple[SliceDifferences, ...]
    queries: tuple[QueryDifference, ...]
    left_out: tuple[LeftOut, ...]

    @property
    def ranking(self) -> Difference:
        """The difference of the score that ranks."""
        return self.differences[self.scores.ranking.id]

    def gain(self, query: QueryDifference) -> float | None:
        """By how much B is better on a case in the score that ranks; negative if it is worse, None without a score."""
        spec = self.scores.ranking
        found = difference_of(query, spec.id)
        return None if found is None else spec.sign * found

    @property
    def margin(self) -> float:
        """The largest difference of the score that ranks which counts as a tie."""
        return margin_of(self.scores.ranking, self.tie)


@dataclass(frozen=True)
class Contender:
    """One side's records, of one model. `run` is the run's name in reports."""

    run: str
    records: Sequence[Record]


def compare(
    a: Contender,
    b: Contender,
    scores: ScoreSet,
    *,
    specs: tuple[SliceSpec, ...] = COMMON,
    tie: float = TIE,
    seed: int = 0,
    differing: Iterable[Mismatch] = (),
) -> Comparison:
    """Compare two models on the cases with a judged item on both sides.

    Raises `ValueError` if there are none, or if a side has several modes: cases are compared in one mode.
    """
    queries = paired_queries(a.records, b.records, scores)
    if not queries:
        raise ValueError("no case has a judged item on both sides")
    found = Comparison(
        a=_side(a, scores),
        b=_side(b, scores),
        judge=_of_both(a, b, "judge"),
        agent=_of_both(a, b, "agent"),
        scores=scores,
        specs=specs,
        tie=tie,
        seed=seed,
        mismatches=tuple(differing),
        differences=_differences(queries, scores, tie, seed, is_tested=True),
        certain=_certain(a, b, queries, scores, seed),
        slices=tuple(_slices(a, b, queries, specs, scores, tie, seed)),
        queries=tuple(queries),
        left_out=tuple(left_out(a.records, b.records)),
    )

    def largest_loss_first(query: QueryDifference) -> tuple[bool, float, str]:
        gain = found.gain(query)
        return gain is None, gain or 0.0, query.case

    return found.model_copy(update={"queries": tuple(sorted(queries, key=largest_loss_first))})


def _certain(
    a: Contender, b: Contender, queries: Sequence[QueryDifference], scores: ScoreSet, seed: int
) -> Interval | None:
    spec = scores.ranking
    gain = spec.sign * fmean(query_differences(queries, spec.id) or [0.0])
    better = b if gain > 0 else a
    lowered = [with_missing_failed(record, scores) for record in better.records]
    if not gain or lowered == list(better.records):
        return None
    queries = paired_queries(a.records, lowered, scores) if better is b else paired_queries(lowered, b.records, scores)
    values = query_differences(queries, spec.id)
    return bootstrap_mean_interval(values, seed=seed, bounds=(-spec.span, spec.span))


def margin_of(spec: ScoreSpec, tie: float) -> float:
    """`tie` percent of the score's range, in its unit."""
    return tie * spec.span / 100


def _side(contender: Contender, scores: ScoreSet) -> Side:
    outcomes = Counter(record.outcome for record in contender.records)
    return Side(
        run=contender.run,
        model=_join(contender.records, "model"),
        mode=only_mode(contender.records),
        items=len(contender.records),
        scored=outcomes["scored"],
        failed=outcomes["failed"],
        unscored=outcomes["unscored"],
        criteria=ranking_criteria(contender.records, scores),
    )


def _join(records: Iterable[Record], field: Literal["model", "judge", "agent"]) -> str:
    return " and ".join(sorted({getattr(record, field) for record in records}))


def _of_both(a: Contender, b: Contender, field: Literal["judge", "agent"]) -> str:
    """The judge or agent of both sides, or of each if they differ."""
    one, other = _join(a.records, field), _join(b.records, field)
    return other if one == other else f"{one} in A, {other} in B"


def _differences(
    queries: Sequence[QueryDifference], scores: ScoreSet, tie: float, seed: int, *, is_tested: bool
) -> Differences:
    return {spec.id: _of_score(queries, spec, tie, seed, is_tested) for spec in scores}


def _of_score(
    queries: Sequence[QueryDifference], spec: ScoreSpec, tie: float, seed: int, is_tested: bool
) -> Difference:
    paired = [query for query in queries if difference_of(query, spec.id) is not None]
    values, margin = query_differences(paired, spec.id), margin_of(spec, tie)
    preferred = Counter(preference(spec.sign * value, 0.0, margin) for value in values)
    return Difference(
        a=_mean(query.a[spec.id] for query in paired),
        b=_mean(query.b[spec.id] for query in paired),
        difference=bootstrap_mean_interval(values, seed=seed, bounds=(-spec.span, spec.span)),
        p=sign_flip_test(values, seed=seed) if is_tested else None,
        wins=preferred[1],
        ties=preferred[0],
        losses=preferred[-1],
    )


def _mean(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return fmean(known) if known else None


def _slices(
    a: Contender,
    b: Contender,
    queries: Sequence[QueryDifference],
    specs: Sequence[SliceSpec],
    scores: ScoreSet,
    tie: float,
    seed: int,
) -> Iterator[SliceDifferences]:
    """Items have the label that they have in B. Parts of items are paired anew, by their cases."""
    for spec in specs:
        before = slice_records(a.records, spec, specs) if spec.part else {}
        for value, members in slice_records(b.records, spec, specs).items():
            parts = paired_queries(before.get(value, ()), members, scores) if spec.part else ()
            if own := parts if spec.part else queries_of(queries, members):
                found = _differences(own, scores, tie, seed, is_tested=False)
                yield SliceDifferences(label=spec.id, value=value, differences=found)
