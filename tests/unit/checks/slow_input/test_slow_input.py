"""Inputs whose handling freezes the page."""

from pytest_cookie.checks.registry import BUILT_IN
from pytest_cookie.checks.slow_input import find_slow_inputs
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.items.user_experience import measure_user_experience
from tests.unit.judging.evidence_builders import case, evidence, subject
from tests.unit.judging.test_machine_cost import machine_time


def timed(*ratios: float) -> RubricContext:
    return RubricContext(case(), evidence(), machine_time(*ratios), checks=BUILT_IN)


def test_what_was_not_measured_is_not_told():
    assert find_slow_inputs(subject()) == ()


def test_slow_inputs_by_class():
    found = find_slow_inputs(timed(0.5, 1.6, 4.0, 9.0))
    assert [(slow.step.index, slow.weight) for slow in found] == [(2, "heavy"), (3, "blocking")]


def test_slow_handlers_cost_item_14_by_class():
    def measured(*ratios: float):
        return measure_user_experience(timed(*ratios))

    assert measured(0.5, 1.5, 0.2, 0.1).score == measure_user_experience(subject()).score
    assert measured(9, 9, 9, 9).score == measured(12, 20, 9, 9).score < measured(9, 0.2, 0.2, 0.2).score
    assert measured(9, 9, 0.1, 0.1).defects[0].severity == "major"
    assert "Input freezes the page" in measured(9, 9, 0.1, 0.1).defects[0].title
