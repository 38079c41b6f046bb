"""`ProcessEnding`: how a page's process or the browser ended, and whether the page can have done it.

A crash may be the page's doing. Whoever was killed, stopped, or left without room for its memory was so from outside:
by a person, the system's own guard of memory, a full disk.
"""

import os
import shlex
import signal
import sys
from dataclasses import dataclass
from pathlib import Path

from pydantic import JsonValue

_BY_ITSELF = frozenset({"SIGILL", "SIGTRAP", "SIGABRT", "SIGFPE", "SIGSEGV"})
"""Signals by which a process ends itself. SIGBUS is none of them: no room is left for memory that lies in a file."""
_SHELL_ADDS = 128


@dataclass(frozen=True)
class ProcessEnding:
    """`what` happened, to follow "the browser" or "the page's process"; `is_own` where the page can have done it."""

    what: str
    is_own: bool


UNKNOWN = ProcessEnding("died", is_own=False)
STOPPED = ProcessEnding("was stopped from outside", is_own=False)
SILENT = ProcessEnding("does not answer", is_own=True)
CRAMPED = ProcessEnding("had no room for its temporary files", is_own=False)
CLOSED = ProcessEnding("closed itself", is_own=True)
OVERUSE = ProcessEnding("took more than it may", is_own=True)


def of_target(crash: dict[str, JsonValue]) -> ProcessEnding:
    """From what Chromium tells of a page's process that ended (`Target.targetCrashed`)."""
    code = crash.get("errorCode")
    name = _signal_name(code) if isinstance(code, int) else ""
    if crash.get("status") == "killed" or name == "SIGBUS":
        return ProcessEnding(f"was ended from outside ({name or code})", is_own=False)
    return ProcessEnding(f"crashed ({name or crash.get('status')})", is_own=True)


def of_browser(status: int | None) -> ProcessEnding:
    """From the browser's exit status as a shell has it; None where it is not known."""
    if status is None or status <= _SHELL_ADDS:
        return UNKNOWN if not status else ProcessEnding(f"ended with status {status}", is_own=False)
    name = _signal_name(status - _SHELL_ADDS)
    return ProcessEnding(
        f"{'crashed' if name in _BY_ITSELF else 'was ended from outside'} ({name})", name in _BY_ITSELF
    )


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


class ExitStatus:
    """Lets a browser be started so that its exit status is known, which its driver keeps to itself."""

    def __init__(self, folder: Path) -> None:
        self._script = folder / "start"
        self._told = folder / "status"

    def watched(self, executable: Path) -> Path:
        """What to start instead of `executable`; itself where no script can be started from the folder."""
        if sys.platform == "win32":
            return executable
        told = shlex.quote(str(self._told))
        script = f'#!/bin/sh\n{shlex.quote(str(executable))} "$@"\necho $? > {told}.new && mv {told}.new {told}\n'
        self._script.write_text(script, encoding="utf-8")
        self._script.chmod(0o700)
        may_start = os.access(self._script, os.X_OK)  # not where the folder's disk is mounted with `noexec`
        return self._script if may_start else executable

    @property
    def ending(self) -> ProcessEnding | None:
        """None as long as nothing is known."""
        try:
            return of_browser(int(self._told.read_text()))
        except (OSError, ValueError):
            return None
