"""Commands on a run whose disk is full: each says so in a line, changes no record, and works when there is room."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pytest_cookie.cli import main
from tests.disks import fill, small_disk
from tests.sharded_run import write_shards
from tests.synthetic_run import write_synthetic_run


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    with small_disk(tmp_path / "disk", megabytes=8) as disk:
        yield disk


def test_a_full_disk_is_told_and_harms_nothing(disk: Path, capsys: pytest.CaptureFixture[str], subtests):
    run = write_synthetic_run(disk / "run")
    shards = [str(path) for path in write_shards(disk, 2)]
    records = (run / "records.jsonl").read_bytes()
    files = {path for path in disk.rglob("*") if path.is_file()}
    commands = {
        "report": ["report", str(run)],
        "judge": ["judge", str(run)],
        "export": ["export", str(run), "--output", str(disk / "table.csv")],
        "merge": ["merge", str(disk / "merged"), *shards],
    }
    filler = fill(disk)
    for name, command in commands.items():
        with subtests.test(name):
            assert main(command) == 2
            told = capsys.readouterr().err
            assert "No space left on device" in told
            assert len(told.strip().splitlines()) == 1
            assert (run / "records.jsonl").read_bytes() == records
            left = {path for path in disk.rglob("*") if path.is_file() and path.stat().st_size}
            assert left <= files | {filler}
    filler.unlink()
    for name in ("report", "export", "merge"):
        with subtests.test(name, room="again"):
            assert main(commands[name]) == 0
