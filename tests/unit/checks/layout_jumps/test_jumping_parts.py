"""A part that jumps out of its place: told to readers of the step, and a defect unless it is a game."""

import pytest

from pytest_cookie.checks.layout_jumps.fact import JumpFact, LayoutJump
from pytest_cookie.checks.layout_jumps.judge import find_jumping_parts
from pytest_cookie.judging.rubric.items.logic_correctness import measure_logic_correctness
from tests.unit.judging.evidence_builders import ANSWER, case, step, subject, trace

OVER = JumpFact(astray=(LayoutJump(text="Soup", over="Bread"),))


@pytest.mark.parametrize(("domain", "told"), [("analytics", 1), ("games", 0)])
def test_a_part_that_jumps_out_of_place_is_told_unless_it_is_a_game(domain: str, told: int):
    jumped = ANSWER.model_copy(update={"facts": {"layout-jumps": OVER}})
    used = trace(*(step(i, ref=f"b{i}", change=ANSWER) for i in range(4)), step(4, ref="b1", change=jumped))
    page = subject(of=case(domain=domain), trace=used)
    assert ["“Soup” lies over “Bread”" in defect.why for defect in find_jumping_parts(page)] == [True] * told
    assert sum(defect.kind == "jumping-part" for defect in measure_logic_correctness(page).defects) == told


def test_where_it_lies_now():
    assert [note.texts for note in OVER.describe()] == [("“Soup” lies over “Bread”",)]
    assert LayoutJump(text="Soup").describe() == "“Soup” is cut off by the edge of the page"
