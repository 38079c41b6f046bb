"""Sources of variance of a model's scores: queries, generation, exploration, judge."""

import textwrap
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from pytest_cookie.core.errors import RecordingError
from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.core.labels import Mode
from pytest_cookie.core.record import Record
from pytest_cookie.core.score import score_of
from pytest_cookie.core.score_spec import ScoreSet, ScoreSpec
from pytest_cookie.core.verdict import StageOpinion, Verdict
from pytest_cookie.core.wording import count
from pytest_cookie.records.files import read_model
from pytest_cookie.records.item import ItemFolder
from pytest_cookie.records.run import RunFolder
from pytest_cookie.reporting.text.quantities import percent, score
from pytest_cookie.reporting.text.terminal_cells import cut, printable
from pytest_cookie.stats.variance import Component, ScoredItem, Source, VarianceSplit, split_variance

MOST_VERDICTS = 2_000
"""Verdicts of other judges are read for at most so many items, evenly spread: reading takes time, and this suffices."""
EXPLAINED = (
    "Standard deviations in {unit}, and shares of the variance. Sources joined by + cannot be separated with these "
    "repeats."
)
EXPLAINED_JUDGE = "Judge: disagreement between judges on the same evidence, without differences in overall strictness."
EXPLAINED_ZERO = "0.0*: too small to be distinguished from 0."
_OF_MEDIAN = (1.0, 0.5, 0.4487, 0.2982, 0.2868, 0.2147, 0.2104)
"""The variance of the median of 1 to 7 standard normal values: Hojo, Biometrika 23 (1931). A panel scores by median."""
_WORDS: Mapping[Source, str] = {
    "query": "cases",
    "generation": "generation",
    "exploration": "exploration",
    "judge": "judge",
}

_Terms = tuple[str, Mode, str, str, str]
_Scores = Mapping[str, float | None]


class Variance(FrozenModel):
    """The variance of one score of one model."""

    protocol: str
    """The evaluation protocol."""
    mode: Mode
    """Kind of artifact."""
    judge: str
    """The judge."""
    agent: str
    """The explorer."""
    model: str
    """The model."""
    score: str
    """Id of the score."""
    split: VarianceSplit
    """The parts of its variance."""


@dataclass(frozen=True)
class VariancePart:
    """A part as text: `generation + exploration`, `4.1`, `9 %`, and its degrees of freedom."""

    name: str
    deviation: str
    share: str
    degrees: int


@dataclass(frozen=True)
class VarianceRow:
    """A model's parts as text. `basis` reads `12 queries, 36 items`."""

    model: str
    judge: str
    basis: str
    parts: tuple[VariancePart, ...]


def variances(run: RunFolder, records: Iterable[Record], scores: ScoreSet) -> tuple[Variance, ...]:
    """The parts of each score of each model that has repeats or several judges."""
    groups: dict[_Terms, list[Record]] = defaultdict(list)
    for record in records:
        if record.outcome != "unscored":
            groups[record.protocol, record.mode, record.judge, record.agent, record.model].append(record)
    every = 1 + sum(map(len, groups.values())) // MOST_VERDICTS
    return tuple(found for terms, members in groups.items() for found in _of_model(run, terms, members, scores, every))


def _of_model(
    run: RunFolder, terms: _Terms, records: Sequence[Record], scores: ScoreSet, every: int
) -> Iterator[Variance]:
    repeated = len({record.case for record in records}) < len(records)
    judged = {number: _judges(run, record, scores) for number, record in enumerate(records) if number % every == 0}
    if not repeated and all(len(by_judge) < 2 for by_judge, _ in judged.values()):
        return
    artifacts = [_artifact(run, record) if repeated else record.folder for record in records]
    protocol, mode, judge, agent, model = terms
    for spec in scores:
        split = split_variance(_observations(records, artifacts, judged, spec))
        if split is not None:
            yield Variance(
                protocol=protocol, mode=mode, judge=judge, agent=agent, model=model, score=spec.id, split=split
            )


def _observations(
    records: Sequence[Record],
    artifacts: Sequence[str],
    judged: Mapping[int, tuple[Mapping[str, _Scores], float]],
    spec: ScoreSpec,
) -> Iterator[ScoredItem]:
    for number, (record, artifact) in enumerate(zip(records, artifacts, strict=True)):
        value = score_of(record, spec)
        if value is None:
            continue
        scores, share = judged.get(number, ({}, 1.0))
        each = {judge: points for judge, of_judge in scores.items() if (points := of_judge[spec.id]) is not None}
        yield ScoredItem(record.case, artifact, value, each, share)


def _artifact(run: RunFolder, record: Record) -> str:
    """The same text for items with equal files; unique for an item without readable files."""
    try:
        artifact = run.item(record.folder).read_artifact()
    except RecordingError:
        return record.folder
    return artifact.digest if artifact.files and artifact.problem is None else record.folder


def _judges(run: RunFolder, record: Record, scores: ScoreSet) -> tuple[Mapping[str, _Scores], float]:
    """Each judge's scores of an item, and the share of one judge's variance in the record's score.

    The members of the panel if a panel judged it; otherwise all judges with a stored verdict, except ablations.
    """
    try:
        folder = run.item(record.folder)
        if record.judge.startswith("panel("):
            members = _members(folder.read_verdict(record.judge), scores)
            return members, _OF_MEDIAN[max(0, min(len(members), len(_OF_MEDIAN)) - 1)]
        return _beside(folder, scores), 1.0
    except (RecordingError, OSError):  # unreadable, or an impossible folder name
        return {}, 1.0


def _beside(folder: ItemFolder, scores: ScoreSet) -> Mapping[str, _Scores]:
    files = sorted((folder.path / "verdicts").glob("*.json"))
    if len(files) < 2:
        return {}
    verdicts = [read_model(file, Verdict) for file in files]
    return {
        verdict.judge: scores.complete(verdict.scores)
        for verdict in verdicts
        if verdict.ablation is None and not verdict.spreads and not verdict.judge.startswith("panel(")
    }


def _members(panel: Verdict, scores: ScoreSet) -> Mapping[str, _Scores]:
    """Each judge's last stage with scores. Judges without stages, such as the measured one, have no entry."""
    last = {stage.judge: stage for stage in panel.stages if stage.scores}
    return {judge: _reported(stage, scores) for judge, stage in last.items()}


def _reported(stage: StageOpinion, scores: ScoreSet) -> _Scores:
    """A stage's scores on the reported scale, and the means of several."""
    own = ((scores.get(name), points / stage.out_of) for name, points in stage.scores.items())
    return scores.complete({spec.id: spec.low + spec.span * share for spec, share in own if spec is not None})


def variance_rows(found: Iterable[Variance], spec: ScoreSpec) -> tuple[VarianceRow, ...]:
    """The parts of one score as text, a row per model, for terminal and site."""
    return tuple(
        VarianceRow(
            model=one.model,
            judge=one.judge,
            basis=f"{count(one.split.queries, 'case', 'cases')}, {count(one.split.items, 'item')}",
            parts=tuple(_part(part, spec) for part in one.split.components),
        )
        for one in found
        if one.score == spec.id
    )


def _part(part: Component, spec: ScoreSpec) -> VariancePart:
    return VariancePart(
        name=" + ".join(_WORDS[source] for source in part.sources),
        deviation=score(part.deviation, spec.digits) + ("*" if part.is_negative else ""),
        share=percent(part.share),
        degrees=part.degrees,
    )


def explanations(found: Iterable[Variance], spec: ScoreSpec) -> tuple[str, ...]:
    """The notes needed to read the rows of one score, a sentence or two each."""
    parts = [part for variance in found if variance.score == spec.id for part in variance.split.components]
    notes = [EXPLAINED.format(unit=spec.unit or "points")]
    notes += [EXPLAINED_JUDGE] if any(part.sources == ("judge",) for part in parts) else []
    notes += [EXPLAINED_ZERO] if any(part.is_negative for part in parts) else []
    return tuple(notes)


def variance_lines(found: Sequence[Variance], width: int, spec: ScoreSpec) -> list[str]:
    """The sources of variance of one score: a line per model, then its parts; empty without repeats."""
    rows = variance_rows(found, spec)
    if not rows:
        return []
    lines = [f"sources of variance of the {spec.label}"]
    several = len({row.judge for row in rows}) > 1
    for row in rows:
        judge = f" · judge {row.judge}" if several else ""
        lines.append(cut(f"  {printable(row.model + judge)} · {row.basis}", width))
        parts = " · ".join(f"{part.name} {part.deviation} ({part.share})" for part in row.parts)
        lines += textwrap.wrap(parts, width, initial_indent="    ", subsequent_indent="    ")
    return [*lines, *textwrap.wrap(" ".join(explanations(found, spec)), width)]
