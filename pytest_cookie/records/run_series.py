"""`find_runs`: the runs in one or several folders, in the order in which they started."""

import datetime
from collections.abc import Iterable
from pathlib import Path

from pytest_cookie.core.errors import RecordingError, UsageError
from pytest_cookie.records.run import RunFolder


def find_runs(folders: Iterable[Path]) -> tuple[tuple[RunFolder, ...], tuple[str, ...]]:
    """The runs, oldest first, and a message for each folder below that holds no readable run.

    A folder is a run itself or holds runs, directly below it. Raises `UsageError` if it is neither, or if a run
    contains a link, a pipe or a device.
    """
    found: dict[Path, tuple[float, str, RunFolder]] = {}
    problems: list[str] = []
    for folder in folders:
        for path in _run_paths(folder):
            run = RunFolder.open(path)
            try:
                moment = moment_of_start(run.manifest.started)
            except RecordingError as error:
                problems.append(str(error))
                continue
            found[path.resolve()] = (moment, path.name, run)
    return tuple(run for _, _, run in sorted(found.values(), key=lambda one: one[:2])), tuple(problems)


def _run_paths(folder: Path) -> list[Path]:
    if RunFolder.is_run(folder):
        return [folder]
    try:
        below = sorted(path for path in folder.iterdir() if RunFolder.is_run(path))
    except OSError as error:
        raise UsageError(f"cannot read {folder}: {error.strerror or error}") from error
    if not below:
        raise UsageError(
            f"{folder} is not a run folder and holds none: neither it nor a folder in it has manifest.json"
        )
    return below


def moment_of_start(started: str) -> float:
    """The start of a run in seconds since 1970; 0 for a text that is no date, so that such runs come first."""
    try:
        moment = datetime.datetime.fromisoformat(started)
    except ValueError:
        return 0.0
    zoned = moment if moment.tzinfo else moment.replace(tzinfo=datetime.UTC)
    try:
        return zoned.timestamp()
    except (OverflowError, OSError):
        return 0.0
