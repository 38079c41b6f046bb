"""Entry points through which installed packages extend pytest-cookie."""

import sys
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Literal, get_args

from pydantic import ValidationError

from pytest_cookie.core.errors import UsageError

Kind = Literal["protocols", "judges", "agents", "exporters", "commands", "checks"]
KINDS: tuple[Kind, ...] = get_args(Kind)


def list_added(kind: Kind) -> dict[str, EntryPoint]:
    """The entry points of installed packages in the group `pytest_cookie.<kind>`, by name, sorted.

    Raises `UsageError` for a name that two packages use.
    """
    found: dict[str, EntryPoint] = {}
    for point in sorted(entry_points(group=f"pytest_cookie.{kind}"), key=lambda point: point.name):
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
    except (Exception, SystemExit) as error:  # an installed package can fail in any way
        reason = f"{type(error).__name__}: {describe_error(error)}"
        raise UsageError(
            f"{describe_source(point)} cannot be loaded: {point.name} = {point.value}: {reason}"
        ) from error


def describe_error(error: BaseException) -> str:
    """The message of an error; for a wrong `ScoreSpec` and alike what is wrong, without pydantic's report."""
    if not isinstance(error, ValidationError):
        return str(error)
    errors = error.errors()
    problems = [(".".join(map(str, found["loc"])), found["msg"].removeprefix("Value error, ")) for found in errors]
    return f"{error.title}: " + "; ".join(f"{place}: {text}" if place else text for place, text in problems)


def describe_source(point: EntryPoint) -> str:
    """`the package acme-bench 1.2`."""
    return f"the package {point.dist.name} {point.dist.version}" if point.dist else f"the entry point {point.value}"
