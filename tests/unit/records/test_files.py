import datetime
import os
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest

from pytest_cookie.core.errors import RecordingError, UsageError
from pytest_cookie.core.record import Record
from pytest_cookie.records.files import (
    clear_parts,
    flush_tree,
    read_model,
    write_bytes,
    write_first_model,
    write_model,
    write_text,
)
from pytest_cookie.records.run import RunFolder, claim_run_path, new_run_path
from tests.synthetic_run import make_manifest, make_record

NOON = datetime.datetime(2026, 1, 31, 12)


def test_what_is_written_is_whole_and_nothing_else_is_left(tmp_path: Path):
    write_bytes(tmp_path / "deep" / "file.json", b"one")
    write_bytes(tmp_path / "deep" / "file.json", b"two")
    assert [path.name for path in (tmp_path / "deep").iterdir()] == ["file.json"]
    assert (tmp_path / "deep" / "file.json").read_bytes() == b"two"


def _path_of(handle: int) -> Path:
    return Path(f"/proc/self/fd/{handle}").readlink()


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="only Linux lists the open files")
def test_content_is_flushed_before_its_name_and_the_names_after_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    done: list[str] = []
    flush, rename = os.fsync, Path.replace

    def flushed(handle: int) -> None:
        done.append(_path_of(handle).relative_to(tmp_path).as_posix())
        flush(handle)

    def renamed(path: Path, target: Path) -> Path:
        done.append(f"→ {target.name}")
        return rename(path, target)

    monkeypatch.setattr(os, "fsync", flushed)
    monkeypatch.setattr(Path, "replace", renamed)
    write_bytes(tmp_path / "deep" / "er" / "file.json", b"one")
    made, (content, *named) = done[:2], done[2:]
    assert made == [".", "deep"], "the folders themselves have names, too"
    assert content.startswith("deep/er/.file.json.")
    assert named == ["→ file.json", "deep/er"]
    done.clear()
    write_bytes(tmp_path / "deep" / "er" / "derived.json", b"one", durable=False)
    assert done == ["→ derived.json"]


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="only Linux lists the open files")
def test_what_others_wrote_is_flushed_with_its_folders_and_no_link_is_followed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    (tmp_path / "tree" / "a").mkdir(parents=True)
    (tmp_path / "tree" / "a" / "b.png").write_bytes(b"x")
    (tmp_path / "tree" / "link").symlink_to(tmp_path / "outside")
    (tmp_path / "outside").touch()
    done: list[str] = []
    monkeypatch.setattr(os, "fsync", lambda handle: done.append(_path_of(handle).name))
    flush_tree(tmp_path / "tree")
    assert done == ["b.png", "a", "tree"]


def test_temporary_files_of_killed_writers_are_removed_and_nothing_else(tmp_path: Path):
    for name in (".file.json.ab12.part", "a.part", ".part-time", ".hidden"):
        (tmp_path / name).touch()
    clear_parts(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == [".hidden", ".part-time", "a.part"]
    clear_parts(tmp_path / "nowhere")


def test_a_folder_in_the_way_is_named_and_no_part_is_left(tmp_path: Path):
    (tmp_path / "file.json").mkdir()
    (tmp_path / "file.json" / "x").touch()
    with pytest.raises(RecordingError, match=r"cannot write .*file\.json"):
        write_bytes(tmp_path / "file.json", b"one")
    assert [path.name for path in tmp_path.iterdir()] == ["file.json"]


def test_a_file_in_the_place_of_a_folder_is_named(tmp_path: Path):
    (tmp_path / "folder").touch()
    with pytest.raises(RecordingError, match="cannot write"):
        write_bytes(tmp_path / "folder" / "file.json", b"one")


def test_what_is_there_first_stays_where_that_is_wanted(tmp_path: Path):
    first, second = make_record(), make_record("hostile-strings")
    assert write_first_model(tmp_path / "record.json", first)
    assert not write_first_model(tmp_path / "record.json", second)
    assert read_model(tmp_path / "record.json", Record) == first
    assert [path.name for path in tmp_path.iterdir()] == ["record.json"]


def test_text_that_no_encoding_knows_is_replaced(tmp_path: Path):
    write_text(tmp_path / "a.txt", "a\ud800b")
    assert (tmp_path / "a.txt").read_text() == "a?b"


def test_nouns_come_back_as_they_went(tmp_path: Path):
    record = make_record()
    write_model(tmp_path / "record.json", record)
    assert read_model(tmp_path / "record.json", Record) == record


@pytest.mark.parametrize("content", ["", "{", "[]", '{"case": 3}'])
def test_what_is_no_noun_is_named_with_its_path(tmp_path: Path, content: str):
    (tmp_path / "record.json").write_text(content)
    with pytest.raises(RecordingError, match=r"record\.json is not a valid Record"):
        read_model(tmp_path / "record.json", Record)


def test_records_are_collected_in_suite_order_and_broken_ones_named(tmp_path: Path):
    run = RunFolder.create(tmp_path / "run")
    run.write_manifest(make_manifest().model_copy(update={"cases": {"b": "1", "a": "2"}, "models": ("m2", "m1")}))
    for case, model in (("a", "m1"), ("a", "m2"), ("b", "m1"), ("b", "m2")):
        folder = f"items/{case}/{model}/html/1"
        run.item(folder).write_record(make_record().model_copy(update={"case": case, "model": model, "folder": folder}))
    broken = run.item("items/c/m1/html/1").path
    broken.mkdir(parents=True)
    (broken / "record.json").write_text("{")
    records, problems = run.collect()
    assert [(record.case, record.model) for record in records] == [("b", "m2"), ("b", "m1"), ("a", "m2"), ("a", "m1")]
    assert len(problems) == 1
    assert "items/c/m1/html/1/record.json" in problems[0]
    assert run.records() == records


def test_an_item_outside_of_the_run_is_refused(tmp_path: Path):
    run = RunFolder.create(tmp_path / "run")
    with pytest.raises(RecordingError, match="is not an item folder"):
        run.item("../elsewhere")


def test_a_run_is_not_written_over_and_none_is_said_to_be_none(tmp_path: Path):
    RunFolder.create(tmp_path / "run").write_manifest(make_manifest())
    with pytest.raises(UsageError, match="already holds a run"):
        RunFolder.create(tmp_path / "run")
    with pytest.raises(UsageError, match="not a run folder"):
        RunFolder.open(tmp_path / "nowhere")


def test_a_plan_has_every_item_that_was_ever_selected_and_its_number(tmp_path: Path):
    run = RunFolder.create(tmp_path / "run")
    run.write_manifest(make_manifest().model_copy(update={"planned": None}))
    assert run.planned() is None
    assert run.plan(["items/b", "items/a"]) == 2
    assert run.plan(["items/a", "items/c"]) == 3
    assert run.planned() == {"items/a", "items/b", "items/c"}
    assert run.manifest.planned == 3
    assert (run.path / "planned.txt").read_text() == "items/a\nitems/b\nitems/c\n"


def test_what_a_killed_session_left_of_its_own_is_tidied(tmp_path: Path):
    run = RunFolder.create(tmp_path / "run")
    run.write_manifest(make_manifest())
    (run.path / ".progress").mkdir()
    (run.path / ".progress" / "gw0.json").touch()
    (run.path / ".records.jsonl.x.part").touch()
    run.tidy()
    assert sorted(path.name for path in run.path.iterdir()) == ["items", "manifest.json"]


def test_runs_that_start_in_one_second_have_a_folder_each(tmp_path: Path):
    """Processes and threads ask at the same time, with a stopped clock."""
    with ProcessPoolExecutor(3, get_context("spawn")) as processes, ThreadPoolExecutor(8) as threads:
        asked = [pool.submit(claim_run_path, tmp_path / "reports", now=NOON) for pool in (processes, threads) * 12]
        claimed = [future.result() for future in asked]
    names = {f"2026-01-31T12-00-00{suffix}" for suffix in ("", *(f"-{number}" for number in range(2, 25)))}
    assert {path.name for path in claimed} == names
    assert all(path.is_dir() for path in claimed)
    assert new_run_path(tmp_path / "reports", now=NOON).name == "2026-01-31T12-00-00-25"


def test_a_place_that_takes_no_folder_is_said(tmp_path: Path):
    (tmp_path / "reports").touch()
    with pytest.raises(UsageError, match=r"cannot create a run folder in .*reports"):
        claim_run_path(tmp_path / "reports")
