"""Known-good and known-bad evidence for item 13: feedback to input and to sent forms."""

import pytest

from pytest_cookie.core.trace import Change
from pytest_cookie.judging.rubric.finding_kinds import FindingKind
from pytest_cookie.judging.rubric.items.interaction_feedback import measure_interaction_feedback
from tests.change_lines import dialogs, states
from tests.unit.judging.evidence_builders import ANSWER, control, inventory, page_in_use, step, subject, uses


def wrong(index: int, ref: str, change: Change | None = None):
    return step(
        index,
        "type",
        ref=ref,
        role="textbox",
        value="abc",
        intent="invalid",
        change=change or Change(seen=True, states=states(f"Button {ref[1:]}: value “” → “abc”")),
    )


WORKS = [step(index, ref=f"c{index}", change=ANSWER) for index in range(3)]


def test_a_message_for_wrong_input_is_feedback():
    said = wrong(2, "b1", Change(seen=True, appeared_text=("Enter a number above zero",)))
    assert measure_interaction_feedback(page_in_use(*WORKS, said)).score == 1


MESSAGE = "Enter a number above zero"


@pytest.mark.parametrize(
    ("field", "button", "vanished", "score"),
    [
        ("b1", "b9", (), 1.0),
        ("b2", "b9", (), 1.0),
        ("b1", "b8", (), 1.0),
        ("b2", "b8", (), 0.75),
        ("b1", "b9", (MESSAGE,), 0.75),
    ],
)
def test_a_message_that_still_stands_answers_the_same_field_or_the_same_button(field, button, vanished, score):
    """The second press has no effect."""

    def sent(index: int, by: str, change: Change):
        return step(index, ref=by, intent="invalid", change=change)

    first = [wrong(2, "b1"), sent(3, "b9", Change(seen=True, appeared_text=(MESSAGE,)))]
    mended = step(4, "type", ref="b1", role="textbox", value="12", change=Change(seen=True, vanished_text=vanished))
    again = [wrong(5, field), sent(6, button, Change(shown=False))]
    assert measure_interaction_feedback(page_in_use(*WORKS, *first, mended, *again)).score == score


def test_silence_for_all_wrong_input_is_major():
    measured = measure_interaction_feedback(page_in_use(*WORKS, wrong(2, "b1"), wrong(3, "b2")))
    assert measured.score == pytest.approx(0.5)
    assert measured.defects[0].severity == "major"
    assert "Button 1" in measured.defects[0].title


def test_the_answer_may_come_with_the_next_click_or_as_a_focus_that_jumps_back():
    submit = step(3, ref="b2", change=Change(focus="#b1"))
    assert measure_interaction_feedback(page_in_use(*WORKS, wrong(2, "b1"), submit)).score == 1
    late = [step(4 + index, "scroll") for index in range(4)]
    assert measure_interaction_feedback(page_in_use(*WORKS, wrong(2, "b1"), *late, submit)).score == pytest.approx(0.5)


@pytest.mark.parametrize(("kind", "value"), [("click", ""), ("press", "Enter")])
def test_a_field_that_was_emptied_and_submitted_on_purpose_is_wrong_input(kind, value):
    def measured(change: Change):
        emptied = step(2, "clear", ref="b1", role="textbox", intent="invalid", change=Change(seen=True))
        submitted = step(3, kind, ref="b2", value=value, intent="invalid", change=change)
        return measure_interaction_feedback(page_in_use(*WORKS, emptied, submitted))

    refused = measured(Change(seen=True, appeared_text=("Please give your name",)))
    assert "1 of 1 wrong input refused with a message" in refused.reason
    assert not refused.defects
    closed = measured(Change(seen=True, fields_gone=("Button 1",)))
    assert closed.defects[0].kind == FindingKind.WRONG_INPUT_ACCEPTED
    assert "although “Button 1” was empty" in closed.defects[0].why
    silent = measured(Change(seen=True, focus="#b2"))
    assert "0 of 1 wrong input" in silent.reason
    assert silent.defects[0].kind == FindingKind.WRONG_INPUT_IGNORED


def test_a_focus_that_stays_in_the_field_is_the_browsers_own_refusal():
    def score(focus: str, **fields):
        submit = step(3, ref="b2", intent="invalid", change=Change(seen=True, focus=focus))
        return measure_interaction_feedback(page_in_use(*WORKS, wrong(2, "b1"), submit, **fields)).score

    assert score("") == 1
    assert score("#b2") == pytest.approx(0.5)
    elsewhere = inventory(controls=(control("b2", tag="div"),))  # a press of it takes no focus anyway
    assert score("", inventory=elsewhere) == pytest.approx(0.5)


def sent(index: int, intent: str, change: Change | None = None):
    return step(index, ref="b3", intent=intent, change=change or Change())


def test_a_form_that_is_sent_empty_must_say_what_is_missing():
    refused = sent(2, "invalid", Change(seen=True, appeared_text=("Please enter your phone number",)))
    assert measure_interaction_feedback(page_in_use(*WORKS, refused)).score == 1
    silent = measure_interaction_feedback(page_in_use(*WORKS, sent(2, "invalid")))
    assert silent.score == pytest.approx(0.5)
    assert "an incomplete form" in silent.defects[0].why


@pytest.mark.parametrize("said", ["预约成功！", "Thank you, we will call you.", "Vielen Dank für Ihre Nachricht"])
def test_wrong_input_that_is_thanked_for_was_accepted(said):
    thanked = sent(3, "invalid", Change(seen=True, appeared_text=(said,)))
    measured = measure_interaction_feedback(page_in_use(*WORKS, wrong(2, "b1"), thanked))
    assert measured.score == pytest.approx(0.5)
    assert measured.defects[0].severity == "major"
    assert "accepted" in measured.defects[0].title


def test_a_message_beside_the_field_answers_wrong_input_whenever_it_came(subtests):
    """The step that mends the field shows that there was one: the message goes."""
    hint, figure = "Nine digits, please", "Total: 0 EUR"
    for told, mending, answered in (
        (Change(effects=("validation message: Please fill in this field.",)), Change(), True),
        (Change(effects=("print",)), Change(), False),
        (Change(), Change(seen=True, vanished_text=(hint,)), True),
        (Change(), Change(seen=True, vanished_text=(hint,), appeared_text=("Looks good",)), True),
        (Change(), Change(seen=True, vanished_text=(figure,), appeared_text=("Total: 12 EUR",)), False),
        (Change(), Change(seen=True, vanished_text=("0",), appeared_text=("12",)), False),
        (Change(), Change(seen=True), False),
    ):
        with subtests.test(told=told.effects, mending=(mending.vanished_text, mending.appeared_text)):
            typed = wrong(2, "b1", told.model_copy(update={"seen": True}))
            mended = step(3, "type", ref="b1", role="textbox", value="7", intent="valid", change=mending)
            measured = measure_interaction_feedback(page_in_use(*WORKS, typed, mended))
            titles = [defect.title for defect in measured.defects]
            assert any("No message" in title for title in titles) != answered


def test_letters_that_are_taken_for_a_number_were_accepted():
    def score(shown: str) -> float | None:
        changed = states("Button 1: value “84” → “abc”")
        typed = wrong(2, "b1", Change(seen=True, states=changed, vanished_text=("84 px",), appeared_text=(shown,)))
        return measure_interaction_feedback(page_in_use(*WORKS, typed)).score

    assert score("abc px") == pytest.approx(0.5)
    assert score("“abc” is not a number") == 1


def test_a_success_rate_is_no_thanks():
    updated = wrong(2, "b1", Change(seen=True, appeared_text=("Success rate 41 %", "成功率 41 %")))
    assert measure_interaction_feedback(page_in_use(*WORKS, updated)).score == 1


def test_wrong_input_waits_for_the_sending_of_its_form():
    between = [
        step(3 + index, "type", ref=f"b{4 + index}", role="textbox", value="x", intent="valid") for index in range(6)
    ]
    refused = sent(9, "invalid", Change(seen=True, appeared_text=("Not an e-mail address",)))
    assert measure_interaction_feedback(page_in_use(*WORKS, wrong(2, "b1"), *between, refused)).score == 1


def test_a_wrong_input_that_shows_nan_is_item_4s():
    broken = wrong(2, "b1", Change(seen=True, appeared_text=("NaN Gramm",)))
    assert measure_interaction_feedback(page_in_use(*WORKS, broken)).score == 1


def test_what_a_check_tries_is_left_to_it():
    tried = wrong(2, "b1").model_copy(update={"check": "some-check"})
    assert measure_interaction_feedback(page_in_use(*WORKS, tried)).score == 1
    assert measure_interaction_feedback(page_in_use(*WORKS, wrong(2, "b1"))).score == pytest.approx(0.5)


def test_an_alert_is_poor_feedback():
    shouted = step(3, ref="b2", change=Change(seen=True, dialogs=dialogs("Wrong!")))
    measured = measure_interaction_feedback(page_in_use(*WORKS, wrong(2, "b1"), shouted))
    assert measured.score == pytest.approx(0.75 * (1 - 0.7 / 5))  # one of five inputs opened it
    assert [defect.severity for defect in measured.defects] == ["minor"]


def test_nothing_that_answers_has_nothing():
    assert measure_interaction_feedback(page_in_use(step(0, ref="b0"))).score == 0


def test_a_focus_that_goes_where_no_caret_stands_is_not_seen():
    fields = inventory(controls=(*inventory().controls, control("b9", role="textbox")))

    def reason(focus: str) -> str:
        unseen = Change(dom_added=2, focus=focus)
        return measure_interaction_feedback(subject(inventory=fields, trace=uses(*[unseen] * 4))).reason

    assert reason("#nowhere").startswith("0% of 4")
    assert reason("#b9").startswith("100% of 4")
