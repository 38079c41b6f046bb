"""Holds a run folder against a policy and a baseline's folder: what the command and the plugin both call."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.labels import Mode
from pytest_cookie.gate import Baseline, GateDecision, GatePolicy, decide, parse_policy
from pytest_cookie.records.run import RunFolder
from pytest_cookie.reporting.calibration import number_beside
from pytest_cookie.reporting.comparison_report.comparison_inputs import Entry, Lines, differing_terms, entry_of
from pytest_cookie.reporting.text.quantities import count
from pytest_cookie.stats.calibration import Calibration


@dataclass(frozen=True)
class BaselineRun:
    """What a run is held against: another one, which model of it, and whether also where it was not made alike."""

    run: RunFolder
    model: str | None = None
    anyway: bool = False


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
    """A decision on `model`, or on each model of the run, in the order of its records; in one `mode`, or in each apart.

    Each is held against the model that the baseline names, else against its own namesake there, else against the only
    one. A judge's `calibration` that is not given is the one beside the run, if of the same version of the judge.
    Raises `UsageError` where the run has no records, or a model is not there or not clear.
    """
    read = run.read()
    records, unread = read
    held: Lines = baseline.run.read() if baseline else ((), ())
    remarks = (*_unread(run, unread, "as not judged, in coverage alone"),)
    if baseline:
        remarks += (*_unread(baseline.run, held[1], "nowhere"),)
    decisions = (
        decide(
            each.contender.records,
            None if baseline is None else _baseline(baseline, held, each),
            policy,
            planned=len(each.contender.records) + _missing(each, len(records)),
            calibration=number_beside(run, each.contender.records) if calibration is None else calibration,
            all_modes=[record for record in records if record.model == _model_of(each)],
            seed=seed,
        )
        for each in _candidates(run, read, model, mode)
    )
    return tuple(decision.model_copy(update={"remarks": remarks}) for decision in decisions)


def _candidates(run: RunFolder, read: Lines, model: str | None, mode: Mode | None) -> Iterator[Entry]:
    """What is decided on, one after the other: a model in one mode each."""
    records, _ = read
    asked: list[str | None] = [model]
    if model is None and records:
        asked = list(dict.fromkeys(record.model for record in records if mode in (None, record.mode)))
    if not asked:
        raise UsageError(f"{run.path} has no {mode} items")
    for each in asked:
        found = entry_of(run, read, each, option="--model", mode=mode)
        yield from (found.in_mode(own) for own in found.modes)


def _model_of(one: Entry) -> str:
    return one.contender.records[0].model


def _missing(one: Entry, in_records: int) -> int:
    """Items without a record, whose model and mode nobody can know: they are held against each.

    Where only some shards of a run are here, those of the others are missing, too.
    """
    planned = one.manifest.planned if one.manifest.whole is None else one.manifest.whole
    return len(one.problems) if planned is None else max(0, planned - in_records)


def _unread(run: RunFolder, problems: Sequence[str], counted: str) -> Iterator[str]:
    """A few lines break no run, but whoever relies on the decision should know of them."""
    if problems:
        lines = count(len(problems), "line")
        yield f"{lines} of records.jsonl in {run.path} could not be read, counted {counted}; the first: {problems[0]}"


def _baseline(held: BaselineRun, read: Lines, candidate: Entry) -> Baseline:
    """The baseline's items of the candidate's mode; all where it has none of it, which is a mismatch then."""
    run, model = held.run, held.model
    names = {record.model for record in read[0]}
    own = _model_of(candidate)
    chosen = entry_of(run, read, own if model is None and own in names else model, option="--baseline-model")
    (mode,) = candidate.modes
    if mode in chosen.modes:
        chosen = chosen.in_mode(mode)
    name = f"{_model_of(chosen)} · {run.path}"
    return Baseline(name, chosen.contender.records, differing_terms(chosen, candidate), taken_anyway=held.anyway)


def read_policy(path: Path) -> GatePolicy:
    """The policy in a TOML file. Raises `UsageError`."""
    return parse_policy(_text(path), str(path))


def read_calibration(path: Path) -> float:
    """A judge's calibration: a `calibration.json`, or a file with a number of 0 to 1. Raises `UsageError`."""
    text = _text(path)
    try:
        value = _number_of(text, path) if text.lstrip().startswith("{") else float(text)
    except ValueError as error:
        raise UsageError(f"{path} is neither a calibration.json nor a number of 0 to 1") from error
    if not 0 <= value <= 1:
        raise UsageError(f"{path}: {value:g} is not a number of 0 to 1")
    return value


def _number_of(text: str, path: Path) -> float:
    number = Calibration.model_validate_json(text).number
    if number is None:
        raise UsageError(f"{path}: the judge has no number: none of its pairs counted")
    return number


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"{path} is not text in UTF-8") from error
