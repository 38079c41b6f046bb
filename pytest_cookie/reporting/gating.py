"""Holds a run folder against a policy and a baseline's folder: what the command and the plugin both call."""

from dataclasses import dataclass
from pathlib import Path

from pytest_cookie.core.errors import UsageError
from pytest_cookie.gate import Baseline, GateDecision, Policy, decide, parse_policy
from pytest_cookie.records.run import RunFolder
from pytest_cookie.reporting.calibration import number_beside
from pytest_cookie.reporting.contenders import Entry, Lines, differing_terms, entry_of
from pytest_cookie.stats.calibration import Calibration


@dataclass(frozen=True)
class BaselineRun:
    """What a run is held against: another one, which model of it, and whether also where it was not made alike."""

    run: RunFolder
    model: str | None = None
    anyway: bool = False


def gate_run(
    run: RunFolder,
    policy: Policy,
    *,
    baseline: BaselineRun | None = None,
    model: str | None = None,
    calibration: float | None = None,
    seed: int = 0,
) -> tuple[GateDecision, ...]:
    """A decision on `model`, or on each model of the run, in the order of its records.

    Each is held against the model that the baseline names, else against its own namesake there, else against the only
    one. A judge's `calibration` that is not given is the one beside the run, if of the same version of the judge.
    Raises `UsageError` where the run has no records, or a model is not there or not clear.
    """
    read = run.read()
    records, _ = read
    models = list(dict.fromkeys(record.model for record in records)) if model is None else [model]
    if not models:
        raise UsageError(f"{run.path} has no records; if the run was stopped: pytest-cookie report {run.path}")
    entries = [entry_of(run, read, each, option="--model") for each in models]
    held = baseline.run.read() if baseline else ((), ())
    missing = _missing(entries[0], len(records))
    return tuple(
        decide(
            each.contender.records,
            None if baseline is None else _baseline(baseline, held, each),
            policy,
            planned=len(each.contender.records) + missing,
            calibration=number_beside(run, each.contender.records) if calibration is None else calibration,
            seed=seed,
        )
        for each in entries
    )


def _missing(one: Entry, in_records: int) -> int:
    """Items without a record, whose model nobody can know: they are held against each."""
    planned = one.manifest.planned
    return len(one.problems) if planned is None else max(0, planned - in_records)


def _baseline(held: BaselineRun, read: Lines, candidate: Entry) -> Baseline:
    run, model = held.run, held.model
    names = {record.model for record in read[0]}
    own = candidate.contender.records[0].model
    chosen = entry_of(run, read, own if model is None and own in names else model, option="--baseline-model")
    name = f"{chosen.contender.records[0].model} · {run.path}"
    return Baseline(name, chosen.contender.records, differing_terms(chosen, candidate), taken_anyway=held.anyway)


def read_policy(path: Path) -> Policy:
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
