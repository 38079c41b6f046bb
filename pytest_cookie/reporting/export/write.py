"""Writes the tables as CSV (safe to open in a spreadsheet), JSON or Parquet."""

import csv
import io
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args

from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.inert import inert_cell
from pytest_cookie.core.record import Record
from pytest_cookie.core.score_spec import ScoreSet
from pytest_cookie.core.slices import COMMON, SliceSpec
from pytest_cookie.records.files import write_bytes, write_text
from pytest_cookie.reporting.export.tables import (
    EXPORT_SCHEMA_VERSION,
    Kind,
    Table,
    TableName,
    tables_of,
)

Format = Literal["csv", "json", "parquet"]
FORMATS: tuple[Format, ...] = get_args(Format)


@dataclass(frozen=True)
class Written:
    """A file, or where else the run was written, and (name, rows) of each table in it."""

    path: Path | str
    tables: tuple[tuple[str, int], ...]


def format_of(output: Path | None, named: Format | None) -> Format:
    """The `named` format, otherwise the one of the file's suffix, otherwise CSV if there is no file.

    Raises `UsageError` if the suffix is unknown.
    """
    ending = output.suffix.removeprefix(".").lower() if output else ""
    meant: Format | None = next((each for each in FORMATS if each == ending), None)
    if output and not (named or meant):
        raise UsageError(f"{output}: unknown format; use --to or one of the suffixes: {', '.join(FORMATS)}")
    return named or meant or "csv"


def file_of(table: TableName, output: Path) -> Path:
    """The file of a table; those of findings and parts are beside that of the records."""
    return output if table == "records" else output.with_name(f"{output.stem}-{table}{output.suffix}")


def write_export(
    run: str,
    records: Sequence[Record],
    scores: ScoreSet,
    form: Format,
    output: Path,
    specs: Sequence[SliceSpec] = COMMON,
) -> tuple[Written, ...]:
    """Write all tables: JSON into one file, otherwise findings into a second file, `<name>-findings.<suffix>`.

    Parts of items, if there are any, go into a third, `<name>-parts.<suffix>`.

    Raises `UsageError` if Parquet needs a package that is not installed, `RecordingError` if the disk write fails.
    """
    tables = tables_of(run, records, scores, specs)
    if form == "json":
        write_text(output, _json(run, tables))
        return (Written(output, tuple((table.name, len(table.rows)) for table in tables)),)
    encoded = _encoder(form)
    paths = [file_of(table.name, output) for table in tables]
    for path, table in zip(paths, tables, strict=True):
        write_bytes(path, encoded(table))
    return tuple(Written(path, ((table.name, len(table.rows)),)) for path, table in zip(paths, tables, strict=True))


def _encoder(form: Literal["csv", "parquet"]) -> Callable[[Table], bytes]:
    return _csv if form == "csv" else _parquet_encoder()


def _json(run: str, tables: Sequence[Table]) -> str:
    content: dict[str, object] = {"schema_version": EXPORT_SCHEMA_VERSION, "run": run}
    for table in tables:
        names = [column.name for column in table.columns]
        content[table.name] = [dict(zip(names, row, strict=True)) for row in table.rows]
    return json.dumps(content, ensure_ascii=False, allow_nan=False, indent=1) + "\n"


def _csv(table: Table) -> bytes:
    """RFC 4180 in UTF-8: quotes only if needed, null as an empty cell."""
    file = io.StringIO(newline="")
    writer = csv.writer(file, quoting=csv.QUOTE_MINIMAL, lineterminator="\r\n")
    writer.writerow([column.name for column in table.columns])
    for row in table.rows:
        writer.writerow([inert_cell(cell) if isinstance(cell, str) else cell for cell in row])
    return file.getvalue().encode("utf-8")


def _parquet_encoder() -> Callable[[Table], bytes]:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise UsageError(
            "Parquet needs pyarrow, which is not installed: pip install 'pytest-cookie[parquet]', "
            "or use --to json or csv"
        ) from error

    types: Mapping[Kind, object] = {"text": pyarrow.string(), "whole": pyarrow.int64(), "number": pyarrow.float64()}
    version = {"pytest_cookie_schema_version": str(EXPORT_SCHEMA_VERSION)}

    def encoded(table: Table) -> bytes:
        schema = pyarrow.schema([(column.name, types[column.kind]) for column in table.columns], metadata=version)
        columns = list(zip(*table.rows, strict=True)) or [()] * len(table.columns)
        arrays = [pyarrow.array(column, type=field.type) for column, field in zip(columns, schema, strict=True)]
        sink = pyarrow.BufferOutputStream()
        pyarrow.parquet.write_table(pyarrow.Table.from_arrays(arrays, schema=schema), sink, compression="zstd")
        return bytes(sink.getvalue())

    return encoded
