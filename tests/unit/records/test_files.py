from pathlib import Path

import pytest

from pytest_cookie.core.errors import RecordingError, UsageError
from pytest_cookie.core.record import Record
from pytest_cookie.records.files import read_model, write_bytes, write_first_model, write_model, write_text
from pytest_cookie.records.run import RunFolder, new_run_path
from tests.synthetic_run import make_manifest, make_record


def test_what_is_written_is_whole_and_nothing_else_is_left(tmp_path: Path):
    write_bytes(tmp_path / "deep" / "file.json", b"one")
    write_bytes(tmp_path / "deep" / "file.json", b"two")
    assert [path.name for path in (tmp_path / "deep").iterdir()] == ["file.json"]
    assert (tmp_path / "deep" / "file.json").read_bytes() == b"two"


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
    with pytest.raises(RecordingError, match=r"record\.json is not a Record"):
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
    with pytest.raises(RecordingError, match="outside of the run"):
        run.item("../elsewhere")


def test_a_run_is_not_written_over_and_none_is_said_to_be_none(tmp_path: Path):
    RunFolder.create(tmp_path / "run").write_manifest(make_manifest())
    with pytest.raises(UsageError, match="already holds a run"):
        RunFolder.create(tmp_path / "run")
    with pytest.raises(UsageError, match="not a run folder"):
        RunFolder.open(tmp_path / "nowhere")


def test_two_runs_in_one_second_have_two_folders(tmp_path: Path):
    first = new_run_path(tmp_path)
    first.mkdir()
    second = new_run_path(tmp_path, now=None)
    assert second != first
