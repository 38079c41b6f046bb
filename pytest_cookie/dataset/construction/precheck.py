"""Checks of raw queries that need no model: what certainly cannot be part of a benchmark, or needs a person's look.

They come before the judgment by a model on seven axes (Cookie-Bench, appendix A.2), and save its calls.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Literal

import yaml

from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.dataset.construction.pool import Query

Axis = Literal[
    "safety", "privacy", "task_direction", "intent_clarity", "executability", "external_dependency", "completeness"
]
"""The seven axes of appendix A.2."""

_PATTERNS: dict[str, tuple[Axis, re.Pattern[str]]] = {
    "web address": ("external_dependency", re.compile(
        r"https?://|\bwww\.\w|\b[\w-]+\.(?:com|org|net|io|cn|de|fr|jp)\b"
    )),
    "e-mail address": ("privacy", re.compile(r"[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+")),
    "phone number": ("privacy", re.compile(
        r"(?<![\w.,])(?:\+\d{1,3}[ -]?)?(?:\(?\d{2,4}\)?[ -]){2,4}\d{3,4}(?!\w)|\b1[3-9]\d{9}\b"
    )),
    "credential": ("privacy", re.compile(
        r"\b(?:sk|pk|ghp|gho|xox[bap]|AKIA|AIza)[-_]?[A-Za-z0-9_-]{16,}|-----BEGIN [A-Z ]*PRIVATE KEY|"
        r"(?i:\b(?:api[_ -]?key|password|passwd|secret|token|密码|パスワード)\b\s*[:=：]\s*\S{6,})"
    )),
}  # fmt: skip
_TOO_SHORT = 12


class _Vocabulary(FrozenModel):
    """`products`: names that a brief must not contain; `front_end`: words of a front-end task, by language."""

    products: tuple[str, ...]
    services: tuple[str, ...]
    front_end: tuple[str, ...]


@dataclass(frozen=True)
class Objection:
    """Why a query should not be admitted as it is: the axis, the kind of problem, and the words."""

    axis: Axis
    what: str
    words: str


def find_objections(query: Query) -> Iterator[Objection]:
    """The objections to a query, in a stable order."""
    for what, (axis, pattern) in _PATTERNS.items():
        if found := pattern.search(query.text):
            yield Objection(axis, what, found[0][:60])
    words = _vocabulary()
    if name := _first_word(query.text, words.products):
        yield Objection("external_dependency", "product name", name)
    if name := _first_word(query.text, words.services):
        yield Objection("executability", "needs a service", name)
    if not _first_word(query.text, words.front_end):
        yield Objection("task_direction", "no word of a page or an app", query.text[:60])
    if len(query.text.strip()) < _TOO_SHORT:
        yield Objection("intent_clarity", "too short", query.text.strip())


def _first_word(text: str, words: Sequence[str]) -> str | None:
    found = _pattern(tuple(words)).search(text)
    return found[0] if found else None


@cache
def _pattern(words: tuple[str, ...]) -> re.Pattern[str]:
    """Words of letters stand alone; words of ideograms, kana and hangul may be part of longer ones."""
    parts = [rf"\b{re.escape(word)}\b" if word.isascii() else re.escape(word) for word in words]
    return re.compile("|".join(parts), re.IGNORECASE)


@cache
def _vocabulary() -> _Vocabulary:
    text = resources.files(__package__).joinpath("precheck.yaml").read_text(encoding="utf-8")
    return _Vocabulary.model_validate(yaml.safe_load(text))
