"""Responses that users wait for."""

from pytest_cookie.judging.rubric.items.interaction_feedback import measure_interaction_feedback
from tests.unit.judging.evidence_builders import page_in_use
from tests.unit.judging.test_response_time import answers


def test_late_answers_lower_item_13_and_are_told():
    soon, late = (measure_interaction_feedback(page_in_use(*answers(ms, ms, ms))) for ms in (50, 2600))
    assert (soon.score, soon.defects) == (1.0, ())
    assert late.score < 0.6
    assert [defect.severity for defect in late.defects] == ["major"]
    assert "takes 2.6 s to respond" in late.defects[0].title
