"""Completes pytest's JUnit file with the run's numbers and the gate's rules at the end of the session."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from _pytest.terminal import TerminalReporter

from pytest_cookie.core.errors import CookieError
from pytest_cookie.plugin.terminal_output import say
from pytest_cookie.reporting.junit import complete_junit

if TYPE_CHECKING:
    from pathlib import Path

    from pytest_cookie.plugin.release_gate import ReleaseGate
    from pytest_cookie.plugin.session_state import SessionState


class GatedJunit:
    """Registered in the controller if `--junitxml` is used. `gate` is None without a gate."""

    def __init__(self, state: SessionState, path: Path, gate: ReleaseGate | None) -> None:
        self._state, self._path, self._gate = state, path, gate
        self._problem = ""

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_sessionfinish(self) -> object:
        """Outermost, so that it runs after pytest has written the file and the gate has decided."""
        result = yield
        path = self._state.config.invocation_params.dir / self._path
        if self._state.run is None or not path.is_file():
            return result
        decisions, problem = (self._gate.decisions, self._gate.problem) if self._gate else ((), "")
        try:
            complete_junit(path, self._state.run, decisions, gate_problem=problem)
        except CookieError as error:
            self._problem = str(error)
        return result

    @pytest.hookimpl(trylast=True)
    def pytest_terminal_summary(self, terminalreporter: TerminalReporter) -> None:
        if self._problem:
            say(terminalreporter, self._problem, red=True)
