"""Glob patterns over paths: `*`, `?`, `[…]`, `{a,b}`, and `**` for any number of folders. Pure, in bounded time."""

from fnmatch import fnmatchcase
from functools import cache

from pytest_cookie.generation.coding.project_paths import RefusedError

_MAX_PATTERN = 200
_MAX_ALTERNATIVES = 64


def matching(paths: tuple[str, ...], pattern: str) -> tuple[str, ...]:
    """The `paths` that match `pattern`. A pattern without a slash matches file names, any other the whole path.

    Raises `RefusedError` for a pattern that is too long or has too many alternatives.
    """
    if len(pattern) > _MAX_PATTERN:
        raise RefusedError(f"the pattern is longer than {_MAX_PATTERN} characters")
    whole = pattern if "/" in pattern else f"**/{pattern}"
    patterns = [tuple(alternative.removeprefix("./").split("/")) for alternative in _alternatives(whole)]
    return tuple(path for path in paths if any(_fits(tuple(path.split("/")), one) for one in patterns))


def _alternatives(pattern: str) -> list[str]:
    """Without braces; the innermost go first."""
    done: list[str] = []
    waiting = [pattern]
    while waiting:
        one = waiting.pop()
        end = one.find("}")
        begin = one.rfind("{", 0, end) if end >= 0 else -1
        if begin < 0:
            done.append(one)
        else:
            waiting += [f"{one[:begin]}{inner}{one[end + 1 :]}" for inner in one[begin + 1 : end].split(",")]
        if len(done) + len(waiting) > _MAX_ALTERNATIVES:
            raise RefusedError(f"the pattern has more than {_MAX_ALTERNATIVES} alternatives")
    return done


def _fits(names: tuple[str, ...], pattern: tuple[str, ...]) -> bool:
    @cache
    def fits(name: int, part: int) -> bool:
        if part == len(pattern):
            return name == len(names)
        if pattern[part] == "**":
            return fits(name, part + 1) or (name < len(names) and fits(name + 1, part))
        return name < len(names) and fnmatchcase(names[name], pattern[part]) and fits(name + 1, part + 1)

    return fits(0, 0)
