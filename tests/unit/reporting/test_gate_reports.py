"""A decision as it is read: in a terminal, in a pull request, by a CI."""

from pathlib import Path
from xml.etree import ElementTree as Xml

import pytest

from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.record import Record
from pytest_cookie.gate import Baseline, GateDecision, Policy, decide, parse_policy, standard_policy
from pytest_cookie.records.run import RunFolder
from pytest_cookie.reporting.cells import width_of
from pytest_cookie.reporting.gate import gate_lines
from pytest_cookie.reporting.gate_files import gate_junit, gate_markdown
from pytest_cookie.reporting.gating import BaselineRun, gate_run, read_calibration, read_policy
from tests.synthetic_run import FLAWED, HOSTILE, POLISHED, make_manifest, make_record

ASKED = """
[minimum]
total = 84
functionality = 95
aesthetics = 70
calibration = 0.9
[maximum]
cost_usd = 5
[margin]
total = 2
[margin.domain]
total = 3
"""


def records(shift: float = 0.0, *, model: str = POLISHED) -> list[Record]:
    return [
        make_record(model=model).model_copy(
            update={"case": f"case-{number}", "total": 85 + shift + 10 * (-1) ** number, "cost_usd": 0.01}
        )
        for number in range(30)
    ]


def decision(model: str = POLISHED) -> GateDecision:
    base = Baseline(f"{model} · runs/base", records())
    changed = records(-2, model=model)
    moved = [one.model_copy(update={"total": one.total + 6 * (n % 3 - 1)}) for n, one in enumerate(changed)]
    return decide(moved, base, parse_policy(ASKED, "p"))


def test_each_rule_has_a_line_with_its_numbers() -> None:
    lines = gate_lines(decision(), 100)
    assert lines[0] == f"{POLISHED} against {POLISHED} · runs/base"
    assert lines[1] == "WORSE: a rule is not met (exit code 10)"
    cells = {" ".join(line.split()) for line in lines[4:] if line}
    assert "pass coverage 100.0 % ≥ 95.0 % 30" in cells
    assert "pass cost $0.3000 ≤ $5.00 30" in cells
    assert "cannot tell calibration – ≥ 0.900" in cells
    assert "fail functionality 90.0 90.0 to 90.0 ≥ 95.0 30" in cells
    assert "less the baseline's" in cells
    assert any(line.startswith("cannot tell    total  ") and "−2.0" in line and "≥ −2.0" in line for line in lines)
    assert any("total, domain games" in line for line in lines)
    assert "calibration: the judge has no calibration" in lines
    assert any(line.startswith("To tell:") for line in lines)
    assert all(width_of(line) <= 100 for line in lines)


def test_a_good_run_says_so_and_no_more() -> None:
    lines = gate_lines(decide(records(), None, Policy()), 100)
    assert lines[1] == "GOOD: every rule is met (exit code 0)"
    assert len(lines) == 5
    by_mean = decide(records(), None, standard_policy(has_baseline=False, fail_under=80))
    assert gate_lines(by_mean, 100)[1] == "GOOD: every rule is met, by means alone (exit code 0)"


def test_markdown_for_a_pull_request() -> None:
    text = gate_markdown([decision()])
    lines = text.splitlines()
    assert lines[0] == f"## Gate: {POLISHED}"
    assert lines[2].startswith("**WORSE: a rule is not met (exit code 10)** against")
    assert "| functionality | **fail** | 90.0 | 90.0 to 90.0 | ≥ 95.0 | 30 |  |  |" in lines
    assert "- calibration: the judge has no calibration" in lines
    assert len({line.count("|") for line in lines if line.startswith("|")}) == 1


def test_junit_for_a_ci() -> None:
    root = Xml.fromstring(gate_junit([decision(), decide(records(), None, Policy())]))
    first, second = root.findall("testsuite")
    assert first.attrib["failures"] == "1"
    assert int(first.attrib["errors"]) == len(first.findall("testcase/error"))
    assert int(first.attrib["tests"]) == len(first.findall("testcase"))
    failure = first.find("testcase[@name='functionality']/failure")
    assert failure.attrib["message"] == "90.0, must be ≥ 95.0; 95 %: 90.0 to 90.0"
    assert (second.attrib["tests"], second.attrib["failures"], second.attrib["errors"]) == ("1", "0", "0")


def test_hostile_names_stay_text() -> None:
    found = decision(model=HOSTILE)
    assert all(line.isprintable() and width_of(line) <= 100 for line in gate_lines(found, 100))
    assert "<script" not in gate_markdown([found]).replace("\\<script", "")
    assert "pwned" in Xml.fromstring(gate_junit([found])).find("testsuite").attrib["name"]


def run_of(folder: Path, *found: Record, planned: int | None = None) -> RunFolder:
    folder.mkdir()
    run = RunFolder(folder)
    run.write_manifest(make_manifest().model_copy(update={"planned": planned}))
    (folder / "records.jsonl").write_text("".join(one.model_dump_json() + "\n" for one in found))
    return run


def test_a_run_folder_is_decided_on_model_by_model(tmp_path: Path) -> None:
    run = run_of(tmp_path / "run", *records(), *records(-20, model=FLAWED))
    base = run_of(tmp_path / "base", *records(), *records(model=FLAWED))
    asked = parse_policy("[margin]\ntotal = 4", "p")
    first, second = gate_run(run, asked, baseline=BaselineRun(base))
    assert (first.model, first.outcome) == (POLISHED, "good")
    assert (second.model, second.outcome) == (FLAWED, "worse")
    assert second.baseline == f"{FLAWED} · {tmp_path / 'base'}"
    (only,) = gate_run(run, asked, baseline=BaselineRun(base, FLAWED), model=POLISHED)
    assert only.baseline.startswith(FLAWED)


def test_records_are_read_once_for_all_models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = run_of(tmp_path / "run", *records(), *records(model=FLAWED))
    base = run_of(tmp_path / "base", *records(), *records(model=FLAWED))
    read, taken = RunFolder.read, []
    monkeypatch.setattr(RunFolder, "read", lambda folder: taken.append(folder.path.name) or read(folder))
    assert len(gate_run(run, parse_policy("[margin]\ntotal = 4", "p"), baseline=BaselineRun(base))) == 2
    assert sorted(taken) == ["base", "run"]


def test_a_model_new_to_the_baseline_needs_an_opponent(tmp_path: Path) -> None:
    run = run_of(tmp_path / "run", *records(model="acme/new"))
    asked = parse_policy("[margin]\ntotal = 4", "p")
    one = run_of(tmp_path / "one", *records())
    assert gate_run(run, asked, baseline=BaselineRun(one))[0].outcome == "good"
    two = run_of(tmp_path / "two", *records(), *records(model=FLAWED))
    with pytest.raises(UsageError, match="choose one with --baseline-model"):
        gate_run(run, asked, baseline=BaselineRun(two))


def test_items_without_a_record_count_against_coverage(tmp_path: Path) -> None:
    run = run_of(tmp_path / "run", *records(), planned=60)
    (decision,) = gate_run(run, Policy())
    assert decision.exit_code == 12
    assert decision.rules[0].measured.mean == 0.5
    with pytest.raises(UsageError, match="has no records"):
        gate_run(run_of(tmp_path / "empty"), Policy())


def test_a_baseline_made_otherwise_breaks_the_gate(tmp_path: Path) -> None:
    run, base = run_of(tmp_path / "run", *records()), run_of(tmp_path / "base", *records())
    base.write_manifest(make_manifest().model_copy(update={"seed": 3}))
    (decision,) = gate_run(run, standard_policy(has_baseline=True), baseline=BaselineRun(base))
    assert decision.exit_code == 12
    assert any("seed: 3 in A, 0 in B" in line for line in gate_lines(decision, 100))


def test_files_that_cannot_be(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot read"):
        read_policy(tmp_path / "nowhere.toml")
    for text in ("good", "1.5", "nan", ""):
        (tmp_path / "calibration.json").write_text(text)
        with pytest.raises(UsageError, match="number of 0 to 1"):
            read_calibration(tmp_path / "calibration.json")
    (tmp_path / "calibration.json").write_text("0.91\n")
    assert read_calibration(tmp_path / "calibration.json") == 0.91
