"""`ImportedCase`: a case from another benchmark, before it is written as YAML."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from pydantic import JsonValue

from pytest_cookie.core.labels import LANGUAGES, Difficulty, Language
from pytest_cookie.dataset.problem import CaseProblem
from pytest_cookie.language import language_of

_LANGUAGE_CHARACTERS = 400


@dataclass(frozen=True)
class ImportedCase:
    """The six complexity scores follow from `level`, since peers rate a task as a whole; None if the peer does not.

    `extra` are the fields of the peer's protocol, by the names that YAML has. `attachments` are files to copy beside
    the case file, by the paths that `extra` has. `artifact` is the page or the folder that the peer has for the case.
    """

    id: str
    brief: str
    leaf: str
    language: Language
    source: str
    level: Difficulty | None = None
    extra: dict[str, JsonValue] = field(default_factory=dict)
    line: int = 0
    """Its line in the file, 0 if unknown."""
    attachments: Mapping[str, Path] = field(default_factory=dict)
    artifact: Path | None = None


class Imported(NamedTuple):
    """The readable cases, in the file's order, and all problems."""

    cases: tuple[ImportedCase, ...]
    problems: tuple[CaseProblem, ...]


def detect_language(text: str) -> Language:
    """The language of a brief among the benchmark's eight; English if it is uncertain."""
    start = text[:_LANGUAGE_CHARACTERS]
    english: Language = "en"
    return language_of(start, english) or (LANGUAGES[0] if _mostly_han(start) else english)


def _mostly_han(text: str) -> bool:
    letters = [character for character in text if character.isalpha()]
    return sum("\u4e00" <= character <= "\u9fff" for character in letters) * 2 > len(letters)
