"""Applies a gate policy to a run folder, compared with a baseline's folder; used by the command and the plugin."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.labels import Mode
from pytest_cookie.core.score_spec import ScoreSet
from pytest_cookie.core.wording import count
from pytest_cookie.gate import Baseline, GateDecision, GatePolicy, RunFacts, decide, has_margin, parse_policy
from pytest_cookie.records.plain_tree import read_bounded_text
from pytest_cookie.records.run import RunFolder
from pytest_cookie.records.run_series import SeriesRun, find_runs, moment_of_start
from pytest_cookie.reporting.calibration import number_beside
from pytest_cookie.reporting.comparison_report.comparison_inputs import (
    ComparisonSide,
    Lines,
    differing_terms,
    select_side_of,
)
from pytest_cookie.stats.calibration import Calibration
from pytest_cookie.stats.pairing import modes_of


@dataclass(frozen=True)
class BaselineRun:
    """The run to compare with, the model in it, and whether to compare despite different settings (`anyway`).

    With a `series` of runs, newest first, the newest `last` that have the same settings as the candidate are the
    baseline together: their items count as repeats. `run` is then the first folder of the newest.
    """

    run: RunFolder
    model: str | None = None
    anyway: bool = False
    series: tuple[SeriesRun, ...] = ()
    last: int = 1


def baseline_of_last(
    folder: Path, run: RunFolder, last: int, *, model: str | None = None, anyway: bool = False
) -> BaselineRun:
    """The newest `last` runs in `folder` that started before `run`. Raises `UsageError` if there is none."""
    found, _ = find_runs([folder])
    began, own = moment_of_start(run.manifest.started), run.path.resolve()
    before = [
        one
        for one in reversed(found)
        if all(part.path.resolve() != own for part in one.folders)
        and moment_of_start(one.manifest.started) < began
        and one.records()
    ]
    if not before:
        raise UsageError(f"{folder} has no run with records that started before {run.path}")
    return BaselineRun(before[0].folders[0], model, anyway=anyway, series=tuple(before), last=last)


def gate_run(
    run: RunFolder,
    policy: GatePolicy,
    *,
    baseline: BaselineRun | None = None,
    model: str | None = None,
    mode: Mode | None = None,
    calibration: float | None = None,
    seed: int = 0,
) -> tuple[GateDecision, ...]:
    """A decision on `model`, or on each model of the run in record order; in one `mode`, or in each mode separately.

    Each is compared with the model named by the baseline, otherwise with the model of the same name there, otherwise
    with the baseline's only model. Without `calibration`, the one stored beside the run is used if it is of the same
    version of the judge. Raises `UsageError` if the run has no records, or a model is missing or ambiguous.
    """
    read = run.read()
    records, unread = read
    scores = run.scores_of(records)
    parts = [part for one in baseline.series for part in one.folders] if baseline else []
    held = {one: one.read() for one in dict.fromkeys((baseline.run, *parts))} if baseline else {}
    remarks = (*_unread(run, unread, "they count only in the coverage rule, as not judged"),)
    if baseline:
        for one, (_, lines) in held.items():
            remarks += (*_unread(one, lines, "they count in no rule"),)
        if not any(has_margin(policy.of(own), scores) for own in modes_of(records)):
            remarks += ("the policy has no [margin], so no score was compared with the baseline",)
    decisions = (
        decide(
            candidate.contender.records,
            None if baseline is None else _baseline(baseline, held, candidate),
            policy,
            scores,
            facts=RunFacts(
                planned=len(candidate.contender.records) + _missing(candidate, len(records)),
                calibration=number_beside(run, candidate.contender.records) if calibration is None else calibration,
                all_modes=[record for record in records if record.model == _model_of(candidate)],
            ),
            seed=seed,
        )
        for candidate in _candidates(run, read, model, mode)
    )
    return tuple(decision.model_copy(update={"remarks": remarks}) for decision in decisions)


def _candidates(run: RunFolder, read: Lines, model: str | None, mode: Mode | None) -> Iterator[ComparisonSide]:
    """The candidates, each a model in one mode."""
    records, _ = read
    asked: list[str | None] = [model]
    if model is None and records:
        asked = list(dict.fromkeys(record.model for record in records if mode in (None, record.mode)))
    if not asked:
        raise UsageError(f"{run.path} has no items in mode {mode}")
    for name in asked:
        found = select_side_of(run, read, name, option="--model", mode=mode)
        yield from (found.in_mode(own) for own in found.modes)


def _model_of(one: ComparisonSide) -> str:
    return one.contender.records[0].model


def _missing(one: ComparisonSide, in_records: int) -> int:
    """Items without a record. Their model and mode are unknown, so they count as missing for every candidate.

    If only some shards of a run are present, the items of the other shards count as missing, too.
    """
    planned = one.manifest.planned if one.manifest.whole is None else one.manifest.whole
    return len(one.problems) if planned is None else max(0, planned - in_records)


def _unread(run: RunFolder, problems: Sequence[str], counted: str) -> Iterator[str]:
    """A warning about unreadable lines: a few do not invalidate a run, but the reader should know of them."""
    if problems:
        lines = count(len(problems), "line")
        yield f"{lines} of records.jsonl in {run.path} could not be read; {counted}. The first: {problems[0]}"


def _baseline(held: BaselineRun, read: Mapping[RunFolder, Lines], candidate: ComparisonSide) -> Baseline:
    """The baseline's items in the candidate's mode; all items if it has none, which is reported as a mismatch."""
    if not held.series:
        return _baseline_in(held, held.run, read[held.run], candidate)
    own = _model_of(candidate) if held.model is None else held.model
    found = []
    for one in held.series:
        parts = [_baseline_in(held, part, read[part], candidate) for part in one.folders if _has(read[part], own)]
        if parts:
            found.append(_together(parts, one.called(parts[0].name)))
    if not found:
        raise UsageError(f"no run of the baseline has the model {own}; name another one with --baseline-model")
    alike = [one for one in found if held.anyway or not one.mismatches][: held.last]
    return _together(alike, " and ".join(one.name for one in alike)) if alike else found[0]


def _together(parts: Sequence[Baseline], name: str) -> Baseline:
    return Baseline(
        name=name,
        records=[record for one in parts for record in one.records],
        mismatches=list(dict.fromkeys(mismatch for one in parts for mismatch in one.mismatches)),
        taken_anyway=parts[0].taken_anyway,
    )


def _has(read: Lines, model: str) -> bool:
    return any(record.model == model for record in read[0])


def _baseline_in(held: BaselineRun, run: RunFolder, read: Lines, candidate: ComparisonSide) -> Baseline:
    own = _model_of(candidate)
    name = own if held.model is None and _has(read, own) else held.model
    chosen = select_side_of(run, read, name, option="--baseline-model")
    (mode,) = candidate.modes
    if mode in chosen.modes:
        chosen = chosen.in_mode(mode)
    called = f"{_model_of(chosen)} · {run.path}"
    return Baseline(called, chosen.contender.records, differing_terms(chosen, candidate), taken_anyway=held.anyway)


def read_policy(path: Path, scores: ScoreSet) -> GatePolicy:
    """The policy in a TOML file, for these scores. Raises `UsageError`."""
    return parse_policy(_text(path), str(path), scores)


def read_calibration(path: Path) -> float:
    """A judge's calibration: a `calibration.json`, or a file with a number from 0 to 1. Raises `UsageError`."""
    text = _text(path)
    try:
        value = _number_of(text, path) if text.lstrip().startswith("{") else float(text)
    except ValueError as error:
        raise UsageError(f"{path} is neither a calibration.json nor a number from 0 to 1") from error
    if not 0 <= value <= 1:
        raise UsageError(f"{path}: {value:g} is not a number from 0 to 1")
    return value


def _number_of(text: str, path: Path) -> float:
    number = Calibration.model_validate_json(text).number
    if number is None:
        raise UsageError(f"{path} has no calibration number, because none of its pairs could be used")
    return number


def _text(path: Path) -> str:
    try:
        return read_bounded_text(path)
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"{path} is not text in UTF-8") from error
