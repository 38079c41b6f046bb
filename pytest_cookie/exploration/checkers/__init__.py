"""Checkers: short expressions that test whether a page is in a wanted state, such as `text("#total") == "12"`.

`parse_checker` reads one, `read_answers` asks the page, and `evaluate` decides. A checker is parsed by a grammar and
never executed; it reads the page in an isolated world, which the page's scripts cannot change.
"""

from pytest_cookie.exploration.checkers.checker import Checker, CheckerError, Query, queries_of
from pytest_cookie.exploration.checkers.evaluate import Answers, evaluate, holds
from pytest_cookie.exploration.checkers.parse import parse_checker
from pytest_cookie.exploration.checkers.read_answers import Page, PageAnswers, read_answers

__all__ = [
    "Answers",
    "Checker",
    "CheckerError",
    "Page",
    "PageAnswers",
    "Query",
    "evaluate",
    "holds",
    "parse_checker",
    "queries_of",
    "read_answers",
]
