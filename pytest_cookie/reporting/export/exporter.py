"""`Exporter`: another format of `pytest-cookie export`, which an installed package adds (`pytest_cookie.exporters`)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from pytest_cookie.core.errors import CookieError, UsageError
from pytest_cookie.core.wording import did_you_mean
from pytest_cookie.protocols.contract.entry_points import describe_source, list_added, load_added
from pytest_cookie.records.plain_tree import kind_of
from pytest_cookie.reporting.export.write import FORMATS, Format, Written, findings_file, format_of, write_export

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from pytest_cookie.core.record import Record
    from pytest_cookie.core.score_spec import ScoreSet
    from pytest_cookie.records.run import RunFolder


@dataclass(frozen=True)
class ExportedRun:
    """What an exporter writes. `path` is the run folder; a record's files are in `path / record.folder`."""

    name: str
    path: Path
    records: tuple[Record, ...]
    scores: ScoreSet


class Exporter(Protocol):
    """Writes a run in one format. `suffix` is that of its files, without the dot."""

    version: str
    suffix: str

    def export(self, run: ExportedRun, output: Path) -> Sequence[Written]:
        """Write `output`, and further files beside it; returns the written files."""
        ...


def export_run(run: RunFolder, records: tuple[Record, ...], named: str | None, output: Path | None) -> list[Written]:
    """Write a run in the format `named`, or that of the suffix of `output`.

    Raises `UsageError` for an unknown format or a broken package, and `RecordingError`.
    """
    exported = ExportedRun(run.path.resolve().name, run.path, records, run.scores_of(records))
    built_in: Format | None = next((each for each in FORMATS if each == named), None)
    if named is not None and built_in is None:
        exporter = _find(named)
        output = output or run.path / "export" / f"records.{exporter.suffix}"
        _check_output(run.path, output)
        output.parent.mkdir(parents=True, exist_ok=True)
        try:
            return list(exporter.export(exported, output))
        except (CookieError, OSError):
            raise
        except Exception as error:  # an installed package can fail in any way
            source = describe_source(list_added("exporters")[named])
            raise UsageError(f"--format={named}: {source} fails: {type(error).__name__}: {error}") from error
    form = format_of(output, built_in)
    output = output or run.path / "export" / f"records.{form}"
    _check_output(run.path, output)
    return list(write_export(exported.name, records, exported.scores, form, output))


def _check_output(run: Path, output: Path) -> None:
    """Raise `UsageError` for a place whose content must stay: a device, pipe or folder, and files of the run itself."""
    for path in (output, findings_file(output)):
        if path.exists() and not path.is_file():
            raise UsageError(f"{path} is {kind_of(path.stat().st_mode)}, not a file; name a file with --output")
        place, own = path.resolve(), run.resolve()
        if place.exists() and place.is_relative_to(own) and not place.is_relative_to(own / "export"):
            raise UsageError(f"{path} is a file of the run; name a file outside the run, or in {run / 'export'}")


def _find(name: str) -> Exporter:
    added = list_added("exporters")
    known = [*FORMATS, *added]
    if name not in added:
        hint = did_you_mean(name, known) or f"; the formats are {', '.join(known)}"
        raise UsageError(f"--format={name}: there is no such format{hint}")
    found = load_added(added[name])
    exporter: Exporter = found() if isinstance(found, type) else found  # type: ignore[assignment]
    if lacking := [part for part in ("version", "suffix", "export") if not hasattr(exporter, part)]:
        raise UsageError(
            f"--format={name}: {describe_source(added[name])} gives a {type(exporter).__name__}, "
            f"which lacks {', '.join(lacking)}"
        )
    return exporter
