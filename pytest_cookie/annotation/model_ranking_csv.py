"""Reads a ranking of models, such as an arena's: a CSV with the columns `model` and `rank`, or `model` and `score`."""

import csv
from io import TextIOWrapper
from pathlib import Path

from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.parsing import parse_number
from pytest_cookie.records.plain_tree import open_named

MAX_BYTES = 8_000_000


def read_model_ranking(path: Path) -> dict[str, float]:
    """A value by model, higher is better: the score, or the negated rank.

    Other columns are ignored. Raises `UsageError` with the line of the first problem.
    """
    try:
        if path.stat().st_size > MAX_BYTES:
            raise UsageError(f"{path} is larger than {MAX_BYTES // 1_000_000} MB")
        with TextIOWrapper(open_named(path), "utf-8-sig", newline="") as stream:
            return _read(path, csv.DictReader(stream))
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"{path} is not UTF-8; save it as “CSV UTF-8”") from error
    except csv.Error as error:
        raise UsageError(f"{path} is not a CSV file: {error}") from error


def _read(path: Path, table: "csv.DictReader[str]") -> dict[str, float]:
    columns = {(name or "").strip().lower(): name for name in table.fieldnames or ()}
    value = next((name for name in ("rank", "score") if name in columns), None)
    if "model" not in columns or value is None:
        raise UsageError(f"{path}:1: needs the columns `model` and `rank` (1 is the best), or `model` and `score`")
    ranking: dict[str, float] = {}
    for row in table:
        where = f"{path}:{table.line_num}"
        model = (row[columns["model"]] or "").strip()
        number = parse_number(row[columns[value]])
        if not model:
            raise UsageError(f"{where}: model: is empty")
        if model in ranking:
            raise UsageError(f"{where}: model: {model!r} appears twice")
        if number is None:
            raise UsageError(f"{where}: {value}: must be a number, not {row[columns[value]]!r}")
        ranking[model] = -number if value == "rank" else number
    return ranking
