"""`records.jsonl` is read line by line, whatever the pages have put into the lines."""

import json
import os
import socket
from pathlib import Path

import psutil
import pytest

from pytest_cookie.core.errors import RecordingError
from pytest_cookie.core.record import INTERRUPTED, SCHEMA_VERSION, Cause
from pytest_cookie.records.lock import Tenant
from pytest_cookie.records.lock_holder import LockHolder, _birth
from pytest_cookie.records.run import RunFolder
from pytest_cookie.records.run_paths import LOCK_FILE
from pytest_cookie.reporting.failures import source_of
from tests.synthetic_run import make_manifest, make_record


def _run_of(folder: Path, *lines: bytes) -> RunFolder:
    (folder / "manifest.json").write_text(make_manifest().model_dump_json(), encoding="utf-8")
    (folder / "records.jsonl").write_bytes(b"".join(line + b"\n" for line in lines))
    return RunFolder.open(folder)


def test_line_separators_inside_of_a_brief_end_no_line(tmp_path: Path) -> None:
    record = make_record(brief="a\u2028b\u2029c\x85d\x0ce\x1cf")
    run = _run_of(tmp_path, record.model_dump_json().encode())
    assert run.records() == (record,)
    assert run.problems() == ()


def test_a_line_that_is_no_utf_8_is_named_and_the_others_are_read(tmp_path: Path) -> None:
    record = make_record()
    run = _run_of(tmp_path, b'{"case": "\xff"}', record.model_dump_json().encode())
    assert run.records() == (record,)
    assert [problem.split(": ")[0] for problem in run.problems()] == ["records.jsonl:1"]


@pytest.mark.parametrize(
    "changes", [{}, {"outcome": "retracted"}, {"new_field": 1}], ids=["readable", "changed", "new"]
)
def test_a_record_of_another_version_is_named_as_that_and_counts_nowhere(
    tmp_path: Path, changes: dict[str, object]
) -> None:
    record = make_record()
    newer = json.loads(record.model_dump_json()) | {"schema_version": 7} | changes
    run = _run_of(tmp_path, json.dumps(newer).encode(), record.model_dump_json().encode())
    assert run.records() == (record,)
    problem = f"schema version 7, written by another version of pytest-cookie; this one supports {SCHEMA_VERSION}: "
    problem += "if that version is newer, install it and create the report again; if it is older, read the file with it"
    assert run.problems() == (f"records.jsonl:1: {problem}",)


def test_the_record_of_an_older_version_is_for_the_older_program(tmp_path: Path) -> None:
    older = json.loads(make_record().model_dump_json()) | {"schema_version": 0}
    (problem,) = _run_of(tmp_path, json.dumps(older).encode()).problems()
    assert problem.endswith(f"supports {SCHEMA_VERSION}: read the file with the version that wrote it")


def test_a_manifest_of_another_version_is_named_as_that(tmp_path: Path) -> None:
    run = _run_of(tmp_path)
    (tmp_path / "manifest.json").write_text('{"schema_version": 7, "runs": []}', encoding="utf-8")
    with pytest.raises(
        RecordingError, match=rf"manifest\.json has schema version 7, written by .* supports {SCHEMA_VERSION}"
    ):
        _ = run.manifest


@pytest.mark.parametrize("line", [b"[" * 100_000, b'{"schema_version": "7"}', b"[7]", b'{"schema_version": 1e999}'])
def test_what_has_no_version_is_no_record(tmp_path: Path, line: bytes) -> None:
    (problem,) = _run_of(tmp_path, line).problems()
    assert problem.startswith("records.jsonl:1: not a record: ")


def test_an_item_that_is_not_done_is_running_while_another_process_has_the_run(
    tmp_path: Path, subtests: pytest.Subtests
) -> None:
    parent = LockHolder(socket.gethostname(), os.getppid(), _birth_of(os.getppid()))
    rows = (
        ("its process is alive", parent, "running"),
        ("it is on another machine", LockHolder("elsewhere", 1, 1.0), "running"),
        ("it has exited", LockHolder(parent.host, parent.process, parent.born - 1), "interrupted"),
        ("it is this process, which reports at its end", LockHolder.this(), "interrupted"),
        ("nobody has the run", None, "interrupted"),
    )
    interrupted = Cause(stage="worker", kind=INTERRUPTED, message="the run ended before this item did")
    broken = Cause(stage="deploy", kind="BuildError", message="no")
    done = make_record()
    for name, holder, kind in rows:
        with subtests.test(name):
            records = [make_record(outcome="unscored", cause=cause, folder=f"items/c/m/html/{number}")
                       for number, cause in enumerate((interrupted, broken), start=2)]  # fmt: skip
            run = _run_of(tmp_path, *(record.model_dump_json().encode() for record in (done, *records)))
            if holder:
                tenant = Tenant(host=holder.host, process=holder.process, born=holder.born, since="2026-01-31")
                (tmp_path / LOCK_FILE).write_text(tenant.model_dump_json())
            else:
                (tmp_path / LOCK_FILE).unlink()
            read = run.records()
            causes = [record.cause for record in read]
            assert [cause and cause.kind for cause in causes] == [None, kind, "BuildError"]
            assert causes[1] is not None
            assert causes[1].is_of_the_run
            assert ("killed" in causes[1].message, causes[1].is_running) == (False, kind == "running")
            assert source_of(read[1]) == ("run", kind)


def _birth_of(process: int) -> float:
    """As a lock names it."""
    return _birth(psutil.Process(process))
