"""Divides a checklist into five vision-oriented and five code-oriented items (ArtifactsBench, section 3.1).

The paper scores the two groups apart, but its data does not assign the items. Its checklists follow one
template, so six of ten items are known by their title; the others are ordered by the words of their description.
"""

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from importlib import resources
from typing import Literal

from pytest_cookie.core.data_file import parse_data

ItemKind = Literal["vision", "code"]

PER_KIND = 5

_CODE_TITLE = re.compile(r"\b(robust\w*|redundan\w*|engineering)\b", re.IGNORECASE)
_VISION_TITLE = re.compile(
    r"\b(interface vision|visual (?:design|representation|quality)|design standards?|dynamic interaction|eye-catching"
    r"|innovative)\b",
    re.IGNORECASE,
)
_WORD = re.compile(r"[a-z]+")


@cache
def _stems() -> dict[ItemKind, tuple[str, ...]]:
    """Beginnings of words of code and of appearance."""
    text = resources.files(__package__).joinpath("checklist_kind.yaml").read_text(encoding="utf-8")
    return {kind: tuple(stems) for kind, stems in parse_data(text).items()}


def divide_checklist(items: Sequence[tuple[str, str]]) -> tuple[ItemKind, ...]:
    """The kind of each item, from its title and description; five of each for a list of ten.

    Titles that name a kind come first; of the rest, those with most words of appearance over words of code are vision,
    as far as there is room. Equal items keep their order.
    """
    half = len(items) // 2
    order = sorted(range(len(items)), key=lambda index: -_leaning(*items[index]))
    vision = set(order[: len(items) - half])
    return tuple("vision" if index in vision else "code" for index in range(len(items)))


def _leaning(title: str, description: str) -> float:
    """Positive for vision, negative for code; a title that names its kind outweighs every description."""
    signs = [sign for sign in map(_sign, _WORD.findall(f"{title} {description}".lower())) if sign]
    share = sum(signs) / (len(signs) + 1)
    if _CODE_TITLE.search(title):
        return share - 2
    return share + 2 if _VISION_TITLE.search(title) else share


@lru_cache(maxsize=20_000)
def _sign(word: str) -> int:
    """1 for a word of appearance, -1 for a word of code, 0 for any other."""
    return word.startswith(_stems()["vision"]) - word.startswith(_stems()["code"])
