"""`pytest-cookie report` of runs on disks that cannot be written."""

import errno
import tempfile
from pathlib import Path

import pytest

from pytest_cookie.cli import main
from tests.sharded_run import KEYS, record, write_run


@pytest.fixture
def run(tmp_path: Path) -> Path:
    return write_run(tmp_path / "run", map(record, KEYS))


def _times(folder: Path) -> dict[str, int]:
    return {str(path): path.stat().st_mtime_ns for path in folder.rglob("*") if path.is_file()}


def _make_read_only(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(**_given: object) -> None:
        raise OSError(errno.EROFS, "Read-only file system")

    monkeypatch.setattr(tempfile, "mkstemp", refuse)


def test_a_report_that_is_up_to_date_is_not_written_again(run: Path, monkeypatch, capsys):
    assert main(["report", str(run)]) == 0
    before = _times(run)
    first = capsys.readouterr().out
    _make_read_only(monkeypatch)
    assert main(["report", str(run)]) == 0
    assert capsys.readouterr().out == first
    assert _times(run) == before


def test_a_run_that_cannot_be_written_still_prints_its_tables_and_what_to_do(run: Path, monkeypatch, capsys, subtests):
    assert main(["report", str(run)]) == 0
    table = capsys.readouterr().out.partition("report: ")[0]
    for name in ("records.jsonl", "summary.json", "index.html"):
        with subtests.test(name):
            (run / name).write_text("outdated")
            with monkeypatch.context() as patch:
                _make_read_only(patch)
                assert main(["report", str(run)]) == 2
            output = capsys.readouterr()
            assert table.startswith(output.out.strip())
            assert "judge measured" in output.out
            assert f"cannot write {run / name}: Read-only file system. Copy the run folder" in output.err
            assert main(["report", str(run)]) == 0
            assert capsys.readouterr().out.partition("report: ")[0] == table
