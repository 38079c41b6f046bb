"""Exported tables: their cells, read back by other programs' readers; hostile cells; the documented schema."""

import csv
import json
import math
import os
import re
import sys
from pathlib import Path
from typing import get_args

import pyarrow.parquet as parquet
import pytest

from pytest_cookie.cli import main
from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.record import Cause, Record
from pytest_cookie.core.slices import COMMON, ItemPart, SliceSpec
from pytest_cookie.core.spend import Spend, Usage
from pytest_cookie.core.verdict import Finding
from pytest_cookie.records.run import RunFolder
from pytest_cookie.reporting.export import format_of
from pytest_cookie.reporting.export.tables import TableName
from pytest_cookie.reporting.export.tables import columns as columns_of
from pytest_cookie.reporting.export.write import write_export as write_tables
from tests.cookie_scores import COOKIE_SCORES, records_table, write_export
from tests.scores import collect_scores

DOCS = Path(__file__).parents[3] / "docs" / "reference" / "export.md"
FORMULAS = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "a;=1", "a\n=1", "＝1"]


def record(**changes: object) -> Record:
    fields: dict[str, object] = {
        "case": "moth", "model": "acme/one", "mode": "html", "repeat": 1, "outcome": "scored",
        "functionality": 80.5, "aesthetics": 60.0, "total": 70.25,
        "page_type": "dynamic", "domain": "games", "leaf": "action", "difficulty": "easy", "language": "en",
        "brief": "b", "agent": "crawler", "judge": "measured", "folder": "items/moth/acme/one/html/1",
    }  # fmt: skip
    return Record.model_validate(collect_scores(fields | changes))


def rich() -> Record:
    return record(
        findings=(
            Finding(dimension="functionality", severity="major", title="Start does nothing", why="w", step=3),
            Finding(dimension="aesthetics", severity="minor", title="Cramped", why="w", video_ms=1200),
            Finding(dimension="aesthetics", severity="minor", title="Pale", why="w"),
        ),
        spend={
            "generate": Spend(calls=1, usage=Usage(input_tokens=900, output_tokens=4000), cost_usd=0.02),
            "judge": Spend(
                calls=3, usage=Usage(input_tokens=9000, cached_tokens=3000, output_tokens=500), cost_usd=0.05
            ),
        },
        cost_usd=0.07,
        phase_seconds={"generate": 30.0, "explore": 12.5},
    )


def row_of(found: Record) -> dict[str, object]:
    table = records_table("monday", [found])
    return dict(zip([column.name for column in table.columns], table.rows[0], strict=True))


def test_a_row_has_labels_scores_money_tokens_times_and_findings():
    row = row_of(rich())
    assert (row["run"], row["case"], row["domain"], row["total"]) == ("monday", "moth", "games", 70.25)
    assert (row["findings_critical"], row["findings_major"], row["findings_minor"]) == (0, 1, 2)
    assert (row["calls"], row["input_tokens"], row["cached_tokens"], row["output_tokens"]) == (4, 9900, 3000, 4500)
    assert (row["cost_usd"], row["generate_cost_usd"], row["explore_cost_usd"]) == (0.07, 0.02, None)
    assert (row["seconds"], row["explore_seconds"], row["deploy_seconds"]) == (42.5, 12.5, None)


def test_what_is_no_number_is_null():
    cause = Cause(stage="explore", kind="BrowserError", message="it died")
    known = record(
        outcome="unscored", functionality=None, aesthetics=None, total=None, cause=cause, cost_usd=None,
    )  # fmt: skip
    odd: dict[str, object] = {"metrics": {"odd": math.nan, "fine": 0.5}, "phase_seconds": {"explore": math.inf}}
    row = row_of(known.model_copy(update=odd))
    assert (row["total"], row["cost_usd"], row["seconds"], row["explore_seconds"]) == (None, None, None, None)
    assert row["cause_message"] == "it died"
    assert json.loads(str(row["metrics"])) == {"odd": None, "fine": 0.5}


def test_csv_reads_back(tmp_path: Path):
    written = write_export("monday", [rich(), record(case="b", total=None)], "csv", tmp_path / "out.csv")
    assert [file.path.name for file in written] == ["out.csv", "out-findings.csv"]
    with (tmp_path / "out.csv").open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [(row["case"], row["total"], row["findings_minor"]) for row in rows] == [
        ("moth", "70.25", "2"),
        ("b", "", "0"),
    ]
    with (tmp_path / "out-findings.csv").open(newline="", encoding="utf-8") as file:
        found = list(csv.DictReader(file))
    assert [(row["case"], row["finding"], row["title"], row["step"]) for row in found] == [
        ("moth", "1", "Start does nothing", "3"),
        ("moth", "2", "Cramped", ""),
        ("moth", "3", "Pale", ""),
    ]


def test_no_cell_of_a_csv_is_a_formula(tmp_path: Path):
    findings = [Finding(dimension="aesthetics", severity="minor", title=text, why=f"x\0{text}") for text in FORMULAS]
    write_export("=run", [record(findings=tuple(findings))], "csv", tmp_path / "out.csv")
    content = (tmp_path / "out-findings.csv").read_text(encoding="utf-8")
    cells = [
        cell for row in csv.reader(content.splitlines(keepends=True)) for cell in re.split(r"[;\t\r\n]", cell_of(row))
    ]
    assert not [cell for cell in cells if re.match(r"[=+\-@＝]", cell)]
    assert "\0" not in content


def cell_of(row: list[str]) -> str:
    return "\n".join(row)


def test_json_and_parquet_keep_texts_as_they_are(tmp_path: Path):
    odd = record(findings=(Finding(dimension="aesthetics", severity="minor", title="=1+1", why="half \ud800"),))
    write_export("r", [rich(), odd], "json", tmp_path / "out.json")
    write_export("r", [rich(), odd], "parquet", tmp_path / "out.parquet")
    content = json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))
    assert content["schema_version"] == 1
    assert content["findings"][3]["title"] == "=1+1"
    assert content["findings"][3]["why"] == "half ?"
    assert parquet.read_table(tmp_path / "out.parquet").to_pylist() == content["records"]
    assert parquet.read_table(tmp_path / "out-findings.parquet").to_pylist() == content["findings"]


def test_parquet_has_types_also_of_columns_without_a_value(tmp_path: Path):
    write_export("r", [record()], "parquet", tmp_path / "out.parquet")
    schema = parquet.read_schema(tmp_path / "out.parquet")
    assert schema.metadata[b"pytest_cookie_schema_version"] == b"1"
    types = {name: str(schema.field(name).type) for name in ("cause_kind", "judge_cost_usd", "judge_calls")}
    assert types == {"cause_kind": "string", "judge_cost_usd": "double", "judge_calls": "int64"}
    assert parquet.read_table(tmp_path / "out-findings.parquet").num_rows == 0


def test_without_pyarrow_the_message_says_what_to_install(
    run: RunFolder, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert main(["export", str(run.path), "--to", "parquet"]) == 2
    assert "pip install 'pytest-cookie[parquet]'" in capsys.readouterr().err
    assert not (run.path / "export").exists()


def test_the_command_writes_both_tables_below_the_run(run: RunFolder, capsys: pytest.CaptureFixture[str]):
    assert main(["export", str(run.path)]) == 0
    assert capsys.readouterr().out.splitlines()[0].endswith("records.csv: 8 records")
    assert {path.name for path in (run.path / "export").iterdir()} == {"records.csv", "records-findings.csv"}


def test_an_output_that_must_stay_is_refused(
    subtests: pytest.Subtests, tmp_path: Path, run: RunFolder, capsys: pytest.CaptureFixture[str]
):
    os.mkfifo(tmp_path / "pipe.csv")
    (tmp_path / "folder.csv").mkdir()
    (tmp_path / "device.json").symlink_to("/dev/null")
    (tmp_path / "link.json").symlink_to(run.path.resolve() / "manifest.json")
    os.mkfifo(tmp_path / "two-findings.csv")
    before = (run.path / "records.jsonl").read_bytes(), (run.path / "manifest.json").read_bytes()
    for output, said in (
        (tmp_path / "pipe.csv", "is a pipe, not a file"),
        (tmp_path / "folder.csv", "is a folder, not a file"),
        (tmp_path / "device.json", "is a device, not a file"),
        (tmp_path / "two.csv", "two-findings.csv is a pipe, not a file"),
        (tmp_path / "link.json", "is a file of the run"),
        (run.path / "records.jsonl", "is a file of the run"),
        (run.path / "export/../manifest.json", "is a file of the run"),
    ):
        with subtests.test(output.name):
            form = "json" if "json" in output.name else "csv"
            assert main(["export", str(run.path), "--to", form, "--output", str(output)]) == 2
            assert said in capsys.readouterr().err
    assert before == ((run.path / "records.jsonl").read_bytes(), (run.path / "manifest.json").read_bytes())
    for _ in range(2):
        assert main(["export", str(run.path), "--output", str(run.path / "export/again.csv")]) == 0


def test_the_ending_says_the_format():
    assert format_of(Path("a.parquet"), None) == "parquet"
    assert format_of(Path("a.JSON"), None) == "json"
    assert format_of(Path("a.json"), "csv") == "csv"
    assert format_of(None, None) == "csv"
    with pytest.raises(UsageError, match="unknown format"):
        format_of(Path("a.xlsx"), None)


def test_every_column_is_documented_and_no_other():
    documented = re.findall(r"^\| `([a-z_`, ]+)` \| (text|whole|number)", DOCS.read_text(encoding="utf-8"), re.M)
    told = {(name, kind) for names, kind in documented for name in names.split("`, `")}
    columns = [column for name in get_args(TableName) for column in columns_of(name, COOKIE_SCORES)]
    assert {(column.name, column.kind) for column in columns} == told


def test_later_columns_are_at_the_end():
    names = [column.name for column in records_table("r", ()).columns]
    later = [name for name in names if "replayed_" in name] + ["voice", "failure_source", "failure_kind"]
    assert names[names.index("node_id") + 1 :] == later


def test_labels_of_a_protocol_and_parts_of_items(tmp_path):
    meal, mode = SliceSpec(id="meal", label="meal"), SliceSpec(id="mode", label="mode of the oven")
    tool = SliceSpec(id="tool", label="tool", part="steps")
    parts = (ItemPart(slices={"tool": ("oven", "=knife")}, scores={"total": 20.0}), ItemPart())
    found = record(slices={"meal": "pie", "mode": "hot"}, parts=parts)
    written = write_tables("r", [found], COOKIE_SCORES, "csv", tmp_path / "out.csv", (*COMMON, meal, mode, tool))
    assert [each.path.name for each in written] == ["out.csv", "out-findings.csv", "out-parts.csv"]
    (row,) = csv.DictReader((tmp_path / "out.csv").open(encoding="utf-8", newline=""))
    assert (row["meal"], row["mode"], row["label_mode"]) == ("pie", "html", "hot")
    rows = list(csv.DictReader((tmp_path / "out-parts.csv").open(encoding="utf-8", newline="")))
    assert [(row["case"], row["part"], row["label_tool"], row["score_total"]) for row in rows] == [
        ("moth", "1", "oven;'=knife", "20.0"), ("moth", "2", "", ""),
    ]  # fmt: skip
