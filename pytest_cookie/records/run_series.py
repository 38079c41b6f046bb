"""`find_runs`: the runs in one or several folders, in the order in which they started."""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from pytest_cookie.core.errors import RecordingError, UsageError
from pytest_cookie.core.record import Manifest, Record
from pytest_cookie.core.wording import count
from pytest_cookie.records.merged_manifest import differences, merge_manifests
from pytest_cookie.records.run import RunFolder
from pytest_cookie.records.run_parts import shards_of

_LATEST_SHARD_S = 45 * 60
"""A shard that starts longer after the one before is of another run, such as that of the next night."""


@dataclass(frozen=True)
class SeriesRun:
    """A run of a series: its folder, or those of its `shards` (their numbers; empty for a whole run), oldest first."""

    folders: tuple[RunFolder, ...]
    manifest: Manifest
    shards: frozenset[int]

    @property
    def name(self) -> str:
        """The name of the folder, such as `monday`, or `shard-1 and 2 other shards`."""
        return self.called(self.folders[0].path.resolve().name)

    def called(self, first: str) -> str:
        """`first`, a name of the first folder, with the number of other ones."""
        others = len(self.folders) - 1
        return f"{first} and {count(others, 'other shard')}" if others else first

    def records(self) -> tuple[Record, ...]:
        """The readable records of all folders."""
        return tuple(record for folder in self.folders for record in folder.records())

    def holds(self, other: "SeriesRun") -> bool:
        """Whether this run was merged from `other` and perhaps more shards: it has the start of the first one."""
        if not other.shards or self.manifest.started != other.manifest.started:
            return False
        is_larger = not self.shards or self.shards > other.shards
        if not (is_larger or (self.shards == other.shards and len(self.folders) < len(other.folders))):
            return False
        one, two = (run.manifest.model_copy(update={"shard": None, "whole": None}) for run in (self, other))
        return one.models == two.models and not differences({"a": one, "b": two})


def find_runs(folders: Iterable[Path]) -> tuple[tuple[SeriesRun, ...], tuple[str, ...]]:
    """The runs, oldest first, and a message for each folder below that holds no readable run.

    A folder is a run itself or holds runs, directly below it. The shards of a run are one run, and are left out beside
    the run that was merged from them. Raises `UsageError` if a folder is neither, or if a run contains a link, a pipe
    or a device.
    """
    found: dict[Path, tuple[float, str, RunFolder, Manifest]] = {}
    problems: list[str] = []
    for folder in folders:
        for path in _run_paths(folder):
            run = RunFolder.open(path)
            try:
                manifest = run.manifest
            except RecordingError as error:
                problems.append(str(error))
                continue
            found[path.resolve()] = (moment_of_start(manifest.started), path.name, run, manifest)
    runs = _join_shards((run, manifest) for _, _, run, manifest in sorted(found.values(), key=lambda one: one[:2]))
    return tuple(run for run in runs if not any(other.holds(run) for other in runs)), tuple(problems)


def _join_shards(found: Iterable[tuple[RunFolder, Manifest]]) -> list[SeriesRun]:
    """A shard belongs to the latest run that lacks it and has its options and inputs."""
    runs: list[SeriesRun] = []
    latest: list[Manifest] = []
    for folder, manifest in found:
        parts = shards_of(manifest)
        shards: frozenset[int] = parts.indices if parts else frozenset()
        for place in reversed(range(len(runs))):
            run, before = runs[place], latest[place]
            waited = moment_of_start(manifest.started) - moment_of_start(before.started)
            is_further = shards and run.shards and not shards & run.shards and waited <= _LATEST_SHARD_S
            if is_further and not differences({"a": before, "b": manifest}):
                both = merge_manifests([run.manifest, manifest])
                runs[place] = replace(run, folders=(*run.folders, folder), manifest=both, shards=run.shards | shards)
                latest[place] = manifest
                break
        else:
            runs.append(SeriesRun((folder,), manifest, shards))
            latest.append(manifest)
    return runs


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
