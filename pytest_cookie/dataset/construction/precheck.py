"""Checks of raw queries that need no model: queries to reject, and queries that a person should look at.

They come before the judgment by a model on seven axes (Cookie-Bench, appendix A.2), and save its calls.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Literal

from pytest_cookie.core.data_file import parse_data
from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.dataset.construction.pool import Query, write_table
from pytest_cookie.dataset.similarity import letter_weight

Axis = Literal[
    "safety", "privacy", "task_direction", "intent_clarity", "executability", "external_dependency", "completeness"
]
"""The seven axes of appendix A.2."""

_RESERVED = r"(?!(?:[\w-]{1,63}\.){0,8}(?:example(?:\.(?:com|org|net))?|test|invalid|localhost)(?![\w-]|\.\w))"
"""Names that are reserved for examples (RFC 2606) have no owner."""
_CREDENTIAL = re.compile(
    r"\b(?:sk|pk|ghp|gho|xox[bap])[-_][A-Za-z0-9_-]{16,}|\bAKIA[A-Z0-9]{16}\b|\bAIza[\w-]{30,}|"
    r"-----BEGIN [A-Z ]{0,30}PRIVATE KEY"
)
_PASSWORD = re.compile(
    r"(?i:\b(?:api[_ -]?key|password|passwd|secret|token)\b|密码|パスワード|비밀번호)\s{0,3}[=:：]\s{0,3}\S{6,}"
)
_FILE = r"(?!(?:png|jpe?g|gif|svg|webp|avif|ico|css|m?js|jsx|tsx?|json|html?)(?![A-Za-z]))"
"""`logo@2x.png` is a picture for dense screens."""
_EMAIL = re.compile(rf"(?<![\w.+-])[\w.+-]{{1,64}}@{_RESERVED}(?:[\w-]{{1,63}}\.){{1,8}}{_FILE}[^\W\d_]{{2,63}}(?!\w)")
"""The last part is letters: `three@0.160.0` is a version."""
_PHONE = re.compile(
    r"(?<![\w.,])(?:\+\d{1,3}[ -]?\(?\d{1,4}\)?|\(\d{2,4}\)|0\d{1,4})(?:[ -]\d{2,4}){2,4}(?![\w-])|"
    r"(?<![A-Za-z\d.,])\+\d(?:[ ()./-]{0,2}\d){8,14}(?!\d)|(?<![A-Za-z\d.,/-])0\d{2,4}[ /-]\d{5,8}(?![\w-])|"
    r"\(\d{2,4}\) ?\d{3,4}[ -]?\d{4}(?![\w-])|(?<![A-Za-z\d-])1[3-9]\d[ -]\d{4}[ -]\d{4}(?![\w-])|"
    r"(?<![\w-])\d{3}-\d{3}-\d{4}(?![\w-])|(?<!\d)1[3-9]\d{9}(?!\d)"
)
_ADDRESS = re.compile(
    rf"https?://{_RESERVED}\S|\bwww\.{_RESERVED}\w|(?<![@\w.-]){_RESERVED}[\w-]{{2,63}}\.(?:com|org|net|cn|de|fr|jp)\b"
)
_PATTERNS: tuple[tuple[str, Axis, bool, re.Pattern[str]], ...] = (
    ("credential", "privacy", True, _CREDENTIAL),
    ("password", "privacy", False, _PASSWORD),
    ("e-mail address", "privacy", True, _EMAIL),
    ("phone number", "privacy", False, _PHONE),
    ("web address", "external_dependency", False, _ADDRESS),
)
"""Kind, axis, whether it is certain, and the pattern."""
_TOO_SHORT = 12
"""Fewest letters of a query; an ideogram counts as three."""


class _Vocabulary(FrozenModel):
    """`products`: names that a brief must not contain; `front_end`: words of a front-end task, by language."""

    products: tuple[str, ...]
    services: tuple[str, ...]
    front_end: tuple[str, ...]


@dataclass(frozen=True)
class Objection:
    """Why a query should not be admitted as it is: the axis, the kind of problem, and the words.

    A certain objection rejects the query; the others are hints for the person who decides.
    """

    axis: Axis
    what: str
    words: str
    is_certain: bool = False


def find_objections(query: Query) -> Iterator[Objection]:
    """The objections to a query, in a stable order."""
    text = unicodedata.normalize("NFKC", query.text)  # full-width digits and signs are those of a keyboard
    for what, axis, is_certain, pattern in _PATTERNS:
        if found := pattern.search(text):
            yield Objection(axis, what, found[0][:60], is_certain)
    words = _vocabulary()
    if name := _first_word(query.text, words.products):
        yield Objection("external_dependency", "product name", name)
    if name := _first_word(query.text, words.services):
        yield Objection("executability", "needs a service", name)
    if not _first_word(query.text, words.front_end):
        yield Objection("task_direction", "no word of a page or an app", query.text[:60])
    if sum(map(letter_weight, query.text)) < _TOO_SHORT:
        yield Objection("intent_clarity", "too short", query.text.strip())


def _first_word(text: str, words: Sequence[str]) -> str | None:
    found = _pattern(tuple(words)).search(text)
    return found[0] if found else None


@cache
def _pattern(words: tuple[str, ...]) -> re.Pattern[str]:
    """Words of letters match whole words only; words of ideograms, kana and hangul may be part of longer ones."""
    parts = [rf"\b{re.escape(word)}\b" if word.isascii() else re.escape(word) for word in words]
    return re.compile("|".join(parts), re.IGNORECASE)


@cache
def _vocabulary() -> _Vocabulary:
    text = resources.files(__package__).joinpath("precheck.yaml").read_text(encoding="utf-8")
    return _Vocabulary.model_validate(parse_data(text))


Decision = Literal["rejected", "look", "passed"]


@dataclass(frozen=True)
class Checked:
    """A query with the objections to it."""

    query: Query
    objections: tuple[Objection, ...]

    @property
    def decision(self) -> Decision:
        """`rejected` for a certain objection, `look` for hints alone."""
        if any(each.is_certain for each in self.objections):
            return "rejected"
        return "look" if self.objections else "passed"


def check(queries: Sequence[Query]) -> tuple[Checked, ...]:
    """Each query with its objections, in order."""
    return tuple(Checked(query, tuple(find_objections(query))) for query in queries)


@dataclass(frozen=True)
class Precision:
    """Of `raised` objections of a kind, `right` are to queries that people did not admit either."""

    what: str
    raised: int
    right: int


def measure_precision(checked: Sequence[Checked], label: str = "admitted") -> tuple[Precision, ...]:
    """The precision of each kind of objection, where the column `label` has people's decision: yes or no."""
    raised: Counter[str] = Counter()
    right: Counter[str] = Counter()
    for each in checked:
        decided = each.query.labels.get(label, "").strip().lower()
        if decided not in _YES | _NO:
            continue
        kinds = {objection.what for objection in each.objections}
        raised.update(kinds)
        right.update(kinds if decided in _NO else ())
    return tuple(Precision(what, raised[what], right[what]) for what in sorted(raised))


_YES = {"yes", "true", "1", "admitted"}
_NO = {"no", "false", "0", "rejected"}


def write_checked(checked: Sequence[Checked], path: Path) -> None:
    """Write every query with its decision and the objections."""
    own = {"decision", "objections"}
    labels = [name for name in dict.fromkeys(name for each in checked for name in each.query.labels) if name not in own]
    rows = (
        [
            each.query.id,
            each.query.text,
            each.decision,
            "; ".join(f"{objection.axis}: {objection.what} ({objection.words})" for objection in each.objections),
            *(each.query.labels.get(label, "") for label in labels),
        ]
        for each in checked
    )
    write_table(path, ["id", "query", "decision", "objections", *labels], rows)
