"""A run's report gives its judge's accuracy, or how to measure it; the gate uses the number."""

from pathlib import Path

import pytest

from pytest_cookie.core.errors import UsageError
from pytest_cookie.records import calibrations
from pytest_cookie.records.calibrations import calibration_path
from pytest_cookie.records.files import write_model
from pytest_cookie.records.run import RunFolder
from pytest_cookie.reporting.calibration import calibration_lines, judge_notes, number_beside
from pytest_cookie.reporting.gate_report.run_gate import gate_run, read_calibration
from pytest_cookie.reporting.site import write_calibration_page, write_site
from pytest_cookie.stats import Interval
from pytest_cookie.stats.calibration import (
    Calibration,
    GoodResult,
    ItemScores,
    PairResult,
    Terms,
    halves_of,
    numbers_of,
    the_number,
)
from pytest_cookie.stats.judge_match import PeopleMatch
from tests.cookie_scores import parse_policy, report_lines
from tests.synthetic_run import HOSTILE, POLISHED
from tests.unit.reporting.page import Page


def scores(total: float) -> ItemScores:
    return ItemScores(functionality=total, aesthetics=total, total=total)


def pair(artifact: str, family: str, twin: float, *, found: bool, where: str = "#add") -> PairResult:
    return PairResult(
        artifact=artifact, family=family, title=f"A {family}", dimension="functionality", severity="major",
        half="tuning" if artifact < "c" else "held-out", where=where, good=(scores(90),), twin=(scores(twin),),
        detected=(found,),
    )  # fmt: skip


def calibration(
    *, version: str = "1", agent: str = "crawler", judge: str = "measured", where: str = "#add"
) -> Calibration:
    pairs = [
        *(pair(name, "blank", 0, found=True) for name in "abcd"),
        *(pair(name, "drift", 95, found=False, where=where) for name in "ab"),
    ]
    hidden = pairs[0].model_copy(update={"left_out": "not observable", "family": "still"})
    goods = [
        GoodResult(artifact=name, half="tuning" if name < "c" else "held-out", totals=(90,), alarms=(0,), titles=())
        for name in "abcd"
    ]
    goods[0] = goods[0].model_copy(update={"alarms": (1,), "titles": (f"Wrong {where}",)})
    numbers, halves = numbers_of(pairs, goods, seed=0), halves_of(pairs, goods, seed=0)
    terms = Terms(
        judge=judge, judge_version=version, families_version="1", agent=agent, version="0.1.0",
        browser="Chromium 156", seed=0, repeats=1, cases="0" * 16,
    )  # fmt: skip
    return Calibration(
        terms=terms, made="2026-02-03", number=the_number(numbers, halves), pairs=6, artifacts=4, not_observable=1,
        unscored=0, numbers=numbers, halves=halves, median_seconds=12.0, results=(*pairs, hidden), goods=tuple(goods),
    )  # fmt: skip


def store(run: RunFolder, found: Calibration) -> Path:
    path = calibration_path(run.path.parent / "calibrations", found.terms.judge)
    write_model(path, found)
    return path


COMMANDS = {
    "panel(strict,measured)": "--judge=strict,measured",
    "panel(measured,openai/m*3)": "'--judge=measured,openai/m*3'",
    "openai/my judge": "'--judge=openai/my judge'",
    "openai/m": "--judge=openai/m",
}


def test_the_command_that_measures_a_judge_can_be_pasted(run: RunFolder, subtests: pytest.Subtests):
    for judge, option in COMMANDS.items():
        with subtests.test(judge):
            records = [record.model_copy(update={"judge": judge}) for record in run.records()]
            (note,) = judge_notes(run, records)
            assert f"`pytest-cookie calibrate --fast {option}`" in note


def test_a_note_names_the_numbers_of_a_calibration_its_date_and_every_difference(
    run: RunFolder, monkeypatch: pytest.MonkeyPatch
):
    def note() -> str:
        (only,) = judge_notes(run, run.records())
        return only

    command = "`pytest-cookie calibrate --fast --judge=measured`"
    monkeypatch.setattr(calibrations, "SHIPPED", run.path.parent / "package")
    assert note() == f"Judge measured has no calibration; {command} measures how often it is right."
    write_model(calibration_path(run.path.parent / "package", "measured"), calibration())
    assert note().startswith(
        "Judge measured, calibrated 2026-02-03 (the calibration that comes with pytest-cookie): right"
    )
    path = store(run, calibration())
    assert note().startswith("Judge measured, calibrated 2026-02-03: right about 67 % (")
    assert note().endswith("per baseline artifact")
    for part in ("of 6 pairs", "names 67 % (", "0.25 false alarms"):
        assert part in note()
    write_model(path, calibration(version="0", agent="openai/other"))
    assert "measured for another version of the judge; measured with agent openai/other" in note()
    write_model(path, calibration(judge="meas/ured"))
    assert "measured for judge meas/ured" in note()
    assert number_beside(run, run.records()) is None
    path.write_text("{}")
    assert "cannot read its calibration" in note()


def test_with_repeats_a_twin_is_above_where_it_is_on_the_mean():
    found = calibration()
    now_so = found.results[0].model_copy(update={"good": (scores(90), scores(70)), "twin": (scores(80), scores(75))})
    above = now_so.model_copy(update={"good": (scores(70), scores(74)), "artifact": "z"})
    lines = calibration_lines(found.model_copy(update={"results": (now_so, above)}), 100)
    told = lines[lines.index("mutants that scored above their baseline artifact") + 1 :]
    assert told == ["  z · blank: 72.0 < 77.5, #add"]


def test_terminal_and_index_page_have_the_note(run: RunFolder):
    store(run, calibration())
    lines = report_lines(run.records(), 100, report=run.path / "index.html")
    assert any(line.startswith("Judge measured, calibrated 2026-02-03: right about 67 %") for line in lines)
    assert "calibrated 2026-02-03: right about 67 %" in Page(write_site(run)).text


def test_the_page_of_a_calibration_shows_every_number_and_escapes_what_pages_say(tmp_path: Path):
    page = Page(write_calibration_page(calibration(where=HOSTILE), tmp_path))
    assert "Calibration of measured" in page.text
    assert "A drift drift" in page.text
    assert "A blank blank" in page.text
    assert "held-out half" in page.text
    assert page.text.index("A drift") < page.text.index("A blank"), "the worst first"
    assert not [tag for tag, attributes in page.tags if "onerror" in attributes]
    assert not page.addresses() or all(address.startswith(("#", "data:")) for address in page.addresses())
    assert [tag for tag, _ in page.tags].count("script") == 1


def test_the_terminal_lists_families_and_pairs_that_went_wrong():
    lines = calibration_lines(calibration(), 100)
    assert max(map(len, lines)) <= 100
    families = lines[lines.index("mutation operators, lowest accuracy first") :]
    assert families[1].startswith("drift                           0 %")
    assert families[2].startswith("blank                         100 %")
    assert "  a · drift: 90.0 < 95.0, #add" in lines
    assert "left out: 1 defect without an observable effect" in lines
    (alarms,) = [number for number, line in enumerate(lines) if line.startswith("false alarms:")]
    assert lines[alarms + 3] == "  a: Wrong #add"


def test_agreement_with_people_stands_beside_the_accuracy_everywhere(run: RunFolder, tmp_path: Path):
    rate = Interval(mean=0.7, low=0.6, high=0.8, n=30)
    people = PeopleMatch(
        run="tuesday", score="total", raters=3, pairs=180, match=rate, kappa=rate,
        people=Interval(mean=0.85, low=0.8, high=0.9, n=30),
    )  # fmt: skip
    found = calibration().model_copy(update={"people": people})
    store(run, found)
    sentence = (
        "prefers the same artifact as people in 70 % (60–80) of 180 comparisons of the total by 3 raters "
        "(people among themselves: 85 % (80–90))"
    )
    (note,) = judge_notes(run, run.records())
    assert sentence in note
    assert "right about 67 %" in note
    assert sentence in Page(write_calibration_page(found, tmp_path)).text
    lines = calibration_lines(found, 100)
    assert max(map(len, lines)) <= 100
    assert f"people: {sentence}, in tuesday" in " ".join(" ".join(lines).split())
    assert number_beside(run, run.records()) == 1.0, "the gate's number stays that of seeded defects"


def test_the_gate_finds_the_number_of_the_run_s_own_judge(run: RunFolder):
    assert number_beside(run, run.records()) is None
    store(run, calibration())
    assert number_beside(run, run.records()) == 1.0
    (decision,) = gate_run(run, parse_policy("[minimum]\ncalibration = 0.9", "p"), model=POLISHED)
    assert [(rule.name, rule.answer) for rule in decision.rules if rule.name == "calibration"] == [
        ("calibration", "pass")
    ]
    store(run, calibration(version="0"))
    assert number_beside(run, run.records()) is None


def test_the_gate_takes_the_held_out_number(run: RunFolder, tmp_path: Path):
    found = calibration()
    assert found.number == 1.0
    assert read_calibration(store(run, found)) == 1.0
    (tmp_path / "n.json").write_text("0.9\n")
    assert read_calibration(tmp_path / "n.json") == 0.9
    write_model(tmp_path / "none.json", found.model_copy(update={"number": None}))
    with pytest.raises(UsageError, match="none of its pairs could be used"):
        read_calibration(tmp_path / "none.json")
    (tmp_path / "odd.json").write_text('{"accuracy": 1}')
    with pytest.raises(UsageError, match=r"neither a calibration\.json nor a number"):
        read_calibration(tmp_path / "odd.json")


def test_a_part_says_that_it_is_one(tmp_path: Path):
    part = calibration().model_copy(update={"part": "blank, drift of the tuning half"})
    assert "partial calibration: blank, drift of the tuning half" in calibration_lines(part, 100)
    assert "blank, drift of the tuning half" in write_calibration_page(part, tmp_path).read_text()
    assert not any("a part" in line for line in calibration_lines(calibration(), 100))
