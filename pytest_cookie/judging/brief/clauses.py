"""Whether a brief refuses a thing that it names: "no login", "the filters need not work", 无需登录, ログインは不要."""

import re
from functools import cache

from pytest_cookie.core.labels import Language
from pytest_cookie.judging.brief.vocabulary import read_data

_BEFORE = 60  # characters; a refusal further away belongs to another clause
_AFTER = 60
_END = re.compile(r"[.;:!?()。；：！？（）\n](?!\d)|(?<=[\u3040-\u9fff])\s")
_COMMA = re.compile(r"[,，、]")
_IDEOGRAPHIC_REACH = 8  # characters: Chinese and Japanese put more into each
_QUOTED_AROUND = 60  # characters on each side of the words: about a line
_LIST_WORDS = 3  # a longer part between commas is a clause, not an entry of a list


def is_refused(brief: str, start: int, end: int, language: Language) -> bool:
    """Whether the words at `start` to `end` are refused in their clause, by a word before or after them."""
    listed, before, after = _patterns(language)
    return _follows(brief[max(0, start - _BEFORE) : start], listed, before) or bool(
        after.search(brief[end : end + _AFTER])
    )


def quote_clause(brief: str, start: int, end: int) -> str:
    """The words at `start` to `end` with their clause around them, cut to a readable length."""
    first = max((gap.end() for gap in _END.finditer(brief, 0, start)), default=0)
    following = _END.search(brief, end)
    last = following.start() if following else len(brief)
    left, right = max(first, start - _QUOTED_AROUND), min(last, end + _QUOTED_AROUND)
    before, after = brief[left:start], brief[end:right]
    if left > first:
        before = f"…{before[before.find(' ') + 1 :]}"
    if right < last:
        after = f"{after[: after.rfind(' ')] if ' ' in after else after}…"
    return " ".join((before + brief[start:end] + after).split())


def _follows(text: str, listed: re.Pattern[str], before: re.Pattern[str]) -> bool:
    clause = _END.split(text)[-1]
    rest = _after_last(before, _COMMA.split(clause)[-1])
    if rest is not None and len(rest.split()) <= _LIST_WORDS + 1 and len(rest) <= _reach(rest):
        return True
    rest = _after_last(listed, clause)
    return (
        rest is not None
        and all(len(part.split()) <= _LIST_WORDS for part in _COMMA.split(rest))
        and len(rest) <= _reach(rest)
    )


def _reach(text: str) -> int:
    return _BEFORE if text.isascii() or not any("\u3040" <= one <= "\ud7a3" for one in text) else _IDEOGRAPHIC_REACH


def _after_last(pattern: re.Pattern[str], text: str) -> str | None:
    found = list(pattern.finditer(text))
    return text[found[-1].end() :] if found else None


@cache
def _patterns(language: Language) -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    rules = read_data("grammar")["refusals"][language]
    listed, before, after = (re.compile(rules[name], re.IGNORECASE) for name in ("list", "before", "after"))
    return listed, before, after
