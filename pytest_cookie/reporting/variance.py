"""Where a model's scores vary: which repeats are of one artifact, and what each judge of an item alone said."""

import textwrap
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from pytest_cookie.core.errors import RecordingError
from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.core.labels import Mode
from pytest_cookie.core.record import Record
from pytest_cookie.core.score import SCORE_NAMES, ScoreName, score_of
from pytest_cookie.core.verdict import MAX_DIMENSION_SCORE, StageOpinion, Verdict
from pytest_cookie.records.files import read_model
from pytest_cookie.records.item import ItemFolder
from pytest_cookie.records.run import RunFolder
from pytest_cookie.reporting.text.quantities import count, percent, score
from pytest_cookie.reporting.text.terminal_cells import cut, printable
from pytest_cookie.stats.variance import Component, Observation, Source, VarianceSplit, split_variance

MOST_VERDICTS = 2_000
"""Of a large run so many items, evenly spread, have their judges read: it takes time, and is enough to tell."""
EXPLAINED = (
    "Standard deviations in points, and shares of the variance. What is joined by + cannot be told apart with these "
    "repeats."
)
EXPLAINED_JUDGE = "Judge: one judge against the others on the same evidence, as far as none is merely stricter."
EXPLAINED_ZERO = "0.0*: too little to be told from 0."
_OF_MEDIAN = (1.0, 0.5, 0.4487, 0.2982, 0.2868, 0.2147, 0.2104)
"""The variance of the median of 1 to 7 normal values, of one's: Hojo, Biometrika 23 (1931). A panel's score is one."""
_WORDS: Mapping[Source, str] = {
    "query": "queries",
    "generation": "generation",
    "exploration": "exploration",
    "judge": "judge",
}

_Terms = tuple[str, Mode, str, str, str]
_Scores = Mapping[ScoreName, float | None]


class Variance(FrozenModel):
    """One score of one model under one judge, and its parts."""

    protocol: str
    mode: Mode
    judge: str
    agent: str
    model: str
    score: ScoreName
    split: VarianceSplit


@dataclass(frozen=True)
class VariancePart:
    """A part in words: `generation + exploration`, `4.1`, `9 %`, and how many degrees of freedom are behind it."""

    name: str
    deviation: str
    share: str
    degrees: int


@dataclass(frozen=True)
class VarianceRow:
    """A model's parts, ready to be shown. `basis` reads `12 queries, 36 items`."""

    model: str
    judge: str
    score: ScoreName
    basis: str
    parts: tuple[VariancePart, ...]


def variances(run: RunFolder, records: Iterable[Record]) -> tuple[Variance, ...]:
    """The parts of each score of each model that has repeats, or several judges; none of the others."""
    groups: dict[_Terms, list[Record]] = defaultdict(list)
    for record in records:
        if record.outcome != "unscored":
            groups[record.protocol, record.mode, record.judge, record.agent, record.model].append(record)
    every = 1 + sum(map(len, groups.values())) // MOST_VERDICTS
    return tuple(found for terms, members in groups.items() for found in _of_model(run, terms, members, every))


def _of_model(run: RunFolder, terms: _Terms, records: Sequence[Record], every: int) -> Iterator[Variance]:
    repeated = len({record.case for record in records}) < len(records)
    judged = {number: _judges(run, record) for number, record in enumerate(records) if number % every == 0}
    if not repeated and all(len(scores) < 2 for scores, _ in judged.values()):
        return
    artifacts = [_artifact(run, record) if repeated else record.folder for record in records]
    protocol, mode, judge, agent, model = terms
    for name in SCORE_NAMES:
        split = split_variance(_observations(records, artifacts, judged, name))
        if split is not None:
            yield Variance(protocol=protocol, mode=mode, judge=judge, agent=agent, model=model, score=name, split=split)


def _observations(
    records: Sequence[Record],
    artifacts: Sequence[str],
    judged: Mapping[int, tuple[Mapping[str, _Scores], float]],
    name: ScoreName,
) -> Iterator[Observation]:
    for number, (record, artifact) in enumerate(zip(records, artifacts, strict=True)):
        value = score_of(record, name)
        if value is None:
            continue
        scores, share = judged.get(number, ({}, 1.0))
        each = {judge: told for judge, of_judge in scores.items() if (told := of_judge[name]) is not None}
        yield Observation(record.case, artifact, value, each, share)


def _artifact(run: RunFolder, record: Record) -> str:
    """Equal for equal files; where there are none or they cannot be read, each item is its own."""
    try:
        artifact = run.item(record.folder).read_artifact()
    except RecordingError:
        return record.folder
    return artifact.digest if artifact.files and artifact.problem is None else record.folder


def _judges(run: RunFolder, record: Record) -> tuple[Mapping[str, _Scores], float]:
    """What each judge said of an item, and how much of one judge's variance is in the record's score.

    Those of a panel where it is one's; else all whose verdicts lie beside each other, but for those that were not shown
    everything.
    """
    try:
        folder = run.item(record.folder)
        if record.judge.startswith("panel("):
            members = _members(folder.read_verdict(record.judge))
            return members, _OF_MEDIAN[max(0, min(len(members), len(_OF_MEDIAN)) - 1)]
        return _beside(folder), 1.0
    except (RecordingError, OSError):  # cannot be read, or has a name that no folder can have
        return {}, 1.0


def _beside(folder: ItemFolder) -> Mapping[str, _Scores]:
    files = sorted((folder.path / "verdicts").glob("*.json"))
    if len(files) < 2:
        return {}
    verdicts = [read_model(file, Verdict) for file in files]
    return {
        verdict.judge: {name: getattr(verdict, name) for name in SCORE_NAMES}
        for verdict in verdicts
        if verdict.ablation is None and not verdict.judge.startswith("panel(")
    }


def _members(panel: Verdict) -> Mapping[str, _Scores]:
    """Each judge's last stage with scores; a judge without stages, such as the measured one, left none of its own."""
    last = {stage.judge: stage for stage in panel.stages if stage.functionality is not None}
    return {judge: _percent(stage) for judge, stage in last.items()}


def _percent(stage: StageOpinion) -> _Scores:
    functionality, aesthetics = (
        None if points is None else 100 * points / MAX_DIMENSION_SCORE
        for points in (stage.functionality, stage.aesthetics)
    )
    total = None if functionality is None or aesthetics is None else (functionality + aesthetics) / 2
    return {"functionality": functionality, "aesthetics": aesthetics, "total": total}


def variance_rows(found: Iterable[Variance], *, name: ScoreName = "total") -> tuple[VarianceRow, ...]:
    """One score's parts in words, a row a model: what terminal and site show."""
    return tuple(
        VarianceRow(
            model=one.model,
            judge=one.judge,
            score=one.score,
            basis=f"{count(one.split.queries, 'query', 'queries')}, {count(one.split.items, 'item')}",
            parts=tuple(_part(part) for part in one.split.components),
        )
        for one in found
        if one.score == name
    )


def _part(part: Component) -> VariancePart:
    return VariancePart(
        name=" + ".join(_WORDS[source] for source in part.sources),
        deviation=score(part.deviation) + ("*" if part.is_negative else ""),
        share=percent(part.share),
        degrees=part.degrees,
    )


def explanations(found: Iterable[Variance]) -> tuple[str, ...]:
    """What a reader of these rows must know, a sentence or two each."""
    parts = [part for one in found for part in one.split.components]
    told = [EXPLAINED]
    told += [EXPLAINED_JUDGE] if any(part.sources == ("judge",) for part in parts) else []
    told += [EXPLAINED_ZERO] if any(part.is_negative for part in parts) else []
    return tuple(told)


def variance_lines(found: Sequence[Variance], width: int) -> list[str]:
    """Where the total varies, a model's line and one with its parts; empty where nothing was repeated."""
    rows = variance_rows(found)
    if not rows:
        return []
    lines = ["where the total varies"]
    several = len({row.judge for row in rows}) > 1
    for row in rows:
        judge = f" · judge {row.judge}" if several else ""
        lines.append(cut(f"  {printable(row.model + judge)} · {row.basis}", width))
        parts = " · ".join(f"{part.name} {part.deviation} ({part.share})" for part in row.parts)
        lines += textwrap.wrap(parts, width, initial_indent="    ", subsequent_indent="    ")
    shown = [one for one in found if one.score == "total"]
    return [*lines, *textwrap.wrap(" ".join(explanations(shown)), width)]
