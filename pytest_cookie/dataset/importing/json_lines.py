"""Reads JSON Lines: one object per line, each problem with its line, the other lines unharmed."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TypeVar

from pydantic import BaseModel, JsonValue, ValidationError
from pydantic_core import ErrorDetails
from yaml.reader import Reader

from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.parsing import load_json
from pytest_cookie.core.text import clip
from pytest_cookie.dataset.load import format_path
from pytest_cookie.dataset.problem import CaseProblem, field_name

MAX_LINE_BYTES = 10_000_000
"""A longer line is a problem. The longest published question has 32,726 characters."""
MAX_SHOWN = 60

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
        with path.open("rb") as stream:
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
        for detail in error.errors(include_url=False):
            field = field_name(detail["loc"])
            problems.append(CaseProblem(shown, line.number, field, describe_detail(detail)))
        return None


def check_printable(text: str) -> str:
    """The text. Raises `ValueError` if it has a character that YAML cannot hold."""
    if odd := Reader.NON_PRINTABLE.search(text):
        raise ValueError(f"contains the control character U+{ord(odd[0]):04X}; remove it")
    return text


def describe_detail(detail: ErrorDetails) -> str:
    """The message for a validation error, as a sentence without its subject."""
    given = _shown(detail["input"])
    match detail["type"]:
        case "missing":
            return "is missing"
        case "string_type":
            return f"must be text, not {given}"
        case "string_too_short":
            return "is empty"
        case "int_type" | "int_parsing" | "int_from_float":
            return f"must be a whole number, not {given}"
        case "literal_error":
            return f"must be {detail.get('ctx', {}).get('expected', 'a known value')}, not {given}"
        case "greater_than" | "greater_than_equal" | "less_than_equal":
            return f"{detail['msg'].replace('Input should', 'must')}, not {given}"
        case "value_error":
            return detail["msg"].removeprefix("Value error, ")
        case "tuple_type" | "list_type":
            return f"must be a list, not {given}"
        case _:
            return f"{detail['msg']}, not {given}"


def _shown(given: object) -> str:
    if isinstance(given, (dict, list, tuple)):
        return "an object" if isinstance(given, dict) else "a list"
    return "nothing" if given is None else clip(repr(given), MAX_SHOWN)
