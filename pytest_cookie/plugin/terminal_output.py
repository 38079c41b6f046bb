"""What the plugin itself says in pytest's terminal and reports: all of it made inert on its way."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pytest_cookie.core.inert import inert_text
from pytest_cookie.plugin.items import ITEM_RUN, is_benchmark

if TYPE_CHECKING:
    from collections.abc import Generator

    from _pytest.terminal import TerminalReporter


def say(reporter: TerminalReporter, line: str, *, red: bool = False) -> None:
    """Write a line, or several, that may quote pages, models or files."""
    reporter.write_line(inert_text(line), red=red)


def usage_error(error: Exception) -> pytest.UsageError:
    """The same message for pytest, which prints it as it is."""
    return pytest.UsageError(inert_text(str(error)))


class InertReports:
    """Complaints about items quote their pages: what pytest, JUnit and other reports print of them is inert."""

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_makereport(self, item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        if is_benchmark(item) or ITEM_RUN in item.stash:
            vars(report)["longrepr"] = _inert(report.longrepr)
            report.sections = [(title, inert_text(text)) for title, text in report.sections]
        return report


def _inert(longrepr: object) -> object:
    """A text, or the place and reason of a skip; a traceback becomes text where something in it is not inert."""
    if isinstance(longrepr, tuple):
        return tuple(inert_text(part) if isinstance(part, str) else part for part in longrepr)
    text = "" if longrepr is None else str(longrepr)
    return longrepr if inert_text(text) == text else inert_text(text)
