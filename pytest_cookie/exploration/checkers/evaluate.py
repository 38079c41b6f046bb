"""`evaluate`: decides a checker by the page's answers, in a logic of three values.

A question about a missing element is neither true nor false, and stays so when it is negated:
`not visible("#dialog")` does not hold on a page without `#dialog`. `exists` and the counts always have an answer.
"""

import unicodedata
from collections.abc import Mapping
from typing import TypeAlias, assert_never

import re2

from pytest_cookie.core.parsing import parse_number
from pytest_cookie.core.patterns import compile_quietly
from pytest_cookie.exploration.checkers.checker import (
    And,
    Checker,
    Comparison,
    Not,
    Operator,
    Or,
    Query,
    State,
)

Answers: TypeAlias = Mapping[Query, str | float | bool | None]
"""The page's answer to each question; None where its element is missing or has no such value."""

_NUMBER = re2.compile(r"[-−+]?\d+(?:[.,']\d+)*")
_HARD_SPACES = str.maketrans(dict.fromkeys("\u00a0\u202f\u2019", "'"))
"""Characters that separate thousands and that a line is not broken at."""


def holds(checker: Checker, answers: Answers) -> bool:
    """Whether the checker is true. It is not if it depends on a missing element."""
    return evaluate(checker, answers) is True


def evaluate(checker: Checker, answers: Answers) -> bool | None:
    """True, false, or None if it depends on something that is missing (Kleene's strong logic)."""
    match checker:
        case State(query):
            answer = answers[query]
            return None if answer is None else bool(answer)
        case Comparison(query, operator, operand):
            return _compare(answers[query], operator, operand)
        case Not(part):
            return _negated(evaluate(part, answers))
        case And(left, right):
            return _all(evaluate(left, answers), evaluate(right, answers))
        case Or(left, right):
            return _negated(_all(_negated(evaluate(left, answers)), _negated(evaluate(right, answers))))
        case _:
            assert_never(checker)


def _negated(value: bool | None) -> bool | None:
    return None if value is None else not value


def _all(left: bool | None, right: bool | None) -> bool | None:
    if left is False or right is False:
        return False
    return None if left is None or right is None else True


def _compare(answer: str | float | bool | None, operator: Operator, operand: str | float) -> bool | None:
    if answer is None or isinstance(answer, bool):
        return None
    if isinstance(operand, str):
        return _compare_texts(_plain(str(answer)), operator, _plain(operand))
    number = first_number(answer) if isinstance(answer, str) else answer
    return None if number is None else _compare_numbers(number, operator, operand)


def _compare_numbers(number: float, operator: Operator, operand: float) -> bool:
    return {
        "==": abs(number - operand) < 1e-9,
        "!=": abs(number - operand) >= 1e-9,
        "<": number < operand,
        "<=": number <= operand,
        ">": number > operand,
        ">=": number >= operand,
    }[operator]


def _compare_texts(text: str, operator: Operator, operand: str) -> bool:
    match operator:
        case "==":
            return text == operand
        case "!=":
            return text != operand
        case "contains":
            return operand in text
        case "icontains":
            return operand.casefold() in text.casefold()
        case "startswith":
            return text.startswith(operand)
        case "endswith":
            return text.endswith(operand)
        case "matches":
            return bool(compile_quietly(operand).search(text))
        case _:
            raise ValueError(f"{operator} does not compare texts")


def _plain(text: str) -> str:
    """Without differences that a reader cannot see: white space and Unicode's composition."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def first_number(text: str) -> float | None:
    """The first number in a text, such as 1234.5 in `Total: 1,234.50 €`; None without one.

    Of two different separators the last is the decimal one. A single one followed by exactly three digits, or one that
    occurs several times, separates thousands, unless the number begins with 0; otherwise it is the decimal one.
    """
    plain = unicodedata.normalize("NFKC", text.translate(_HARD_SPACES))
    found = _NUMBER.search(plain)
    if not found:
        return None
    before, sign = plain[: found.start()], found[0][0]
    digits = found[0].lstrip("-−+").replace("'", "")
    separators = [character for character in digits if character in ".,"]
    if len(set(separators)) == 2:
        decimal = separators[-1]
        digits = digits.replace("," if decimal == "." else ".", "").replace(decimal, ".")
    elif separators and not digits.startswith("0") and _separates_thousands(digits, separators):
        digits = digits.replace(separators[0], "")
    else:
        digits = digits.replace(",", ".")
    is_negative = sign in "-−" and not before[-1:].isalnum()
    number = parse_number(digits)
    return -number if number is not None and is_negative else number


def _separates_thousands(digits: str, separators: list[str]) -> bool:
    return len(separators) > 1 or len(digits.rpartition(separators[0])[2]) == 3
