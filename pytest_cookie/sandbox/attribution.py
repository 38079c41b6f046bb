"""Why a build failed, by what it said and how it ended. Pure; its rules stand in `rules`."""

import re
from collections.abc import Set

from pytest_cookie.core.build import BuildFailure, FailureKind
from pytest_cookie.sandbox.failure_rules import RULES
from pytest_cookie.sandbox.job import BEGUN, PROJECT, Ended, StopReason
from pytest_cookie.sandbox.limits import Limits
from pytest_cookie.sandbox.output_cleaning import plain, quoted, telling_lines

_TOO_MUCH_CPU = 128 + 24
"""A shell's code for a program that SIGXCPU ended."""
_KILLED = 128 + 9
_LINE = re.compile(
    r"╭─\[ ?([^\]\s]{1,200}?:\d+:\d+) ?\]"
    r"|(?:^|[\s(])(?:file: )?((?:\./)?[\w@./-]{1,200}\.\w{1,6}:\d+:\d+)"
)
_FILE_OF_PLUGIN = re.compile(r"^\[plugin [^\]\n]+\] (\S+\.\w+)$", re.MULTILINE)
_AROUND = 2_000
"""How far around the words of an error its place is looked for, in characters."""
_PACKAGE = re.compile(r"(?:@[a-z0-9][\w.~-]*/)?[a-z0-9][\w.~-]*", re.ASCII | re.IGNORECASE)


def attribute(ended: Ended, limits: Limits, installed: Set[str]) -> BuildFailure | None:
    """What a build failed for, None where it did not: its exit code decides. `installed` are packages by name."""
    text = plain(ended.log).replace(f"{PROJECT}/", "./").partition(BEGUN)[2]
    if ended.stopped:
        return _stopped(ended.stopped, limits, text)
    if ended.code == 0:
        return None
    if ended.code == _TOO_MUCH_CPU:
        return failure("timeout", f"it took more than {limits.seconds:g} s of processor time{_lately(text)}")
    return _by_words(text, installed) or failure("other", _last_words(ended, text))


def failure(kind: FailureKind, message: str, *, place: str = "") -> BuildFailure:
    """With a message that is harmless and short enough to quote."""
    return BuildFailure(kind=kind, message=quoted(message), place=quoted(place, 200))


def _stopped(reason: StopReason, limits: Limits, text: str) -> BuildFailure:
    match reason:
        case "time":
            return failure("timeout", f"it took more than {limits.seconds:g} s{_lately(text)}")
        case "memory":
            return failure("memory", f"it took more than {limits.tree_mb} MB of memory{_lately(text)}")
        case "log":
            return failure("output", f"it said more than {limits.log_mb:g} MB")
        case "output":
            return failure("output", f"it made more than {limits.output_mb} MB")
        case "files":
            return failure("output", f"it made more than {limits.files:,} files{_lately(text)}")


def _by_words(text: str, installed: Set[str]) -> BuildFailure | None:
    for pattern, kind in RULES:
        if found := pattern.search(text):
            groups = found.groupdict()
            begin = text.rfind("\n", 0, found.start()) + 1
            said = text[begin : begin + _AROUND]
            place = groups.get("place") or _place(said, text[max(0, begin - _AROUND) : found.end()])
            told = kind or _kind_of_import(groups.get("what") or "", installed)
            return failure(told, " ".join(telling_lines(said, 3)), place=place.removeprefix("./"))
    return None


def _kind_of_import(specifier: str, installed: Set[str]) -> FailureKind:
    """A package that is not there is a missing dependency; a file, or a part of a package that is there, a phantom."""
    package = _PACKAGE.match(specifier)
    is_package = package is not None and specifier[package.end() : package.end() + 1] in ("", "/")
    return "missing_dependency" if is_package and package and package[0] not in installed else "phantom_import"


def _place(below: str, above: str) -> str:
    if line := _LINE.search(below):
        return line[1] or line[2]
    files = _FILE_OF_PLUGIN.findall(above)
    return files[-1] if files else ""


def _lately(text: str) -> str:
    lines = telling_lines(text[-_AROUND:], 1_000)
    return f"; its last words: {lines[-1]}" if lines else ""


def _last_words(ended: Ended, text: str) -> str:
    how = f"signal {ended.code - 128}" if ended.code > 128 else f"exit code {ended.code}"
    told = " ".join(telling_lines(text[-_AROUND:], 1_000)[-5:])
    return f"{how}: {told or 'it said nothing'}"
