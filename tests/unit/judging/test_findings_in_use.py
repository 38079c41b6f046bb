"""Findings of several items that need more than one step, or two parts of the evidence."""

import pytest

from pytest_cookie.core.trace import Change
from pytest_cookie.judging.measures.find_interactions import find_interactions
from pytest_cookie.judging.rubric.items.data_display import measure_data_display
from pytest_cookie.judging.rubric.items.interaction_feedback import measure_interaction_feedback
from pytest_cookie.judging.rubric.items.logic_correctness import measure_logic_correctness
from pytest_cookie.judging.rubric.items.user_experience import measure_user_experience
from tests.change_lines import dialogs, states
from tests.unit.judging.evidence_builders import (
    ANSWER,
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


def test_a_form_that_the_browser_did_not_send_tells_nothing_of_its_button(subtests):
    """Neither that it works nor that it is dead; a press that the browser lets pass does."""
    works = [step(index, ref=f"b{index}", change=ANSWER) for index in range(1, 4)]
    refused = Change(seen=True, effects=("validation message: Please fill out this field.",))
    for later, answer in ((), "excused"), ((Change(),), "silent"), ((ANSWER,), "answered"):
        with subtests.test(answer=answer):
            presses = [step(4 + nth, ref="b0", change=change) for nth, change in enumerate((refused, *later))]
            found = find_interactions(page_in_use(*works, *presses))
            assert [one.answer for one in found if one.key == "b0"] in ([answer], [])


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


def test_two_links_to_one_place_that_is_not_there_are_one_cause():
    links = tuple(control(f"b{n}", "Book", "link", href="#book", kind=f"menu{n}") for n in range(2))
    pressed = [step(n, ref=f"b{n}", role="link", target="Book") for n in range(2)]
    lost = tuple(element("Book", f"#b{n}", "#book") for n in range(2))
    page = page_in_use(*pressed, inventory=inventory(controls=links), lost_anchors=lost)
    lost_ones = [defect.title for defect in measure_logic_correctness(page).defects if "nowhere" in defect.title]
    assert lost_ones == ["Link “Book” leads nowhere (and 1 more)"]
