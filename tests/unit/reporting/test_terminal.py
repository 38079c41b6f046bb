from pathlib import Path

import pytest

from pytest_cookie.core.record import Cause
from pytest_cookie.core.verdict import Finding
from pytest_cookie.records.run import RunFolder
from pytest_cookie.reporting.terminal import leaderboard_lines, trouble_lines
from pytest_cookie.reporting.text.terminal_cells import width_of
from tests.cookie_scores import item_lines, leaderboards, report_lines
from tests.synthetic_run import FLAWED, HOSTILE, POLISHED, make_record


def test_a_line_has_the_numbers_of_its_model(run: RunFolder) -> None:
    (board,) = leaderboards(run.records())
    heading, first, second = leaderboard_lines(board, 100)
    assert heading.split() == ["model", "n", "failed", "unscored", "functionality", "aesthetics", "total", "95", "%"]
    assert first.split()[:5] == [POLISHED, "4", "0", "0", "90.2"]
    # two scored at 38.5 and a failed 0, the unscored one in n alone
    assert second.split()[:7] == [FLAWED, "4", "1", "1", "25.7", "40.7", "33.2"]


@pytest.mark.parametrize("width", [60, 80, 140])
def test_columns_line_up_and_fit(width: int) -> None:
    models = ("短", "a-model-with-a-name-longer-than-any-terminal-is-wide/" * 3, "plain")
    (board,) = leaderboards([make_record(model=model) for model in models])
    lines = leaderboard_lines(board, width)
    assert max(map(width_of, lines)) <= width
    assert len({width_of(line[: line.index("85.0")]) for line in lines[1:]}) == 1


def test_a_total_that_is_none_is_a_dash_not_a_zero() -> None:
    unscored = make_record(outcome="unscored", functionality=None, aesthetics=None, total=None)
    (board,) = leaderboards([unscored])
    assert leaderboard_lines(board, 80)[1].split() == [POLISHED, "1", "0", "1", "–", "–", "–"]


def test_scores_that_nothing_has_take_no_room() -> None:
    records = [make_record(model=model, aesthetics=None) for model in ("a-model-with-a-long-name/polished", "other")]
    (board,) = leaderboards(records)
    assert "aesth" not in leaderboard_lines(board, 100)[0]
    assert board.measured_others[0].id == "functionality"
    heading, first, _ = item_lines(records, 80)
    assert heading.split() == ["item", "func.", "total", "findings"]
    assert first.startswith("moth-and-lanterns · a-model-with-a-long-")  # half of the line is for the name


@pytest.mark.parametrize("width", [50, 64, 80, 120])
def test_a_score_without_room_is_named_below_its_table(width: int) -> None:
    lines = report_lines([make_record(model="provider/a-model-with-a-very-long-name"), make_record(model="b")], width)
    board, items = (" ".join(part.split()) for part in "\n".join(lines).split("\nitem ", 1))
    for table in (board, items):
        for short, label in (("func", "functionality"), ("aesth", "aesthetics"), ("total", "total")):
            assert short in table or label in table


def test_headings_and_names_are_cut_between_words() -> None:
    names = ("provider/a-model-with-a-very-long-name", "sample/polished")
    records = [make_record(model=model, agent="another-agent " * 8) for model in names]
    lines = report_lines(records, 80)
    assert "…" not in lines[0] + lines[1]  # what the items have in common is wrapped
    assert all(width_of(line) <= 80 for line in lines)
    cut_cells = [cell for line in lines for cell in line.split("  ") if cell.endswith("…")]
    assert cut_cells
    whole = [*names, *(f"{records[0].case} · {name}" for name in names)]
    for kept in (cell.removesuffix("…") for cell in cut_cells):
        following = next(name[len(kept)] for name in whole if name.startswith(kept))
        assert not (kept[-1].isalnum() and following.isalnum()), kept


def test_trouble_names_item_and_cause(run: RunFolder) -> None:
    text = "\n".join(trouble_lines(run.records(), 120))
    assert "单位换算 · sample/flawed\n    The page is blank" in text
    assert "umsatz-uebersicht · sample/flawed\n    explore: BrowserError: Chromium did not answer" in text


def test_of_several_modes_an_item_is_named_with_its_own() -> None:
    failed = make_record(outcome="failed", functionality=0.0, aesthetics=0.0, total=0.0)
    records = [failed, failed.model_copy(update={"mode": "react"})]
    listed = [line.strip() for line in trouble_lines(records, 80)]
    assert [line for line in listed if POLISHED in line] == [
        f"{failed.case} · {POLISHED} · html",
        f"{failed.case} · {POLISHED} · react",
    ]
    assert f"{POLISHED} · react " in item_lines(records, 120)[2]
    assert "html" not in item_lines(records[:1], 120)[1]


def test_no_trouble_no_lines() -> None:
    assert trouble_lines([make_record()], 80) == []


def test_a_long_list_of_trouble_is_cut_with_its_count() -> None:
    cause = Cause(stage="worker", kind="Killed", message="signal 9")
    records = [make_record(outcome="unscored", cause=cause, repeat=number) for number in range(1, 31)]
    lines = trouble_lines(records, 80)
    assert lines[-2] == "  … and 22 more, all in the report"
    assert len(lines) == 1 + 2 * 8 + 2


def test_hostile_text_reaches_the_terminal_as_text(run: RunFolder) -> None:
    cause = Cause(stage="worker", kind="Killed", message=HOSTILE)
    records = [*run.records(), make_record(model=HOSTILE, outcome="unscored", cause=cause)]
    lines = report_lines(records, 100, report=Path("reports/x/index.html"))
    assert all(line.isprintable() for line in lines)
    assert lines[-1] == "report: reports/x/index.html"


def test_several_judges_are_said_to_be_incomparable() -> None:
    lines = report_lines([make_record(), make_record(judge="other")], 100)
    assert [line for line in lines if line.startswith("judge ")] == [
        "judge measured · agent crawler · html · 1 case",
        "judge other · agent crawler · html · 1 case",
    ]
    assert any("not comparable" in line for line in lines)
    assert not any("not comparable" in line for line in report_lines([make_record()], 100))


def test_a_small_run_lists_its_items_with_what_to_open() -> None:
    finding = Finding(dimension="aesthetics", severity="minor", title="t", why="w")
    major = finding.model_copy(update={"severity": "major"})
    records = [
        make_record(findings=[major, finding, finding], functionality=41.25),
        make_record(
            model="other",
            outcome="unscored",
            functionality=None,
            aesthetics=None,
            total=None,
            cause=Cause(stage="explore", kind="BrowserError", message="m"),
        ),
    ]
    first, second = item_lines(records, 100)[1:]
    assert first.split() == [
        "moth-and-lanterns",
        "·",
        "sample/polished",
        "41.2",
        "80.0",
        "85.0",
        "1",
        "major,",
        "2",
        "minor",
    ]
    assert second.split()[-4:] == ["–", "–", "–", "unscored"]
    assert all(width_of(line) <= 60 for line in item_lines(records, 60))


@pytest.mark.parametrize(
    ("clocks", "told"),
    [
        (("stepped", "stepped"), "judge measured · agent crawler · html · 1 case · stepped clock"),
        (("cooperative",), "1 item in real time · cooperative clock (real time)"),
        (
            ("stepped", "cooperative", None, "stepped"),
            "page time of 4 items: 2 by stepped clock, 1 by cooperative clock (real time), 1 not explored",
        ),
        (("stepped", None), "page time of 2 items: 1 by stepped clock, 1 not explored"),
    ],
)
def test_which_clock_items_used_is_told(clocks: tuple[str | None, ...], told: str) -> None:
    lines = report_lines([make_record(clock=clock, repeat=number) for number, clock in enumerate(clocks, 1)], 160)
    (line,) = (line for line in lines if "clock" in line)
    assert line.endswith(told)


def test_records_that_name_no_clock_have_no_line_on_clocks() -> None:
    assert not [line for line in report_lines([make_record(), make_record(repeat=2)], 160) if "clock" in line]


def test_a_low_score_without_a_finding_is_explained() -> None:
    def told(**fields: object) -> str:
        return " ".join(report_lines([make_record(**fields)], 160))

    low = {"functionality": 50.0, "aesthetics": 60.0, "total": 55.0}
    hint = "1 item without a finding has less than 80 % of the points"
    assert hint in told(**low, findings=())
    assert hint not in told(findings=())
    finding = Finding(dimension="functionality", severity="minor", title="t", why="w")
    assert hint not in told(**low, findings=(finding,))
    assert hint not in told(**low, findings=(), judge="openai/m")
