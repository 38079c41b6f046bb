"""Reads run folders that came from elsewhere: what is no plain file in its place is named, not followed and not read.

A shard may have been made on another machine, and artifacts wrote into it. So a link may lead to anything of this
machine's, a named pipe never ends, and a record may say that its files are somewhere else.
"""

import contextlib
import os
import re
import stat
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from pytest_cookie.core.errors import RecordingError, UsageError
from pytest_cookie.core.record import SCHEMA_VERSION, Manifest, Record
from pytest_cookie.records.files import PART, read_model
from pytest_cookie.records.item import ITEM_PATH
from pytest_cookie.records.lock import LOCK_FILE, Tenant
from pytest_cookie.records.plain_tree import kind_of, read_plain
from pytest_cookie.records.run import MANIFEST_FILE, PLAN_FILE, RunFolder

ANSWERS = "models/answers"
_LEVELS = 4
"""`<case>/<model>/<mode>/<repeat>` below `items`."""
_ANSWER = re.compile(r"[0-9a-f]{2}/[0-9a-f]{64}\.json")
_REPORT = ("index.html", "running.html")


@dataclass(frozen=True)
class UntrustedItem:
    """An item of another run's: its record, and its plain files as paths below its folder."""

    run: Path
    record: Record
    files: tuple[str, ...]

    @property
    def path(self) -> Path:
        """Where its files are."""
        return self.run / self.record.folder


@dataclass(frozen=True)
class UntrustedRun:
    """What of a run folder can be taken over, and what cannot, in `problems`.

    `planned` are the folders of all items that were selected, None where that is not known; `own_tests` the plain files
    of the user's own tests by their folder below the run's; `answers` those of models that the run keeps for itself.
    """

    path: Path
    manifest: Manifest
    items: tuple[UntrustedItem, ...]
    planned: frozenset[str] | None
    own_tests: dict[str, tuple[str, ...]]
    answers: tuple[str, ...]
    problems: tuple[str, ...]


def read_foreign_run(path: Path) -> UntrustedRun:
    """Read a run folder. Raises `UsageError` where it is none, or its manifest cannot be read."""
    if not RunFolder.is_run(path):
        raise UsageError(f"{path} is not a run folder: it has no {MANIFEST_FILE}")
    try:
        manifest = read_model(path / MANIFEST_FILE, Manifest)
    except RecordingError as error:
        raise UsageError(str(error)) from error
    if manifest.schema_version != SCHEMA_VERSION:
        raise UsageError(f"{path / MANIFEST_FILE} has schema version {manifest.schema_version}, not {SCHEMA_VERSION}")
    reading = _Reading(path)
    reading.look_for_tenant()
    items, planned, own_tests = tuple(reading.items()), reading.planned(), dict(reading.own_tests())
    return UntrustedRun(path, manifest, items, planned, own_tests, tuple(reading.answers()), tuple(reading.problems))


@dataclass
class _Reading:
    run: Path
    problems: list[str] = field(default_factory=list)

    def items(self) -> Iterator[UntrustedItem]:
        for folder in self._folders("items", _LEVELS):
            place = folder.relative_to(self.run).as_posix()
            try:
                record = read_model(folder / "record.json", Record)
            except RecordingError as error:
                self.problems.append(f"{error}; the item is left out")
                continue
            if record.schema_version != SCHEMA_VERSION:
                told = f"schema version {record.schema_version}, not {SCHEMA_VERSION}"
                self.problems.append(f"{folder / 'record.json'} has {told}; the item is left out")
            elif record.folder != place:
                told = f"its item lies in {record.folder[:200]!r}"
                self.problems.append(f"{folder / 'record.json'} says that {told}; the item is left out")
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
            self.problems.append(f"{error}; which items were planned is not known")
            return None
        if not all(ITEM_PATH.fullmatch(line) for line in lines):
            self.problems.append(f"{path} does not list folders of items; which items were planned is not known")
            return None
        return frozenset(lines)

    def look_for_tenant(self) -> None:
        """Somebody may still be writing; a session that was killed elsewhere looks the same."""
        with contextlib.suppress(RecordingError):
            tenant = read_model(self.run / LOCK_FILE, Tenant)
            if not tenant.holder.is_dead:
                since = f"process {tenant.process} on {tenant.host} since {tenant.since}"
                self.problems.append(f"{self.run} is being written by {since}, or was when that was killed")

    def own_tests(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        for folder in self._folders("tests", 1):
            yield folder.relative_to(self.run).as_posix(), tuple(self._files(folder))

    def answers(self) -> Iterator[str]:
        """What models said to a run that asks all anew, named by what they were asked, in any run alike."""
        for folder in self._folders(ANSWERS, 0):
            yield from (name for name in self._files(folder) if _ANSWER.fullmatch(name))

    def _folders(self, name: str, levels: int) -> Iterator[Path]:
        """The folders so many levels below `name`, in order of their names."""
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
            self.problems.append(f"{path} is {kind_of(mode)} where a folder should be; it is left out")
        return stat.S_ISDIR(mode)

    def _files(self, top: Path) -> Iterator[str]:
        """Plain files below `top`, as paths below it with slashes, in order."""
        folders = [(top, "")]
        while folders:
            folder, prefix = folders.pop()
            for path, mode in self._entries(folder):
                if stat.S_ISDIR(mode):
                    folders.append((path, f"{prefix}{path.name}/"))
                elif not stat.S_ISREG(mode):
                    self.problems.append(f"{path} is {kind_of(mode)}; it is left out")
                elif not _is_unfinished(path.name):
                    yield prefix + path.name

    def _entries(self, folder: Path) -> list[tuple[Path, int]]:
        """What is in a folder, by name, each with what kind of thing it is itself."""
        try:
            with os.scandir(folder) as entries:
                found = [(Path(entry.path), entry.stat(follow_symlinks=False).st_mode) for entry in entries]
        except OSError as error:
            self.problems.append(f"cannot read {folder}: {error.strerror or error}; it is left out")
            return []
        return sorted(found)


def _is_unfinished(name: str) -> bool:
    """What is left of a file whose writer was killed before it was whole."""
    return name.startswith(".") and name.endswith(PART)
