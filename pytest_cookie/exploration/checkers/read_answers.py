"""`read_answers`: asks the page the questions of checkers, in an isolated world that its scripts cannot change."""

from collections.abc import Iterable
from dataclasses import dataclass
from importlib import resources
from typing import Protocol

from pydantic import JsonValue

from pytest_cookie.browser import scripts
from pytest_cookie.exploration.checkers.checker import NUMBERS, STATES, Query
from pytest_cookie.exploration.checkers.evaluate import Answers, first_number

MAX_TEXT = 20_000
"""Maximum characters of an answer; the rest is cut."""
MAX_MATCHES = 5_000
"""Maximum elements of a selector that are counted or looked at."""


class Page(Protocol):
    """A browser session, as needed here."""

    def evaluate(self, script: str, argument: JsonValue = None, *, outside: bool = False) -> JsonValue:
        """Return the JSON value of a function called with `argument`; `outside` in an isolated world."""


@dataclass(frozen=True)
class PageAnswers:
    """The answers, and the selectors that are no CSS."""

    answers: Answers
    invalid: tuple[str, ...]


def read_answers(page: Page, queries: Iterable[Query]) -> PageAnswers:
    """Ask all questions at one moment of page time. Raises as `Session.evaluate`."""
    asked = list(dict.fromkeys(queries))
    argument: JsonValue = {
        "queries": [{"question": each.question, "subject": each.subject, "name": each.name} for each in asked],
        "most": {"text": MAX_TEXT, "matches": MAX_MATCHES},
    }
    reply = page.evaluate(_script(), argument, outside=True)
    listed = reply if isinstance(reply, list) and len(reply) == len(asked) else [None] * len(asked)
    answers = {query: _parse(query, value) for query, value in zip(asked, listed, strict=True)}
    invalid = dict.fromkeys(
        query.subject for query, value in zip(asked, listed, strict=True) if value == {"invalid": True}
    )
    return PageAnswers(answers, tuple(invalid))


def _script() -> str:
    source = resources.files(__package__).joinpath("answers.js").read_text(encoding="utf-8")
    return f"(argument) => ({source})(({scripts.source('dom')})(), argument)"


def _parse(query: Query, value: JsonValue) -> str | float | bool | None:
    if query.question in STATES:
        return value if isinstance(value, bool) else None
    if query.question == "number":
        return first_number(value) if isinstance(value, str) else None
    if query.question in NUMBERS:
        return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None
    return value if isinstance(value, str) else None
