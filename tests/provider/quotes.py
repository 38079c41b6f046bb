"""Splits a prompt into text that is quoted as data and the rest, by the marks alone."""

import re
from dataclasses import dataclass

_BLOCK = re.compile(
    r"<<<DATA (?P<label>[^\n]*?) (?P<code>[0-9a-f]{12})>>>\n(?P<text>.*?)\n<<<END (?P=code)>>>", re.DOTALL
)


@dataclass(frozen=True)
class Quoted:
    """One quoted block."""

    label: str
    text: str


def quotes(text: str) -> list[Quoted]:
    """The quoted blocks, in order."""
    return [Quoted(found["label"], found["text"]) for found in _BLOCK.finditer(text)]


def unquoted(text: str) -> str:
    """The text without the quoted blocks."""
    return _BLOCK.sub("\n", text)
