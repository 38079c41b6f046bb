"""All checks: the built-in ones and those of installed packages."""

import sys
from functools import cache
from graphlib import CycleError

from pytest_cookie.checks.check import Check
from pytest_cookie.checks.registry import BUILT_IN, in_order
from pytest_cookie.core.errors import UsageError
from pytest_cookie.judging.rubric.table import RUBRIC
from pytest_cookie.protocols.contract.entry_points import describe_source, list_added, load_added


def all_checks() -> tuple[Check, ...]:
    """The built-in checks, then those that packages add by the entry point `pytest_cookie.checks`.

    Raises `UsageError` that names the package for an object that is no check, an id that is taken, and an unknown item.
    """
    return _all_checks(tuple(sys.path))


def describe_added_checks() -> str:
    """The checks of packages, each with the package's version; "" without any. A part of a judge's version."""
    return ", ".join(f"{name} of {describe_source(point)}" for name, point in list_added("checks").items())


@cache
def _all_checks(_path: tuple[str, ...]) -> tuple[Check, ...]:
    checks = {check.id: check for check in BUILT_IN}
    for point in list_added("checks").values():
        check = load_added(point)
        problem = _explain(check, checks)
        if problem or not isinstance(check, Check):
            raise UsageError(f"{describe_source(point)} adds a check that cannot be used, {point.value}: {problem}")
        checks[check.id] = check
    try:
        return in_order(checks.values())
    except CycleError as error:
        raise UsageError(f"checks read each other's facts: {' → '.join(error.args[1])}") from error


def _explain(check: object, known: dict[str, Check]) -> str:
    """What is wrong with the check of a package, "" if it can be used."""
    if not isinstance(check, Check):
        return f"it is {type(check).__name__}, not a Check"
    if check.id in known:
        return f"there is another check with the id {check.id}"
    items = [item.id for item in RUBRIC]
    if check.item not in items:
        return f"the rubric has no item {check.item}; its items are {', '.join(items)}"
    if check.watch and (check.fact is None or check.fact.check != check.id):
        return f"it watches, so its fact must be a class with check = {check.id!r}"
    return ""
