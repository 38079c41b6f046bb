"""Phase files of workers are read, whatever else is in their folder."""

import time
from pathlib import Path
from types import SimpleNamespace
from typing import cast

from pytest_cookie.llm.messages.messages import Request
from pytest_cookie.plugin.phase_files import Phases, forget, notes_folder, read_notes
from pytest_cookie.plugin.session_state import SessionState
from pytest_cookie.reporting.progress import WorkerActivity


def test_notes_of_all_workers_are_read_and_other_files_ignored(tmp_path: Path) -> None:
    folder = notes_folder(tmp_path)
    assert read_notes(folder) == ()
    folder.mkdir()
    note = WorkerActivity(item="case · model", phase="judge", since=time.time(), phase_since=time.time())
    (folder / "gw0.json").write_text(note.model_dump_json())
    (folder / "gw1.json").write_text('{"item": "' + "x" * 600)
    (folder / "gw2.json").write_text('{"item": "a", "phase": "dance", "since": 1, "phase_since": 1}')
    (folder / "gw3.part").write_text(note.model_dump_json())
    assert read_notes(folder) == (note,)
    forget(folder, "gw0")
    forget(folder, "gw0")
    assert read_notes(folder) == ()


def test_the_oldest_model_call_of_several_threads_is_noted(tmp_path: Path) -> None:
    state = SimpleNamespace(run_path=tmp_path)
    Phases(cast(SessionState, state))
    notes_folder(tmp_path).mkdir()
    first, second = (Request(model=f"openai/{name}", messages=(), purpose="judge") for name in "ab")
    noted = []
    for request, begins in ((first, True), (second, True), (first, False), (second, False)):
        state.on_call(request, begins)
        (note,) = read_notes(notes_folder(tmp_path))
        noted.append(note.call and note.call.model)
    assert noted == ["openai/a", "openai/a", "openai/b", None]
