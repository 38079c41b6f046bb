"""A run folder from elsewhere: what leads out of it, is broken or never ends is named and left out."""

import json
import os
from pathlib import Path

import pytest

from pytest_cookie.core.errors import UsageError
from pytest_cookie.records.lock import RunLock
from pytest_cookie.records.merge import plan_merge, whole_folder
from pytest_cookie.records.untrusted_runs import read_foreign_run
from tests.sharded_run import KEYS, manifest, record, write_run

SECRET = "the contents of a file that is none of theirs"


@pytest.fixture
def run(tmp_path: Path) -> Path:
    (tmp_path / "secret.json").write_text(SECRET)
    (tmp_path / "secrets").mkdir()
    (tmp_path / "secrets" / "key").write_text(SECRET)
    return write_run(tmp_path / "run", map(record, KEYS[:2]), manifest(planned=2))


def first(run: Path) -> Path:
    return run / record(KEYS[0]).folder


def test_a_good_run_has_nothing_to_name(run: Path):
    found = read_foreign_run(run)
    assert found.problems == ()
    assert [item.record for item in found.items] == sorted(map(record, KEYS[:2]), key=lambda one: one.folder)
    assert set(found.items[0].files) == {"record.json", "artifact/index.html", "evidence/agent/film.mp4"}


@pytest.mark.parametrize("place", ["evidence/agent/out.png", "artifact/style.css", "evidence/more", "verdicts"])
def test_links_in_an_item_are_left_out_of_it(run: Path, tmp_path: Path, place: str):
    (first(run) / place).symlink_to(tmp_path / ("secrets" if "." not in place else "secret.json"))
    found = read_foreign_run(run)
    assert found.problems == (f"{first(run) / place} is a link; it is skipped",)
    assert len(found.items) == 2
    assert not secrets_in(merged(run, tmp_path))


def test_pipes_and_sockets_are_not_opened(run: Path):
    os.mkfifo(first(run) / "evidence" / "pipe")
    os.mkfifo(run / record(KEYS[1]).folder / "artifact.json")
    problems = " ".join(read_foreign_run(run).problems)
    assert "evidence/pipe is a pipe; it is skipped" in problems
    assert "artifact.json is a pipe; it is skipped" in problems


@pytest.mark.parametrize("levels", [0, 1, 2, 3, 4])
def test_a_link_in_the_place_of_a_folder_is_not_entered(run: Path, tmp_path: Path, levels: int):
    """`items`, or a level below it."""
    elsewhere = write_run(tmp_path / "elsewhere", map(record, KEYS[:2]), manifest(planned=2))
    parts = Path(*Path(record(KEYS[0]).folder).parts[: levels + 1])
    moved = tmp_path / "moved"
    (run / parts).rename(moved)
    (run / parts).symlink_to(elsewhere / parts)
    found = read_foreign_run(run)
    assert found.problems == (f"{run / parts} is a link instead of a folder; it is skipped",)
    assert record(KEYS[0]).folder not in {item.record.folder for item in found.items}


def test_answers_behind_a_link_are_not_taken(run: Path, tmp_path: Path):
    kept = tmp_path / "elsewhere" / "answers" / "aa"
    kept.mkdir(parents=True)
    (kept / f"{'a' * 64}.json").write_text(SECRET)
    (run / "models").symlink_to(tmp_path / "elsewhere")
    found = read_foreign_run(run)
    assert found.answers == ()
    assert found.problems == (f"{run / 'models'} is a link instead of a folder; it is skipped",)


def make_record_a_link(run: Path, tmp_path: Path) -> str:
    (first(run) / "record.json").rename(tmp_path / "record.json")
    (first(run) / "record.json").symlink_to(tmp_path / "record.json")
    return "record.json is a link, not a file; the item is skipped"


def make_record_a_pipe(run: Path, _: Path) -> str:
    (first(run) / "record.json").unlink()
    os.mkfifo(first(run) / "record.json")
    return "record.json is a pipe, not a file; the item is skipped"


def break_record(run: Path, _: Path) -> str:
    (first(run) / "record.json").write_bytes(b'{"case": "\xff\xfe')
    return "record.json is not a valid Record: the file:"


def nest_record(run: Path, _: Path) -> str:
    (first(run) / "record.json").write_text("[" * 100_000)
    return "record.json is not a valid Record"


def lead_record_out(run: Path, _: Path) -> str:
    out = record(KEYS[0]).model_copy(update={"folder": "items/../../secrets"})
    (first(run) / "record.json").write_text(out.model_dump_json())
    return "names another folder, 'items/../../secrets'; the item is skipped"


def take_anothers_place(run: Path, _: Path) -> str:
    (first(run) / "record.json").write_text(record(KEYS[1]).model_dump_json())
    return f"names another folder, '{record(KEYS[1]).folder}'; the item is skipped"


def come_from_the_future(run: Path, _: Path) -> str:
    later = record(KEYS[0]).model_dump(mode="json") | {"schema_version": 99}
    (first(run) / "record.json").write_text(json.dumps(later))
    return "if it is older, read the file with it; the item is skipped"


def be_huge(run: Path, _: Path) -> str:
    with (first(run) / "record.json").open("wb") as file:
        file.truncate(10**10)
    return "record.json is larger than 64 MB; the item is skipped"


@pytest.mark.parametrize(
    "mischief",
    [make_record_a_link, make_record_a_pipe, break_record, nest_record, lead_record_out, take_anothers_place,
     come_from_the_future, be_huge],
)  # fmt: skip
def test_an_item_whose_record_is_none_is_left_out_and_missing(run: Path, tmp_path: Path, mischief):
    said = mischief(run, tmp_path)
    found = read_foreign_run(run)
    assert len(found.problems) == 1
    assert said in found.problems[0]
    assert [item.record.case for item in found.items] == [record(KEYS[1]).case]
    assert plan_merge([run]).gaps == (f"{run}: 1 of 2 items without a record",)


def test_what_a_killed_writer_left_and_other_files_are_told_apart(run: Path):
    (first(run) / ".record.json.x1.part").write_text("half")
    (run / "items" / ".something.part").write_text("half")
    (run / "items" / "notes.txt").write_text("mine")
    found = read_foreign_run(run)
    assert found.problems == (f"{run / 'items' / 'notes.txt'} is a file instead of a folder; it is skipped",)
    assert ".record.json.x1.part" not in found.items[0].files


def lead_plan_out(plan: Path) -> str:
    plan.write_text("items/../../../etc\n")
    return "does not list item folders; the planned items are unknown"


def garble_plan(plan: Path) -> str:
    plan.write_bytes(b"\xff\xfe")
    return "the planned items are unknown"


def link_plan(plan: Path) -> str:
    plan.unlink()
    plan.symlink_to("/etc/hostname")
    return "planned.txt is a link, not a file; the planned items are unknown"


@pytest.mark.parametrize("mischief", [lead_plan_out, garble_plan, link_plan])
def test_a_plan_that_is_none_is_not_believed(tmp_path: Path, mischief):
    run = write_run(tmp_path / "run", [record(KEYS[0])], manifest(planned=2), plan=KEYS[:2])
    said = mischief(run / "planned.txt")
    found = read_foreign_run(run)
    assert found.planned is None
    assert len(found.problems) == 1
    assert said in found.problems[0]
    assert plan_merge([run]).gaps == (f"{run}: 1 of 2 items without a record",)


def test_a_run_that_somebody_writes_is_named(run: Path):
    lock = RunLock(run)
    lock.take()
    (problem,) = read_foreign_run(run).problems
    assert problem.startswith(f"{run} is in use by process {os.getpid()} on ")
    lock.release()
    assert read_foreign_run(run).problems == ()


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, "is not a run folder: it has no manifest.json"),
        ("{", "manifest.json is not a valid Manifest"),
        (
            json.dumps({"schema_version": 9}),
            "manifest.json has schema version 9, written by another version of pytest-cookie; this one supports",
        ),
        (manifest(shard="../../4").model_dump_json(), "its manifest names an impossible shard, '../../4'"),
        (manifest(shard="5/4").model_dump_json(), "its manifest names an impossible shard, '5/4'"),
        (manifest(shard="1/999999999").model_dump_json(), "its manifest names an impossible shard, '1/999999999'"),
    ],
)
def test_without_a_manifest_there_is_no_run(run: Path, content: str | None, said: str):
    (run / "manifest.json").unlink()
    if content is not None:
        (run / "manifest.json").write_text(content)
    with pytest.raises(UsageError) as caught:
        plan_merge([run])
    assert said in str(caught.value)


def test_a_manifest_that_is_a_link_is_not_read(run: Path, tmp_path: Path):
    (run / "manifest.json").rename(tmp_path / "manifest.json")
    (run / "manifest.json").symlink_to(tmp_path / "manifest.json")
    with pytest.raises(UsageError, match=r"manifest\.json is a link, not a file"):
        read_foreign_run(run)


def test_odd_names_of_files_come_along(run: Path, tmp_path: Path):
    for name in ("a\nb", "ü\u202e", "-rf", os.fsdecode(b"\xff\xfe")):
        (first(run) / "artifact" / name).write_text(name.encode(errors="replace").decode())
    found = read_foreign_run(run)
    assert found.problems == ()
    out = merged(run, tmp_path)
    names = {path.name for path in (out / record(KEYS[0]).folder / "artifact").iterdir()}
    assert names == {"index.html", "a\nb", "ü\u202e", "-rf", os.fsdecode(b"\xff\xfe")}


def merged(run: Path, tmp_path: Path) -> Path:
    with whole_folder(tmp_path / "merged") as folder:
        plan_merge([run]).write(folder)
    return tmp_path / "merged"


def secrets_in(folder: Path) -> list[Path]:
    assert not [path for path in folder.rglob("*") if path.is_symlink()]
    return [path for path in folder.rglob("*") if path.is_file() and SECRET.encode() in path.read_bytes()]
