"""Reads a ranking of models, such as an arena's: a CSV with the columns `model` and `rank`, or `model` and `score`."""

from itertools import zip_longest
from pathlib import Path

from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.parsing import parse_number
from pytest_cookie.records.csv_table import read_rows

MAX_BYTES = 8_000_000


def read_model_ranking(path: Path) -> dict[str, float]:
    """A value by model, higher is better: the score, or the negated rank.

    Other columns are ignored. Raises `UsageError` with the line of the first problem.
    """
    rows = read_rows(path, MAX_BYTES)
    columns = [name.strip().lower() for name in next(rows, (1, []))[1]]
    value = next((name for name in ("rank", "score") if name in columns), None)
    if "model" not in columns or value is None:
        raise UsageError(f"{path}:1: needs the columns `model` and `rank` (1 is the best), or `model` and `score`")
    ranking: dict[str, float] = {}
    for line, cells in rows:
        if not cells:
            continue
        where = f"{path}:{line}"
        row = dict(zip_longest(columns, cells[: len(columns)], fillvalue=""))
        model = row["model"].strip()
        number = parse_number(row[value])
        if not model:
            raise UsageError(f"{where}: model: is empty")
        if model in ranking:
            raise UsageError(f"{where}: model: {model!r} appears twice")
        if number is None:
            raise UsageError(f"{where}: {value}: must be a number, not {row[value]!r}")
        ranking[model] = -number if value == "rank" else number
    return ranking
