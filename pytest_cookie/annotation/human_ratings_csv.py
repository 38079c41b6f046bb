"""Reads human ratings from a CSV of scores or ranks, a line per rater and artifact. `docs/how-to/agree-with-people.md`

All errors are reported at once, by line, because such tables are usually edited in a spreadsheet.
"""

import argparse
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import get_args

from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.labels import MODES, Mode
from pytest_cookie.core.wording import did_you_mean
from pytest_cookie.records.csv_table import read_rows
from pytest_cookie.records.human_rating import HumanRating, Scale

MAX_BYTES = 64_000_000
MAX_LISTED = 20
_RANK = "_rank"
_NEEDED = ("case", "model")
_OPTIONAL = ("rater", "mode", "repeat")
_SHOWN = 60


class _CellError(ValueError):
    """A problem with one cell."""


def add_scale(command: argparse.ArgumentParser) -> None:
    """Add `--scale`, for commands that read ratings."""
    command.add_argument(
        "--scale", type=_scale, default=Scale(), metavar="LOW-HIGH", help="scale of the human scores (default: 0-8)"
    )


def _scale(text: str) -> Scale:
    found = re.fullmatch(r"(\d+(?:\.\d+)?)-(\d+(?:\.\d+)?)", text)
    if found is None or float(found[1]) >= float(found[2]):
        raise argparse.ArgumentTypeError(f"{text!r} is not a scale; write its ends, such as 0-8 or 1-5")
    return Scale(float(found[1]), float(found[2]))


def columns_for(scores: Sequence[str]) -> tuple[str, ...]:
    """The columns of a table about scores with these ids."""
    return (*_NEEDED, *_OPTIONAL, *_values(scores))


def _values(scores: Sequence[str]) -> tuple[str, ...]:
    return (*scores, *(f"{name}{_RANK}" for name in scores))


def read_opinions(path: Path, scale: Scale, scores: Sequence[str]) -> tuple[HumanRating, ...]:
    """The opinions on `scores` in a CSV with a header, separated by commas, semicolons or tabs, in UTF-8.

    Unknown columns are ignored, unless they look like a misspelt known one. Raises `UsageError` with one line per
    problem, `file:line: column: what to write`, at most `MAX_LISTED`.
    """
    table = list(read_rows(path, MAX_BYTES))
    columns = [name.strip().lower() for name in table[0][1]] if table else []
    opinions: list[HumanRating] = []
    problems = _problems_of(columns, scores) or _read(table[1:], columns, scale, scores, opinions)
    if problems:
        raise UsageError("\n".join(_listed(path, problems)))
    return tuple(opinions)


def _problems_of(columns: Sequence[str], scores: Sequence[str]) -> list[str]:
    known, values = columns_for(scores), _values(scores)
    problems = [f"1: the column {name!r} is missing" for name in _NEEDED if name not in columns]
    if not set(columns) & set(values):
        problems.append(f"1: a column of scores or ranks is missing: {', '.join(values)}")
    for name in columns:
        hint = "" if name in known else did_you_mean(name[:_SHOWN], known, cutoff=0.8, most=1)
        problems += [f"1: unknown column {name[:_SHOWN]!r}{hint}"] if hint else []
    return problems + [f"1: two columns are named {name!r}" for name in known if columns.count(name) > 1]


def _read(
    rows: Sequence[tuple[int, list[str]]],
    columns: Sequence[str],
    scale: Scale,
    scores: Sequence[str],
    opinions: list[HumanRating],
) -> list[str]:
    """Append the rows' opinions to `opinions`; returns the problems."""
    problems: list[str] = []
    first_line: dict[tuple[object, ...], int] = {}
    for line, cells in rows:
        if not any(cell.strip() for cell in cells):
            continue
        named = dict(zip(columns, (cell.strip() for cell in cells), strict=False))
        try:
            opinion = _opinion({name: named.get(name, "") for name in columns_for(scores)}, scale, scores)
        except _CellError as error:
            problems.append(f"{line}: {error}")
            continue
        key = (opinion.case, opinion.model, opinion.mode, opinion.repeat, opinion.rater)
        if key in first_line:
            problems.append(f"{line}: repeats line {first_line[key]} (same artifact and rater); keep one")
        first_line.setdefault(key, line)
        opinions.append(opinion)
    return problems if problems or opinions else ["1: the table has no rows below the header"]


def _opinion(row: Mapping[str, str], scale: Scale, scores: Sequence[str]) -> HumanRating:
    for name in _NEEDED:
        if not row[name]:
            raise _CellError(f"{name}: is empty")
    points = {name: _points(name, row[name], scale) for name in scores if row[name]}
    ranks = {name: _rank(name, row[name + _RANK]) for name in scores if row[name + _RANK]}
    if both := set(points) & set(ranks):
        raise _CellError(f"{both.pop()}: has both a score and a rank; keep one")
    return HumanRating(
        case=row["case"],
        model=row["model"],
        rater=row["rater"],
        mode=_mode(row["mode"]),
        repeat=_repeat(row["repeat"]),
        points=points,
        ranks=ranks,
    )


def _points(name: str, text: str, scale: Scale) -> float:
    value = _number(name, text)
    if not scale.low <= value <= scale.high:
        span = f"{scale.low:g} to {scale.high:g}"
        raise _CellError(f"{name}: {value:g} is outside {span}; pass --scale if your scale is another one")
    return value


def _rank(name: str, text: str) -> float:
    value = _number(name + _RANK, text)
    if value < 1:
        raise _CellError(f"{name}{_RANK}: {value:g} is not a rank; the best is 1")
    return value


def _number(column: str, text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        hint = "; use a decimal point" if text.replace(",", "", 1).isdecimal() else ""
        raise _CellError(f"{column}: {text[:_SHOWN]!r} is not a number{hint}")
    return value


def _mode(text: str) -> Mode | None:
    found: Mode | None = next((mode for mode in get_args(Mode) if mode == text), None)
    if text and found is None:
        raise _CellError(f"mode: {text[:_SHOWN]!r} is not one of {', '.join(MODES)}")
    return found


def _repeat(text: str) -> int | None:
    if not text:
        return None
    if not (text.isdecimal() and len(text) < 6 and int(text) >= 1):
        raise _CellError(f"repeat: {text[:_SHOWN]!r} is not a positive whole number")
    return int(text)


def _listed(path: Path, problems: Sequence[str]) -> Iterator[str]:
    yield from (f"{path}:{problem}" for problem in problems[:MAX_LISTED])
    if len(problems) > MAX_LISTED:
        yield f"… and {len(problems) - MAX_LISTED} more"
