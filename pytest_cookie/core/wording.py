"""Wording of messages: numbers with their noun, suggestions for a misspelt word."""

from collections.abc import Iterable, Mapping
from difflib import get_close_matches

_MAX_COMPARED = 60


def count(number: int, noun: str, plural: str = "") -> str:
    """`1 case`, `2 cases`; `plural` for a noun that takes more than an s."""
    return f"{number} {noun if number == 1 else plural or noun + 's'}"


def join_sentences(parts: Iterable[str]) -> str:
    """The parts that are not empty, each with one mark at its end."""
    whole = (part.strip() for part in parts)
    return " ".join(part if part.endswith((".", "!", "?", "…")) else f"{part}." for part in whole if part)


def did_you_mean(word: str, known: Mapping[str, str] | Iterable[str], *, cutoff: float = 0.6, most: int = 3) -> str:
    """`; did you mean 'x' or 'y'?` for the known words closest to `word`, "" if none is close.

    A mapping leads from aliases to known words. `cutoff` is the least similarity, 0 to 1 (`difflib`).
    """
    words = known if isinstance(known, Mapping) else {name: name for name in known}
    close = get_close_matches(word[:_MAX_COMPARED].lower(), list(words), n=most, cutoff=cutoff)
    suggestions = list(dict.fromkeys(repr(words[name]) for name in close))
    return f"; did you mean {' or '.join(suggestions)}?" if suggestions else ""
