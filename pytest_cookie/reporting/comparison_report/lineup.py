"""`Lineup`: what is compared: two runs, the models of one run, or two judges of one run."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pytest_cookie.core.errors import JudgingError, RecordingError, UsageError
from pytest_cookie.core.labels import Mode
from pytest_cookie.core.record import Cause, Record
from pytest_cookie.core.score_spec import ScoreSet
from pytest_cookie.core.wording import did_you_mean
from pytest_cookie.records.run import RunFolder
from pytest_cookie.reporting.comparison_report.comparison_inputs import (
    Comparisons,
    ComparisonSide,
    Lines,
    compare_sides,
    select_side_of,
)
from pytest_cookie.reporting.referees import split_by_referee
from pytest_cookie.stats.comparison import TIE

_JUDGE_ONLY = frozenset({"judge"})
_MOST_COLUMNS = 8
"""More columns cannot be read side by side, not even at 1920 px."""


@dataclass(frozen=True)
class Strand:
    """One side per column of the lineup, to compare with the first one. `name` is "" for the only strand."""

    name: str
    sides: tuple[ComparisonSide, ...]


@dataclass(frozen=True)
class Lineup:
    """`columns` names what is compared side by side. Judges have a strand per model, other lineups a single one.

    `intended` names the settings in which the columns are meant to differ.
    """

    columns: tuple[str, ...]
    strands: tuple[Strand, ...]
    intended: frozenset[str] = frozenset()

    @property
    def by_judge(self) -> bool:
        """Whether judges are compared, so that all columns have the same artifacts."""
        return bool(self.intended)

    def compare(self, *, anyway: bool, tie: float = TIE, seed: int = 0) -> tuple[tuple[Comparisons, ...], ...]:
        """For each strand the comparison of every further column with the first one. Raises `UsageError`."""
        return tuple(
            tuple(
                compare_sides(strand.sides[0], side, anyway=anyway, tie=tie, seed=seed, intended=self.intended)
                for side in strand.sides[1:]
            )
            for strand in self.strands
        )


def pair_lineup(a: ComparisonSide, b: ComparisonSide) -> Lineup:
    """Two runs or models: the columns are called by model, or by run if the model is the same."""
    sides = (a, b)
    models = [side.contender.records[0].model for side in sides]
    names = [side.run.path.resolve().name for side in sides]
    columns = (
        models if models[0] != models[1] else [f"{model} in {name}" for model, name in zip(models, names, strict=True)]
    )
    if columns[0] == columns[1]:
        columns = [f"A: {columns[0]}", f"B: {columns[1]}"]
    return Lineup(tuple(columns), (Strand("", sides),))


def model_lineup(run: RunFolder, *, first: str | None, mode: Mode | None) -> Lineup:
    """All models of a run, compared with `first`, by default with the first one. Raises `UsageError`."""
    read = run.read()
    models = list(dict.fromkeys(record.model for record in read[0] if mode in (None, record.mode)))
    if first is not None:
        models = [first, *(model for model in models if model != first)]
    if len(models) == 1:
        raise UsageError(
            f"{run.path} has one model, {models[0]}: name a second run to compare it with, or a second judge: --judge-b"
        )
    if len(models) > _MOST_COLUMNS:
        raise UsageError(
            f"{run.path} has {len(models)} models, more than the {_MOST_COLUMNS} that fit side by side; compare two: "
            f"pytest-cookie compare {run.path} {run.path} --model-a MODEL --model-b MODEL"
        )
    asked: list[str | None] = [*models] or [None]  # None raises an error that explains why there are none
    sides = tuple(select_side_of(run, read, name, option="--model-a", mode=mode) for name in asked)
    return Lineup(tuple(models), (Strand("", sides),))


def judge_lineup(run: RunFolder, judges: tuple[str, str], *, model: str | None, mode: Mode | None) -> Lineup:
    """Two judges of the same artifacts, for `model` or each model of the run. Raises `UsageError`."""
    lines = tuple(read_judged_by(run, judge) for judge in judges)
    models = list(dict.fromkeys(record.model for record in lines[0][0]))
    strands = [
        Strand(
            name if len(models) > 1 and model is None else "",
            tuple(select_side_of(run, read, name, option="--model-a", mode=mode) for read in lines),
        )
        for name in ([model] if model is not None else models)
    ]
    return Lineup(judges, tuple(strands), _JUDGE_ONLY)


def judged_side(side: ComparisonSide, judge: str | None) -> ComparisonSide:
    """The side with the scores and findings of another `judge`; unchanged for None. Raises `UsageError`."""
    if judge is None:
        return side
    records = read_judged_by(side.run, judge, side.contender.records)[0]
    return replace(side, contender=replace(side.contender, records=records))


def read_judged_by(run: RunFolder, judge: str, records: Sequence[Record] | None = None) -> Lines:
    """The records as `judge` judged them: a referee of the run, or one whose verdicts are stored beside the artifacts.

    An item without such a verdict is unscored, unless it has no page to judge. Raises `UsageError` if the judge has
    none at all.
    """
    read, problems = run.read() if records is None else (tuple(records), ())
    scores = run.scores_of(read)
    found = [_judged_by(run, record, judge, scores) for record in read]
    if read and all(record is None for record in found):
        known = _judges_of(run, read)
        near = did_you_mean(judge, known) or f"; it has those of {', '.join(known)}"
        raise UsageError(
            f"{run.path} has no verdicts of {judge!r}{near}. To get them: "
            f"pytest-cookie judge {run.path} --judge={judge}"
        )
    return tuple(record or _not_judged(run, one, judge) for record, one in zip(found, read, strict=True)), problems


def _judged_by(run: RunFolder, record: Record, judge: str, scores: ScoreSet) -> Record | None:
    from pytest_cookie.protocols.run.pipeline import apply_verdict, check_verdict  # loads all stages

    for own in split_by_referee([record], scores.ranking):
        if own.judge == judge:
            return own
    try:
        verdict = run.item(record.folder).read_verdict(judge)
        check_verdict(verdict, scores, record.case)
    except (RecordingError, JudgingError):
        return None
    return apply_verdict(record, verdict)


def _not_judged(run: RunFolder, record: Record, judge: str) -> Record:
    """Unscored, because another judge's opinion is not that of `judge`; failed if there is no page to judge."""
    if record.outcome == "failed" and _has_no_page(run, record):
        return record.model_copy(update={"judge": judge})
    is_earlier = record.cause is not None and record.cause.stage != "judge"
    own = Cause(stage="judge", kind="JudgingError", message=f"{judge} has no verdict on this item")
    nothing: dict[str, object] = {"scores": {}, "findings": (), "criteria": {}, "referees": (), "spreads": ()}
    cause = record.cause if is_earlier else own
    return record.model_copy(update=nothing | {"judge": judge, "outcome": "unscored", "cause": cause})


def _has_no_page(run: RunFolder, record: Record) -> bool:
    """Whether the model's reply had no artifact, or its build failed."""
    if record.build is not None and record.build.failure is not None:
        return True
    try:
        return run.item(record.folder).read_artifact().problem is not None
    except RecordingError:
        return False


def _judges_of(run: RunFolder, records: Sequence[Record]) -> tuple[str, ...]:
    """The judges of the records, and the names of the files of further verdicts."""
    judges = {one.judge for one in split_by_referee(records, run.scores_of(records).ranking)}
    others: set[str] = set()
    for record in records:
        try:
            item = run.item(record.folder)
            files = sorted((item.path / "verdicts").glob("*.json"))
        except (RecordingError, OSError):
            continue
        stored = {item.verdict_name(judge) for judge in judges}
        others |= {path.stem for path in files if f"verdicts/{path.name}" not in stored}
    return tuple(sorted(judges | others))
