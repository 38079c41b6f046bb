"""The progress line: done of all, failures, time left. In place on a terminal, now and then in a log."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from pytest_cookie.reporting.terminal import progress_line

if TYPE_CHECKING:
    from pytest_cookie.plugin.bench import Bench

_LOG_EVERY_SECONDS = 30.0


class Progress:
    """Takes the place of pytest's dots for our items, unless lines an item are asked for by `-v`."""

    def __init__(self, bench: Bench) -> None:
        self._bench = bench
        self._outcomes: dict[str, str] = {}
        self._started = time.monotonic()
        self._last_logged = self._started
        self._line = ""

    def pytest_report_teststatus(self, report: pytest.TestReport, config: pytest.Config) -> tuple[str, str, str] | None:
        if config.option.verbose > 0 or not _is_ours(report) or report.skipped:
            return None
        if report.when == "call":
            return report.outcome, "", ""
        return ("error", "", "") if report.failed else ("", "", "")

    @pytest.hookimpl(trylast=True)
    def pytest_runtest_logstart(self, nodeid: str) -> None:
        """An item takes a while: say on a terminal which one has just begun."""
        if "::test_artifact[" in nodeid and self._is_shown and self._terminal.isatty:
            self._write(f"{self._progress()} · {nodeid.split('::test_artifact[', 1)[1].rstrip(']')}")

    @pytest.hookimpl(trylast=True)
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if self._bench.is_worker or not _is_ours(report):
            return
        if report.failed:
            self._outcomes[report.nodeid] = "failed" if report.when == "call" else "unscored"
        elif report.when == "teardown":
            self._outcomes.setdefault(report.nodeid, "scored")
        if report.when in ("teardown", "???"):
            self._show()

    def pytest_sessionfinish(self) -> None:
        if self._line and not self._bench.is_worker:
            self._terminal.write("\r" + " " * len(self._line) + "\r")

    def _show(self) -> None:
        if not self._is_shown:
            return
        if self._terminal.isatty:
            self._write(self._progress())
        elif time.monotonic() - self._last_logged >= _LOG_EVERY_SECONDS or len(self._outcomes) == self._bench.selected:
            self._last_logged = time.monotonic()
            self._terminal.write_line(self._progress())

    def _progress(self) -> str:
        total, done = self._bench.selected, len(self._outcomes)
        counts = list(self._outcomes.values())
        elapsed = time.monotonic() - self._started
        return progress_line(
            done,
            max(total, done),
            failed=counts.count("failed"),
            unscored=counts.count("unscored"),
            seconds_left=elapsed / done * (total - done) if done and total else None,
        )

    def _write(self, line: str) -> None:
        """Over the last line, never wider than the terminal."""
        line = line[: self._terminal._tw.fullwidth - 1]
        self._terminal.write("\r" + line.ljust(len(self._line)))
        self._line = line

    @property
    def _is_shown(self) -> bool:
        return self._bench.config.option.verbose <= 0 and not self._bench.is_worker

    @property
    def _terminal(self) -> pytest.TerminalReporter:
        reporter = self._bench.config.pluginmanager.getplugin("terminalreporter")
        assert isinstance(reporter, pytest.TerminalReporter)
        return reporter


def _is_ours(report: pytest.TestReport) -> bool:
    return "::test_artifact[" in report.nodeid
