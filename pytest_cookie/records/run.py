"""`RunFolder`: a set of records with one manifest."""

import datetime
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from pytest_cookie.core.errors import RecordingError, UsageError
from pytest_cookie.core.record import SCHEMA_VERSION, Manifest, Record
from pytest_cookie.records.files import read_model, write_model, write_text
from pytest_cookie.records.item import ItemFolder
from pytest_cookie.records.version import version_problem


@dataclass(frozen=True)
class RunFolder:
    """`reports/<run>/`: `manifest.json`, `records.jsonl` (derived from the items), `items/…`, the report."""

    path: Path

    @classmethod
    def create(cls, path: Path) -> Self:
        """Make the folder. Raises `UsageError` where it holds anything: nothing of the user's is written over."""
        if path.exists() and (not path.is_dir() or any(path.iterdir())):
            what = "already holds a run" if (path / "manifest.json").exists() else "is there already and not empty"
            raise UsageError(f"{path} {what}; name another folder with --cookie-run, or remove this one")
        try:
            (path / "items").mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UsageError(f"cannot make the run folder {path}: {error.strerror or error}") from error
        return cls(path)

    @classmethod
    def open(cls, path: Path) -> Self:
        """An existing run. Raises `UsageError` where there is none."""
        if not (path / "manifest.json").is_file():
            raise UsageError(f"{path} is not a run folder: it has no manifest.json")
        return cls(path)

    def discard_if_empty(self) -> None:
        """Remove the folder again where no item has left anything in it."""
        if any(path.is_file() for name in ("items", "tests") for path in (self.path / name).rglob("*")):
            return
        for name in ("manifest.json", "records.jsonl"):
            (self.path / name).unlink(missing_ok=True)
        for folder in (self.path / "items", self.path):
            if folder.is_dir() and not any(folder.iterdir()):
                folder.rmdir()

    @property
    def manifest(self) -> Manifest:
        """What the run was made with."""
        return read_model(self.path / "manifest.json", Manifest)

    def write_manifest(self, manifest: Manifest) -> None:
        """Write `manifest.json`."""
        write_model(self.path / "manifest.json", manifest)

    def item(self, folder: str) -> ItemFolder:
        """The item at `folder`, a path below the run's. Raises `RecordingError` where it is none or leads out of it."""
        try:
            path = (self.path / folder).resolve()
        except (OSError, ValueError, RuntimeError) as error:  # a null byte, a loop of links
            raise RecordingError(f"item folder {folder[:200]!r} cannot be: {error}") from error
        if not path.is_relative_to(self.path.resolve()):
            raise RecordingError(f"item folder {folder!r} lies outside of the run")
        return ItemFolder(path)

    def item_folder(self, record: Record) -> Path:
        """Where the files of a record are."""
        return self.item(record.folder).path

    def collect(self) -> tuple[tuple[Record, ...], tuple[str, ...]]:
        """Read every item's record, in suite order, and what could not be read; write `records.jsonl`."""
        records: list[Record] = []
        problems: list[str] = []
        for path in sorted((self.path / "items").glob("*/*/*/*/record.json")):
            try:
                records.append(read_model(path, Record))
            except RecordingError as error:
                problems.append(str(error))
        ordered = self._in_suite_order(records)
        write_text(self.path / "records.jsonl", "".join(record.model_dump_json() + "\n" for record in ordered))
        return ordered, tuple(problems)

    def records(self) -> tuple[Record, ...]:
        """The readable lines of `records.jsonl`, in suite order."""
        return self.read()[0]

    def problems(self) -> tuple[str, ...]:
        """A message for every line of `records.jsonl` that is not a record."""
        return self.read()[1]

    def read(self) -> tuple[tuple[Record, ...], tuple[str, ...]]:
        """Both at once, for whoever needs both: a large run takes seconds to read."""
        path = self.path / "records.jsonl"
        if not path.is_file():
            return (), (f"{path} is missing: the run was not finished",)
        records: list[Record] = []
        problems: list[str] = []
        # bytes, for only a newline ends a line: a brief may hold U+2028, at which text would be split too
        for number, line in enumerate(path.read_bytes().splitlines(), start=1):
            try:
                record = Record.model_validate_json(line)
            except ValueError as error:
                told = version_problem(line, Record) or f"not a record: {str(error).splitlines()[0]}"
                problems.append(f"{path.name}:{number}: {told}")
                continue
            if record.schema_version == SCHEMA_VERSION:
                records.append(record)
            else:  # its fields have the names we know, and may mean something else
                problems.append(f"{path.name}:{number}: {version_problem(line, Record)}")
        return tuple(records), tuple(problems)

    def _in_suite_order(self, records: list[Record]) -> tuple[Record, ...]:
        manifest = self.manifest
        cases = {case: index for index, case in enumerate(manifest.cases)}
        models = {model: index for index, model in enumerate(manifest.models)}

        def position(record: Record) -> tuple[int, str, int, str, str, int]:
            case = cases.get(record.case, len(cases))
            model = models.get(record.model, len(models))
            return case, record.case, model, record.model, record.mode, record.repeat

        return tuple(sorted(records, key=position))


def new_run_path(reports: Path, *, now: datetime.datetime | None = None) -> Path:
    """`reports/2026-01-31T14-05-09`, with a suffix where that is taken."""
    stamp = (now or datetime.datetime.now()).strftime("%Y-%m-%dT%H-%M-%S")
    candidates = (reports / (stamp if number == 1 else f"{stamp}-{number}") for number in range(1, 1000))
    return next(path for path in candidates if not path.exists())
