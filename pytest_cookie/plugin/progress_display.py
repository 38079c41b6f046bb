"""Progress output: two lines redrawn in place on a terminal, or occasional lines in a log.

Both write to a copy of the terminal's descriptor: while a test runs in this process, pytest redirects standard output
to a file, and progress must not appear in the test's captured output.
"""

from __future__ import annotations

import contextlib
import os
import time
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping

    from _pytest.terminal import TerminalReporter

    from pytest_cookie.reporting.progress import RunProgress

_LOG_SECONDS = 60.0
_LOG_SECONDS_AT_MOST = 300.0
_LOG_SHARE = 10
_NEXT_LINE, _UP, _CLEAR_LINE, _CLEAR_REST = "\n", "\x1b[1A", "\r\x1b[2K", "\x1b[K"


class Display(Protocol):
    """A progress display. All calls are made under one lock."""

    def show(self, standing: RunProgress) -> None:
        """Show the progress, immediately or when due."""

    def hide(self) -> None:
        """Leave the cursor ready for other output."""

    def close(self) -> None:
        """Close the display."""


class LiveLines:
    """Two lines in place. `show` expects the cursor at the start of a line if the lines are hidden."""

    def __init__(self, descriptor: int, environ: Mapping[str, str], encoding: str = "utf-8") -> None:
        self._descriptor, self._environ, self._encoding = descriptor, environ, encoding
        self._shown: tuple[str, str] | None = None

    def show(self, standing: RunProgress) -> None:
        """Redraw changed lines."""
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
        """Clear both lines and close the descriptor."""
        self.hide()
        os.close(self._descriptor)

    @property
    def _width(self) -> int:
        """Current width of the terminal in cells; `COLUMNS` overrides it, as in pytest."""
        columns = self._environ.get("COLUMNS", "")
        if columns.isdecimal() and int(columns) > 0:
            return int(columns)
        try:
            return os.get_terminal_size(self._descriptor).columns or 80
        except OSError:
            return 80


class LogLines:
    """One line per tenth of the items, and one every minute, later every five minutes."""

    def __init__(self, descriptor: int, encoding: str = "utf-8") -> None:
        self._descriptor, self._encoding = descriptor, encoding
        self._started = self._last = time.monotonic()
        self._share = 0
        self._line = ""

    def show(self, standing: RunProgress) -> None:
        """Write a line if one is due."""
        share = _LOG_SHARE * standing.done // standing.total if standing.total else 0
        waited, wait = time.monotonic() - self._last, (time.monotonic() - self._started) / 10
        if share == self._share and waited < min(max(_LOG_SECONDS, wait), _LOG_SECONDS_AT_MOST):
            return
        self._share, self._last = share, time.monotonic()
        line = standing.log_line()
        if line != self._line:  # the same again says nothing
            _write(self._descriptor, self._encoding, f"cookie: {line}{_NEXT_LINE}")
        self._line = line

    def hide(self) -> None:
        """Do nothing: whole lines need no hiding."""

    def close(self) -> None:
        """Close the descriptor."""
        os.close(self._descriptor)


def display_for(
    reporter: TerminalReporter, environ: Mapping[str, str], *, is_captured: bool
) -> LiveLines | LogLines | None:
    """The display for pytest's output; None if that is not a descriptor.

    `is_captured`: output of tests does not reach the terminal while they run. Otherwise lines are not redrawn.
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
    except (OSError, ValueError, AttributeError):  # in memory, or closed
        return None


def _encoding_of(reporter: TerminalReporter) -> str:
    return getattr(reporter._tw._file, "encoding", None) or "utf-8"


def _write(descriptor: int, encoding: str, text: str) -> None:
    """Write all of `text`. A closed terminal or an unencodable character must not end the run."""
    left = text.encode(encoding, errors="replace")
    with contextlib.suppress(OSError):
        while left:
            left = left[os.write(descriptor, left) :]
