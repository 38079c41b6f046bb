"""`records.jsonl` is read line by line, whatever the pages have put into the lines."""

from pathlib import Path

from pytest_cookie.records.run import RunFolder
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
