"""The current phase of each worker, written to a file per process below the run, for the progress display only.

Uses files, because xdist forwards no custom messages while tests run. The folder exists only during a display.
"""

from __future__ import annotations

import contextlib
import os
import threading
import time
from typing import TYPE_CHECKING

import pytest
from pydantic import ValidationError

from pytest_cookie.core.errors import RecordingError
from pytest_cookie.plugin.items import find_planned_item
from pytest_cookie.records.plain_tree import read_plain
from pytest_cookie.reporting.progress import ModelCall, WorkerActivity

if TYPE_CHECKING:
    from collections.abc import Generator
    from pathlib import Path

    from pytest_cookie.core.stages import Stage
    from pytest_cookie.llm.messages.messages import Request
    from pytest_cookie.plugin.session_state import SessionState

_FOLDER = ".progress"
_LONGEST_NAME = 200  # characters of a model's id
_STAGES: dict[str, Stage] = {
    "artifact": "generate",
    "deployment": "deploy",
    "evidence": "explore",
    "verdict": "judge",
}
_OURS = "pytest_cookie.plugin.entry"


def notes_folder(run: Path) -> Path:
    """The folder of the workers' phase files."""
    return run / _FOLDER


def read_notes(folder: Path) -> tuple[WorkerActivity, ...]:
    """The current phase of every worker. Unreadable files are skipped, because the next update follows soon."""
    found = []
    for path in sorted(folder.glob("*.json")):
        with contextlib.suppress(RecordingError, ValidationError):
            found.append(WorkerActivity.model_validate_json(read_plain(path)))
    return tuple(found)


def forget(folder: Path, worker: str) -> None:
    """Delete the file of a worker that has ended."""
    with contextlib.suppress(OSError):
        (folder / f"{worker}.json").unlink(missing_ok=True)


class Phases:
    """Hooks in the process that runs items: write a phase file when an item or one of its phases starts."""

    def __init__(self, state: SessionState) -> None:
        self._state = state
        self._worker = os.environ.get("PYTEST_XDIST_WORKER", "main")
        self._item, self._since = "", 0.0
        self._stage: Stage | None = None
        self._waits, self._phase_since = False, 0.0
        self._calls: list[ModelCall] = []
        self._lock = threading.Lock()
        state.on_wait = self._wait
        state.on_call = self._call

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        planned = find_planned_item(item, self._state)
        if planned is not None:
            self._item, self._since = f"{planned.key.case} · {planned.key.model}", time.time()
            self._write(None)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_teardown(self) -> Generator[None, object, object]:
        try:
            return (yield)
        finally:
            forget(self._folder, self._worker)

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(
        self, fixturedef: pytest.FixtureDef[object], request: pytest.FixtureRequest
    ) -> Generator[None, object, object]:
        stage = _STAGES.get(fixturedef.argname)
        if stage is not None and fixturedef.func.__module__ == _OURS:
            self._write(stage)
        return (yield)

    def _wait(self, waits: bool) -> None:
        self._write(self._stage, waits=waits)

    def _call(self, request: Request, begins: bool) -> None:
        """A model call begins or ends, in any thread of the item: several judges may be asked at once."""
        with self._lock:
            if begins:
                self._calls.append(ModelCall(model=request.model[:_LONGEST_NAME], since=time.time()))
            else:
                ended = next((call for call in self._calls if call.model == request.model[:_LONGEST_NAME]), None)
                self._calls = [call for call in self._calls if call is not ended]
            self._write_note()

    def _write(self, stage: Stage | None, *, waits: bool = False) -> None:
        with self._lock:
            self._stage, self._waits, self._phase_since = stage, waits, time.time()
            self._write_note()

    def _write_note(self) -> None:
        """Write the phase file. Errors are ignored here: a full disk is reported by the files that matter."""
        folder = self._folder
        if not folder.is_dir():
            return
        note = WorkerActivity(
            item=self._item[:500],
            phase=self._stage,
            since=self._since,
            phase_since=self._phase_since,
            waits=self._waits,
            call=next(iter(self._calls), None),
        )
        with contextlib.suppress(OSError):
            part = folder / f"{self._worker}.part"
            part.write_text(note.model_dump_json(), encoding="utf-8", errors="replace")
            part.replace(folder / f"{self._worker}.json")

    @property
    def _folder(self) -> Path:
        return notes_folder(self._state.run_path)
