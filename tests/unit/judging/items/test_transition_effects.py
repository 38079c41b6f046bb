"""Known-good and known-bad evidence for item 12, transition effects."""

import pytest

from pytest_cookie.core.page_layout import PageLayout
from pytest_cookie.core.trace import Change
from pytest_cookie.judging.rubric.items.transition_effects import measure_transition_effects
from tests.unit.judging.evidence_builders import ANSWER, control, inventory, styling, subject, uses


def test_transitions():
    assert measure_transition_effects(subject()).score == 1
    hard = measure_transition_effects(subject(styling=styling(transitioned_controls=0, hover_rules=0)))
    assert hard.score == 0
    assert len(hard.defects) == 1
    assert measure_transition_effects(subject(styling=styling(transitioned_controls=1))).score == pytest.approx(0.7375)
    reached = [
        measure_transition_effects(subject(composition=PageLayout(controls=4, hovered=hovered))).score
        for hovered in (4, 2, 1, 0)
    ]
    assert reached == sorted(reached, reverse=True)
    assert reached[0] == 1
    assert reached[-1] == pytest.approx(0.75)
    none = styling(controls=0, transitioned_controls=0)
    assert measure_transition_effects(subject(styling=none, inventory=inventory(controls=()))).score == 0
    assert measure_transition_effects(subject(styling=none)).score is None  # its buttons are in a frame


def test_what_controls_set_in_motion_eases_as_well_as_they_themselves():
    bare = styling(transitioned_controls=0, hover_rules=0)
    scores = [
        measure_transition_effects(subject(styling=bare, trace=uses(*answers))).score
        for answers in ([MOVED] * 4, [MOVED, MOVED, ANSWER, ANSWER], [MOVED], [ANSWER] * 4, [Change(animated=True)] * 4)
    ]
    assert scores == pytest.approx([0.5, 0.475, 0.3167, 0, 0]), "three must answer"


def test_a_few_controls_without_a_transition_are_named():
    bare = styling(transitioned_controls=0, hover_rules=0)
    titles = [
        measure_transition_effects(subject(inventory=inventory(controls=buttons(*names)), styling=bare))
        .defects[0]
        .title
        for names in (["Go"], ["A", "B", "C", "D"])
    ]
    assert [title.partition(": ")[2] for title in titles] == ["“Go”", ""]


def buttons(*names):
    return tuple(control(f"b{index}", name) for index, name in enumerate(names))


MOVED = ANSWER.model_copy(update={"animated": True})
