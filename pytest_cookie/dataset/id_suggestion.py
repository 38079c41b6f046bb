"""Suggests an id for a case whose id contains a label word: `hard-puzzle` → `tough-puzzle`."""

import re

_MAX_LENGTH = 60

_INSTEAD = {
    "analytics": "insights",
    "applications": "apps",
    "content": "text",
    "datavis": "charts",
    "dynamic": "live",
    "easy": "simple",
    "expert": "master",
    "games": "game",
    "graphics": "graphic",
    "hard": "tough",
    "html": "web",
    "management": "manager",
    "medium": "mid",
    "multimedia": "media",
    "productivity": "work",
    "react": "jsx",
    "simulation": "simulator",
    "static": "still",
    "utilities": "tools",
}
"""Synonyms of label words that are separate words of the id."""

_COMPOUNDED = frozenset({"analytics", "applications", "games", "graphics", "management", "multimedia", "simulation"})
"""Label words that keep their meaning at the end of a longer word, as in `minigames`, unlike `hard` in `orchard`."""

_LONGER = {
    "contents": "chapters",
    "datavisualization": "charts",
    "dynamics": "motion",
    "expertise": "skill",
    "experts": "masters",
    "gameshow": "quiz",
    "hardcore": "extreme",
    "harder": "tougher",
    "hardest": "toughest",
    "hardware": "equipment",
    "orchard": "grove",
    "reaction": "response",
    "reactions": "responses",
    "reactive": "responsive",
}
"""Synonyms of longer words that contain the letters of a label word."""


def suggest_id(case_id: str, reserved: frozenset[str], *, otherwise: str) -> str:
    """`case_id` with synonyms for the words that contain a `reserved` one; a valid id.

    Words without a synonym are dropped. If no word is left, `otherwise` is used, which must contain no reserved word.
    """
    words = re.split(r"([^a-z]+)", case_id)
    joined = "".join(_replace(word, reserved) for word in words)
    free = re.sub(r"([-_.])[-_.]+", r"\1", joined).strip("-_.")
    if not re.search("[a-z]", free):
        free = f"{otherwise}-{free}".rstrip("-")
    return free[:_MAX_LENGTH].rstrip("-_.")


def _replace(word: str, reserved: frozenset[str]) -> str:
    """The word itself, a synonym, or ""."""
    if not _holds(word, reserved):
        return word
    return next((other for other in _others(word) if not _holds(other, reserved)), "")


def _others(word: str) -> list[str]:
    ends = [label for label in _COMPOUNDED if word.endswith(label)]
    return [
        *(_LONGER[label] for label in (word,) if label in _LONGER),
        *(_INSTEAD[label] for label in (word,) if label in _INSTEAD),
        *(f"{_INSTEAD[label]}s" for label in (word.removesuffix("s"),) if label in _INSTEAD),
        *(f"{word.removesuffix(label)}{_INSTEAD[label]}" for label in ends),
    ]


def _holds(word: str, reserved: frozenset[str]) -> bool:
    return any(label in word for label in reserved)
