"""Finds extensions of pytest-cookie by name: the built-in ones, and the entry points of installed packages."""

import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache, wraps
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Literal, ParamSpec, TypeVar, get_args

from pydantic import ValidationError

from pytest_cookie.core.errors import CookieError, UsageError
from pytest_cookie.core.wording import did_you_mean
from pytest_cookie.protocols.protocol import COOKIE, EvaluationProtocol

P = ParamSpec("P")
R = TypeVar("R")
Kind = Literal["protocols", "judges", "agents", "exporters"]
KINDS: tuple[Kind, ...] = get_args(Kind)

_BUILT_IN: Mapping[str, str] = {
    COOKIE: "pytest_cookie.protocols.cookie.protocol",
    "artifactsbench": "pytest_cookie.protocols.artifactsbench.protocol",
    "artifactsbench-published": "pytest_cookie.protocols.artifactsbench.published_protocol",
    "artifactsbench-dom": "pytest_cookie.protocols.artifactsbench.keyless",
    "auigym": "pytest_cookie.protocols.auigym.protocol",
    "interaction2code": "pytest_cookie.protocols.interaction2code.protocol",
    "vibecode": "pytest_cookie.protocols.vibecode.protocol",
}
"""Modules with a `PROTOCOL`."""
_FUNCTIONS = ("judge", "compose", "check_cases", "check_artifacts", "check_agent", "variant", "prompts", "models")
"""The functions of a protocol that are called before any item is judged."""


def find_protocol(name: str) -> EvaluationProtocol:
    """The protocol `name`. Raises `UsageError` if there is none, or its package is broken."""
    if name in _BUILT_IN:
        built_in: EvaluationProtocol = import_module(_BUILT_IN[name]).PROTOCOL
        return built_in
    added = list_added("protocols")
    if name not in added:
        known = [*_BUILT_IN, *added]
        hint = did_you_mean(name, known) or f"; the protocols are {', '.join(known)}"
        raise UsageError(f"--cookie-protocol={name}: there is no such protocol{hint}")
    found = load_added(added[name])
    source = describe_source(added[name])
    if not isinstance(found, EvaluationProtocol):
        raise UsageError(
            f"--cookie-protocol={name}: {source} gives a {type(found).__name__}, not an EvaluationProtocol"
        )
    if found.name != name:
        raise UsageError(f"--cookie-protocol={name}: {source} gives a protocol of another name, {found.name}")
    return _name_source(found, f"--cookie-protocol={name}: {source}")


def _name_source(protocol: EvaluationProtocol, source: str) -> EvaluationProtocol:
    """The protocol, whose functions raise `UsageError` that names their package in place of unexpected errors."""
    functions = {name: getattr(protocol, name) for name in _FUNCTIONS}
    named: dict[str, Any] = {
        name: _raise_usage_errors(call, f"{source}: {name}") for name, call in functions.items() if call
    }
    return replace(protocol, **named)


def _raise_usage_errors(call: Callable[P, R], what: str) -> Callable[P, R]:
    @wraps(call)
    def guarded(*arguments: P.args, **named: P.kwargs) -> R:
        try:
            return call(*arguments, **named)
        except CookieError:
            raise
        except Exception as error:  # an installed package can fail in any way
            raise UsageError(f"{what} fails: {type(error).__name__}: {_message(error)}") from error

    return guarded


def list_added(kind: Kind) -> dict[str, EntryPoint]:
    """The entry points of installed packages in the group `pytest_cookie.<kind>`, by name, sorted.

    Raises `UsageError` for a name that two packages use, or that is built in.
    """
    found: dict[str, EntryPoint] = {}
    for point in sorted(entry_points(group=f"pytest_cookie.{kind}"), key=lambda one: one.name):
        if kind == "protocols" and point.name in _BUILT_IN:
            raise UsageError(
                f"{describe_source(point)} adds the protocol {point.name}, which is built in; uninstall it"
            )
        if (other := found.get(point.name)) and other.value != point.value:
            both = f"{describe_source(other)} and {describe_source(point)}"
            raise UsageError(f"{both} add {kind} with the same name, {point.name}; uninstall one")
        found[point.name] = point
    return found


def added_names(kind: Kind) -> frozenset[str]:
    """The names that installed packages add. Raises `UsageError` as `list_added`."""
    return _added_names(kind, tuple(sys.path))


@cache
def _added_names(kind: Kind, _path: tuple[str, ...]) -> frozenset[str]:
    return frozenset(list_added(kind))


def load_added(point: EntryPoint) -> object:
    """What an entry point names. Raises `UsageError` that names the package if it cannot be loaded."""
    try:
        return point.load()
    except Exception as error:  # an installed package can fail in any way
        reason = f"{type(error).__name__}: {_message(error)}"
        raise UsageError(
            f"{describe_source(point)} cannot be loaded: {point.name} = {point.value}: {reason}"
        ) from error


def _message(error: Exception) -> str:
    """The message of an error; for a wrong `ScoreSpec` and alike what is wrong, without pydantic's report."""
    if not isinstance(error, ValidationError):
        return str(error)
    problems = [(".".join(map(str, one["loc"])), one["msg"].removeprefix("Value error, ")) for one in error.errors()]
    return f"{error.title}: " + "; ".join(f"{place}: {text}" if place else text for place, text in problems)


def describe_source(point: EntryPoint) -> str:
    """`the package acme-bench 1.2`."""
    return f"the package {point.dist.name} {point.dist.version}" if point.dist else f"the entry point {point.value}"
