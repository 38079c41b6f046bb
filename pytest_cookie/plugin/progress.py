"""Progress display: outcomes from pytest's reports, current phases from the workers' phase files."""

from __future__ import annotations

import os
import shutil
import threading
import time
from functools import cached_property
from typing import TYPE_CHECKING

import pytest
from _pytest.terminal import TerminalReporter

from pytest_cookie.core.errors import RecordingError
from pytest_cookie.plugin.phase_files import forget, notes_folder, read_notes
from pytest_cookie.plugin.progress_display import display_for
from pytest_cookie.plugin.resume import was_done_before
from pytest_cookie.reporting.progress import Money, RemainingTimeEstimate, RunProgress

if TYPE_CHECKING:
    from collections.abc import Generator

    from pytest_cookie.plugin.progress_display import Display
    from pytest_cookie.plugin.session_state import SessionState
    from pytest_cookie.plugin.worker_node import WorkerNode

_TICK_SECONDS = 1.0
_ACCOUNT_EVERY_TICKS = 3
_CRASHED = "???"
"""xdist's `when` for an item whose worker died."""


class Progress:
    """Replaces pytest's dots for items, unless `-v` requests one line per item. Runs in the controller.

    A thread redraws, because a worker changes its phase without any report. pytest's own output is written
    between `hide` and `show`, under the lock.
    """

    def __init__(self, state: SessionState) -> None:
        self._state = state
        self._display: Display | None = None
        self._is_visible = False
        self._lock = threading.RLock()
        self._end = threading.Event()
        self._outcomes: dict[str, str] = {}
        self._begun: set[str] = set()
        self._seconds: dict[str, float] = {}
        self._done_before: set[str] = set()
        self._workers: set[str] = set()
        self._pace = RemainingTimeEstimate()
        self._money: Money | None = None

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> Generator[None, object, object]:
        self._display = self._chosen_display()
        if self._display is None:
            return (yield)
        reporter = self._reporter
        if not self._is_distributed and all(_is_ours(item.nodeid) for item in session.items):
            reporter.showfspath = False  # like xdist; otherwise the path would be alone on a line
        notes_folder(self._state.run_path).mkdir(parents=True, exist_ok=True)
        ticker = threading.Thread(target=self._tick, name="cookie-progress", daemon=True)
        ticker.start()
        try:
            return (yield)
        finally:
            self._end.set()
            ticker.join()
            self._display.close()
            self._display = None
            shutil.rmtree(notes_folder(self._state.run_path), ignore_errors=True)

    def pytest_report_teststatus(self, report: pytest.TestReport) -> tuple[str, str, str] | None:
        """No letter per phase while the progress lines are visible; the summary uses pytest's own words."""
        if self._display is None or not _is_ours(report.nodeid) or report.skipped:
            return None
        if report.when == "call":
            return report.outcome, "", ""
        return ("error", "", "") if report.failed else ("", "", "")

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_logstart(self, nodeid: str) -> Generator[None, object, object]:
        with self._lock:
            self._hide()
            result = yield
            if _is_ours(nodeid):
                self._begun.add(nodeid)
                self._show()
        return result

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> Generator[None, object, object]:
        with self._lock:
            self._hide()
            result = yield
            if _is_ours(report.nodeid):
                self._count(report)
                if report.when != _CRASHED:  # xdist prints a message next
                    self._show()
        return result

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_logfinish(self, nodeid: str) -> Generator[None, object, object]:
        with self._lock:
            self._hide()
            result = yield
            if _is_ours(nodeid):
                self._show()
        return result

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodeready(self, node: WorkerNode) -> None:
        self._workers.add(node.gateway.id)

    @pytest.hookimpl(optionalhook=True, tryfirst=True)
    def pytest_testnodedown(self, node: WorkerNode, error: object | None) -> None:
        """A worker has finished, or crashed; after a crash, xdist prints a message next."""
        self._workers.discard(node.gateway.id)
        forget(notes_folder(self._state.run_path), node.gateway.id)
        if error is not None:
            self._make_way()

    @pytest.hookimpl(tryfirst=True)
    def pytest_internalerror(self) -> None:
        self._make_way()

    @pytest.hookimpl(tryfirst=True)
    def pytest_keyboard_interrupt(self) -> None:
        self._make_way()

    @pytest.hookimpl(tryfirst=True)
    def pytest_enter_pdb(self) -> None:
        self._make_way()

    def _make_way(self) -> None:
        """Hide the lines before other output; the next item's start shows them again."""
        if self._display is not None:
            with self._lock:
                self._hide()

    def _count(self, report: pytest.TestReport) -> None:
        node = report.nodeid
        self._seconds[node] = self._seconds.get(node, 0.0) + getattr(report, "duration", 0.0)
        if report.failed:
            self._outcomes[node] = "failed" if report.when == "call" else "unscored"
        elif report.skipped:
            self._outcomes[node] = "unscored"
        elif report.when == "teardown":
            self._outcomes.setdefault(node, "scored")
        if was_done_before(report):
            self._done_before.add(node)
        if report.when in ("teardown", _CRASHED):
            self._begun.discard(node)
            seconds = self._seconds.pop(node, 0.0)
            if seconds and node not in self._done_before:  # a reused result takes no time, so it predicts nothing
                self._pace.add(seconds)

    def _hide(self) -> None:
        if self._display is not None:
            self._display.hide()
            self._is_visible = False

    def _show(self) -> None:
        """Show the lines, after ending a line that pytest has begun. Main thread only."""
        if self._display is None:
            return
        writer = self._reporter._tw
        if writer.width_of_current_line:
            writer.line()
        writer.flush()
        self._is_visible = True
        self._display.show(self._standing())

    def _tick(self) -> None:
        ticks = 0
        while not self._end.wait(_TICK_SECONDS):
            if ticks % _ACCOUNT_EVERY_TICKS == 0:
                self._money = self._spent()
            ticks += 1
            with self._lock:
                if self._is_visible and self._display is not None:
                    self._display.show(self._standing())

    def _standing(self) -> RunProgress:
        outcomes, now = list(self._outcomes.values()), time.time()
        done = len(self._outcomes.keys() - self._begun)
        total = max(self._state.selected, done)
        doing = read_notes(notes_folder(self._state.run_path))
        running = max(len(self._begun), len(doing))
        self._pace.workers = max(1, len(self._workers))
        ages = [max(0.0, now - activity.since) for activity in doing] + [0.0] * (running - len(doing))
        before = max(self._state.done_before, len(self._done_before))
        waiting = total - done - running - (before - len(self._done_before))
        return RunProgress(
            done=done,
            before=before,
            total=total,
            failed=outcomes.count("failed"),
            unscored=outcomes.count("unscored"),
            running=running,
            doing=doing,
            money=self._money,
            seconds_left=self._pace.seconds_left(max(0, waiting), ages),
            now=now,
        )

    def _spent(self) -> Money | None:
        """Money spent; None without models. If the account, shared by all workers, is busy: the last value."""
        if not self._state.asks_models:
            return None
        try:
            account = self._state.models.account()
        except RecordingError:
            return self._money
        budget = account.budget_usd
        left = None if budget is None else budget - account.cost_usd - account.unsure_usd
        return Money(account.cost_usd, left, is_whole=not account.unpriced and self._knows_prices)

    @cached_property
    def _knows_prices(self) -> bool:
        """Whether the price of every model that the run calls is known."""
        prices = self._state.models.prices
        return all(prices.of(model) for model in self._state.called_models)

    def _chosen_display(self) -> Display | None:
        config = self._state.config
        option = config.option
        reporter = config.pluginmanager.getplugin("terminalreporter")
        if not isinstance(reporter, TerminalReporter) or self._state.run is None or self._state.is_worker:
            return None
        if option.verbose > 0 or option.verbose < -1 or option.collectonly or getattr(option, "setupshow", False):
            return None
        prints = getattr(option, "capture", "fd") == "no" or config.getini("log_cli")
        return display_for(reporter, os.environ, is_captured=self._is_distributed or not prints)

    @property
    def _is_distributed(self) -> bool:
        return self._state.config.pluginmanager.hasplugin("dsession")

    @property
    def _reporter(self) -> TerminalReporter:
        reporter = self._state.config.pluginmanager.getplugin("terminalreporter")
        assert isinstance(reporter, TerminalReporter)
        return reporter


def _is_ours(node_id: str) -> bool:
    return "::test_artifact[" in node_id
