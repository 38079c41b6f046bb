"""The built-in checks, and what an exploration needs of checks."""

from collections.abc import Iterable

from pytest_cookie.checks import figures
from pytest_cookie.checks.check import Check
from pytest_cookie.exploration.crawler.crawler import Crawler
from pytest_cookie.exploration.watch import Watch
from pytest_cookie.judging.measured_judge import MeasuredJudge

BUILT_IN: tuple[Check, ...] = (figures.CHECK,)
"""In the order in which they watch an action and report what they find."""


def make_watches(checks: Iterable[Check] = BUILT_IN) -> dict[str, Watch]:
    """New watches of the checks for one exploration, by the id of the check."""
    return {check.id: check.watch() for check in checks if check.watch}


def make_crawler(checks: Iterable[Check] = BUILT_IN) -> Crawler:
    """A new crawler with the tactics of the checks."""
    return Crawler([tactic for check in checks for tactic in check.tactics()])


def make_measured_judge(checks: Iterable[Check] = BUILT_IN) -> MeasuredJudge:
    """The measured judge with the checks."""
    return MeasuredJudge(tuple(checks))
