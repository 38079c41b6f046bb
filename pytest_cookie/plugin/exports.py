"""`RunExports`: writes the exports of the setting `exports` at the end of a run."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from _pytest.terminal import TerminalReporter

from pytest_cookie.plugin.terminal_output import say
from pytest_cookie.reporting.export import check_exports, write_exports

if TYPE_CHECKING:
    from collections.abc import Generator

    from pytest_cookie.plugin.session_state import SessionState


class RunExports:
    """Hooks of a run that is exported. Runs in the controller; the exit code does not depend on it.

    Raises `UsageError` before anything runs for an exporter that cannot work.
    """

    def __init__(self, state: SessionState) -> None:
        check_exports(state.settings.exports)
        self._state = state

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_terminal_summary(self, terminalreporter: TerminalReporter) -> Generator[None, object, object]:
        """Export after the report, as a tracker may take its time."""
        result = yield
        if self._state.is_finished and self._state.run is not None:
            for line in write_exports(self._state.run, self._state.settings.exports, self._state.project):
                say(terminalreporter, line, red=line.startswith("not "))
        return result
