"""Chooses installed versions that can replace the requested one."""

import re
from collections.abc import Sequence
from functools import cmp_to_key

import nodesemver

_EXACT = re.compile(r"[=v]?\d+\.\d+\.\d+(?:-[\w.-]+)?(?:\+[\w.-]+)?", re.ASCII)
_TAG = re.compile(r"[a-z][a-z_-]*(?:\.[a-z]+)?", re.ASCII | re.IGNORECASE)
_NUMBERS = re.compile(r"(\d{1,9})(?:\.(\d{1,9}))?(?:\.(\d{1,9}))?", re.ASCII)
_LONGEST = 100

_COUNTED_IN_THE_MIDDLE = {"three": 20}
"""Packages that number their releases `0.<release>`: so many releases apart they are still largely compatible."""

Numbers = tuple[int, int, int]


def find_candidates(asked: str, held: Sequence[str], package: str = "") -> tuple[str, ...]:
    """The versions of `held` that can replace `asked`, best first; empty if none fits.

    No version or a tag: the highest. A range: the highest in it. An exact version: that version, otherwise the
    versions that are compatible with it by semver, next higher ones before next lower ones. A range without an
    installed version counts as its lowest version.
    """
    stable = sorted((version for version in held if "-" not in version), key=_by_version, reverse=True) or sorted(held)
    asked = asked.strip()
    if not stable or len(asked) > _LONGEST:
        return ()
    if not asked or asked in ("*", "x") or _is_tag(asked):
        return (stable[0],)
    if not _EXACT.fullmatch(asked):
        within = [version for version in stable if _satisfies(version, asked)]
        if within:
            return (within[0],)
    lowest = _NUMBERS.search(asked)
    return _alike(lowest, held, package) if lowest else ()


def find_highest(held: Sequence[str], wanted: str) -> str | None:
    """The highest of `held` in the range `wanted`, None if there is none."""
    within = [version for version in held if _satisfies(version, wanted)]
    return max(within, key=_by_version, default=None)


def _alike(wanted: re.Match[str], held: Sequence[str], package: str) -> tuple[str, ...]:
    asked = _numbers(wanted)
    line = [
        version
        for version in held
        if _is_of_a_line(asked, parse_version(version), _COUNTED_IN_THE_MIDDLE.get(package, 0))
    ]
    above = sorted((version for version in line if parse_version(version) >= asked), key=_by_version)
    below = sorted((version for version in line if parse_version(version) < asked), key=_by_version, reverse=True)
    return (*above, *below)


def _is_of_a_line(asked: Numbers, other: Numbers, span: int) -> bool:
    """Whether the versions are compatible by semver: their first non-zero numbers are the same."""
    if asked[0] or other[0]:
        return asked[0] == other[0]
    if span:
        return abs(asked[1] - other[1]) <= span
    return asked[1] == other[1] and (asked[1] > 0 or asked[2] == other[2])


def parse_version(version: str) -> Numbers:
    """Major, minor, patch; 0 for missing numbers."""
    found = _NUMBERS.search(version)
    return _numbers(found) if found else (0, 0, 0)


def _numbers(found: re.Match[str]) -> Numbers:
    major, minor, patch = (int(part or 0) for part in found.groups())
    return major, minor, patch


def _is_tag(asked: str) -> bool:
    return bool(_TAG.fullmatch(asked)) and not re.fullmatch(r"[xv]", asked, re.IGNORECASE)


def _satisfies(version: str, wanted: str) -> bool:
    try:
        return bool(nodesemver.satisfies(version, wanted, loose=True))
    except (ValueError, TypeError, AttributeError, IndexError, RecursionError):  # not a valid range
        return False


def _compare(one: str, other: str) -> int:
    mine, theirs = parse_version(one), parse_version(other)
    return (mine > theirs) - (mine < theirs) or ("-" in other) - ("-" in one)


_by_version = cmp_to_key(_compare)
