"""A disk that is full or read-only: the item is unscored, its record gives the reason, and the next item runs."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from pytest_cookie.core.case import Case
from pytest_cookie.core.deployment import Deployment
from pytest_cookie.core.errors import RecordingError
from pytest_cookie.core.evidence import Evidence
from pytest_cookie.records.run import RunFolder
from tests.disks import fill, read_only, small_disk
from tests.synthetic_run import make_manifest
from tests.unit.protocols.one_page import OnePage, pipeline, walk

FULL = "No space left on device"


class Verbose(OnePage):
    """Its evidence takes `size` bytes."""

    size = 10_000_000

    def explore(
        self, case: Case, deployment: Deployment, folder: Path, *, source: Path | None = None, repeat: int = 1
    ) -> Evidence:
        folder.mkdir(parents=True)
        (folder / "film.mp4").write_bytes(b"x" * self.size)
        return super().explore(case, deployment, folder, source=source, repeat=repeat)


@pytest.fixture
def run(tmp_path: Path) -> Iterator[RunFolder]:
    with small_disk(tmp_path / "disk", megabytes=2) as disk:
        run = RunFolder.create(disk / "run")
        run.write_manifest(make_manifest())
        yield run


def stored(run: RunFolder, repeat: int = 1) -> dict:
    return json.loads((run.path / f"items/one/ready/html/{repeat}/record.json").read_text())


def leftovers(run: RunFolder) -> list[Path]:
    return list(run.path.rglob(".*.part"))


def test_evidence_that_does_not_fit_is_deleted_and_the_record_gives_the_reason(run: RunFolder):
    with pytest.raises(RecordingError, match=FULL):
        walk(pipeline(run, Verbose()))
    record = stored(run)
    assert (record["outcome"], record["cause"]["stage"]) == ("unscored", "explore")
    assert FULL in record["cause"]["message"]
    assert not (run.path / "items/one/ready/html/1/evidence").exists()
    assert leftovers(run) == []
    walk(pipeline(run, OnePage(), 2))
    assert stored(run, 2)["outcome"] == "scored"


def test_the_record_is_updated_in_place_on_a_full_disk(run: RunFolder):
    item = pipeline(run, OnePage())
    artifact = item.generate()
    with item.deploy(artifact) as deployment:
        evidence = item.explore(artifact, deployment)
    filler = fill(run.path)
    with pytest.raises(RecordingError, match=FULL):
        item.judge(artifact, evidence)
    record = stored(run)
    assert (record["outcome"], record["cause"]["stage"]) == ("unscored", "judge")
    assert record["scores"] == {"functionality": None, "aesthetics": None, "total": None}
    assert FULL in record["cause"]["message"]
    assert leftovers(run) == []
    filler.unlink()
    again = pipeline(run, OnePage(), retry_errors=True)
    assert walk(again).scores["total"] == 70
    assert stored(run)["outcome"] == "scored"


def test_an_item_does_not_begin_without_room_for_its_first_record(run: RunFolder):
    fill(run.path).rename(run.path / "another's")
    (run.path / "cases.yaml").touch()
    with pytest.raises((RecordingError, OSError)):
        pipeline(run, OnePage(), 2)
    assert leftovers(run) == []


def test_a_read_only_disk_keeps_the_record_unchanged(run: RunFolder):
    item = pipeline(run, OnePage())
    artifact = item.generate()
    before = stored(run)
    with read_only(run.path), pytest.raises(RecordingError, match="Read-only file system"), item.deploy(artifact):
        pass
    assert stored(run) == before
    assert before["cause"]["kind"] == "interrupted"


# --- on any system ---


@pytest.fixture
def plain_run(tmp_path: Path) -> RunFolder:
    run = RunFolder.create(tmp_path / "run")
    run.write_manifest(make_manifest())
    return run


def test_a_file_that_may_not_grow_is_named(plain_run: RunFolder):
    resource = pytest.importorskip("resource", reason="limits of POSIX")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1_000_000, before[1]))
    try:
        with pytest.raises(RecordingError, match="File too large"):
            walk(pipeline(plain_run, Verbose()))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert stored(plain_run)["cause"]["kind"] == "RecordingError"


def test_a_file_in_place_of_an_items_folder_is_named_and_the_next_item_runs(plain_run: RunFolder):
    (plain_run.path / "items/one/ready/html").mkdir(parents=True)
    (plain_run.path / "items/one/ready/html/1").write_text("in the way")
    with pytest.raises(RecordingError, match=r"cannot write .*1/case\.json: File exists"):
        pipeline(plain_run, OnePage())
    walk(pipeline(plain_run, OnePage(), 2))
    assert [record.outcome for record in plain_run.collect()[0]] == ["scored"]


def test_a_file_in_place_of_the_evidence_is_replaced(plain_run: RunFolder):
    item = pipeline(plain_run, OnePage())
    (item.place.item.evidence).write_text("in the way")
    assert walk(item).scores["total"] == 70


@pytest.mark.parametrize(
    ("stage", "phase"), [("generate", "generate"), ("explore", "deploy or explore"), ("judge", "judge")]
)
def test_a_record_names_the_phase_in_which_its_worker_ended(plain_run: RunFolder, stage: str, phase: str):
    with pytest.raises(KeyboardInterrupt):
        walk(pipeline(plain_run, OnePage(break_in={stage: KeyboardInterrupt()})))
    record = stored(plain_run)
    assert record["cause"]["kind"] == "interrupted"
    assert record["cause"]["message"].startswith(f"the run ended before this item did, in {phase}: ")
