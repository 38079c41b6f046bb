"""How a judge reached its verdict, stage by stage, and the verdicts of other judges on the same evidence."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pytest_cookie.core.errors import RecordingError
from pytest_cookie.core.record import Record
from pytest_cookie.core.score_spec import ScoreSet
from pytest_cookie.core.verdict import Ablation, JudgeStage, Points, StageOpinion, Verdict
from pytest_cookie.records.files import read_model
from pytest_cookie.records.item import ItemFolder
from pytest_cookie.reporting.item_files import PictureFile
from pytest_cookie.reporting.site.item.findings import FindingView, LinkTargets
from pytest_cookie.reporting.site.tones import label_of, tone_of
from pytest_cookie.reporting.terminal import by_severity

_STAGES: dict[JudgeStage, tuple[str, str]] = {
    "static": ("Stage 1", "Static scoring"),
    "detection": ("Stage 3a", "Problem detection"),
    "adjustment": ("Stage 3b", "Score adjustment"),
    "step": ("Reactive", "Step scoring"),
}
ABLATIONS: dict[Ablation, str] = {
    "no_vision": "without vision",
    "no_video": "without video",
    "no_static_score": "without the static score",
    "no_deferred_scoring": "without deferred scoring",
}
_MAX_VERDICTS = 50
MAX_FINDINGS = 100
_PANEL = "panel("
_MOMENT = re.compile(r", (\d{1,6}(?:\.\d{1,3})?) s\b")


@dataclass(frozen=True)
class JudgedFile:
    """A file shown to a judge: as a picture, or by name with its address.

    `film_from` is the second at which to start the film, for a part of the film.
    """

    name: str
    caption: str
    picture: PictureFile | None
    href: str
    film_from: str


@dataclass(frozen=True)
class StageView:
    """One stage of the method. `scores` are (label, tone, value as text, percent of the scale); `points` are (signed
    text, source, label, tone).
    """

    number: str
    title: str
    opinion: StageOpinion
    scores: tuple[tuple[str, str, str, float], ...]
    points: tuple[tuple[str, Points, str, str], ...]
    problems: tuple[FindingView, ...]
    saw: tuple[JudgedFile, ...]


@dataclass(frozen=True)
class MemberView:
    """A judge with its stages; in a panel, one of several. `scores` are its last ones by id, of `out_of`."""

    judge: str
    scores: dict[str, str]
    out_of: float
    stages: tuple[StageView, ...]
    by_steps: tuple[StageView, ...]
    """Its opinion after each step, if it scored reactively."""


@dataclass(frozen=True)
class VerdictRow:
    """A stored verdict. `counts`: it is the one used in the record."""

    verdict: Verdict
    ablation: str
    findings: tuple[FindingView, ...]
    href: str
    counts: bool


def members_of(verdict: Verdict | None, targets: LinkTargets) -> tuple[MemberView, ...]:
    """The judges with stages in the verdict, in order of first appearance; empty without stages."""
    judges = dict.fromkeys(stage.judge for stage in verdict.stages) if verdict else {}
    return tuple(
        _member(judge, [stage for stage in verdict.stages if stage.judge == judge], targets)
        for judge in judges
        if verdict
    )


def _member(judge: str, stages: Sequence[StageOpinion], targets: LinkTargets) -> MemberView:
    scored = [stage for stage in stages if stage.scores]
    last = scored[-1] if scored else stages[-1]
    return MemberView(
        judge=judge,
        scores={name: f"{value:g}" for name, value in last.scores.items()},
        out_of=last.out_of,
        stages=tuple(stage_view(stage, targets) for stage in stages if stage.stage != "step"),
        by_steps=tuple(stage_view(stage, targets) for stage in stages if stage.stage == "step"),
    )


@dataclass(frozen=True)
class Conclusion:
    """A judge's conclusion, from its last stage or its own field."""

    judge: str
    text: str


def conclusions_of(verdict: Verdict | None) -> tuple[Conclusion, ...]:
    """The conclusion of each judge that gave one, in order; empty for a judge that writes none."""
    last = {judge: text for judge, text in verdict.conclusions.items() if text} if verdict else {}
    for stage in verdict.stages if verdict else ():
        if stage.stage != "detection" and stage.reasoning:
            last[stage.judge] = stage.reasoning
    return tuple(Conclusion(judge, text) for judge, text in last.items())


def is_panel(verdict: Verdict | None) -> bool:
    """Whether a panel or several samples made the verdict, even if only one of them has stages to show."""
    return verdict is not None and (verdict.judge.startswith(_PANEL) or bool(verdict.spreads))


def stage_view(opinion: StageOpinion, targets: LinkTargets) -> StageView:
    """Build the view of one stage."""
    number, title = _STAGES[opinion.stage]
    scores = targets.scores
    places = {name: place for place, name in enumerate(scores.ids)}
    given = sorted(opinion.scores.items(), key=lambda score: places.get(score[0], len(places)))
    points = sorted(opinion.points, key=lambda point: places.get(point.dimension, len(places)))
    return StageView(
        number=number,
        title=title,
        opinion=opinion,
        scores=tuple(
            (_title_of(scores, name), tone_of(scores, name), f"{value:g}", 100 * value / opinion.out_of)
            for name, value in given
        ),
        points=tuple(
            (_signed(point.points), point, label_of(scores, point.dimension), tone_of(scores, point.dimension))
            for point in points
        ),
        problems=tuple(targets.finding(problem) for problem in opinion.problems),
        saw=tuple(_shown_file(entry, targets) for entry in opinion.saw),
    )


def _title_of(scores: ScoreSet, name: str) -> str:
    spec = scores.get(name)
    return spec.title if spec else name


def _signed(points: float) -> str:
    """`+6`, `−0.5`."""
    return f"{'−' if points < 0 else '+'}{abs(points):g}"


def _shown_file(entry: str, targets: LinkTargets) -> JudgedFile:
    """An entry reads `<path>: <caption>`."""
    name, _, caption = entry.partition(": ")
    moment = _MOMENT.search(caption) if targets.has_film and name.endswith((".mp4", ".webm")) else None
    picture = targets.files.picture((name,), label=caption or name)
    return JudgedFile(name, caption, picture, targets.files.link(name), moment[1] if moment else "")


def read_verdicts(item: ItemFolder, problems: list[str]) -> dict[str, Verdict]:
    """All stored verdicts by path below the item's folder. Unreadable files are added to `problems`."""
    found: dict[str, Verdict] = {}
    try:
        names = sorted(path.name for path in (item.path / "verdicts").iterdir() if path.name.endswith(".json"))
    except OSError:
        return found
    for name in names[:_MAX_VERDICTS]:
        try:
            found[f"verdicts/{name}"] = read_model(item.path / "verdicts" / name, Verdict)
        except RecordingError as error:
            problems.append(str(error))
    return found


def verdict_rows(verdicts: dict[str, Verdict], record: Record, targets: LinkTargets) -> tuple[VerdictRow, ...]:
    """The verdicts, the one used in the record first."""
    rows: list[VerdictRow] = []
    for path, verdict in verdicts.items():
        counts = verdict.judge == record.judge and record.outcome != "unscored"
        findings = tuple(targets.finding(finding) for finding in by_severity(verdict.findings)[:MAX_FINDINGS])
        ablation = ABLATIONS[verdict.ablation] if verdict.ablation else ""
        rows.append(VerdictRow(verdict, ablation, findings, targets.files.link(path), counts))
    return tuple(sorted(rows, key=lambda row: not row.counts))
