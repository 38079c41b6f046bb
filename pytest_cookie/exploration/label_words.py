"""The meaning of words on controls, in the languages of the briefs: start, close, destroy, send and so on."""

import re
from functools import cache
from importlib import resources
from typing import Literal

from pytest_cookie.core.data_file import parse_data

Meaning = Literal[
    "start",
    "close",
    "accept",
    "cancel",
    "destroy",
    "menu",
    "submit",
    "create",
    "confirm",
    "onward",
    "backward",
    "resume",
    "pause",
    "undo",
    "swap",
    "edit",
    "series",
    "copy",
    "quantity",
]

_ANYWHERE: frozenset[Meaning] = frozenset(
    {"create", "destroy", "submit", "undo", "swap", "edit", "series", "copy", "quantity"}
)
"""These words also count at the end of a name ("Alle löschen"); all others only at its start."""

_NOUNS = frozenset({"post", "posten", "poster", "publish", "update", "发布", "发表"})
"""Words that are things, too: "Post" sends, "View post" does not. They count only at the start of a name; without
word ends, as in Chinese, only as the whole name."""
_SHORT = 2  # such words would match inside others
_LONGEST = 60  # longer names are texts, such as a clickable card
_EDGE = 2
"""Characters allowed before or after a command word, such as a mark and a blank."""
_CROSSES = frozenset("×✕✖✗✘xX🗑") | {"🗑️"}
_LAST_LATIN = "\u024f"


def means(name: str, meaning: Meaning) -> bool:
    """Whether a control with this name has this meaning.

    A long name is a text, such as a clickable card's: only words at its edges count.
    """
    name = name.strip().lower()
    matches = _pattern(meaning).finditer(name)
    return any(len(name) <= _LONGEST or match.start() <= _EDGE or match.end() >= len(name) - _EDGE for match in matches)


def removes(name: str) -> bool:
    """Whether a control in a row, with this name, removes the row: by its words, or because it is a bare cross."""
    return name.strip() in _CROSSES or means(name, "destroy")


@cache
def _pattern(meaning: Meaning) -> re.Pattern[str]:
    """Short words must be the whole name: "x" closes, "x-axis" does not. Chinese, Japanese and Korean have no word
    ends."""
    words = [word for language in _vocabulary()[meaning].values() for word in language]
    latin = [re.escape(word) for word in words if _is_latin(word)]
    long, short = [word for word in latin if len(word) > _SHORT], [word for word in latin if len(word) <= _SHORT]
    things = [word for word in long if word in _NOUNS]
    long = [word for word in long if word not in _NOUNS]
    other = [re.escape(word) for word in words if not _is_latin(word) and word not in _NOUNS]
    whole = [re.escape(word) for word in words if not _is_latin(word) and word in _NOUNS] + short
    lead, lead_other = (r"(?:^|\W)", "") if meaning in _ANYWHERE else (r"^\W*", r"^\W*")
    parts = [
        rf"{lead}(?:{'|'.join(long)})(?!\w)" if long else "",
        rf"^\W*(?:{'|'.join(things)})(?!\w)" if things else "",
        rf"^\W*(?:{'|'.join(whole)})\W*$" if whole else "",
        rf"{lead_other}(?:{'|'.join(other)})" if other else "",
    ]
    return re.compile("|".join(part for part in parts if part))


@cache
def _vocabulary() -> dict[Meaning, dict[str, list[str]]]:
    text = (resources.files("pytest_cookie.exploration") / "label_words.yaml").read_text(encoding="utf-8")
    vocabulary: dict[Meaning, dict[str, list[str]]] = parse_data(text)
    return vocabulary


def _is_latin(word: str) -> bool:
    return all(character <= _LAST_LATIN for character in word)
