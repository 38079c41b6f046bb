"""`pytest-cookie merge`: one run with summary and report, as if it had never been shards."""

import json
from pathlib import Path

import pytest

from pytest_cookie.cli import main
from pytest_cookie.records.run import RunFolder
from pytest_cookie.reporting.summary import write_summary
from tests.sharded_run import INTERRUPTED, KEYS, manifest, record, unscored, write_run, write_shard, write_shards
from tests.synthetic_run import HOSTILE
from tests.unit.llm.test_account_totals import write_account


def merge(*arguments: object) -> int:
    return main(["merge", *map(str, arguments)])


def test_summary_and_report_are_those_of_the_unsharded_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    whole = write_run(tmp_path / "whole", map(record, KEYS))
    write_summary(RunFolder(whole))
    shards = write_shards(tmp_path, 3)
    for shard in shards:
        write_account(shard / "models", answered=2).close()
    assert merge(tmp_path / "merged", *shards) == 0
    output = capsys.readouterr()
    assert output.err == ""
    assert f"report: {tmp_path / 'merged' / 'index.html'}" in output.out
    assert "models: 6 new calls, 60 tokens in, 30 out, $1.5000" in output.out
    assert output.out.splitlines()[-1] == f"merged: {len(KEYS)} items of {len(KEYS)} from 3 runs"
    assert (tmp_path / "merged" / "summary.json").read_bytes() == (whole / "summary.json").read_bytes()
    assert "<title>merged" in (tmp_path / "merged" / "index.html").read_text()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["merged", *(shard.name for shard in shards), "whole"]


def test_differences_are_printed_first_and_gaps_last(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    shards = [write_shard(tmp_path / f"s{index}", index, 3, seed=index) for index in (1, 2)]
    assert merge(tmp_path / "merged", *shards) == 2
    assert f"seed: 1 in {shards[0]}; 2 in {shards[1]}" in capsys.readouterr().err
    assert not (tmp_path / "merged").exists()
    assert merge(tmp_path / "merged", *shards, "--anyway") == 0
    output = capsys.readouterr()
    differing, gap = output.err.splitlines()
    assert f" of {len(KEYS)} from 2 runs" in output.out.splitlines()[-1]
    assert differing.startswith("seed: ")
    assert gap.startswith("missing shards of 3: 3; they have ")
    counts = json.loads((tmp_path / "merged" / "summary.json").read_text())["counts"]
    assert counts["items"] < len(KEYS)


def test_a_merge_without_all_shards_is_never_complete(tmp_path: Path, capsys: pytest.CaptureFixture[str], subtests):
    one = write_shard(tmp_path / "one", 1, 3)
    unknown = write_shard(tmp_path / "unknown", 1, 3, whole=None)
    for shard, total in {one: str(len(KEYS)), unknown: "an unknown number"}.items():
        with subtests.test(shard.name):
            assert merge(tmp_path / f"merged-{shard.name}", shard) == 0
            output = capsys.readouterr()
            assert "missing shards of 3: 2, 3" in output.err
            merged, _, rest = output.out.splitlines()[-1].partition(" of ")
            assert rest.startswith(f"{total} from 1 run"), merged


def test_hostile_text_of_run_folders_is_printed_without_controls(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    bad = unscored(KEYS[0], cause=INTERRUPTED.model_copy(update={"kind": HOSTILE}))
    run = write_run(tmp_path / "run", [bad], manifest(planned=1))
    odd = run / "items" / "odd\x1b[31m\nname"
    odd.write_text("")
    assert merge(tmp_path / "merged", run) == 0
    other = write_run(tmp_path / "other", [record(KEYS[1])], manifest(planned=1, judge=HOSTILE))
    assert merge(tmp_path / "refused", run, other) == 2
    output = capsys.readouterr()
    assert "odd" in output.err
    assert all(line.isprintable() for line in (output.out + output.err).splitlines())
