"""Translates rule strings in the published form of AUI-Gym, such as `#total == '12' AND #dialog not visible`.

Their rules are joined by ` AND ` or ` OR ` without parentheses; a rule with both is ambiguous, so it is not translated.
A translated rule follows our semantics: a missing element makes it false, whatever the operator.
"""

import json
from dataclasses import dataclass

import re2

from pytest_cookie.exploration.checkers.checker import Checker, CheckerError
from pytest_cookie.exploration.checkers.parse import MAX_CHARACTERS, parse_checker

_SELECTOR = r"""(?P<selector>(?:[#.]?[\w-]+)?(?:[#.][\w-]+|\[[^\]\n]{1,200}\])*)"""
_STATE = re2.compile(
    rf"^{_SELECTOR}\s+(?P<negation>(?:is\s+)?not\s+)?(?P<state>visible|hidden|exists|checked|enabled|disabled|focused)$"
)
_COMPARISON = re2.compile(
    rf"^{_SELECTOR}\s+(?:(?P<part>text|value)\s+)?(?P<operator>==|!=|>=|<=|>|<|i?contains|startswith|endswith)\s+"
    r"(?P<operand>'[^'\n]*'|\"[^\"\n]*\"|-?\d+(?:\.\d+)?|[Tt]rue|[Ff]alse)$"
)
_ORDER = frozenset({">", "<", ">=", "<="})


@dataclass(frozen=True)
class Translation:
    """A translated rule: as a checker, and as our text."""

    checker: Checker
    text: str


def translate_rule(rule: str) -> Translation:
    """Translate one rule. Raises `CheckerError` with the reason if it cannot be."""
    if len(rule) > MAX_CHARACTERS:
        raise CheckerError(f"the rule has {len(rule):,} characters; the maximum is {MAX_CHARACTERS:,}")
    has_and, has_or = " AND " in rule, " OR " in rule
    if has_and and has_or:
        raise CheckerError("the rule joins parts by both AND and OR, without saying which binds first")
    word = "or" if has_or else "and"
    parts = [_translate_part(part.strip()) for part in rule.split(" OR " if has_or else " AND ")]
    text = f" {word} ".join(parts)
    return Translation(parse_checker(text), text)


def _translate_part(part: str) -> str:
    if (found := _STATE.match(part)) and found["selector"]:
        asked = f"{found['state']}({_quote(found['selector'])})"
        return f"not {asked}" if found["negation"] else asked
    if (found := _COMPARISON.match(part)) and found["selector"]:
        return _translate_comparison(found)
    raise CheckerError(f"cannot translate {part[:80]!r}")


def _translate_comparison(found: "re2._Match") -> str:
    selector, operator, operand = _quote(found["selector"]), found["operator"], found["operand"]
    if operand in ("True", "true", "False", "false"):
        if operator not in ("==", "!="):
            raise CheckerError(f"cannot translate {found[0][:80]!r}")
        is_checked = (operand.lower() == "true") == (operator == "==")
        return f"{'checked' if is_checked else 'unchecked'}({selector})"
    is_quoted = operand[0] in "'\""
    if operator in _ORDER or (not is_quoted and operator in ("==", "!=")):
        return f"number({selector}) {operator} {operand.strip(chr(34) + chr(39))}"
    text = _quote(operand[1:-1] if is_quoted else operand)
    return f"{found['part'] or 'content'}({selector}) {operator} {text}"  # theirs: the value of a field, or a text


def _quote(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
