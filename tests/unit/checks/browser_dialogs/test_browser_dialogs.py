"""What browser dialogs cost."""

from pytest_cookie.core.trace import Change
from pytest_cookie.judging.rubric.items.interaction_feedback import measure_interaction_feedback
from tests.change_lines import dialogs
from tests.unit.judging.evidence_builders import ANSWER, page_in_use, step, subject
from tests.unit.judging.test_response_time import answers


def test_a_storm_of_dialogs_costs_clearly():
    alert = ANSWER.model_copy(update={"dialogs": dialogs("alert: Saved")})
    quiet = measure_interaction_feedback(subject())
    one = measure_interaction_feedback(page_in_use(step(0, ref="b0", change=alert), *answers(0, 0, 0, 0)[1:]))
    storm = measure_interaction_feedback(page_in_use(*(step(i, ref=f"b{i}", change=alert) for i in range(4))))
    assert quiet.score > one.score > 0.8 > 0.4 > storm.score
    assert [defect.severity for defect in one.defects] == ["minor"]
    assert [defect.severity for defect in storm.defects] == ["major"]


def test_a_dialog_that_nobody_asked_for():
    greeted = Change(seen=True, dialogs=dialogs("alert: Welcome", "alert: Accept cookies"))
    measured = measure_interaction_feedback(page_in_use(step(0, "look", change=greeted), *answers(0, 0, 0, 0)[1:]))
    assert measured.score < 0.5
    assert measured.defects[0].severity == "major"


def test_a_question_before_a_removal_is_meant():
    asked = ANSWER.model_copy(update={"dialogs": dialogs("confirm: Remove the entry?")})
    steps = [step(i, ref=f"b{i}", change=asked, purpose="destroy") for i in range(4)]
    measured = measure_interaction_feedback(page_in_use(*steps))
    assert measured.score == 1
    assert all(defect.severity == "minor" for defect in measured.defects)
