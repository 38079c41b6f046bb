"""Where progress is shown: two lines that are redrawn in place on a terminal, a line now and then in a log.

Both write to a copy of the terminal's own descriptor: while a test runs in this process, pytest has put a file in the
place of standard output, and a line must not end up in the test's captured output.
"""

from __future__ import annotations

import contextlib
import os
import time
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping

    from _pytest.terminal import TerminalReporter

    from pytest_cookie.reporting.progress import Standing

_LOG_SECONDS = 60.0
_LOG_SECONDS_AT_MOST = 300.0
_LOG_SHARE = 10
_NEXT_LINE, _UP, _CLEAR_LINE, _CLEAR_REST = "\n", "\x1b[1A", "\r\x1b[2K", "\x1b[K"


class Display(Protocol):
    """Something that progress can be shown on. All calls are made under one lock."""

    def show(self, standing: Standing) -> None:
        """Show it, now or when it is time."""

    def hide(self) -> None:
        """Leave the cursor where others may write."""

    def close(self) -> None:
        """The end."""


class LiveLines:
    """Two lines in place. `show` expects the cursor at the beginning of a line where nothing is shown."""

    def __init__(self, descriptor: int, environ: Mapping[str, str], encoding: str = "utf-8") -> None:
        self._descriptor, self._environ, self._encoding = descriptor, environ, encoding
        self._shown: tuple[str, str] | None = None

    def show(self, standing: Standing) -> None:
        """Draw over what was drawn before, where it differs."""
        lines = standing.live_lines(self._width - 1)
        if lines == self._shown:
            return
        start = f"\r{_UP}" if self._shown else ""
        _write(self._descriptor, self._encoding, start + _NEXT_LINE.join(line + _CLEAR_REST for line in lines))
        self._shown = lines

    def hide(self) -> None:
        """Clear both lines."""
        if self._shown:
            _write(self._descriptor, self._encoding, f"{_CLEAR_LINE}{_UP}{_CLEAR_LINE}")
        self._shown = None

    def close(self) -> None:
        """Clear both lines for good."""
        self.hide()
        os.close(self._descriptor)

    @property
    def _width(self) -> int:
        """Cells of the terminal as it is now; `COLUMNS` where the user says so, as for pytest itself."""
        told = self._environ.get("COLUMNS", "")
        if told.isdecimal() and int(told) > 0:
            return int(told)
        try:
            return os.get_terminal_size(self._descriptor).columns or 80
        except OSError:
            return 80


class LogLines:
    """A line every tenth of the items, and one a minute in between, later one every five: logs are read afterwards."""

    def __init__(self, descriptor: int, encoding: str = "utf-8") -> None:
        self._descriptor, self._encoding = descriptor, encoding
        self._started = self._last = time.monotonic()
        self._share = 0

    def show(self, standing: Standing) -> None:
        """Write a line where one is due."""
        share = _LOG_SHARE * standing.done // standing.total if standing.total else 0
        waited, wait = time.monotonic() - self._last, (time.monotonic() - self._started) / 10
        if share == self._share and waited < min(max(_LOG_SECONDS, wait), _LOG_SECONDS_AT_MOST):
            return
        self._share, self._last = share, time.monotonic()
        _write(self._descriptor, self._encoding, f"cookie: {standing.log_line()}{_NEXT_LINE}")

    def hide(self) -> None:
        """Whole lines are in nobody's way."""

    def close(self) -> None:
        """Nothing is left to write."""
        os.close(self._descriptor)


def display_for(
    reporter: TerminalReporter, environ: Mapping[str, str], *, is_captured: bool
) -> LiveLines | LogLines | None:
    """The display that suits where pytest writes to; None where that is no descriptor.

    `is_captured`: what tests print does not reach the terminal while they run. Where it does, nothing is redrawn.
    """
    descriptor = _copy_of(reporter)
    if descriptor is None:
        return None
    is_ci = any(environ.get(name) for name in ("CI", "BUILD_NUMBER"))
    if reporter.isatty and is_captured and not is_ci and environ.get("TERM") != "dumb":
        return LiveLines(descriptor, environ, _encoding_of(reporter))
    return LogLines(descriptor, _encoding_of(reporter))


def _copy_of(reporter: TerminalReporter) -> int | None:
    try:
        reporter.flush()
        return os.dup(reporter._tw._file.fileno())
    except (OSError, ValueError, AttributeError):  # a file in memory, or none
        return None


def _encoding_of(reporter: TerminalReporter) -> str:
    return getattr(reporter._tw._file, "encoding", None) or "utf-8"


def _write(descriptor: int, encoding: str, text: str) -> None:
    """A terminal that has gone away must not end the run, nor one that cannot show a character."""
    left = text.encode(encoding, errors="replace")
    with contextlib.suppress(OSError):
        while left:
            left = left[os.write(descriptor, left) :]
