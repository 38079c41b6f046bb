"""`Exporter`: a target of `pytest-cookie export --to`, built in or from a package (`pytest_cookie.exporters`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, get_args

from pytest_cookie.core.errors import CookieError, RecordingError, UsageError
from pytest_cookie.core.wording import did_you_mean
from pytest_cookie.protocols.contract.entry_points import describe_source, list_added, load_added
from pytest_cookie.records.plain_tree import kind_of
from pytest_cookie.reporting.export.built_in import BUILT_IN, load_built_in
from pytest_cookie.reporting.export.exported_run import ExportedRun
from pytest_cookie.reporting.export.tables import TableName
from pytest_cookie.reporting.export.write import FORMATS, Format, Written, file_of, format_of, write_export

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from pytest_cookie.core.record import Manifest, Record
    from pytest_cookie.records.run import RunFolder

_NO_OPTIONS: Mapping[str, str] = {}


class Exporter(Protocol):
    """Writes a run in one format, or to a tracker. `suffix` is that of its file, without the dot; empty for a folder.

    It may have a mapping `options`: the names for `--option NAME=VALUE`, each with its meaning.
    """

    version: str
    suffix: str

    def export(self, run: ExportedRun, output: Path) -> Sequence[Written]:
        """Write `output`, and further files beside it; returns the written files."""
        ...


def export_run(
    run: RunFolder,
    records: tuple[Record, ...],
    named: str | None,
    output: Path | None,
    options: Mapping[str, str] = _NO_OPTIONS,
) -> list[Written]:
    """Write a run in the format or to the tracker `named`, or in the format of the suffix of `output`.

    Raises `UsageError` for an unknown name or option, or a broken package, and `RecordingError`.
    """
    exported = ExportedRun(
        run.path.resolve().name, run.path, records, run.scores_of(records), _manifest(run), dict(options)
    )
    built_in: Format | None = next((each for each in FORMATS if each == named), None)
    if named is not None and built_in is None:
        return _export_to(exported, named, output)
    check_export(built_in or "csv", options)
    form = format_of(output, built_in)
    output = output or run.path / "export" / f"records.{form}"
    _check_output(run.path, output)
    return list(write_export(exported.name, records, exported.scores, form, output, exported.slices))


def check_export(named: str, options: Mapping[str, str]) -> None:
    """Raise `UsageError` for an unknown name or option, or a broken package, before there is a run."""
    if named not in FORMATS:
        _check_options(named, _find(named), options)
    elif options:
        raise UsageError(f"--option {next(iter(options))}: the formats {', '.join(FORMATS)} have no options")


def list_exporters() -> tuple[str, ...]:
    """The names that `--to` takes: tables, built-in exporters, those of installed packages."""
    return (*FORMATS, *BUILT_IN, *list_added("exporters"))


def _manifest(run: RunFolder) -> Manifest | None:
    try:
        return run.manifest
    except RecordingError:
        return None


def _export_to(run: ExportedRun, named: str, output: Path | None) -> list[Written]:
    exporter = _find(named)
    _check_options(named, exporter, run.options)
    output = output or _default_output(run.path, named, exporter)
    try:
        if exporter.suffix:
            _check_output(run.path, output)
            output.parent.mkdir(parents=True, exist_ok=True)
        else:
            _check_folder(run.path, output)
        return list(exporter.export(run, output))
    except CookieError:
        raise
    except OSError as error:
        raise RecordingError(f"--to={named}: cannot write {output}: {error.strerror or error}") from error
    except Exception as error:  # a tracker's library, or an installed package, can fail in any way
        source = f"the exporter {named}" if named in BUILT_IN else describe_source(list_added("exporters")[named])
        raise UsageError(f"--to={named}: {source} fails: {type(error).__name__}: {error}") from error


def _default_output(run: Path, named: str, exporter: Exporter) -> Path:
    if named not in BUILT_IN:
        return run / "export" / (f"records.{exporter.suffix}" if exporter.suffix else named)
    own = BUILT_IN[named].folder
    return run / "export" / (f"{named}.{exporter.suffix}" if exporter.suffix else named) if own is None else own


def _check_options(named: str, exporter: Exporter, given: Mapping[str, str]) -> None:
    known: Mapping[str, str] = getattr(exporter, "options", _NO_OPTIONS)
    for name in given:
        if name not in known:
            hint = did_you_mean(name, list(known)) or f"; the options are: {', '.join(known) or 'none'}"
            raise UsageError(f"--option {name}: --to={named} has no such option{hint}")


def _check_folder(run: Path, output: Path) -> None:
    """Raise `UsageError` for a place that is no folder, or is a folder of the run itself."""
    if output.exists() and not output.is_dir():
        raise UsageError(f"{output} is {kind_of(output.stat().st_mode)}, not a folder; name a folder with --output")
    place, own = output.resolve(), run.resolve()
    if place.is_relative_to(own) and not place.is_relative_to(own / "export"):
        raise UsageError(f"{output} is a folder of the run; name one outside the run, or in {run / 'export'}")


def _check_output(run: Path, output: Path) -> None:
    """Raise `UsageError` for a place whose content must stay: a device, pipe or folder, and files of the run itself."""
    for path in (file_of(table, output) for table in get_args(TableName)):
        if path.exists() and not path.is_file():
            raise UsageError(f"{path} is {kind_of(path.stat().st_mode)}, not a file; name a file with --output")
        place, own = path.resolve(), run.resolve()
        if place.exists() and place.is_relative_to(own) and not place.is_relative_to(own / "export"):
            raise UsageError(f"{path} is a file of the run; name a file outside the run, or in {run / 'export'}")


def _find(name: str) -> Exporter:
    if name in BUILT_IN:
        return load_built_in(name)  # type: ignore[return-value]
    added = list_added("exporters")
    if name not in added:
        known = list_exporters()
        hint = did_you_mean(name, known) or f"; the formats are {', '.join(known)}"
        raise UsageError(f"--to={name}: there is no such format{hint}")
    found = load_added(added[name])
    exporter: Exporter = found() if isinstance(found, type) else found  # type: ignore[assignment]
    if lacking := [part for part in ("version", "suffix", "export") if not hasattr(exporter, part)]:
        raise UsageError(
            f"--to={name}: {describe_source(added[name])} gives a {type(exporter).__name__}, "
            f"which lacks {', '.join(lacking)}"
        )
    return exporter
