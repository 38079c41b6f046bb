"""Output of the plugin in pytest's terminal and reports, made inert."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pytest_cookie.core.inert import inert_text
from pytest_cookie.plugin.items import ITEM_RUN, is_benchmark

if TYPE_CHECKING:
    from collections.abc import Generator

    from _pytest.terminal import TerminalReporter


def say(reporter: TerminalReporter, line: str, *, red: bool = False) -> None:
    """Write one or more lines, which may quote pages, models or files."""
    reporter.write_line(inert_text(line), red=red)


def usage_error(error: Exception) -> pytest.UsageError:
    """The error for pytest, with inert text, because pytest prints it unchanged."""
    return pytest.UsageError(inert_text(str(error)))


class InertReports:
    """Makes the reports of items inert, because they quote pages, for pytest, JUnit and other reports."""

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_makereport(self, item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        if is_benchmark(item) or ITEM_RUN in item.stash:
            vars(report)["longrepr"] = _inert(report.longrepr)
            report.sections = [(title, inert_text(text)) for title, text in report.sections]
        return report


def _inert(longrepr: object) -> object:
    """Make a text, or the location and reason of a skip, inert. A traceback becomes text if it was not inert."""
    if isinstance(longrepr, tuple):
        return tuple(inert_text(part) if isinstance(part, str) else part for part in longrepr)
    text = "" if longrepr is None else str(longrepr)
    return longrepr if inert_text(text) == text else inert_text(text)
