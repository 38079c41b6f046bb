"""Whose code raised an unexpected error: that of an installed package, or pytest-cookie's own."""

from collections.abc import Mapping
from traceback import walk_tb

from pytest_cookie.core.errors import UsageError
from pytest_cookie.protocols.contract.entry_points import KINDS, describe_source, list_added

_OWN = "pytest_cookie"


def find_package(error: BaseException) -> str:
    """`package acme-bench 1.2` if code of an installed extension raised `error`, or called what raised it; else "".

    The innermost frame counts that belongs to an extension or to pytest-cookie, so an error in a library is one of its
    caller. An error that pytest-cookie raises when an extension calls it is pytest-cookie's.
    """
    added = _modules()
    if not added:
        return ""
    names = (str(frame.f_globals.get("__name__", "")).partition(".")[0] for frame, _ in walk_tb(error.__traceback__))
    own = [name for name in names if name == _OWN or name in added]
    return added.get(own[-1], "") if own else ""


def _modules() -> Mapping[str, str]:
    """The package of each top-level module that an entry point names; none of a broken installation."""
    found: dict[str, str] = {}
    for kind in KINDS:
        try:
            points = list_added(kind).values()
        except UsageError:
            continue
        for point in points:
            module = point.module.partition(".")[0]
            if module != _OWN:
                found[module] = describe_source(point).removeprefix("the ")
    return found
