"""`RunFolder`: a set of records with one manifest."""

import contextlib
import datetime
import os
import shutil
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Self

from pytest_cookie.core.errors import RecordingError, UsageError
from pytest_cookie.core.record import INTERRUPTED, RUNNING, Cause, Manifest, Record
from pytest_cookie.core.score import guess_scores
from pytest_cookie.core.score_spec import ScoreSet
from pytest_cookie.core.slices import COMMON, SliceSpec
from pytest_cookie.records.files import clear_parts, read_model, write_model, write_text
from pytest_cookie.records.plain_tree import MAX_JSON_BYTES, check_plain_tree, open_plain, read_plain
from pytest_cookie.records.run_paths import ITEM_PATH, LOCK_FILE, TEST_PATH
from pytest_cookie.records.version import version_problem

if TYPE_CHECKING:
    from pytest_cookie.records.item import ItemFolder

MANIFEST_FILE = "manifest.json"
PLAN_FILE = "planned.txt"
_OF_A_SESSION = (".progress", ".slots")
"""Folders that exist only during a session."""


@dataclass(frozen=True)
class RunFolder:
    """`reports/<run>/`: `manifest.json`, `records.jsonl` (derived from the items), `items/…`, the report.

    `planned.txt` lists the folders of all items ever selected, sorted, one per line, which reveals items that are
    unfinished or missing.
    """

    path: Path

    @classmethod
    def create(cls, path: Path) -> Self:
        """Create the folder. Raises `UsageError` if it is not empty: user files are never overwritten."""
        if path.exists() and (not path.is_dir() or any(child.name != LOCK_FILE for child in path.iterdir())):
            what = "already holds a run" if cls.is_run(path) else "already exists and is not empty"
            raise UsageError(f"{path} {what}; choose another folder with --cookie-run, or remove this one")
        try:
            (path / "items").mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UsageError(f"cannot create the run folder {path}: {error.strerror or error}") from error
        return cls(path)

    @classmethod
    def open(cls, path: Path) -> Self:
        """An existing run, after checking that it contains only plain files and folders.

        Raises `UsageError` if it is not a run, or contains a link, a pipe or a device.
        """
        if not path.is_dir() or not os.path.lexists(path / MANIFEST_FILE):
            raise UsageError(f"{path} is not a run folder: it has no manifest.json")
        check_plain_tree(path)
        if not cls.is_run(path):
            raise UsageError(f"{path} is not a run folder: its manifest.json is a folder")
        return cls(path)

    @staticmethod
    def is_run(path: Path) -> bool:
        """Whether `path` holds a run."""
        return (path / MANIFEST_FILE).is_file()

    def tidy(self) -> None:
        """Delete files of a killed session; items are tidied when they run again."""
        try:
            clear_parts(self.path)
        except OSError as error:
            raise RecordingError(f"cannot tidy {self.path}: {error.strerror or error}") from error
        for name in _OF_A_SESSION:
            shutil.rmtree(self.path / name, ignore_errors=True)

    def discard_if_empty(self) -> None:
        """Delete the folder if no item has written anything."""
        if any(path.is_file() for name in ("items", "tests") for path in (self.path / name).rglob("*")):
            return
        for name in (MANIFEST_FILE, PLAN_FILE, "records.jsonl", LOCK_FILE):
            (self.path / name).unlink(missing_ok=True)
        for name in _OF_A_SESSION:
            shutil.rmtree(self.path / name, ignore_errors=True)
        for folder in (self.path / "items", self.path):
            if folder.is_dir() and not any(folder.iterdir()):
                folder.rmdir()

    @property
    def manifest(self) -> Manifest:
        """The run's options and inputs."""
        return read_model(self.path / MANIFEST_FILE, Manifest)

    def write_manifest(self, manifest: Manifest) -> None:
        """Write `manifest.json`."""
        write_model(self.path / MANIFEST_FILE, manifest)

    def scores_of(self, records: Iterable[Record]) -> ScoreSet:
        """What the scores of the run's records mean: from the manifest, or if that is unreadable from their ids."""
        try:
            return self.manifest.scores
        except RecordingError:
            return guess_scores(records)

    @property
    def slices(self) -> tuple[SliceSpec, ...]:
        """The labels by which the run's results are broken down; those of every case if the manifest is unreadable."""
        try:
            return self.manifest.slices
        except RecordingError:
            return COMMON

    def _scores_known(self) -> ScoreSet | None:
        try:
            return self.manifest.scores
        except RecordingError:
            return None

    def planned(self) -> frozenset[str] | None:
        """The folders of all items ever selected, None if not yet known."""
        path = self.path / PLAN_FILE
        try:
            return frozenset(read_plain(path).decode().splitlines()) if path.is_file() else None
        except UnicodeDecodeError as error:
            raise RecordingError(f"cannot read {path}: {error}") from error

    def plan(self, folders: Iterable[str]) -> int:
        """Add selected items to the plan, and their number to the manifest; returns the new total."""
        before = self.planned()
        planned = frozenset(folders) | (before or frozenset())
        if planned != before:
            write_text(self.path / PLAN_FILE, "".join(f"{folder}\n" for folder in sorted(planned)))
        if self.manifest.planned != len(planned):
            self.write_manifest(self.manifest.model_copy(update={"planned": len(planned)}))
        return len(planned)

    def item(self, folder: str) -> "ItemFolder":
        """The item at `folder`, a path below the run's. Raises `RecordingError` for any other path."""
        from pytest_cookie.records.item import ItemFolder  # loads all models, which readers of records need not

        return ItemFolder(self._item_path(folder))

    def _item_path(self, folder: str) -> Path:
        if not (ITEM_PATH.fullmatch(folder) or TEST_PATH.fullmatch(folder)):
            raise RecordingError(f"{folder[:200]!r} is not an item folder: items/<case>/<model>/<mode>/<repeat>")
        try:
            path = (self._resolved / folder).resolve()
        except (OSError, ValueError, RuntimeError) as error:  # too long, or a loop of links
            raise RecordingError(f"item folder {folder[:200]!r} is not a valid path: {error}") from error
        if path != self._resolved / folder:
            raise RecordingError(f"item folder {folder[:200]!r} is a link, or lies below one")
        return path

    @cached_property
    def _resolved(self) -> Path:
        return self.path.resolve()

    def item_folder(self, record: Record) -> Path:
        """The folder of a record's files."""
        return self._item_path(record.folder)

    def collect(self) -> tuple[tuple[Record, ...], tuple[str, ...]]:
        """`gather`, then write `records.jsonl`. Raises `RecordingError`."""
        records, problems = self.gather()
        self.write_records(records)
        return records, problems

    def gather(self) -> tuple[tuple[Record, ...], tuple[str, ...]]:
        """All items' records, in suite order, and a message for each unreadable one."""
        records: list[Record] = []
        problems: list[str] = []
        scores = self._scores_known()
        for path in sorted((self.path / "items").glob("*/*/*/*/record.json")):
            try:
                record = read_model(path, Record)
            except RecordingError as error:
                problems.append(str(error))
                continue
            if record.folder != path.parent.relative_to(self.path).as_posix():
                problems.append(f"{path} names another folder, {record.folder[:200]!r}; the item is skipped")
            elif wrong := scores.complaints(record.scores) if scores else []:
                problems.append(f"{path}: {wrong[0]}; the item is skipped")
            else:
                records.append(record)
        return self._in_suite_order(records), tuple(problems)

    def write_records(self, records: Iterable[Record]) -> None:
        """Write `records.jsonl`, one line per record. Raises `RecordingError`."""
        write_text(self.path / "records.jsonl", "".join(record.model_dump_json() + "\n" for record in records))

    def records(self) -> tuple[Record, ...]:
        """The readable lines of `records.jsonl`, in suite order."""
        return self.read()[0]

    def problems(self) -> tuple[str, ...]:
        """A message for every line of `records.jsonl` that is not a record."""
        return self.read()[1]

    def read(self) -> tuple[tuple[Record, ...], tuple[str, ...]]:
        """`records` and `problems` at once, because reading a large run takes seconds."""
        path = self.path / "records.jsonl"
        if not path.is_file():
            return (), (f"{path} is missing: the run did not finish",)
        records: list[Record] = []
        problems: list[str] = []
        scores = self._scores_known()
        for number, line in enumerate(_lines(path), start=1):
            if len(line) > MAX_JSON_BYTES:
                problems.append(
                    f"{path.name}:{number}: longer than {MAX_JSON_BYTES // 1_000_000} MB; the rest is not read"
                )
                break
            try:
                record = Record.model_validate_json(line)
            except ValueError as error:
                problem = version_problem(line, Record) or f"not a record: {str(error).splitlines()[0]}"
                problems.append(f"{path.name}:{number}: {problem}")
                continue
            if wrong := scores.complaints(record.scores) if scores else []:
                problems.append(f"{path.name}:{number}: {wrong[0]}")
            else:
                records.append(record)
        return self.mark_running(records), tuple(problems)

    def mark_running(self, records: Iterable[Record]) -> tuple[Record, ...]:
        """The records, with `running` as the cause of those that are not done while another process has the run.

        Every record says from the first moment of its item that the run ended before it, which is true once it has.
        """
        listed = tuple(records)
        unfinished = {record.folder for record in listed if record.cause and record.cause.kind == INTERRUPTED}
        if not unfinished or not self._is_alive():
            return listed
        cause = Cause(stage="worker", kind=RUNNING, message="not done yet: the run was still going on")
        return tuple(
            record.model_copy(update={"cause": cause}) if record.folder in unfinished else record for record in listed
        )

    def _is_alive(self) -> bool:
        if not (self.path / LOCK_FILE).is_file():
            return False
        from pytest_cookie.records.lock import is_in_use  # loads psutil, which readers of ended runs need not

        return is_in_use(self.path)

    def _in_suite_order(self, records: list[Record]) -> tuple[Record, ...]:
        manifest = self.manifest
        cases = {case: index for index, case in enumerate(manifest.cases)}
        models = {model: index for index, model in enumerate(manifest.models)}

        def position(record: Record) -> tuple[int, str, int, str, str, int]:
            case = cases.get(record.case, len(cases))
            model = models.get(record.model, len(models))
            return case, record.case, model, record.model, record.mode, record.repeat

        return tuple(sorted(records, key=position))


def _lines(path: Path) -> Iterator[bytes]:
    """The lines of a plain file, one at a time, each cut beyond the maximum size of a record.

    Bytes, because only a newline ends a line: text would also be split at U+2028, which a brief may contain.
    """
    try:
        with os.fdopen(open_plain(path), "rb") as file:
            while line := file.readline(MAX_JSON_BYTES + 1):
                yield line.rstrip(b"\r\n")
    except OSError as error:
        raise RecordingError(f"cannot read {path}: {error.strerror or error}") from error


def new_run_path(reports: Path, *, now: datetime.datetime | None = None) -> Path:
    """An unused path such as `reports/2026-01-31T14-05-09`, with a suffix if taken. Another process may take it."""
    return next(path for path in _names(reports, now) if not path.exists())


def claim_run_path(reports: Path, *, now: datetime.datetime | None = None) -> Path:
    """Create a new run folder; parallel callers get different ones. Raises `UsageError`."""
    try:
        reports.mkdir(parents=True, exist_ok=True)
        for path in _names(reports, now):
            with contextlib.suppress(FileExistsError):
                path.mkdir()
                return path
    except OSError as error:
        raise UsageError(f"cannot create a run folder in {reports}: {error.strerror or error}") from error
    raise UsageError(f"cannot create a run folder in {reports}: all names of this second are taken; pass --cookie-run")


def _names(reports: Path, now: datetime.datetime | None) -> Iterator[Path]:
    stamp = (now or datetime.datetime.now()).strftime("%Y-%m-%dT%H-%M-%S")
    return (reports / (stamp if number == 1 else f"{stamp}-{number}") for number in range(1, 10_000))
