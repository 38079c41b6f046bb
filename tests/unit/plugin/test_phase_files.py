"""Phase files of workers are read, whatever else is in their folder."""

import time
from pathlib import Path

from pytest_cookie.plugin.phase_files import forget, notes_folder, read_notes
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
