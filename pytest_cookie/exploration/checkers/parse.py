"""`parse_checker`: text → `Checker`, by a grammar, without executing it."""

from functools import cache, reduce
from importlib import resources
from typing import TypeGuard, cast, get_args

import re2
from lark import Lark, Token, Transformer, UnexpectedInput, UnexpectedToken
from lark.exceptions import VisitError

from pytest_cookie.core.parsing import parse_number
from pytest_cookie.core.patterns import compile_quietly
from pytest_cookie.core.wording import did_you_mean
from pytest_cookie.exploration.checkers.checker import (
    NUMBERS,
    NUMERIC_OPERATORS,
    STATES,
    TEXT_OPERATORS,
    TEXTS,
    And,
    Checker,
    CheckerError,
    Comparison,
    Not,
    Operator,
    Or,
    Query,
    QuestionName,
    State,
)

MAX_CHARACTERS = 2_000  # a checker is one condition; longer texts are mistakes or attacks
MAX_DEPTH = 40  # keeps the parser far from the recursion limit
MAX_SUBJECT_CHARACTERS = 500

_QUESTIONS: tuple[QuestionName, ...] = get_args(QuestionName)
_ARGUMENTS: dict[QuestionName, int] = {"attr": 2, "url": 0, "title": 0}
_ESCAPES = {"n": "\n", "t": "\t"}


def parse_checker(text: str) -> Checker:
    """The checker that `text` describes. Raises `CheckerError` if it is not one, too long or nested too deeply."""
    if len(text) > MAX_CHARACTERS:
        raise CheckerError(f"the checker has {len(text):,} characters; the maximum is {MAX_CHARACTERS:,}")
    if any("\ud800" <= character <= "\udfff" for character in text):
        raise CheckerError("the checker has half of a character, which no page can show; correct its text")
    _check_depth(text)
    try:
        return _ToChecker().transform(_grammar().parse(text))
    except VisitError as error:
        if isinstance(error.orig_exc, CheckerError):
            raise error.orig_exc from None
        raise
    except UnexpectedInput as error:
        raise CheckerError(_describe(error, text)) from None


def _describe(error: UnexpectedInput, text: str) -> str:
    if isinstance(error, UnexpectedToken) and error.token.type == "$END":
        return "the checker ends too early; is a quote or a parenthesis missing?"
    found = text[(error.pos_in_stream or 0) :][:20]
    wanted = 'expected a question such as text("#total") == "12", or and, or, not'
    return f"column {error.column}: unexpected {found!r}; {wanted}"


def _check_depth(text: str) -> None:
    """Nesting is bounded before parsing, because parts are visited recursively."""
    plain = re2.sub(r'"(?:[^"\\]|\\.)*"|\'(?:[^\'\\]|\\.)*\'', "", text)
    depth = deepest = 0
    for character in plain:
        depth += {"(": 1, ")": -1}.get(character, 0)
        deepest = max(deepest, depth)
    parts = len(re2.findall(r"\b(?:and|or|not)\b", plain))
    if deepest > MAX_DEPTH or parts > 5 * MAX_DEPTH:
        raise CheckerError(f"the checker is nested too deeply or has too many parts; the maximum depth is {MAX_DEPTH}")


@cache
def _grammar() -> Lark:
    source = resources.files(__package__).joinpath("checker.lark").read_text(encoding="utf-8")
    return Lark(source, parser="lalr", maybe_placeholders=False)


class _ToChecker(Transformer[Token, Checker]):
    """Builds the parts bottom-up. Each method is named after a rule of the grammar."""

    def question(self, tokens: list[Token]) -> Query:
        name, *given = (str(token) for token in tokens)
        if not _is_question(name):
            raise CheckerError(f"unknown question {name}(){did_you_mean(name, _QUESTIONS)}")
        arguments = [_unquote(text) for text in given]
        wanted = _ARGUMENTS.get(name, 1)
        if len(arguments) != wanted:
            raise CheckerError(f"{name}() takes {wanted} quoted text(s), not {len(arguments)}")
        if any(not text.strip() or len(text) > MAX_SUBJECT_CHARACTERS for text in arguments):
            raise CheckerError(f"{name}(): a selector or name has 1 to {MAX_SUBJECT_CHARACTERS} characters")
        return Query(name, *arguments)

    def text_operand(self, tokens: list[Token]) -> str:
        return _unquote(str(tokens[0]))

    def number_operand(self, tokens: list[Token]) -> float:
        number = parse_number(tokens[0])
        if number is None:
            raise CheckerError(f"{tokens[0]} is not a number")
        return number

    def comparison(self, parts: list[object]) -> Comparison:
        query, operator, operand = (
            cast("Query", parts[0]),
            cast("Operator", str(parts[1])),
            cast("str | float", parts[2]),
        )
        _check_comparison(query, operator, operand)
        return Comparison(query, operator, operand)

    def state(self, parts: list[Query]) -> State:
        query = parts[0]
        if query.question not in STATES:
            kind = "text" if query.question in TEXTS else "number"
            raise CheckerError(f'{query.question}() is a {kind}; compare it, such as {query.question}(…) == "…"')
        return State(query)

    def negate(self, parts: list[Checker]) -> Checker:
        return Not(parts[0])

    def both(self, parts: list[Checker]) -> Checker:
        return reduce(And, parts)

    def either(self, parts: list[Checker]) -> Checker:
        return reduce(Or, parts)


def _is_question(name: str) -> TypeGuard[QuestionName]:
    return name in _QUESTIONS


def _unquote(text: str) -> str:
    plain: str = re2.sub(r"\\(.)", lambda found: _ESCAPES.get(found[1], found[1]), text[1:-1])
    return plain


def _check_comparison(query: Query, operator: Operator, operand: str | float) -> None:
    name = query.question
    if name in STATES:
        raise CheckerError(f"{name}() answers yes or no; write it alone, or not {name}(…)")
    if name in NUMBERS and (operator not in NUMERIC_OPERATORS or isinstance(operand, str)):
        raise CheckerError(f"{name}() is a number; compare it with a number by == != < <= > >=")
    if name in TEXTS and (operator not in TEXT_OPERATORS or not isinstance(operand, str)):
        raise CheckerError(f"{name}() is a text; compare it with a quoted text, or use number(…) for its number")
    if operator == "matches":
        try:
            compile_quietly(operand)
        except re2.error as error:
            raise CheckerError(f"{operand!r} is not a regular expression of RE2: {error}") from None
