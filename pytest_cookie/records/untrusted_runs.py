"""Reads run folders from elsewhere: anything but plain files in their place is reported, not followed and not read.

A shard may come from another machine, and artifacts wrote into it. A link may lead to any file of this machine, a named
pipe never ends, and a record may claim that its files are elsewhere.
"""

import contextlib
import os
import re
import stat
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from pytest_cookie.core.errors import RecordingError, UsageError
from pytest_cookie.core.record import Manifest, Record
from pytest_cookie.core.score_spec import ScoreSet
from pytest_cookie.records.files import PART, read_model
from pytest_cookie.records.lock import Tenant
from pytest_cookie.records.plain_tree import kind_of, read_plain
from pytest_cookie.records.run import MANIFEST_FILE, PLAN_FILE, RunFolder
from pytest_cookie.records.run_paths import ITEM_PATH, LOCK_FILE

ANSWERS = "models/answers"
_LEVELS = 4
"""`<case>/<model>/<mode>/<repeat>` below `items`."""
_ANSWER = re.compile(r"[0-9a-f]{2}/[0-9a-f]{64}\.json")
_REPORT = ("index.html", "running.html", "source.html")


@dataclass(frozen=True)
class UntrustedItem:
    """An item of another run: its record, and its plain files as paths below its folder."""

    run: Path
    record: Record
    files: tuple[str, ...]

    @property
    def path(self) -> Path:
        """The folder of its files."""
        return self.run / self.record.folder


@dataclass(frozen=True)
class UntrustedRun:
    """The usable content of a run folder; `problems` describes the rest.

    `planned` are the folders of all selected items, None if unknown; `own_tests` are the plain files of the user's own
    tests by their folder below the run's; `answers` are the model responses stored in the run.
    """

    path: Path
    manifest: Manifest
    items: tuple[UntrustedItem, ...]
    planned: frozenset[str] | None
    own_tests: dict[str, tuple[str, ...]]
    answers: tuple[str, ...]
    problems: tuple[str, ...]


def read_foreign_run(path: Path) -> UntrustedRun:
    """Read a run folder. Raises `UsageError` if it is not a run, or its manifest is unreadable."""
    if not RunFolder.is_run(path):
        raise UsageError(f"{path} is not a run folder: it has no {MANIFEST_FILE}")
    try:
        manifest = read_model(path / MANIFEST_FILE, Manifest)
    except RecordingError as error:
        raise UsageError(str(error)) from error
    reading = _Reading(path, manifest.scores)
    reading.look_for_tenant()
    items, planned, own_tests = tuple(reading.items()), reading.planned(), dict(reading.own_tests())
    return UntrustedRun(path, manifest, items, planned, own_tests, tuple(reading.answers()), tuple(reading.problems))


@dataclass
class _Reading:
    run: Path
    scores: ScoreSet
    problems: list[str] = field(default_factory=list)

    def items(self) -> Iterator[UntrustedItem]:
        for folder in self._folders("items", _LEVELS):
            place = folder.relative_to(self.run).as_posix()
            try:
                record = read_model(folder / "record.json", Record)
            except RecordingError as error:
                self.problems.append(f"{error}; the item is skipped")
                continue
            if record.folder != place:
                other = repr(record.folder[:200])
                self.problems.append(f"{folder / 'record.json'} names another folder, {other}; the item is skipped")
            elif wrong := self.scores.complaints(record.scores):
                self.problems.append(f"{folder / 'record.json'}: {wrong[0]}; the item is skipped")
            else:
                files = tuple(name for name in self._files(folder) if name not in _REPORT)
                yield UntrustedItem(self.run, record, files)

    def planned(self) -> frozenset[str] | None:
        path = self.run / PLAN_FILE
        if not path.is_symlink() and not path.exists():
            return None
        try:
            lines = read_plain(path).decode().splitlines()
        except (RecordingError, UnicodeDecodeError) as error:
            self.problems.append(f"{error}; the planned items are unknown")
            return None
        if not all(ITEM_PATH.fullmatch(line) for line in lines):
            self.problems.append(f"{path} does not list item folders; the planned items are unknown")
            return None
        return frozenset(lines)

    def look_for_tenant(self) -> None:
        """Report a session that may still be writing; one that was killed elsewhere looks the same."""
        with contextlib.suppress(RecordingError):
            tenant = read_model(self.run / LOCK_FILE, Tenant)
            if not tenant.holder.is_dead:
                since = f"process {tenant.process} on {tenant.host} since {tenant.since}"
                self.problems.append(f"{self.run} is in use by {since}, unless that was killed")

    def own_tests(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        for folder in self._folders("tests", 1):
            yield folder.relative_to(self.run).as_posix(), tuple(self._files(folder))

    def answers(self) -> Iterator[str]:
        """Responses stored in the run, named by a hash of the call, which is the same in all runs."""
        for folder in self._folders(ANSWERS, 0):
            yield from (name for name in self._files(folder) if _ANSWER.fullmatch(name))

    def _folders(self, name: str, levels: int) -> Iterator[Path]:
        """The folders `levels` levels below `name`, sorted by name."""
        top = self.run
        for part in name.split("/"):
            top /= part
            try:
                mode = top.lstat().st_mode
            except OSError:
                return
            if not self._is_folder(top, mode):
                return
        below = [top]
        for _ in range(levels):
            below = [path for folder in below for path, mode in self._entries(folder) if self._is_folder(path, mode)]
        yield from below

    def _is_folder(self, path: Path, mode: int) -> bool:
        if not stat.S_ISDIR(mode) and not _is_unfinished(path.name):
            self.problems.append(f"{path} is {kind_of(mode)} instead of a folder; it is skipped")
        return stat.S_ISDIR(mode)

    def _files(self, top: Path) -> Iterator[str]:
        """Plain files below `top`, as sorted paths below it with slashes."""
        folders = [(top, "")]
        while folders:
            folder, prefix = folders.pop()
            for path, mode in self._entries(folder):
                if stat.S_ISDIR(mode):
                    folders.append((path, f"{prefix}{path.name}/"))
                elif not stat.S_ISREG(mode):
                    self.problems.append(f"{path} is {kind_of(mode)}; it is skipped")
                elif not _is_unfinished(path.name):
                    yield prefix + path.name

    def _entries(self, folder: Path) -> list[tuple[Path, int]]:
        """The entries of a folder, sorted by name, each with its own mode."""
        try:
            with os.scandir(folder) as entries:
                found = [(Path(entry.path), entry.stat(follow_symlinks=False).st_mode) for entry in entries]
        except OSError as error:
            self.problems.append(f"cannot read {folder}: {error.strerror or error}; it is skipped")
            return []
        return sorted(found)


def _is_unfinished(name: str) -> bool:
    """Whether it is a temporary file of a killed writer."""
    return name.startswith(".") and name.endswith(PART)
