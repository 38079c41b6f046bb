"""Figures that do not follow are a finding, unless a reload or a game lets them stay."""

import pytest

from pytest_cookie.checks.figures.fact import ChartedFigure, FigureFact, LeftFigure, RenewedFigure
from pytest_cookie.checks.figures.judge import find_stale_figures
from pytest_cookie.core.trace import Change
from pytest_cookie.judging.rubric.items.logic_correctness import measure_logic_correctness
from tests.unit.judging.evidence_builders import WORKS, case, page_in_use, step

LEFT = FigureFact(left=(LeftFigure(line="owes €7.50", due="owes €5.00", beside="Spent €300"),))
KEPT = FigureFact(kept=("owes €7.50",))
RENEWED = FigureFact(renewed=(RenewedFigure(line="3 open", now="2 open"),))
CHARTED = FigureFact(charted=(ChartedFigure(text="gen 28", line="28", now="0"),))
STALE = FigureFact(stale=(RenewedFigure(line="3 open", now="2 open"),))


def titles(*facts: FigureFact, of=None, **fields) -> list[str]:
    steps = [
        step(i, ref=f"b{i}", change=Change(seen=True, facts={"figures": fact}), **fields)
        for i, fact in enumerate(facts)
    ]
    return [defect.title for defect in find_stale_figures(page_in_use(*steps, of=of))]


def test_what_stays_is_told_with_its_occasion():
    assert titles(LEFT, purpose="destroy") == ["“owes €7.50” stays when an entry is removed"]
    assert titles(LEFT, purpose="undo") == ["“owes €7.50” stays when a removal is undone"]
    assert titles(LEFT) == ["“owes €7.50” stays when a switch is turned back"]
    assert titles(LEFT, FigureFact())
    assert titles(KEPT, LEFT)


def test_what_a_reload_leaves_is_meant_to_stay():
    assert titles(LEFT, FigureFact(), KEPT) == []


def test_what_a_second_reload_confirms_was_out_of_date():
    assert titles(RENEWED) == []
    assert titles(RENEWED, STALE) == ["“3 open” is out of date until the page is reloaded"]
    assert len(titles(LEFT, STALE)) == 1


def test_it_is_shown_at_the_reload_that_changed_it(subtests):
    """Before that reload the page shows the old line, after it the new one; later reloads show neither change."""
    steps = [step(i, ref="", change=Change(facts={"figures": fact})) for i, fact in enumerate((RENEWED, STALE))]
    (found,) = find_stale_figures(page_in_use(*steps))
    assert (found.step, found.text) == (0, "3 open")


def test_a_span_of_minutes_that_went_by_is_no_figure_of_entries(subtests):
    for old, new, seconds, told in (
        ("38시간 0분", "37시간 59분", 36, False),
        ("1 h 5 min", "1 h 3 min", 90, False),
        ("14 min", "13 min", 10, False),
        ("90 min", "60 min", 90, True),
        ("3 of 10", "2 of 10", 90, True),
        ("160시간", "152시간", 90, True),
    ):
        with subtests.test(f"{old} -> {new}"):
            fact = FigureFact(stale=(RenewedFigure(line=old, now=new),))
            late = step(0, change=Change(facts={"figures": fact})).model_copy(update={"page_ms": 1000 * seconds})
            assert bool(find_stale_figures(page_in_use(late))) is told


def test_what_a_chart_still_shows_after_a_reset_is_told():
    assert titles(CHARTED) == ["A chart still shows “gen 28” after a reset"]


def test_moves_and_records_of_a_game_may_stay():
    assert titles(LEFT, STALE, of=case(domain="games")) == []


def test_it_costs_what_a_wrong_result_costs():
    pressed = step(4, ref="b1", purpose="destroy", change=Change(seen=True, pixels=0.1, facts={"figures": LEFT}))
    measured = measure_logic_correctness(page_in_use(*WORKS, pressed))
    assert measured.score == pytest.approx(0.3)
    assert "wrong results" in measured.reason
