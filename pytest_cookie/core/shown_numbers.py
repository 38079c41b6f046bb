"""Reads times and numbers in lines of visible text: `Time left 0:57`, `57 s`, `Score 120`."""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice

from pytest_cookie.core.parsing import parse_shown_number, parse_shown_whole

_TIME = re.compile(
    r"(?<![\d:：])(?:(?P<hours>\d{1,2})\s?[:：]\s?)?(?P<minutes>\d{1,3})\s?[:：]\s?(?P<seconds>[0-5]\d)(?P<part>[.,]\d{1,3})?(?!\d|\s?[:：])"
    r"|(?P<alone>\d{1,15}(?:[.,]\d{1,3})?)\s?(?:seconds?|secs?|s|sek\w{0,9}|segundos?|secondes?|秒|초)(?![a-z])",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"(?<![\d.,])\d{1,9}(?:[.,]\d{1,3})?(?![\d.,]*\d)")
_FIGURES = re.compile(r"\d+")
_GROUPED = re.compile(r"\d{1,15}(?:[.,'’\u00a0\u202f]\d{1,15}){0,5}")
_GROUP = 3
_LONGEST_LINE = 80
_LONGEST_LABEL = 60
_MOST_LINES = 1_000


@dataclass(frozen=True)
class ShownNumber:
    """A line of a page and the one time, or else the one number, in it."""

    label: str
    """The line with its figures as 0; after the line above it if it has no letters. A repeated one has a suffix."""
    text: str
    """The line."""
    value: float
    """The value; of a time, in seconds."""
    is_time: bool
    """Whether it is written as a time: `0:57`, `1:02:03`, `57 s`."""


def find_time(text: str) -> re.Match[str] | None:
    """The first time in a text."""
    return _TIME.search(text)


def seconds_of(time: re.Match[str]) -> float:
    """A time of `find_time` in seconds. `9:00` is nine minutes."""
    if time["alone"]:
        return parse_shown_number(time["alone"]) or 0.0
    hours, minutes, seconds = (parse_shown_whole(time[name]) or 0 for name in ("hours", "minutes", "seconds"))
    return hours * 3600 + minutes * 60 + seconds + (parse_shown_number(time["part"] or "0") or 0.0)


def read_shown_numbers(text: str) -> tuple[ShownNumber, ...]:
    """Every line of at most 80 characters with a time, or with exactly one number, among the first 1,000 lines.

    Of several times in a line the first counts, as in `0:12 / 3:40`.
    """
    found: list[ShownNumber] = []
    seen: Counter[str] = Counter()
    above = ""
    for line in (each.strip() for each in text.splitlines()[:_MOST_LINES]):
        told = _read_line(line, above) if line else None
        if told is not None:
            seen[told.label] += 1
            nth = seen[told.label]
            found.append(told if nth == 1 else ShownNumber(f"{told.label} #{nth}", told.text, told.value, told.is_time))
        elif line:
            above = line
    return tuple(found)


def read_figure_lines(texts: Iterable[str]) -> dict[str, str]:
    """The lines with figures whose labels differ, by their labels: the line with its figures as 0, after the line
    without figures above it, or the two above it. Times and lines of over 80 characters are left out.
    """
    found: list[tuple[str, str, str]] = []
    above = ("", "")
    for line in islice(filter(None, map(str.strip, texts)), _MOST_LINES):
        if not _FIGURES.search(line):
            above = (above[1], line[:_LONGEST_LABEL])
        elif len(line) <= _LONGEST_LINE and not find_time(line):
            masked = _FIGURES.sub("0", line)
            found.append((f"{above[1]} | {masked}", f"{above[0]} | {above[1]} | {masked}", line))
    short, long = (Counter(one[place] for one in found) for place in (0, 1))
    lines = ((one[0] if short[one[0]] == 1 else one[1], one) for one in found)
    return {label: one[2] for label, one in lines if short[one[0]] == 1 or long[one[1]] == 1}


def read_figures(line: str) -> tuple[float, ...]:
    """The figures of a line in their order; grouped ones are one figure, and the last of several points is decimal
    unless three digits follow it."""
    return tuple(_read_figure(match[0]) for match in _GROUPED.finditer(line))


def _read_figure(text: str) -> float:
    parts = re.split(r"\D", text)
    is_whole = len(parts) == 1 or len(parts[-1]) == _GROUP
    whole = "".join(parts) if is_whole else "".join(parts[:-1])
    return parse_shown_number(whole if is_whole else f"{whole}.{parts[-1]}") or 0.0


def _read_line(line: str, above: str) -> ShownNumber | None:
    if len(line) > _LONGEST_LINE or not _FIGURES.search(line):
        return None
    words = _FIGURES.sub("0", line)
    label = words if any(sign.isalpha() for sign in line) else f"{above[:_LONGEST_LABEL]} | {words}"
    if time := find_time(line):
        return ShownNumber(label, line, seconds_of(time), is_time=True)
    numbers = _NUMBER.findall(line)
    value = parse_shown_number(numbers[0]) if len(numbers) == 1 else None
    return None if value is None else ShownNumber(label, line, value, is_time=False)


def by_shape(texts: Iterable[str]) -> dict[str, list[str]]:
    """The texts by what is left of them with every number as 0."""
    found: dict[str, list[str]] = {}
    for text in texts:
        found.setdefault(re.sub(r"\d+", "0", text), []).append(text)
    return found
