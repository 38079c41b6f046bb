"""A decision as it is read: in a terminal, in a pull request, by a CI."""

from math import ceil
from pathlib import Path
from xml.etree import ElementTree as Xml

import pytest

from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.record import Record
from pytest_cookie.gate import Baseline, GateDecision, GatePolicy
from pytest_cookie.gate.decision import gate_report
from pytest_cookie.protocols.cookie.scores import COOKIE_SCORES
from pytest_cookie.records.run import RunFolder
from pytest_cookie.reporting.gate_report.decision_lines import gate_lines, gravest_in_words
from pytest_cookie.reporting.gate_report.files import gate_junit, gate_markdown
from pytest_cookie.reporting.gate_report.run_gate import BaselineRun, gate_run, read_calibration, read_policy
from pytest_cookie.reporting.text.markdown import escaped
from pytest_cookie.reporting.text.terminal_cells import width_of
from tests.cookie_scores import decide, parse_policy, rescored, standard_policy
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
        rescored(
            make_record(model=model),
            {"case": f"case-{number}", "total": 85 + shift + 10 * (-1) ** number, "cost_usd": 0.01},
        )
        for number in range(30)
    ]


def decision(model: str = POLISHED) -> GateDecision:
    base = Baseline(f"{model} · runs/base", records())
    changed = records(-2, model=model)
    moved = [rescored(one, {"total": one.scores["total"] + 6 * (n % 3 - 1)}) for n, one in enumerate(changed)]
    return decide(moved, base, parse_policy(ASKED, "p"))


def test_of_several_decisions_the_gravest_is_named_first_in_markdown() -> None:
    worse, good = decision(), decide(records(), None, GatePolicy())
    told = f"2 decisions, the worst is WORSE (exit code 10): {worse.name}"
    assert gravest_in_words([worse, good]) == told
    assert gate_markdown([worse, good]).startswith(f"**{escaped(told)}**")
    assert gravest_in_words([worse]) == ""


def test_each_rule_has_a_line_with_its_numbers() -> None:
    lines = gate_lines(decision(), 100)
    assert lines[0] == f"{POLISHED} against {POLISHED} · runs/base"
    assert lines[1] == "WORSE: a rule fails (exit code 10)"
    cells = {" ".join(line.split()) for line in lines[4:] if line}
    assert "pass coverage 100.0 % ≥ 95.0 % 30" in cells
    assert "pass cost $0.30 ≤ $5.00 30" in cells
    assert "cannot tell calibration – ≥ 0.900" in cells
    assert "fail functionality 90.0 90.0 to 90.0 ≥ 95.0 30" in cells
    assert "difference from the baseline" in cells
    assert any(line.startswith("cannot tell    total  ") and "−2.0" in line and "≥ −2.0" in line for line in lines)
    assert any("total, domain games" in line for line in lines)
    assert "calibration: the judge has no calibration" in lines
    assert any(line.startswith("Needed:") for line in lines)
    assert all(width_of(line) <= 100 for line in lines)


def test_a_good_run_says_so_and_no_more() -> None:
    lines = gate_lines(decide(records(), None, GatePolicy()), 100)
    assert lines[1] == "GOOD: all rules pass (exit code 0)"
    assert len(lines) == 5
    by_mean = decide(records(), None, standard_policy(has_baseline=False, fail_under=80))
    assert gate_lines(by_mean, 100)[1] == "GOOD: all rules pass, decided by means only (exit code 0)"


def test_markdown_for_a_pull_request() -> None:
    text = gate_markdown([decision()])
    lines = text.splitlines()
    assert lines[0] == f"## Gate: {POLISHED}"
    assert lines[2].startswith("**WORSE: a rule fails (exit code 10)** against")
    assert "| functionality | **fail** | 90.0 | 90.0 to 90.0 | ≥ 95.0 | 30 |  |  |" in lines
    assert "- calibration: the judge has no calibration" in lines
    assert len({line.count("|") for line in lines if line.startswith("|")}) == 1


def test_junit_for_a_ci() -> None:
    root = Xml.fromstring(gate_junit([decision(), decide(records(), None, GatePolicy())]))
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
    (plain, _) = gate_run(run, parse_policy("", "p"), baseline=BaselineRun(base))
    assert (first.remarks, plain.remarks) == (
        (),
        ("the policy has no [margin], so no score was compared with the baseline",),
    )


def test_records_are_read_once_for_all_models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = run_of(tmp_path / "run", *records(), *records(model=FLAWED))
    base = run_of(tmp_path / "base", *records(), *records(model=FLAWED))
    read, taken = RunFolder.read, []
    monkeypatch.setattr(RunFolder, "read", lambda folder: taken.append(folder.path.name) or read(folder))
    assert len(gate_run(run, parse_policy("[margin]\ntotal = 4", "p"), baseline=BaselineRun(base))) == 2
    assert sorted(taken) == ["base", "run"]


def in_react(shift: float) -> list[Record]:
    return [record.model_copy(update={"mode": "react"}) for record in records(shift)]


def test_modes_are_decided_on_apart_each_against_its_own(tmp_path: Path) -> None:
    run = run_of(tmp_path / "run", *records(), *in_react(-20))
    base = run_of(tmp_path / "base", *records(), *in_react(0))
    asked = parse_policy("[margin]\ntotal = 4", "p")
    decisions = gate_run(run, asked, baseline=BaselineRun(base))
    assert [(one.name, one.outcome) for one in decisions] == [
        (f"{POLISHED} · html", "good"),
        (f"{POLISHED} · react", "worse"),
    ]
    assert gate_lines(decisions[1], 100)[0].startswith(f"{POLISHED} · react against {POLISHED} · ")
    assert f"## Gate: {POLISHED} · react" in gate_markdown(decisions).splitlines()
    suites = Xml.fromstring(gate_junit(decisions)).findall("testsuite")
    assert [suite.attrib["name"] for suite in suites] == [f"gate: {POLISHED} · html", f"gate: {POLISHED} · react"]
    (react,) = gate_run(run, asked, baseline=BaselineRun(base), mode="react")
    assert (react.name, react.outcome) == (f"{POLISHED} · react", "worse")


def test_a_mode_that_is_not_there_is_told(tmp_path: Path) -> None:
    run = run_of(tmp_path / "run", *records(), *in_react(0))
    html = run_of(tmp_path / "html", *records())
    asked = parse_policy("[margin]\ntotal = 4", "p")
    with pytest.raises(UsageError, match="html has no items in mode react"):
        gate_run(html, asked, mode="react")
    with pytest.raises(UsageError, match=f"has no react items of {POLISHED}; it has html"):
        gate_run(html, asked, model=POLISHED, mode="react")
    good, broken = gate_run(run, asked, baseline=BaselineRun(html))
    assert (good.outcome, broken.outcome) == ("good", "broken")
    assert "mode: html in A, react in B" in broken.rules[-1].reason
    anyway = gate_run(run, asked, baseline=BaselineRun(html, anyway=True))
    assert [one.outcome for one in anyway] == ["good", "good"]


def test_unreadable_lines_are_told_with_a_good_decision_too(tmp_path: Path) -> None:
    run, base = run_of(tmp_path / "run", *records(), planned=31), run_of(tmp_path / "base", *records())
    for folder in (run.path, base.path):
        with (folder / "records.jsonl").open("a") as lines:
            lines.write("{broken\n")
    (found,) = gate_run(run, standard_policy(has_baseline=True), baseline=BaselineRun(base))
    assert (found.outcome, found.rules[0].measured.n) == ("good", 31)
    first, second = found.remarks
    counted = "they count only in the coverage rule, as not judged. The first: records.jsonl:31: not a record"
    assert first.startswith(f"1 line of records.jsonl in {run.path} could not be read; {counted}")
    assert second.startswith(
        f"1 line of records.jsonl in {base.path} could not be read; they count in no rule. The first: "
    )
    assert sum(line.startswith("Warning: 1 line of records.jsonl") for line in gate_lines(found, 500)) == 2
    assert sum(line.startswith("- **Warning:** 1 line of records") for line in gate_markdown([found]).splitlines()) == 2
    assert Xml.fromstring(gate_junit([found])).findtext("testsuite/system-out").count("Warning: 1 line") == 2


def test_a_sample_that_nobody_will_have_is_told_as_that_with_what_helps() -> None:
    base = records()
    now = [rescored(one, {"total": one.scores["total"] - 2 + 9 * (-1) ** n}) for n, one in enumerate(base)]
    found = decide(now, Baseline("base", base), parse_policy("[margin]\ntotal = 2.1", "p"))
    rule = found.rules[-1]
    needed = ceil(((1.95996 + 0.84162) * 9 * (30 / 29) ** 0.5 / 0.1) ** 2)
    assert rule.needed == pytest.approx(needed, rel=1e-4)
    lines = gate_lines(found, 100)
    assert next(line for line in lines if "≥ −2.1" in line).endswith("  impractical")
    settled = f"{ceil(-rule.measured.low * 10) / 10:.1f}"
    told = " ".join(line.strip() for line in lines[-4:])
    assert told.endswith(
        f"total against the baseline: {rule.needed:,} cases are needed to separate −2.0 from −2.1, which is "
        f"impractical. Use a margin of {settled}, which this run passes, or raise --cookie-repeats if repeats of a "
        "case differ."
    )
    assert "| impractical | 150 |" in gate_markdown([found])
    wider = decide(now, Baseline("base", base), parse_policy(f"[margin]\ntotal = {settled}", "p"))
    assert wider.outcome == "good"
    assert gate_report([found]).decided[0].decision.rules[-1].needed == rule.needed


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
    (decision,) = gate_run(run, GatePolicy())
    assert decision.exit_code == 12
    assert decision.rules[0].measured.mean == 0.5
    with pytest.raises(UsageError, match="has no records"):
        gate_run(run_of(tmp_path / "empty"), GatePolicy())
    shard = run_of(tmp_path / "shard", *records(), planned=30)
    shard.write_manifest(shard.manifest.model_copy(update={"shard": "1/4", "whole": 120}))
    assert gate_run(shard, GatePolicy())[0].rules[0].measured.mean == 0.25


def test_a_baseline_made_otherwise_breaks_the_gate(tmp_path: Path) -> None:
    run, base = run_of(tmp_path / "run", *records()), run_of(tmp_path / "base", *records())
    base.write_manifest(make_manifest().model_copy(update={"seed": 3}))
    (decision,) = gate_run(run, standard_policy(has_baseline=True), baseline=BaselineRun(base))
    assert decision.exit_code == 12
    assert any("seed: 3 in A, 0 in B" in line for line in gate_lines(decision, 100))


def test_files_that_cannot_be(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot read"):
        read_policy(tmp_path / "nowhere.toml", COOKIE_SCORES)
    for text in ("good", "1.5", "nan", ""):
        (tmp_path / "calibration.json").write_text(text)
        with pytest.raises(UsageError, match="number from 0 to 1"):
            read_calibration(tmp_path / "calibration.json")
    (tmp_path / "calibration.json").write_text("0.91\n")
    assert read_calibration(tmp_path / "calibration.json") == 0.91
