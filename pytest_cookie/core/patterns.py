"""Matches regular expressions written by a page, such as a field's, in time linear in the text.

Python's own engine backtracks, which takes forever with `(x|x)*y`; it never receives a pattern of a page.
"""

from functools import lru_cache

import re2

_LONGEST = 500
_LONGEST_TEXT = 2_000
_MOST_BYTES = 4 << 20
"""Memory limit of one pattern; patterns that need more, such as `((a{1000}){1000}){1000}`, are unsupported."""
_MOST_CONDITIONS = 20


def fits_pattern(pattern: str, text: str) -> bool | None:
    """Whether all of `text` matches `pattern`, as a browser validates a field; None if the pattern is unsupported.

    Unsupported are JavaScript features without an equivalent here (references, look-behind, look-ahead other than at
    the start, which password fields use), and patterns that are too long or need too much memory. `\\d` and `\\w`
    match ASCII only, as in JavaScript.
    """
    parts = _parts(pattern)
    if parts is None or len(text) > _LONGEST_TEXT:
        return None
    conditions, rest = parts
    try:
        met = all((condition.match(text) is not None) is wanted for condition, wanted in conditions)
        return met and rest.fullmatch(text) is not None
    except (re2.error, UnicodeError):
        return None


def is_understood(pattern: str) -> bool:
    """Whether `fits_pattern` supports the pattern."""
    return _parts(pattern) is not None


@lru_cache(maxsize=256)
def _parts(pattern: str) -> "tuple[tuple[tuple[re2._Regexp, bool], ...], re2._Regexp] | None":
    """The look-aheads at the start, each with whether it must match, and the rest of the pattern."""
    if len(pattern) > _LONGEST:
        return None
    conditions: list[tuple[str, bool]] = []
    rest = pattern.removeprefix("^")
    while rest.startswith(("(?=", "(?!")) and len(conditions) < _MOST_CONDITIONS:
        end = _closing(rest)
        if end is None:
            return None
        conditions.append((rest[3:end], rest[2] == "="))
        rest = rest[end + 1 :]
    try:
        return tuple((_compiled(condition), wanted) for condition, wanted in conditions), _compiled(rest)
    except (re2.error, UnicodeError):
        return None


def _closing(pattern: str) -> int | None:
    """The position of the parenthesis that closes the group at the start of `pattern`."""
    depth, in_class, escaped = 0, False, False
    for place, sign in enumerate(pattern):
        if escaped or sign == "\\":
            escaped = not escaped
        elif in_class or sign == "[":
            in_class = sign != "]"
        elif sign in "()":
            depth += 1 if sign == "(" else -1
            if depth == 0:
                return place
    return None


def _compiled(pattern: str) -> "re2._Regexp":
    return compile_quietly(f"(?:{pattern})")


@lru_cache(maxsize=256)
def compile_quietly(pattern: str) -> "re2._Regexp":
    """The compiled pattern of RE2, which would log its text to the terminal. Raises `re2.error` or `UnicodeError`."""
    options = re2.Options()
    options.log_errors, options.max_mem = False, _MOST_BYTES
    return re2.compile(pattern, options)
