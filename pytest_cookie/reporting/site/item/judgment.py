"""How a judge came to its verdict, and what other judges say of the same evidence."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pytest_cookie.core.errors import RecordingError
from pytest_cookie.core.record import Record
from pytest_cookie.core.verdict import Ablation, JudgeStage, Points, StageOpinion, Verdict
from pytest_cookie.records.files import read_model
from pytest_cookie.records.item import ItemFolder
from pytest_cookie.reporting.item_files import Picture
from pytest_cookie.reporting.site.item.findings import FindingView, Sights
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
class Seen:
    """Something that a judge was shown: a picture of it, or its name and where it is.

    `film_from` is the second at which to start the film, for a picture taken from it.
    """

    name: str
    caption: str
    picture: Picture | None
    href: str
    film_from: str


@dataclass(frozen=True)
class StageView:
    """One stage: `number` and `title` are the method's, `points` come with their sign."""

    number: str
    title: str
    opinion: StageOpinion
    points: tuple[tuple[str, Points], ...]
    problems: tuple[FindingView, ...]
    saw: tuple[Seen, ...]


@dataclass(frozen=True)
class MemberView:
    """A judge with its stages; of a panel, one of several. Its scores are of 0 to 8, those it gave last."""

    judge: str
    functionality: float | None
    aesthetics: float | None
    stages: tuple[StageView, ...]
    by_steps: tuple[StageView, ...]
    """Where it scored reactively, its opinion after each step."""


@dataclass(frozen=True)
class VerdictRow:
    """A stored verdict beside others. `counts`: the record is made of it."""

    verdict: Verdict
    ablation: str
    findings: tuple[FindingView, ...]
    href: str
    counts: bool


def members_of(verdict: Verdict | None, sights: Sights) -> tuple[MemberView, ...]:
    """The judges whose stages the verdict holds, in the order in which they first speak; none without stages."""
    judges = dict.fromkeys(stage.judge for stage in verdict.stages) if verdict else {}
    return tuple(
        _member(judge, [stage for stage in verdict.stages if stage.judge == judge], sights)
        for judge in judges
        if verdict
    )


def _member(judge: str, stages: Sequence[StageOpinion], sights: Sights) -> MemberView:
    scored = [stage for stage in stages if stage.functionality is not None or stage.aesthetics is not None]
    last = scored[-1] if scored else None
    return MemberView(
        judge=judge,
        functionality=last.functionality if last else None,
        aesthetics=last.aesthetics if last else None,
        stages=tuple(stage_view(stage, sights) for stage in stages if stage.stage != "step"),
        by_steps=tuple(stage_view(stage, sights) for stage in stages if stage.stage == "step"),
    )


def is_panel(verdict: Verdict | None) -> bool:
    """Whether several judges came to it together, be it that only one of them is a model with stages to show."""
    return verdict is not None and verdict.judge.startswith(_PANEL)


def stage_view(opinion: StageOpinion, sights: Sights) -> StageView:
    """Gather one stage."""
    number, title = _STAGES[opinion.stage]
    ordered = sorted(opinion.points, key=lambda one: one.dimension, reverse=True)  # functionality first, as everywhere
    return StageView(
        number=number,
        title=title,
        opinion=opinion,
        points=tuple((_signed(one.points), one) for one in ordered),
        problems=tuple(sights.finding(problem) for problem in opinion.problems),
        saw=tuple(_seen(entry, sights) for entry in opinion.saw),
    )


def _signed(points: float) -> str:
    """`+6`, `−0.5`."""
    return f"{'−' if points < 0 else '+'}{abs(points):g}"


def _seen(entry: str, sights: Sights) -> Seen:
    """An entry reads `<path>: <caption>`."""
    name, _, caption = entry.partition(": ")
    moment = _MOMENT.search(caption) if sights.has_film and name.endswith((".mp4", ".webm")) else None
    picture = sights.files.picture((name,), label=caption or name)
    return Seen(name, caption, picture, sights.files.link(name), moment[1] if moment else "")


def read_verdicts(item: ItemFolder, problems: list[str]) -> dict[str, Verdict]:
    """All stored verdicts by their file's path below the item's folder. What cannot be read is added to `problems`."""
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


def verdict_rows(verdicts: dict[str, Verdict], record: Record, sights: Sights) -> tuple[VerdictRow, ...]:
    """The verdicts, the record's own first."""
    rows: list[VerdictRow] = []
    for path, verdict in verdicts.items():
        counts = verdict.judge == record.judge and record.outcome != "unscored"
        findings = tuple(sights.finding(finding) for finding in by_severity(verdict.findings)[:MAX_FINDINGS])
        ablation = ABLATIONS[verdict.ablation] if verdict.ablation else ""
        rows.append(VerdictRow(verdict, ablation, findings, sights.files.link(path), counts))
    return tuple(sorted(rows, key=lambda row: not row.counts))
