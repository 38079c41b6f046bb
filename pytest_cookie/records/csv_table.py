"""Reads tables that people edit: CSV in UTF-8, separated by commas, semicolons (Excel in much of Europe) or tabs."""

import csv
from collections.abc import Iterator, Sequence
from io import TextIOWrapper
from itertools import chain, zip_longest
from pathlib import Path

from pytest_cookie.core.errors import UsageError
from pytest_cookie.records.plain_tree import open_named


def read_rows(path: Path, most_bytes: int) -> Iterator[tuple[int, list[str]]]:
    """Each row with the number of its first line, also the header; a quoted cell may span several lines.

    Raises `UsageError` for a larger file, and one that is no such table.
    """
    try:
        if path.stat().st_size > most_bytes:
            raise UsageError(f"{path}: is larger than {most_bytes // 1_000_000} MB; split it")
        with TextIOWrapper(open_named(path), "utf-8-sig", newline="") as stream:
            header = stream.readline()
            rows = csv.reader(chain([header], stream), delimiter=max(",;\t", key=header.count))
            line = 1
            for row in rows:
                yield line, row
                line = rows.line_num + 1
    except UnicodeDecodeError as error:
        raise UsageError(f"{path}: is not UTF-8 text; save it as “CSV UTF-8”") from error
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror or error}") from error
    except csv.Error as error:
        raise UsageError(f"{path}:{line}: is not a CSV file: {error}") from error


def read_named_cells(path: Path, most_bytes: int, needed: Sequence[str] = ()) -> Iterator[tuple[int, dict[str, str]]]:
    """The cells of each row by column, with the number of its first line. What a short row lacks is "".

    Raises `UsageError`, also for a table without one of the `needed` columns.
    """
    rows = read_rows(path, most_bytes)
    _, names = next(rows, (1, []))
    if missing := [name for name in needed if name not in names]:
        raise UsageError(f"{path}:1: the column {missing[0]} is missing; it needs {', '.join(needed)}")
    for line, cells in rows:
        if cells:
            yield line, dict(zip_longest(names, cells[: len(names)], fillvalue=""))
