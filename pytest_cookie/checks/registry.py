"""The built-in checks: every folder beside this file is one. And what an exploration needs of checks."""

import pkgutil
from collections.abc import Iterable
from graphlib import TopologicalSorter
from importlib import import_module

from pytest_cookie import checks as room
from pytest_cookie.checks.check import Check
from pytest_cookie.exploration.crawler.crawler import Crawler
from pytest_cookie.exploration.watch import Watch
from pytest_cookie.judging.measured_judge import MeasuredJudge


def in_order(checks: Iterable[Check]) -> tuple[Check, ...]:
    """The checks by their ids, each after those whose facts it reads.

    Raises `graphlib.CycleError` if two read each other's.
    """
    known = {check.id: check for check in sorted(checks, key=lambda check: check.id)}
    order = TopologicalSorter({check.id: set(check.reads) & known.keys() for check in known.values()}).static_order()
    return tuple(known[name] for name in order)


def folder_of(check: Check) -> str:
    """The package of a built-in check."""
    return f"{room.__name__}.{check.id.replace('-', '_')}"


def _find_built_in() -> tuple[Check, ...]:
    folders = (module.name for module in pkgutil.iter_modules(room.__path__) if module.ispkg)
    return in_order(import_module(f"{room.__name__}.{folder}").CHECK for folder in folders)


BUILT_IN: tuple[Check, ...] = _find_built_in()
"""In the order in which they watch an action and report what they find."""


def make_watches(checks: Iterable[Check] = BUILT_IN) -> dict[str, Watch]:
    """New watches of the checks for one exploration, by the id of the check."""
    return {check.id: check.watch() for check in checks if check.watch}


def make_crawler(checks: Iterable[Check] = BUILT_IN) -> Crawler:
    """A new crawler with the tactics of the checks."""
    return Crawler({check.id: check.tactics() for check in checks})


def make_measured_judge(checks: Iterable[Check] = BUILT_IN, *, added: str = "") -> MeasuredJudge:
    """The measured judge with the checks; `added` names those of packages."""
    return MeasuredJudge(tuple(checks), added=added)
