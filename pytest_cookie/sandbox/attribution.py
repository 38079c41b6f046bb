"""Classify a failed build by its log and its exit. Pure; the rules are in `failure_rules`."""

import re
from collections.abc import Set

from pytest_cookie.core.build import BuildFailure, FailureKind
from pytest_cookie.sandbox.failure_rules import RULES
from pytest_cookie.sandbox.job import BEGUN, PROJECT, Ended, StopReason
from pytest_cookie.sandbox.limits import Limits
from pytest_cookie.sandbox.output_cleaning import plain, quoted, telling_lines

_TOO_MUCH_CPU = 128 + 24
"""The shell's exit code for a program that SIGXCPU ended."""
_KILLED = 128 + 9
_LINE = re.compile(
    r"╭─\[ ?([^\]\s]{1,200}?:\d+:\d+) ?\]"
    r"|(?:^|[\s(])(?:file: )?((?:\./)?[\w@./-]{1,200}\.\w{1,6}:\d+:\d+)"
)
_FILE_OF_PLUGIN = re.compile(r"^\[plugin [^\]\n]+\] (\S+\.\w+)$", re.MULTILINE)
_AROUND = 2_000
"""How far around an error message its file and line are searched for, in characters."""
_PACKAGE = re.compile(r"(?:@[a-z0-9][\w.~-]*/)?[a-z0-9][\w.~-]*", re.ASCII | re.IGNORECASE)


def attribute(ended: Ended, limits: Limits, installed: Set[str]) -> BuildFailure | None:
    """The cause of a failed build; None for exit code 0. `installed` holds the names of the installed packages."""
    text = plain(ended.log).replace(f"{PROJECT}/", "./").partition(BEGUN)[2]
    if ended.stopped:
        return _describe_limit(ended.stopped, limits, text)
    if ended.code == 0:
        return None
    if ended.code == _TOO_MUCH_CPU:
        return failure("timeout", f"it used more than {limits.seconds:g} s of processor time{_last_line(text)}")
    return _match_rules(text, installed) or failure("other", _describe_exit(ended, text))


def failure(kind: FailureKind, message: str, *, place: str = "") -> BuildFailure:
    """A failure whose message is cleaned and short enough to quote."""
    return BuildFailure(kind=kind, message=quoted(message), place=quoted(place, 200))


def _describe_limit(reason: StopReason, limits: Limits, text: str) -> BuildFailure:
    match reason:
        case "time":
            return failure("timeout", f"it took more than {limits.seconds:g} s{_last_line(text)}")
        case "memory":
            return failure("memory", f"it used more than {limits.tree_mb} MB of memory{_last_line(text)}")
        case "log":
            return failure("output", f"it logged more than {limits.log_mb:g} MB")
        case "output":
            return failure("output", f"it produced more than {limits.output_mb} MB")
        case "files":
            return failure("output", f"it created more than {limits.files:,} files{_last_line(text)}")


def _match_rules(text: str, installed: Set[str]) -> BuildFailure | None:
    for pattern, kind in RULES:
        if found := pattern.search(text):
            groups = found.groupdict()
            begin = text.rfind("\n", 0, found.start()) + 1
            message = text[begin : begin + _AROUND]
            place = groups.get("place") or _find_place(message, text[max(0, begin - _AROUND) : found.end()])
            cause = kind or _classify_import(groups.get("what") or "", installed)
            return failure(cause, " ".join(telling_lines(message, 3)), place=place.removeprefix("./"))
    return None


def _classify_import(specifier: str, installed: Set[str]) -> FailureKind:
    """A missing package is a missing dependency; a missing file, or part of an installed package, a phantom import."""
    package = _PACKAGE.match(specifier)
    is_package = package is not None and specifier[package.end() : package.end() + 1] in ("", "/")
    return "missing_dependency" if is_package and package and package[0] not in installed else "phantom_import"


def _find_place(below: str, above: str) -> str:
    if line := _LINE.search(below):
        return line[1] or line[2]
    files = _FILE_OF_PLUGIN.findall(above)
    return files[-1] if files else ""


def _last_line(text: str) -> str:
    lines = telling_lines(text[-_AROUND:], 1_000)
    return f"; its last output: {lines[-1]}" if lines else ""


def _describe_exit(ended: Ended, text: str) -> str:
    how = f"signal {ended.code - 128}" if ended.code > 128 else f"exit code {ended.code}"
    output = " ".join(telling_lines(text[-_AROUND:], 1_000)[-5:])
    return f"{how}: {output or 'no output'}"
