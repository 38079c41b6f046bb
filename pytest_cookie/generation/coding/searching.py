"""Searching texts for a pattern of a model's: RE2, whose time is linear in the text, whatever the pattern."""

from collections.abc import Iterable

import re2

from pytest_cookie.generation.coding.project_paths import RefusedError
from pytest_cookie.generation.coding.tool_output import cut, lines_of

_MAX_PATTERN = 500
_MAX_FOUND = 100
_MAX_LINE = 300


def search(texts: Iterable[tuple[str, str]], pattern: str, *, literal: bool, ignore_case: bool) -> str:
    """`path:line: text` for each matching line of `texts`. Raises `RefusedError` for an invalid pattern."""
    if len(pattern) > _MAX_PATTERN:
        raise RefusedError(f"the pattern is longer than {_MAX_PATTERN} characters")
    compiled = _compile(pattern, literal=literal, ignore_case=ignore_case)
    found: list[str] = []
    for path, text in texts:
        for number, line in enumerate(lines_of(text), start=1):
            if not compiled.search(line):
                continue
            if len(found) == _MAX_FOUND:
                return cut("\n".join([*found, f"(there is more; the first {_MAX_FOUND} are shown)"]))
            shown = line if len(line) <= _MAX_LINE else f"{line[:_MAX_LINE]}…"
            found.append(f"{path}:{number}: {shown}")
    return cut("\n".join(found)) or "(nothing found)"


def _compile(pattern: str, *, literal: bool, ignore_case: bool) -> "re2._Regexp":
    options = re2.Options()
    options.literal, options.case_sensitive, options.log_errors = literal, not ignore_case, False
    try:
        return re2.compile(pattern, options)
    except (re2.error, UnicodeError) as error:
        reason = error.args[0].decode(errors="replace") if isinstance(error.args[0], bytes) else str(error)
        raise RefusedError(
            f"the pattern is no regular expression of RE2 (no lookaround, no backreferences): {reason}; "
            "set literal: true to search for plain text"
        ) from error
