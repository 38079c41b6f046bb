"""Text that is hard to read in a state of the page: good states that must stay silent, and bad ones."""

import pytest

from pytest_cookie.checks.illegible_states import find_illegible_states, grade_states
from pytest_cookie.core.legibility import FaintText, Legibility, RecolouredView
from pytest_cookie.core.page import Box
from pytest_cookie.core.page_layout import PageLayout, SetText
from pytest_cookie.core.trace import Change
from pytest_cookie.judging.rubric.grade import sum_deductions
from tests.change_lines import states
from tests.unit.judging.evidence_builders import ANSWER, page_in_use, step, subject, trace


def faint(contrast: float, letters: int = 20, **fields) -> FaintText:
    rest = {"text": "let total = 0", "size": 16.0, "needed": 4.5, "ink": "rgb(44, 47, 54)", "ground": "#0f1115"}
    return FaintText(selector="#t", letters=letters, contrast=contrast, **{**rest, **fields})


def after_step(*texts: FaintText, letters: int = 1000):
    found = Legibility(letters=letters, faint=texts)
    return page_in_use(step(0, "look"), step(1, ref="b1", change=ANSWER, legibility=found))


def in_theme(*texts: FaintText, letters: int = 1000):
    found = Legibility(letters=letters, recoloured=0.9, faint=texts)
    view = RecolouredView(control="Dark", selector="#b1", step=1, screenshot="static/dark.png", legibility=found)
    return page_in_use(step(0, "look"), step(1, ref="b1", change=ANSWER), recoloured=(view,))


BAD = [
    ([faint(1.3, 200)], "major", 0.35),
    ([faint(1.3, 12)], "minor", 0.1),
    ([faint(1.3, 12, heading=True)], "major", 0.35),
    ([faint(1.5, 6, control=True)], "major", 0.35),
    ([faint(2.6, 200)], "minor", 0.3),
    ([faint(2.6, 400)], "major", 0.6),
    ([faint(1.2, 900)], "major", 0.6),
]
GOOD = [[], [faint(3.2, 900)], [faint(4.4, 900)], [faint(2.1, 900, needed=3.0, size=32.0)]]


@pytest.mark.parametrize("state", [after_step, in_theme])
def test_states_that_are_hard_to_read_cost_by_how_much_of_them_is(state, subtests):
    for texts, severity, cost in BAD:
        with subtests.test(texts=texts):
            context = state(*texts)
            (defect,) = find_illegible_states(context)
            assert (defect.kind, defect.severity, defect.step) == ("illegible-state", severity, 1)
            assert sum_deductions(grade_states(context)) == pytest.approx(cost, abs=0.051)
            assert "a click on “Button 1”" in defect.title
            assert f"{texts[0].contrast}:1 (rgb(44, 47, 54) on #0f1115)" in defect.why


def test_a_look_that_a_control_has_only_under_the_pointer_is_minor(subtests):
    chosen = Change(seen=True, states=states("Button 1: checked no → yes"))
    rows = [
        ("under the pointer", [faint(1.3, 12, control=True)], ANSWER, "minor"),
        ("another text too", [faint(1.3, 12, control=True), faint(1.3, 12, control=True)], ANSWER, "major"),
        ("chosen, which stays", [faint(1.3, 12, control=True)], chosen, "major"),
    ]
    for name, texts, change, severity in rows:
        own = texts[0].model_copy(update={"selector": "#b1"})
        found = Legibility(letters=1000, faint=(own, *texts[1:]))
        context = page_in_use(step(0, "look"), step(1, ref="b1", change=change, legibility=found))
        with subtests.test(name):
            assert [defect.severity for defect in find_illegible_states(context)] == [severity]


@pytest.mark.parametrize("state", [after_step, in_theme])
def test_states_that_can_be_read_give_no_finding(state):
    for texts in GOOD:
        assert find_illegible_states(state(*texts)) == []
        assert sum_deductions(grade_states(state(*texts))) == 0


def test_text_that_is_as_faint_at_rest_is_told_there():
    pale = SetText(
        selector="#t", text="let", box=Box(x=0, y=0, width=9, height=9), letters=3, lines=1, size=16, leading=0,
        weight=400, face="a", contrast=1.4,
    )  # fmt: skip
    found = Legibility(letters=100, faint=(faint(1.3, 90),))
    steps = trace(step(0, "look"), step(1, ref="b1", change=ANSWER, legibility=found))
    assert find_illegible_states(subject(trace=steps, composition=PageLayout(texts=(pale,)))) == []
    well = pale.model_copy(update={"contrast": 12.0})
    assert len(find_illegible_states(subject(trace=steps, composition=PageLayout(texts=(well,))))) == 1


def test_the_same_colours_are_told_once_and_with_the_picture_of_the_whole_page():
    found = Legibility(letters=1000, recoloured=0.9, faint=(faint(1.3, 200),))
    view = RecolouredView(control="Dark", selector="#b1", step=1, screenshot="static/dark.png", legibility=found)
    steps = trace(step(0, "look"), step(1, ref="b1", change=ANSWER, legibility=found))
    (defect,) = find_illegible_states(subject(recoloured=(view,), trace=steps))
    assert defect.evidence == "static/dark.png"
