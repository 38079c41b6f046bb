"""Lines of a change that tell of a value are taken apart as the pattern did that was tried in every way."""

import re

import pytest

from pytest_cookie.judging.text.state_lines import ValueLine, value_line

_AS_A_PATTERN = re.compile(r"(?P<name>.*): value “(?P<old>.*)” → “(?P<new>.*)”", re.DOTALL)


@pytest.mark.parametrize(
    "line",
    [
        "speed: value “1” → “2”",
        "a: value “b: value “x” → “y”",
        "a: value “x” → “y” → “z”",
        "a: value “x” → “b: value “y”",
        "two\nlines: value “” → “”",
        ": value “” → “",
        "checked yes → no",
        "a: value “x”",
        "” → “: value “”",
        "",
    ],
)
def test_the_parts_are_those_of_the_pattern(line: str) -> None:
    found = _AS_A_PATTERN.fullmatch(line)
    assert value_line(line) == (ValueLine(found["name"], found["old"], found["new"]) if found else None)
