"""The exports that a project sets up once: checked before a run, written at its end and after another judging."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING

from pytest_cookie.core.errors import CookieError, UsageError
from pytest_cookie.core.wording import count
from pytest_cookie.reporting.export.built_in import BUILT_IN
from pytest_cookie.reporting.export.exporter import check_export, export_run

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from pytest_cookie.records.run import RunFolder

Exports = dict[str, dict[str, str]]
"""The options of each exporter, by its name."""


def check_exports(exports: Exports) -> None:
    """Raise `UsageError` for an unknown exporter or option, or a library that is not installed."""
    for name, options in exports.items():
        check_export(name, options)
        library = BUILT_IN[name].library if name in BUILT_IN else "pyarrow" if name == "parquet" else ""
        if library and find_spec(library) is None:
            raise UsageError(f"the setting exports.{name} needs {library}: pip install 'pytest-cookie[{name}]'")


def write_exports(run: RunFolder, exports: Exports, project: Path) -> Iterator[str]:
    """Write every export again; a line for each place, or for what failed. The run itself is complete in any case.

    Trackers get their folder in `project`, the others a place below `export/` in the run.
    """
    records = run.read()[0] if exports else ()
    for name, options in exports.items() if records else ():
        own = BUILT_IN[name].folder if name in BUILT_IN else None
        try:
            for written in export_run(run, records, name, project / own if own is not None else None, options):
                rows = ", ".join(count(number, table.removesuffix("s")) for table, number in written.tables)
                yield f"exported: {written.path}: {rows}"
        except CookieError as error:
            again = f"pytest-cookie export {run.path} --to {name}{_as_arguments(options)}"
            yield f"not exported: {error}. The run is complete; to export it later: {again}"


def _as_arguments(options: Mapping[str, str]) -> str:
    return "".join(f" --option {name}=…" for name in options)
