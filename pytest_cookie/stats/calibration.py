"""`Calibration`: how often a judge is right, on pairs of a good artifact and a mutant with a seeded defect.

A judge is right about a pair if the good artifact scores above its mutant; a tie counts as half. It detects a defect
if a finding names it, and each critical or major finding on a good artifact is a false alarm.
"""

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from statistics import fmean
from typing import Final, Literal, TypeAlias

from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.core.score_spec import Number, ScoreId
from pytest_cookie.core.verdict import Severity
from pytest_cookie.stats.bootstrap import bootstrap_mean_interval
from pytest_cookie.stats.controls import CONTROLS, ControlId, PageSize, larger_wins
from pytest_cookie.stats.interval import Interval, clustered_rate
from pytest_cookie.stats.judge_match import PeopleMatch

CALIBRATION_SCHEMA_VERSION: Final = 1
TIE = 0.005
"""Points of 0 to 100: totals have two digits."""

_COUNTS = (0.0, math.inf)

Half = Literal["tuning", "held-out"]
HALVES: tuple[Half, ...] = ("tuning", "held-out")
LeftOut = Literal["not observable", "unscored", "other clock"]


ItemScores: TypeAlias = dict[ScoreId, Number | None]
"""The scores of one item by id, 0 to 100; 0 for a failed item, None for a missing score."""
TOTAL = "total"
"""The score that decides pairs."""


class PairResult(FrozenModel):
    """The judged pair of a good artifact and its mutant. `good`, `twin` and `detected` have one value per repeat.

    `where` is the location of the defect. `left_out` is the reason why the pair is not counted, `why` gives details.
    """

    artifact: str
    family: str
    title: str
    dimension: ScoreId
    severity: Severity
    half: Half
    where: str
    good: tuple[ItemScores, ...] = ()
    twin: tuple[ItemScores, ...] = ()
    detected: tuple[bool, ...] = ()
    left_out: LeftOut | None = None
    why: str = ""
    folder: str = ""
    """The folder of the mutant's files, below the folder of all evidence."""
    sizes: tuple[PageSize, PageSize] | None = None
    """The sizes of the good page and of its mutant in their first runs."""


class GoodResult(FrozenModel):
    """A judged good artifact: a total and a number of critical and major findings for each repeat."""

    artifact: str
    half: Half
    totals: tuple[float, ...]
    alarms: tuple[int, ...]
    titles: tuple[str, ...] = ()
    """Titles of those findings, over all repeats, without duplicates."""


class Group(FrozenModel):
    """Pairs of one kind. Rates are 0 to 1, with 95 % intervals over artifacts, whose pairs are correlated.

    `accuracy`: the good artifact's total is above its mutant's. `in_dimension`: so is its score in the defect's
    dimension. `recall`: a finding names the defect. Their `n` is the number of artifacts. `controls`: the accuracy of
    taking the larger page for the better one, by size.
    """

    name: str
    pairs: int
    artifacts: int
    accuracy: Interval
    in_dimension: Interval
    recall: Interval
    controls: dict[ControlId, Interval] = {}


class Retest(FrozenModel):
    """Spread of an item's totals over its repeats, in points: highest minus lowest, over `items`."""

    items: int
    mean: float
    largest: float


class Numbers(FrozenModel):
    """All statistics of some pairs and good artifacts. `false_alarms` is per good artifact."""

    overall: Group
    by_dimension: tuple[Group, ...]
    by_family: tuple[Group, ...]
    false_alarms: Interval
    retest: Retest | None


class Terms(FrozenModel):
    """The inputs of a calibration: equal terms and files give equal numbers, apart from a model's variation.

    `prompt` and `rubric_version` are the judge's, if any; `families_version` is that of the seeded defects.
    """

    judge: str
    judge_version: str
    prompt: str = ""
    rubric_version: str = ""
    families_version: str
    agent: str
    version: str
    browser: str
    seed: int
    repeats: int
    cases: str


class Calibration(FrozenModel):
    """`calibration.json`, schema version 1. A gate compares `number` with its minimum.

    `people` is the judge's agreement with people who annotated a run (`calibrate --human`), None if not measured.
    `number` is the accuracy on the held-out half, which must not be used for tuning a judge; on all pairs if that half
    is empty. `made` is the date. Not counted: `not_observable` mutants, whose defect is invisible; `unscored` ones,
    after an infrastructure failure; those of an `other_clock`, if only one page of the pair supports the preferred
    clock. `median_seconds` is the time to explore and judge an item. `part` names the selected kinds of defects or
    half; empty for all.
    """

    schema_version: Literal[1] = CALIBRATION_SCHEMA_VERSION
    terms: Terms
    made: str
    part: str = ""
    number: float | None
    pairs: int
    artifacts: int
    not_observable: int
    unscored: int
    other_clock: int = 0
    numbers: Numbers
    halves: dict[Half, Numbers]
    median_seconds: float | None = None
    results: tuple[PairResult, ...] = ()
    goods: tuple[GoodResult, ...] = ()
    people: PeopleMatch | None = None


def select_counted(results: Iterable[PairResult]) -> list[PairResult]:
    """The pairs without a reason to leave them out."""
    return [result for result in results if result.left_out is None]


def numbers_of(results: Sequence[PairResult], goods: Sequence[GoodResult], *, seed: int) -> Numbers:
    """All statistics of the counted pairs and the good artifacts."""
    pairs = select_counted(results)
    alarms = [fmean(good.alarms) for good in goods if good.alarms]
    by_dimension, by_family = _grouped(pairs, lambda one: one.dimension), _grouped(pairs, lambda one: one.family)
    return Numbers(
        overall=group_of("overall", pairs),
        by_dimension=tuple(group_of(name, by_dimension[name]) for name in sorted(by_dimension, reverse=True)),
        by_family=tuple(group_of(name, members) for name, members in by_family.items()),
        false_alarms=bootstrap_mean_interval(alarms, seed=seed, bounds=_COUNTS),
        retest=_retest(pairs, goods),
    )


def halves_of(results: Sequence[PairResult], goods: Sequence[GoodResult], *, seed: int) -> dict[Half, Numbers]:
    """The statistics of each half with a good artifact."""
    return {
        half: numbers_of(
            [one for one in results if one.half == half], [one for one in goods if one.half == half], seed=seed
        )
        for half in HALVES
        if any(one.half == half for one in goods)
    }


def the_number(numbers: Numbers, halves: dict[Half, Numbers]) -> float | None:
    """The number for a gate, see `Calibration`."""
    held_out = halves.get("held-out")
    chosen = held_out if held_out is not None and held_out.overall.pairs else numbers
    return chosen.overall.accuracy.mean


def group_of(name: str, pairs: Sequence[PairResult]) -> Group:
    """The rates of some pairs."""
    clusters = list(_grouped(pairs, lambda one: one.artifact).values())
    return Group(
        name=name,
        pairs=len(pairs),
        artifacts=len(clusters),
        accuracy=_rate(clusters, lambda one: won(one, TOTAL)),
        in_dimension=_rate(clusters, lambda one: won(one, one.dimension)),
        recall=_rate(clusters, _detected),
        controls={control: _rate(clusters, partial(_by_size, control)) for control in CONTROLS},
    )


def won(pair: PairResult, score: str) -> float | None:
    """1 if the good artifact scores higher, 0.5 for a tie, 0 if the mutant does; the mean over the repeats.

    None if every repeat lacks one of the two scores.
    """
    found = [
        outcome
        for good, twin in zip(pair.good, pair.twin, strict=False)
        if (outcome := _outcome(good.get(score), twin.get(score))) is not None
    ]
    return fmean(found) if found else None


def _outcome(good: float | None, twin: float | None) -> float | None:
    if good is None or twin is None:
        return None
    return 0.5 if abs(good - twin) <= TIE else float(good > twin)


def _detected(pair: PairResult) -> float | None:
    return fmean(pair.detected) if pair.detected else None


def _by_size(control: ControlId, pair: PairResult) -> float | None:
    return None if pair.sizes is None else larger_wins(control, *pair.sizes)


def _rate(clusters: Sequence[Sequence[PairResult]], value: Callable[[PairResult], float | None]) -> Interval:
    """The mean of a value of 0 to 1 over all pairs, with an interval over artifacts."""
    values = [each for cluster in clusters if (each := [v for pair in cluster if (v := value(pair)) is not None])]
    if len({v for each in values for v in each}) == 1:  # equal values do not reveal the correlation within an artifact
        return clustered_rate([(each[0], 1) for each in values])
    return clustered_rate([(sum(of_artifact), len(of_artifact)) for of_artifact in values])


def _retest(pairs: Sequence[PairResult], goods: Sequence[GoodResult]) -> Retest | None:
    totals = [list(good.totals) for good in goods]
    totals += [[total for scores in pair.twin if (total := scores.get(TOTAL)) is not None] for pair in pairs]
    spreads = [max(values) - min(values) for values in totals if len(values) > 1]
    if not spreads:
        return None
    return Retest(items=len(spreads), mean=round(fmean(spreads), 4), largest=round(max(spreads), 4))


def _grouped(pairs: Iterable[PairResult], key: Callable[[PairResult], str]) -> dict[str, list[PairResult]]:
    groups: dict[str, list[PairResult]] = defaultdict(list)
    for pair in pairs:
        groups[key(pair)].append(pair)
    return groups
