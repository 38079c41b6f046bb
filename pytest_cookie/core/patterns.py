"""Patterns that a page has written, such as a field's, in an engine whose time grows with the text alone.

Python's own tries every way to match, which takes for ever with `(x|x)*y`; it never sees a pattern of a page.
"""

from functools import lru_cache

import re2

_LONGEST = 500
_LONGEST_TEXT = 2_000
_MOST_BYTES = 4 << 20
"""Of memory for one pattern: what asks for more, as `((a{1000}){1000}){1000}` does, is not understood."""
_MOST_CONDITIONS = 20


def fits_pattern(pattern: str, text: str) -> bool | None:
    """Whether `text` as a whole fits `pattern`, as a browser asks it of a field; None where it is not understood.

    That is what JavaScript knows and the engine does not (references, looking back, looking ahead elsewhere than at the
    start, as passwords are asked for), and what is too long or takes too much memory. `\\d` and `\\w` are ASCII alone,
    as in JavaScript.
    """
    parts = _parts(pattern)
    if parts is None or len(text) > _LONGEST_TEXT:
        return None
    conditions, rest = parts
    try:
        met = all((one.match(text) is not None) is wanted for one, wanted in conditions)
        return met and rest.fullmatch(text) is not None
    except (re2.error, UnicodeError):
        return None


def is_understood(pattern: str) -> bool:
    """Whether `fits_pattern` can say anything of it."""
    return _parts(pattern) is not None


@lru_cache(maxsize=256)
def _parts(pattern: str) -> "tuple[tuple[tuple[re2._Regexp, bool], ...], re2._Regexp] | None":
    """What the text has to begin with, or not, and what it is as a whole."""
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
        return tuple((_compiled(one), wanted) for one, wanted in conditions), _compiled(rest)
    except (re2.error, UnicodeError):
        return None


def _closing(pattern: str) -> int | None:
    """Where the group ends that `pattern` begins with."""
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
    options = re2.Options()
    options.log_errors, options.max_mem = False, _MOST_BYTES
    return re2.compile(f"(?:{pattern})", options)
