"""`ProcessEnding`: how a page's process or the browser ended, and whether the page can be the cause.

A page can cause a crash. A process that was killed, stopped, or out of space for its memory was ended from outside: by
a person, the system's out-of-memory killer, a full disk.
"""

import os
import shlex
import signal
import sys
from dataclasses import dataclass
from pathlib import Path

from pydantic import JsonValue

from pytest_cookie.records.plain_tree import read_bounded

_CRASH_SIGNALS = frozenset({"SIGILL", "SIGTRAP", "SIGABRT", "SIGFPE", "SIGSEGV"})
"""Signals of a process that crashes itself. SIGBUS is not among them: it means no space for memory backed by a file."""
_SHELL_SIGNAL_OFFSET = 128


@dataclass(frozen=True)
class ProcessEnding:
    """`what` completes "the browser …" or "the page's process …"; `may_be_page_fault`: whether the page can be the
    cause."""

    what: str
    may_be_page_fault: bool


UNKNOWN = ProcessEnding("died", may_be_page_fault=False)
STOPPED = ProcessEnding("was stopped from outside", may_be_page_fault=False)
UNRESPONSIVE = ProcessEnding("does not answer", may_be_page_fault=True)
DISK_FULL = ProcessEnding("had no room for its temporary files", may_be_page_fault=False)
CLOSED = ProcessEnding("closed itself", may_be_page_fault=True)
OVERUSE = ProcessEnding("exceeded its resource limits", may_be_page_fault=True)


def parse_target_crash(crash: dict[str, JsonValue]) -> ProcessEnding:
    """Read how a page's process ended from Chromium's `Target.targetCrashed` event."""
    code = crash.get("errorCode")
    name = _signal_name(code) if isinstance(code, int) else ""
    if crash.get("status") == "killed" or name == "SIGBUS":
        return ProcessEnding(f"was ended from outside ({name or code})", may_be_page_fault=False)
    return ProcessEnding(f"crashed ({name or crash.get('status')})", may_be_page_fault=True)


def parse_exit_status(status: int | None) -> ProcessEnding:
    """Read how the browser ended from its exit status in shell convention; None if unknown."""
    if status is None or status <= _SHELL_SIGNAL_OFFSET:
        return UNKNOWN if not status else ProcessEnding(f"ended with status {status}", may_be_page_fault=False)
    name = _signal_name(status - _SHELL_SIGNAL_OFFSET)
    return ProcessEnding(
        f"{'crashed' if name in _CRASH_SIGNALS else 'was ended from outside'} ({name})", name in _CRASH_SIGNALS
    )


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


class ExitStatus:
    """Starts the browser through a script that records its exit status, which the driver does not report."""

    def __init__(self, folder: Path) -> None:
        self._script = folder / "start"
        self._status_file = folder / "status"

    def wrap(self, executable: Path) -> Path:
        """Write the script to start instead of `executable`; returns `executable` if scripts cannot run from the
        folder."""
        if sys.platform == "win32":
            return executable
        status = shlex.quote(str(self._status_file))
        script = f'#!/bin/sh\n{shlex.quote(str(executable))} "$@"\necho $? > {status}.new && mv {status}.new {status}\n'
        self._script.write_text(script, encoding="utf-8")
        self._script.chmod(0o700)
        may_start = os.access(self._script, os.X_OK)  # false if the folder is mounted with `noexec`
        return self._script if may_start else executable

    @property
    def ending(self) -> ProcessEnding | None:
        """How the browser ended; None while unknown."""
        try:
            return parse_exit_status(int(read_bounded(self._status_file)))
        except (OSError, ValueError):
            return None
