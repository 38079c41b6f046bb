"""Reads JSON Lines: one object per line, each problem with its line, the other lines unharmed."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TypeVar

from pydantic import BaseModel, JsonValue, ValidationError

from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.parsing import load_json
from pytest_cookie.dataset.importing.imported_case import Imported, ImportedCase
from pytest_cookie.dataset.importing.peer import Peer, list_problems
from pytest_cookie.dataset.load import format_path
from pytest_cookie.dataset.problem import CaseProblem
from pytest_cookie.records.plain_tree import open_named

MAX_LINE_BYTES = 10_000_000
"""A longer line is a problem. The longest published question has 32,726 characters."""

M = TypeVar("M", bound=BaseModel)


@dataclass(frozen=True)
class JsonLine:
    """A line that holds an object. `number` is 1-based; `offset` and `length` are its bytes in the file."""

    number: int
    value: dict[str, JsonValue]
    offset: int = 0
    length: int = 0


def read_lines(path: Path, problems: list[CaseProblem]) -> Iterator[JsonLine]:
    """The objects of the file, in order; unreadable ones are added to `problems`. Blank lines are skipped.

    Never holds more than one line in memory. Raises `UsageError` if the file cannot be opened.
    """
    shown = format_path(path)
    try:
        with open_named(path) as stream:
            for number, offset, raw in _raw_lines(stream):
                if raw is None:
                    problem = f"is longer than {MAX_LINE_BYTES // 1_000_000} MB; shorten or remove this record"
                    problems.append(CaseProblem(shown, number, "", problem))
                elif raw.strip():
                    value = _parse(raw, shown, number, problems)
                    if value is not None:
                        yield JsonLine(number, value, offset, len(raw))
    except OSError as error:
        raise UsageError(f"cannot read {shown}: {error.strerror}") from error


def _raw_lines(stream: IO[bytes]) -> Iterator[tuple[int, int, bytes | None]]:
    """The lines with number and offset; None for one that is too long, which is skipped piece by piece."""
    number = offset = 0
    while line := stream.readline(MAX_LINE_BYTES + 1):
        number += 1
        began, offset = offset, offset + len(line)
        if len(line) <= MAX_LINE_BYTES:
            yield number, began, line
            continue
        while line and not line.endswith(b"\n"):
            line = stream.readline(MAX_LINE_BYTES + 1)
            offset += len(line)
        yield number, began, None


def _parse(raw: bytes, shown: str, number: int, problems: list[CaseProblem]) -> dict[str, JsonValue] | None:
    try:
        value = load_json(raw.decode("utf-8-sig"))
    except UnicodeDecodeError:
        problem = "is not UTF-8 text; save the file as UTF-8"
    except json.JSONDecodeError as error:
        problem = f"is not JSON: {error.msg} (column {error.colno})"
    except ValueError as error:
        problem = f"is not JSON: {error}"
    else:
        if isinstance(value, dict):
            return value
        problem = "must be a JSON object with fields: {…}"
    problems.append(CaseProblem(shown, number, "", problem))
    return None


def validate_line(kind: type[M], line: JsonLine, shown: str, problems: list[CaseProblem]) -> M | None:
    """The line as a model, or None and its problems, each with its field."""
    try:
        return kind.model_validate(line.value)
    except ValidationError as error:
        problems += list_problems(error, shown, lambda _: line.number)
        return None


class CaseLine(Peer):
    """A line that holds a case."""

    def case(self, line: int = 0) -> ImportedCase:
        """The case, read from this line."""
        raise NotImplementedError


def read_case_lines(path: Path, kind: type[CaseLine], key: str) -> Imported:
    """A case for each line that is a valid `kind`.

    Of lines with the same `key` or the same case id, the first counts and the others are problems. Raises `UsageError`
    if the file cannot be read.
    """
    problems: list[CaseProblem] = []
    shown = format_path(path)
    cases: dict[str, ImportedCase] = {}
    keys: dict[str, object] = {}
    for line in read_lines(path, problems):
        record = validate_line(kind, line, shown, problems)
        if record is None:
            continue
        case = record.case(line.number)
        own = getattr(record, key)
        other = keys.setdefault(case.id, own)
        if (first := cases.setdefault(case.id, case)) is not case:
            repeated = (
                f"{own!r} is already the {key} of line {first.line}"
                if own == other
                else f"{own!r} and {other!r} of line {first.line} give the same case id, {case.id}"
            )
            problems.append(CaseProblem(shown, line.number, key, f"{repeated}; the first one counts"))
    return Imported(tuple(cases.values()), tuple(problems))
