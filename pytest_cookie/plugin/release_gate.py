"""`ReleaseGate`: compares the run with a policy and a baseline at its end; the decision is the exit code."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from _pytest.terminal import TerminalReporter

from pytest_cookie.core.errors import CookieError, UsageError
from pytest_cookie.gate.decision import EXIT_CODES, GateDecision, worst
from pytest_cookie.gate.policy import GatePolicy, standard_policy
from pytest_cookie.plugin.terminal_output import say
from pytest_cookie.records.run import RunFolder
from pytest_cookie.reporting.gate_report.decision_lines import gate_lines
from pytest_cookie.reporting.gate_report.run_gate import BaselineRun, gate_run, read_policy

if TYPE_CHECKING:
    from collections.abc import Generator

    from pytest_cookie.plugin.session_state import SessionState

_OWN_ENDS = (pytest.ExitCode.USAGE_ERROR, pytest.ExitCode.INTERNAL_ERROR)
"""After these, there is no run to decide on."""


class ReleaseGate:
    """Hooks of a run with `--cookie-baseline`, `--cookie-fail-under` or a `policy`. Runs in the controller.

    Raises `UsageError` before anything runs if the baseline or the policy is unreadable. After the run it has
    `decisions`, or a `problem` that explains their absence.
    """

    def __init__(self, state: SessionState) -> None:
        option, here = state.config.option, state.config.invocation_params.dir
        self._state = state
        self._baseline = BaselineRun(RunFolder.open(here / option.cookie_baseline)) if option.cookie_baseline else None
        self._policy = self._read_policy()
        self.decisions: tuple[GateDecision, ...] = ()
        self.problem = ""

    def _read_policy(self) -> GatePolicy:
        state, fail_under = self._state, self._state.config.option.cookie_fail_under
        if state.settings.policy and fail_under is not None:
            raise UsageError(
                f"--cookie-fail-under cannot be combined with the policy {state.settings.policy}; set the limit there"
            )
        if state.settings.policy:
            return read_policy(state.project / state.settings.policy, state.scores)
        return standard_policy(state.scores, has_baseline=self._baseline is not None, fail_under=fail_under)

    @pytest.hookimpl(wrapper=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> object:
        """After all records are written."""
        result = yield
        run = self._state.run
        if run is None or session.exitstatus in _OWN_ENDS:
            return result
        try:
            self.decisions = gate_run(run, self._policy, baseline=self._baseline)
            session.exitstatus = EXIT_CODES[worst(self.decisions)]
        except CookieError as error:
            self.problem, session.exitstatus = str(error), EXIT_CODES["broken"]
        return result

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_terminal_summary(self, terminalreporter: TerminalReporter) -> Generator[None, object, object]:
        """Print each model's decision, rule by rule, after the report."""
        result = yield
        if self.decisions or self.problem:
            self._write_decisions(terminalreporter)
        return result

    def _write_decisions(self, terminalreporter: TerminalReporter) -> None:
        terminalreporter.section("gate")
        if self.problem:
            say(terminalreporter, f"BROKEN: {self.problem} (exit code {EXIT_CODES['broken']})", red=True)
        for decision in self.decisions:
            for line in [*gate_lines(decision, terminalreporter._tw.fullwidth), ""]:
                say(terminalreporter, line)
