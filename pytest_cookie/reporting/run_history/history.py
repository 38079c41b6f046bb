"""`History`: the runs of one benchmark in order, what changed from run to run, and since when items fail."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.core.labels import Mode
from pytest_cookie.core.record import Manifest, Record
from pytest_cookie.core.score_spec import ScoreSet
from pytest_cookie.records.comparability import PAGES, Mismatch, mismatches
from pytest_cookie.records.run_series import SeriesRun
from pytest_cookie.stats.aggregate import score_interval
from pytest_cookie.stats.bootstrap import bootstrap_mean_interval
from pytest_cookie.stats.finding_changes import NO_KIND
from pytest_cookie.stats.interval import Interval
from pytest_cookie.stats.pairing import paired_queries, query_differences

_INTENDED = frozenset({"prompts of generate", PAGES})
"""Another prompt for pages is a change to measure; any other difference changes scores by itself."""


class HistoryRun(FrozenModel):
    """A run of the history."""

    name: str
    """Name of its folder; of shards the first one's, and the number of others."""
    started: str
    """When it started (ISO 8601)."""
    version: str
    """Version of pytest-cookie."""
    judge: str
    """The judge."""
    judge_version: str
    """Names and versions of the rubric and of the judge's prompts."""
    agent: str
    """The agent."""
    items: int
    """Number of its items."""


class HistoryPoint(FrozenModel):
    """The results of one model in one run."""

    run: int
    """Index of the run in `runs`."""
    scores: dict[str, Interval]
    """Mean of each score with its 95 % interval. Failed items have the worst score."""
    items: int
    """Number of items."""
    scored: int
    """Number of scored items."""
    failed: int
    """Number of failed items."""
    unscored: int
    """Number of unscored items."""
    differing: tuple[Mismatch, ...] = ()
    """Settings that differ from those of the previous point (A)."""
    is_comparable: bool = True
    """Whether none of them changes scores by itself, as another judge does. Another prompt for pages does not."""
    gain: Interval | None = None
    """Mean difference of the score that ranks from the previous point, over the queries of both. Null for the first
    point, and where the two are not comparable."""


class HistorySeries(FrozenModel):
    """One model in one mode."""

    model: str
    """The model."""
    mode: Mode
    """Kind of artifact."""
    points: tuple[HistoryPoint, ...]
    """Its results, oldest first."""


class KindOverTime(FrozenModel):
    """A kind of finding."""

    kind: str
    """Its id. `without-kind` for findings of models."""
    example: str
    """Title of the latest finding of this kind."""
    items: tuple[int, ...]
    """Number of items with such a finding, for each run."""
    shares: tuple[float | None, ...]
    """Their share of the judged items of the run, 0 to 1. Null if none was judged."""


class FailingItem(FrozenModel):
    """An item that failed in a run."""

    case: str
    """Id of the case."""
    model: str
    """The model."""
    mode: Mode
    """Kind of artifact."""
    first_failed: int
    """Index of the first run in which it failed."""
    last_scored: int | None
    """Index of the last run before that in which it was scored. Null if there is none."""
    now: str
    """Its outcome in the last run that has it."""
    failing_since: int | None
    """Index of the first run of its current series of failures. Null if it does not fail any more."""


class LeftOutRun(FrozenModel):
    """A run that is not part of the history."""

    run: str
    """Name of its folder."""
    why: str
    """The reason."""


class History(FrozenModel):
    """The runs of one benchmark over time."""

    scores: ScoreSet
    """The meaning of the scores, in display order."""
    runs: tuple[HistoryRun, ...]
    """The runs, oldest first."""
    series: tuple[HistorySeries, ...]
    """A series for each model and mode."""
    kinds: tuple[KindOverTime, ...]
    """Kinds of findings; those whose share changed most since the first run come first."""
    failing: tuple[FailingItem, ...]
    """Items that failed in any run; those that fail now come first."""
    left_out: tuple[LeftOutRun, ...]
    """Runs with another protocol or other scores, or without records."""


@dataclass(frozen=True)
class _Read:
    """A run with what was read of it."""

    name: str
    manifest: Manifest
    records: tuple[Record, ...]


def history(
    runs: Sequence[SeriesRun],
    *,
    model: str | None = None,
    mode: Mode | None = None,
    last: int | None = None,
    seed: int = 0,
) -> History:
    """The history of `runs`, oldest first: of one `model` or all, in one `mode` or all, of the `last` runs or all.

    The newest run decides which scores are compared. Raises `UsageError` if no run has such items.
    """
    left_out: list[LeftOutRun] = []
    read = [_read(run, model, mode) for run in runs]
    told = [one for one in read if one.records]
    if not told:
        wanted = " ".join(part for part in (mode, "items", f"of {model}" if model else "") if part)
        raise UsageError(f"none of the {len(read)} runs has {wanted}")
    newest = told[-1].manifest
    kept: list[_Read] = []
    for one in read:
        if why := _unlike(one, newest):
            left_out.append(LeftOutRun(run=one.name, why=why))
        else:
            kept.append(one)
    kept = kept[-last:] if last else kept
    return History(
        scores=newest.scores,
        runs=tuple(map(_run, kept)),
        series=tuple(_series(kept, newest.scores, seed)),
        kinds=_kinds(kept),
        failing=_failing(kept),
        left_out=tuple(left_out),
    )


def _read(run: SeriesRun, model: str | None, mode: Mode | None) -> _Read:
    asked = (one for one in run.records() if model in (None, one.model) and mode in (None, one.mode))
    return _Read(run.name, run.manifest, tuple(asked))


def _unlike(one: _Read, newest: Manifest) -> str:
    """Why its scores cannot stand beside those of the newest run; "" if they can."""
    if not one.records:
        return "it has no such items"
    own, other = one.manifest, newest
    if (own.protocol, own.protocol_version) != (other.protocol, other.protocol_version):
        return f"its protocol is {own.protocol} {own.protocol_version}, not {other.protocol} {other.protocol_version}"
    if own.scores.ranking.meaning != other.scores.ranking.meaning:
        return (
            f"its {own.scores.ranking.label} is another score than the {other.scores.ranking.label} of the newest run"
        )
    return ""


def _run(one: _Read) -> HistoryRun:
    return HistoryRun(
        name=one.name,
        started=one.manifest.started,
        version=one.manifest.version,
        judge=" and ".join(sorted({record.judge for record in one.records})),
        judge_version=one.manifest.judge_version,
        agent=" and ".join(sorted({record.agent for record in one.records})),
        items=len(one.records),
    )


def _series(read: Sequence[_Read], scores: ScoreSet, seed: int) -> Iterator[HistorySeries]:
    keys = dict.fromkeys((record.model, record.mode) for one in reversed(read) for record in one.records)
    for model, mode in keys:
        points: list[HistoryPoint] = []
        before: tuple[_Read, list[Record]] | None = None
        for place, one in enumerate(read):
            own = [record for record in one.records if (record.model, record.mode) == (model, mode)]
            if own:
                points.append(_point(place, one, own, before, scores, seed))
                before = one, own
        yield HistorySeries(model=model, mode=mode, points=tuple(points))


def _point(
    place: int,
    one: _Read,
    own: Sequence[Record],
    before: tuple[_Read, list[Record]] | None,
    scores: ScoreSet,
    seed: int,
) -> HistoryPoint:
    outcomes = [record.outcome for record in own]
    plain = HistoryPoint(
        run=place,
        scores={spec.id: score_interval(own, spec) for spec in scores if spec.id in one.manifest.scores.ids},
        items=len(own),
        scored=outcomes.count("scored"),
        failed=outcomes.count("failed"),
        unscored=outcomes.count("unscored"),
    )
    if before is None:
        return plain
    earlier, records = before
    differing = tuple(mismatches(earlier.manifest, one.manifest, records, own))
    if any(mismatch.what not in _INTENDED for mismatch in differing):
        return plain.model_copy(update={"differing": differing, "is_comparable": False})
    spec = scores.ranking
    values = query_differences(paired_queries(records, own, scores), spec.id)
    gain = bootstrap_mean_interval(values, seed=seed, bounds=(-spec.span, spec.span)) if values else None
    return plain.model_copy(update={"differing": differing, "gain": gain})


def _kinds(read: Sequence[_Read]) -> tuple[KindOverTime, ...]:
    counts: dict[str, list[int]] = defaultdict(lambda: [0] * len(read))
    examples: dict[str, str] = {}
    judged = [sum(record.outcome != "unscored" for record in one.records) for one in read]
    for place, one in enumerate(read):
        for record in one.records:
            for kind, title in {finding.kind or NO_KIND: finding.title for finding in record.findings}.items():
                counts[kind][place] += 1
                examples[kind] = title
    found = [
        KindOverTime(
            kind=kind,
            example=examples[kind],
            items=tuple(of_runs),
            shares=tuple(number / n if n else None for number, n in zip(of_runs, judged, strict=True)),
        )
        for kind, of_runs in counts.items()
    ]
    return tuple(sorted(found, key=lambda one: (-abs(change_of(one.shares) or 0.0), -sum(one.items), one.kind)))


def change_of(shares: Sequence[float | None]) -> float | None:
    """The last known share minus the first known one; None with fewer than two."""
    known = [share for share in shares if share is not None]
    return known[-1] - known[0] if len(known) > 1 else None


def _failing(read: Sequence[_Read]) -> tuple[FailingItem, ...]:
    outcomes: dict[tuple[str, str, Mode], dict[int, str]] = defaultdict(dict)
    for place, one in enumerate(read):
        for record in one.records:
            known = outcomes[record.case, record.model, record.mode]
            told = {record.outcome, known.get(place)}
            known[place] = next(outcome for outcome in ("failed", "scored", "unscored") if outcome in told)
    found = [item for key, known in outcomes.items() if (item := _failing_item(key, known))]
    return tuple(sorted(found, key=lambda one: (one.failing_since is None, -one.first_failed, one.case, one.model)))


def _failing_item(key: tuple[str, str, Mode], known: Mapping[int, str]) -> FailingItem | None:
    """An unscored item says nothing about the artifact, so it neither begins nor ends a series of failures."""
    failed = [place for place, outcome in known.items() if outcome == "failed"]
    if not failed:
        return None
    scored = [place for place, outcome in known.items() if outcome == "scored"]
    since = next((place for place in failed if not any(other > place for other in scored)), None)
    case, model, mode = key
    return FailingItem(
        case=case,
        model=model,
        mode=mode,
        first_failed=failed[0],
        last_scored=max((place for place in scored if place < failed[0]), default=None),
        now=known[max(known)],
        failing_since=since,
    )
