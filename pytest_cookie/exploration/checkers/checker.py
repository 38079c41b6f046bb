"""The parts of a checker: questions to the page, comparisons of their answers, and connectives."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from pytest_cookie.core.errors import CookieError

QuestionName = Literal[
    "text", "value", "content", "number", "attr", "count", "visible_count", "exists", "visible", "hidden",
    "checked", "unchecked", "enabled", "disabled", "focused", "stored", "session", "url", "title",
]  # fmt: skip
Operator = Literal[
    "==", "!=", "<", "<=", ">", ">=", "contains", "icontains", "startswith", "endswith", "matches",
]  # fmt: skip

TEXTS: frozenset[QuestionName] = frozenset({"text", "value", "content", "attr", "stored", "session", "url", "title"})
"""Questions with a text as the answer."""
NUMBERS: frozenset[QuestionName] = frozenset({"number", "count", "visible_count"})
"""Questions with a number as the answer."""
STATES: frozenset[QuestionName] = frozenset(
    {"exists", "visible", "hidden", "checked", "unchecked", "enabled", "disabled", "focused"}
)
"""Questions with yes or no as the answer."""
NUMERIC_OPERATORS: frozenset[Operator] = frozenset({"==", "!=", "<", "<=", ">", ">="})
TEXT_OPERATORS: frozenset[Operator] = frozenset(
    {"==", "!=", "contains", "icontains", "startswith", "endswith", "matches"}
)


class CheckerError(CookieError):
    """The checker is not valid; the message has the place and a correction."""


@dataclass(frozen=True)
class Query:
    """A question to the page. `subject` is a CSS selector or a key of the storage; `name` is an attribute's name."""

    question: QuestionName
    subject: str = ""
    name: str = ""


@dataclass(frozen=True)
class State:
    """Whether the answer to a yes-or-no question is yes."""

    query: Query


@dataclass(frozen=True)
class Comparison:
    """Whether an answer compares to a text or a number."""

    query: Query
    operator: Operator
    operand: str | float


@dataclass(frozen=True)
class Not:
    """True if its part is false."""

    part: "Checker"


@dataclass(frozen=True)
class And:
    """True if both parts are."""

    left: "Checker"
    right: "Checker"


@dataclass(frozen=True)
class Or:
    """True if one of its parts is."""

    left: "Checker"
    right: "Checker"


Checker: TypeAlias = State | Comparison | Not | And | Or


def queries_of(checker: Checker) -> Iterator[Query]:
    """Every question of a checker, from left to right."""
    match checker:
        case State(query) | Comparison(query):
            yield query
        case Not(part):
            yield from queries_of(part)
        case And(left, right) | Or(left, right):
            yield from queries_of(left)
            yield from queries_of(right)
