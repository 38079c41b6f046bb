"""Promises of controls, kept and broken, in small traces; and the other findings that need more than one step."""

import pytest

from pytest_cookie.core.trace import Change, Trial
from pytest_cookie.judging.checks.label_contracts import find_broken_contracts
from pytest_cookie.judging.rubric.items.data_display import measure_data_display
from pytest_cookie.judging.rubric.items.interaction_feedback import measure_interaction_feedback
from pytest_cookie.judging.rubric.items.logic_correctness import measure_logic_correctness
from pytest_cookie.judging.rubric.items.user_experience import measure_user_experience
from tests.change_lines import dialogs, states
from tests.unit.judging.evidence_builders import (
    ANSWER,
    STAGE,
    case,
    control,
    element,
    inventory,
    layout,
    page_in_use,
    step,
    subject,
    trace,
    views,
)  # fmt: skip


def told(*steps, **fields) -> list[str]:
    return [defect.title for defect in find_broken_contracts(page_in_use(*steps, **fields))]


def removal(index: int = 0, **change):
    gone = {"vanished_text": ("Tulip", "12,00 €"), "dom_removed": 4, "seen": True}
    return step(index, ref="b1", purpose="destroy", change=Change(**{**gone, **change}))


def test_an_undo_that_brings_something_back_is_kept():
    back = step(1, ref="b2", purpose="undo", change=Change(seen=True, appeared_text=("Tulip",)))
    assert told(removal(), back) == []


def test_an_undo_that_only_closes_its_bar_is_broken():
    bar = step(1, ref="b2", purpose="undo", change=Change(seen=True, vanished_text=("Removed. Undo?",)))
    assert told(removal(), bar) == ["Button “Button 2” does not restore the removed entry"]


@pytest.mark.parametrize("nothing", [{"vanished_text": ()}, {"vanished_text": ("3",)}])
def test_an_undo_after_nothing_promises_nothing(nothing):
    undo = step(1, ref="b2", purpose="undo", change=Change(seen=True, vanished_text=("bar",)))
    assert told(removal(**nothing), undo) == []


def lists():
    named = tuple(control(ref, name, role="combobox", tag="select") for ref, name in (("b1", "From"), ("b2", "To")))
    return inventory(controls=named)


@pytest.mark.parametrize(
    ("lines", "broken"),
    [
        (("From: value “cup” → “gram”", "To: value “gram” → “cup”"), False),
        (("From: value “cup” → “gram”", "To: value “gram” → “cup”", "Amount: value “1” → “120”"), False),
        (("From: value “cup” → “gram”",), True),
        (("Amount: value “1” → “120”",), False),
        ((), False),
    ],
)
def test_a_swap_exchanges(lines, broken):
    swap = step(0, ref="b3", purpose="swap", change=Change(seen=True, states=states(*lines)))
    assert bool(told(swap, inventory=lists())) is broken


def test_a_list_that_a_swap_left_alone_is_told_with_its_value():
    chosen = step(0, "select", ref="b2", value="gram", change=Change(states=states("To: value “cup” → “gram”")))
    swap = step(1, ref="b3", purpose="swap", change=Change(seen=True, states=states("From: value “cup” → “gram”")))
    (defect,) = find_broken_contracts(page_in_use(chosen, swap, inventory=lists()))
    assert defect.why == "“From” went from “cup” to “gram”; “To” kept “gram”. Exchange the two values."


def test_a_broken_promise_costs_item_3():
    works = [step(index, ref=f"b{index}", change=ANSWER) for index in range(4)]
    wrong = step(4, ref="b2", purpose="undo", change=Change(seen=True, vanished_text=("bar",)))
    assert measure_logic_correctness(page_in_use(*works)).score == 1.0
    wrong = wrong.model_copy(update={"index": 5})
    assert measure_logic_correctness(page_in_use(*works, removal(4), wrong)).score == pytest.approx(0.65)


def test_a_link_to_a_place_that_is_not_there():
    links = tuple(control(f"b{n}", f"Part {n}", "link", href=f"#part{n}", kind="menu") for n in range(3))
    pressed = [step(n, ref=f"b{n}", role="link", change=ANSWER if n else Change()) for n in range(3)]
    page = {"trace": trace(*pressed), "inventory": inventory(controls=links)}
    assert measure_logic_correctness(subject(**page)).defects == ()
    lost = (element("Part 0", "#b0", "#part0"),)
    defects = measure_logic_correctness(subject(**page, lost_anchors=lost)).defects
    assert [defect.title for defect in defects] == ["Link “Button 0” leads nowhere"]
    assert "#part0" in defects[0].why
    routed = tuple(element(f"Part {n}", f"#b{n}", f"#part{n}") for n in range(3))  # the others answer all the same
    assert measure_logic_correctness(subject(**page, lost_anchors=routed)).defects == ()


def test_controls_that_something_fixed_always_covers():
    buried = layout(buried_controls=(element("Next", "#next", "under #bar"),))
    found = measure_user_experience(subject(views=views(mobile=buried))).defects
    assert [(defect.severity, defect.selector) for defect in found] == [("major", "#next")]
    assert "375 px" in found[0].title
    known = layout(buried_controls=buried.buried_controls, covered_controls=(element("Next", "#next"),))
    assert len(measure_user_experience(subject(views=views(desktop=known))).defects) == 1


@pytest.mark.parametrize(
    ("change", "value", "accepted"),
    [
        ({"fields_gone": ("Name", "Day"), "appeared_text": ("Step 2", "Please tick what applies.")}, "", True),
        ({"fields_gone": ("Name",), "appeared_text": ("Error: name is missing",)}, "", False),
        ({"fields_gone": (), "appeared_text": ("Please give a name",)}, "", False),
        ({"fields_gone": ("Name",)}, "abc", True),
        ({"fields_gone": ("Name",)}, "-1", False),
    ],
)
def test_wrong_input_that_goes_through(change, value, accepted):
    steps = [step(1, ref="b1", intent="invalid", change=Change(seen=True, **change))]
    if value:
        steps.insert(0, step(0, "type", ref="b0", value=value, intent="invalid", change=Change(seen=True)))
    works = step(9, ref="b3", change=ANSWER)
    defects = measure_interaction_feedback(page_in_use(*steps, works)).defects
    assert any("is accepted" in defect.title for defect in defects) is accepted


def test_an_alert_weighs_more_where_the_brief_speaks_of_it():
    alert = step(0, ref="b1", change=Change(seen=True, dialogs=dialogs("alert: Name!"), dom_changed=1))
    severities = [
        measure_interaction_feedback(page_in_use(alert, of=case(brief=brief))).defects[0].severity
        for brief in ("A form.", "Errors stand beside the field, no alert.")
    ]
    assert severities == ["minor", "major"]
    chosen = step(0, ref="b1", change=Change(seen=True, dialogs=dialogs("file: landscape.png"), dom_changed=1))
    assert measure_interaction_feedback(page_in_use(chosen)).defects == ()


@pytest.mark.parametrize(
    ("line", "broken"),
    [("Page 4 of 1", True), ("第 3 页 / 共 2 页", True), ("5 / 4 ページ", True), ("Seite 2 von 3", False),
     ("Page 1 of 0", False), ("Score 4 of 1", False), ("第 2 页，共 2 页", False)],
)  # fmt: skip
def test_a_page_beyond_the_last(line, broken):
    shown = step(0, ref="b1", change=Change(seen=True, appeared_text=(line,)))
    defects = measure_data_display(page_in_use(shown)).defects
    assert any(defect.kind == "page-number-beyond-last" for defect in defects) is broken


def test_printing_is_an_answer():
    prints = step(0, ref="b0", change=Change(seen=True, effects=("print",)))
    assert measure_logic_correctness(page_in_use(prints)).defects[0].title != "Button “Button 0” does nothing"
    works = [step(index, ref=f"b{index}", change=ANSWER) for index in range(1, 4)]
    assert measure_logic_correctness(page_in_use(prints, *works)).score == 1.0


MOVED = Change(seen=True, states=states("Contrast: value “0” → “20”"))


@pytest.mark.parametrize(
    ("earlier", "fields", "faults"),
    [
        (Change(seen=True), {"purpose": "destroy"}, 0),  # all may be as it should be
        (MOVED, {"purpose": "destroy"}, 1),
        (Change(seen=True), {"purpose": "destroy", "within": ("Tulip", "T-1")}, 1),
        (Change(seen=True), {}, 1),
    ],
)
def test_a_reset_that_may_have_nothing_to_reset_is_no_fault(earlier, fields, faults):
    works = [step(n, ref=f"b{n}", change=ANSWER) for n in range(3)]
    silent = [step(3, "type", ref="b9", role="textbox", change=earlier), step(4, ref="b3", change=Change(), **fields)]
    assert len(measure_logic_correctness(page_in_use(*works, *silent)).defects) == faults


def test_a_button_that_works_once():
    entered = Change(seen=True, states=states("Width: value “4” → “12”"))
    field = {"ref": "w", "role": "textbox", "value": "12", "intent": "valid"}
    once = [step(0, ref="b0", change=ANSWER), step(1, "type", change=entered, **field), step(2, ref="b0")]
    assert [defect.title for defect in find_broken_contracts(page_in_use(*once))] == [
        "Button “Button 0” works only once"
    ]
    live = Change(seen=True, states=entered.states, appeared_text=("12 litres",))
    at_once = [step(0, ref="b0", change=ANSWER), step(1, "type", change=live, **field), step(2, ref="b0")]
    unchanged = [step(0, ref="b0", change=ANSWER), step(1, ref="b0")]
    assert find_broken_contracts(page_in_use(*at_once)) == find_broken_contracts(page_in_use(*unchanged)) == []


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


def test_two_links_to_one_place_that_is_not_there_are_one_cause():
    links = tuple(control(f"b{n}", "Book", "link", href="#book", kind=f"menu{n}") for n in range(2))
    pressed = [step(n, ref=f"b{n}", role="link", target="Book") for n in range(2)]
    lost = tuple(element("Book", f"#b{n}", "#book") for n in range(2))
    page = page_in_use(*pressed, inventory=inventory(controls=links), lost_anchors=lost)
    lost_ones = [defect.title for defect in measure_logic_correctness(page).defects if "nowhere" in defect.title]
    assert lost_ones == ["Link “Book” leads nowhere (and 1 more)"]


NAVIGATE = "Slides\nUse the arrow keys to navigate."
ARROWS = ("ArrowRight", "ArrowLeft")
SILENT, MOVING = Change(), "a canvas moves by itself: the effect on it is unknown"


def test_arrow_keys_that_a_trial_has_not_heard_do_nothing_on_a_stage():
    presses = [step(index, "hold", value=f"{key}:600", problem=MOVING) for index, key in enumerate(ARROWS)]

    def titles(*heard: bool) -> list[str]:
        trials = tuple(Trial(steps=(index,), heard=one) for index, one in enumerate(heard))
        page = subject(
            trace=trace(*presses, trials=trials), inventory=inventory(text="Use the arrow keys.", canvases=(STAGE,))
        )
        return [defect.title for defect in find_broken_contracts(page)]

    assert titles() == []
    assert titles(True, False) == []
    assert titles(False, False) == ["Key “ArrowRight”, which the page mentions, does nothing"]


@pytest.mark.parametrize(
    ("text", "presses", "dead"),
    [
        (NAVIGATE, [{"value": "ArrowRight"}], True),
        ("Mit den Pfeiltasten blättern", [{"value": "ArrowRight:600"}, {"value": "ArrowLeft:600"}], True),
        (NAVIGATE, [{"value": "ArrowRight"}, {"value": "ArrowDown", "change": ANSWER}], False),
        (NAVIGATE, [{"value": "ArrowRight", "problem": MOVING}], False),
        (NAVIGATE, [{"value": "ArrowRight", "outcome": "unreachable"}], False),
        (NAVIGATE, [{"value": "ArrowRight", "ref": "b1"}], False),
        (NAVIGATE, [{"value": "Tab"}], False),
        ("Slides\n← Back", [{"value": "ArrowRight"}], False),
        ("With a card selected, the arrow keys move it.", [{"value": "ArrowRight"}], False),
    ],
)
def test_arrow_keys_that_the_page_names_must_do_something(text: str, presses: list[dict], dead: bool):
    steps = [step(index, "press", **{"change": SILENT, **press}) for index, press in enumerate(presses)]
    titles = told(*steps, inventory=inventory(text=text))
    assert bool(titles) == dead
    assert all(title.startswith("Key “ArrowRight") and "the page mentions" in title for title in titles)


@pytest.mark.parametrize(
    ("on_item", "dead"), [([], False), ([{"change": SILENT}], True), ([{"change": ANSWER}], False)]
)
def test_keys_of_items_are_dead_only_if_an_item_does_not_answer_either(on_item: list[dict], dead: bool):
    page = inventory(text=NAVIGATE, controls=(control("b1"), control("g1", "Card", "generic")))
    presses = [{}, *({"ref": "g1", "role": "generic", **press} for press in on_item)]
    steps = [step(i, "press", value="ArrowRight", **{"change": SILENT, **one}) for i, one in enumerate(presses)]
    assert bool(told(*steps, inventory=page)) == dead
