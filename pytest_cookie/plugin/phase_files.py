"""Which phase a worker is in: each process says so in a file of its own below the run, for the progress lines alone.

Files, because xdist hands on no messages of ours while tests run. The folder is there only while somebody looks.
"""

from __future__ import annotations

import contextlib
import os
import time
from typing import TYPE_CHECKING

import pytest
from pydantic import ValidationError

from pytest_cookie.plugin.items import planned_of
from pytest_cookie.reporting.progress import Doing

if TYPE_CHECKING:
    from collections.abc import Generator
    from pathlib import Path

    from pytest_cookie.core.stages import Stage
    from pytest_cookie.plugin.session_state import SessionState

_FOLDER = ".progress"
_STAGES: dict[str, Stage] = {
    "artifact": "generate",
    "deployment": "deploy",
    "evidence": "explore",
    "verdict": "judge",
}
_OURS = "pytest_cookie.plugin.entry"


def notes_folder(run: Path) -> Path:
    """Where the processes of a run leave their notes."""
    return run / _FOLDER


def read_notes(folder: Path) -> tuple[Doing, ...]:
    """What every worker is at. A note that cannot be read is left out: the next one comes soon."""
    found = []
    for path in sorted(folder.glob("*.json")):
        with contextlib.suppress(OSError, ValidationError):
            found.append(Doing.model_validate_json(path.read_bytes()))
    return tuple(found)


def forget(folder: Path, worker: str) -> None:
    """A worker that is gone does nothing any more."""
    with contextlib.suppress(OSError):
        (folder / f"{worker}.json").unlink(missing_ok=True)


class Phases:
    """Hooks in the process that runs items: a note at the start of an item and of each of its phases."""

    def __init__(self, state: SessionState) -> None:
        self._state = state
        self._worker = os.environ.get("PYTEST_XDIST_WORKER", "main")
        self._item, self._since = "", 0.0
        self._stage: Stage | None = None
        state.on_wait = self._wait

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        planned = planned_of(item, self._state)
        if planned is not None:
            self._item, self._since = f"{planned.key.case} · {planned.key.model}", time.time()
            self._tell(None)

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
            self._tell(stage)
        return (yield)

    def _wait(self, waits: bool) -> None:
        self._tell(self._stage, waits=waits)

    def _tell(self, stage: Stage | None, *, waits: bool = False) -> None:
        """Nothing of it may end an item: a full disk is told where it matters."""
        self._stage = stage
        folder = self._folder
        if not folder.is_dir():
            return
        note = Doing(item=self._item[:500], phase=stage, since=self._since, phase_since=time.time(), waits=waits)
        with contextlib.suppress(OSError):
            part = folder / f"{self._worker}.part"
            part.write_text(note.model_dump_json(), encoding="utf-8", errors="replace")
            part.replace(folder / f"{self._worker}.json")

    @property
    def _folder(self) -> Path:
        return notes_folder(self._state.run_path)
