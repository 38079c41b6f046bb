"""What shows only at the second use: repeated presses and toggles; in small traces."""

import pytest

from pytest_cookie.checks.stability.judge import find_instabilities
from pytest_cookie.core.trace import Change
from pytest_cookie.judging.rubric.items.logic_correctness import measure_logic_correctness
from tests.change_lines import states
from tests.unit.judging.evidence_builders import ANSWER, control, inventory, page_in_use, step


def told(*steps, **fields) -> list[str]:
    return [defect.title for defect in find_instabilities(page_in_use(*steps, **fields))]


def press(index: int, old: str = "", new: str = "", ref: str = "b1", **change):
    texts = {"vanished_text": (old,), "appeared_text": (new,), "seen": True} if new else {}
    return step(index, ref=ref, change=Change(**{**texts, **change}))


def test_a_control_that_counts_and_then_is_silent_is_stuck():
    assert told(press(0, "2 guests", "3 guests"), press(1)) == ["Button “Button 1” stops working"]
    third = told(press(0, "2 guests", "3 guests"), press(1, "3 guests", "4 guests"), press(2))
    assert third == ["Button “Button 1” stops working"]


def test_a_named_control_of_a_row_counts_once_and_a_sign_counts_on():
    rows = inventory(controls=tuple(control(f"b{n}", kind="row") for n in range(3)))
    for name, number in (("Watered", 0), ("+", 1)):
        presses = [press(0, "4 due", "3 due", "b1"), press(1)]
        named = [one.model_copy(update={"action": one.action.model_copy(update={"target": name})}) for one in presses]
        assert len(told(*named, inventory=rows)) == number


def test_a_control_whose_state_was_there_already_answers_in_another_state():
    preset = (press(0, "2 guests", "3 guests"), press(1))
    other = step(2, ref="b2", change=Change(seen=True, vanished_text=("3 guests",), appeared_text=("7 guests",)))
    again = press(3, "7 guests", "3 guests")
    assert told(*preset, other, again) == []
    assert told(*preset, other, press(3)) == ["Button “Button 1” stops working"]
    reset = other.model_copy(update={"action": other.action.model_copy(update={"purpose": "destroy"})})
    assert told(*preset, reset, again) == ["Button “Button 1” stops working"]
    assert told(*preset, step(2, "reload"), again) == ["Button “Button 1” stops working"]


@pytest.mark.parametrize(
    ("old", "new", "lines"),
    [
        ("2 guests", "1 guest", ()),  # the least
        ("9 guests", "10 guests", ()),  # a limit
        ("4 / 5", "5 / 5", ()),
        ("Page 2 of 3", "Page 1 of 3", ()),
        ("2 guests", "3 guests", ("Button 1: disabled no → yes",)),
        ("Open", "Closed", ()),  # no count
    ],
)
def test_silence_at_an_end_is_right(old, new, lines):
    assert told(press(0, old, new, states=states(*lines)), press(1)) == []


def test_a_choice_that_leads_to_its_own_number_is_there(subtests):
    rows = [
        ("2 free", "9 April", "2 April", 0),
        ("Table 14", "Table 3 is yours", "Table 14 is yours", 0),
        ("One more of 4", "8 guests", "9 guests", 1),
        ("+", "8 guests", "9 guests", 1),
    ]
    for name, old, new, stuck in rows:
        with subtests.test(name):
            texts = Change(seen=True, vanished_text=(old,), appeared_text=(new,))
            steps = (step(0, ref="b1", target=name, change=texts), step(1, ref="b1", target=name))
            assert len(told(*steps)) == stuck


def test_what_came_between_two_presses_may_be_the_reason():
    assert told(press(0, "2 guests", "3 guests"), press(1, "a", "b", ref="b2"), press(2)) == []


def turned(index: int, old: str, new: str, **change):
    return press(index, states=states(f"Button 1: expanded {old} → {new}"), **{"seen": True, **change})


def test_a_toggle_that_turns_back_is_whole():
    assert told(turned(0, "no", "yes", appeared_text=("More",)), turned(1, "yes", "no", vanished_text=("More",))) == []


def test_a_toggle_that_stays_is_told():
    assert told(turned(0, "no", "yes"), press(1)) == ["Button “Button 1” cannot be switched back"]


def test_one_of_several_that_go_together_may_stay():
    both = states("Button 1: checked no → yes", "Button 2: checked yes → no")
    assert told(press(0, seen=True, states=both), press(1)) == []


def test_a_message_that_is_read_is_read():
    def pressed(name: str, old: str, new: str) -> list[str]:
        first = press(0, old, new)
        return told(first.model_copy(update={"action": first.action.model_copy(update={"target": name})}), press(1))

    assert pressed("Your order has been sent 2 h ago", "4", "3") == []
    assert pressed("Fewer", "4", "3")
    assert pressed("Your order has been sent 2 h ago", "3", "4")
    assert pressed("Your order has been sent 2 h ago", "4 guests", "3 guests")


def test_what_shows_another_thing_stays_chosen():
    went, came = ("Parcel 4", "Wheat", "12 acres"), ("Gate 2", "7 parcels", "365 acres")
    chosen = {
        "seen": True,
        "states": states("Button 1: checked no → yes"),
        "vanished_text": went,
        "appeared_text": came,
    }
    assert told(press(0, **chosen), press(1)) == []
    assert told(press(0, **{**chosen, "states": ()}), press(1)) == ["Button “Button 1” stops working"]
    few = {**chosen, "vanished_text": went[:2], "appeared_text": came[:2]}
    assert told(press(0, **few), press(1)) == ["Button “Button 1” cannot be switched back"]


def test_a_toggle_that_leaves_what_it_did_is_told():
    first = turned(0, "no", "yes", vanished_text=("Tulip", "Rose"))
    assert told(first, turned(1, "yes", "no")) == ["Button “Button 1” switches back but its effect stays"]
    assert told(first, turned(1, "yes", "no", appeared_text=("Rose",))) == []
    sent = press(0, ref="send", seen=True, appeared_text=("Choose a day", "Tulip", "Rose"))
    assert told(sent, turned(1, "no", "yes", vanished_text=("Choose a day",)), turned(2, "yes", "no")) == []


def test_item_3_loses_by_what_does_not_last():
    steps = (press(0, "2 guests", "3 guests"), press(1), *(press(i, "x", "y", ref=f"b{i}") for i in (2, 3)))
    stuck = measure_logic_correctness(page_in_use(*steps))
    whole = measure_logic_correctness(page_in_use(steps[0], *steps[2:]))
    assert stuck.score < whole.score
    assert [defect.severity for defect in stuck.defects if defect.kind == "stuck-control"] == ["major"]


def test_the_chosen_one_of_several_buttons_alike_may_stay_chosen():
    def page(kind: str, role: str = "button"):
        return inventory(controls=tuple(control(f"b{n}", f"Button {n}", role=role, kind=kind) for n in range(4)))

    steps = turned(0, "no", "yes"), press(1)
    assert told(*steps, inventory=page("day")) == []
    assert told(*steps, inventory=inventory()) == ["Button “Button 1” cannot be switched back"]


def test_a_button_that_works_once():
    entered = Change(seen=True, states=states("Width: value “4” → “12”"))
    field = {"ref": "w", "role": "textbox", "value": "12", "intent": "valid"}
    once = [step(0, ref="b0", change=ANSWER), step(1, "type", change=entered, **field), step(2, ref="b0")]
    assert [defect.title for defect in find_instabilities(page_in_use(*once))] == ["Button “Button 0” works only once"]
    refused = step(0, ref="b0", change=ANSWER, intent="invalid")
    assert find_instabilities(page_in_use(refused, *once[1:])) == []
    live = Change(seen=True, states=entered.states, appeared_text=("12 litres",))
    at_once = [step(0, ref="b0", change=ANSWER), step(1, "type", change=live, **field), step(2, ref="b0")]
    unchanged = [step(0, ref="b0", change=ANSWER), step(1, ref="b0")]
    assert find_instabilities(page_in_use(*at_once)) == find_instabilities(page_in_use(*unchanged)) == []


def test_one_of_several_buttons_alike_may_be_chosen_already():
    """A filter may not show in its state that it is the chosen one."""
    entered = Change(seen=True, states=states("Width: value “4” → “12”"))
    typed = step(1, "type", change=entered, ref="w", role="textbox", value="12", intent="valid")
    once = [step(0, ref="b0", change=ANSWER), typed, step(2, ref="b0")]
    for alike, number in ((2, 1), (3, 0)):
        controls = tuple(control(f"b{place}", kind="chip") for place in range(alike))
        page = page_in_use(*once, inventory=inventory(controls=controls))
        assert len(find_instabilities(page)) == number


def test_a_choice_that_is_still_chosen_may_be_silent():
    entered = Change(seen=True, states=states("Width: value “4” → “12”"))
    field = {"ref": "w", "role": "textbox", "value": "12", "intent": "valid"}

    def pressed(*lines: str, then: str = ""):
        came = Change(seen=True, states=states(*lines))
        other = step(2, ref="b1", change=Change(seen=True, states=states(then))) if then else step(2, kind="wait")
        return told(step(0, ref="b0", change=came), other, step(3, "type", change=entered, **field), step(4, ref="b0"))

    assert pressed("Button 0: checked no → yes") == []
    assert pressed("Button 0: checked no → yes", then="Button 0: checked yes → no") == [
        "Button “Button 0” works only once"
    ]
