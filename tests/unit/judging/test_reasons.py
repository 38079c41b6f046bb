"""A reader can follow a score from its reason; small tools get their due."""

from dataclasses import replace
from pathlib import Path

import pytest

from pytest_cookie.checks.registry import make_measured_judge
from pytest_cookie.core.page import PageError
from pytest_cookie.core.trace import Change
from pytest_cookie.core.verdict import Verdict
from pytest_cookie.judging.measures.content_amount import weigh_fullness
from pytest_cookie.judging.measures.find_interactions import find_interactions
from pytest_cookie.judging.rubric import table
from pytest_cookie.judging.rubric.defect import Defect
from pytest_cookie.judging.rubric.finding_kinds import FindingKind
from pytest_cookie.judging.rubric.items.interaction_feedback import measure_interaction_feedback
from pytest_cookie.judging.rubric.measurement import describe_costs, mark_scored
from tests.unit.judging.evidence_builders import (
    ANSWER,
    OWN,
    artifact,
    case,
    control,
    evidence,
    inventory,
    item,
    medium,
    page_in_use,
    perception,
    step,
    subject,
    trace,
)  # fmt: skip


def judged(seen, of=None) -> Verdict:
    return make_measured_judge().judge(of or case("formula-calculator"), artifact(), seen, Path())


def tool(text: str, buttons: int, *, works: bool = True):
    """A page of few words and some buttons; each is pressed."""
    answer = Change(seen=True, pixels=0.01, dom_changed=1, appeared_text=("1",)) if works else Change()
    controls = tuple(control(f"b{index}", f"Button {index}") for index in range(buttons))
    used = trace(*(step(index, ref=f"b{index}", change=answer) for index in range(buttons)))
    return evidence(perception=perception(inventory=inventory(text, controls=controls)), trace=used)


def links_away(count: int = 3):
    links = [control(f"b{i}", f"Link {i}", "link", href=f"https://elsewhere.example/{i}") for i in range(count)]
    looked = trace(step(0, "look"), step(1, "hover", ref="b0"), step(2, "press", value="Tab"))
    return evidence(perception=perception(inventory=inventory(controls=tuple(links))), trace=looked)


# --- reasons


def test_a_score_that_is_counted_at_less_says_so():
    row = item(judged(tool("Count: 0", 1)), "4")
    assert row.score is not None
    assert row.score < 1
    assert f"weighted {row.score:.0%}: the page has little content" in row.reason
    assert "1 control" in row.reason
    assert "1 of at least 3 inputs work" in row.reason


def test_a_low_score_without_a_finding_has_a_note_with_its_reason():
    verdict = judged(tool("Count: 0", 1))
    row = item(verdict, "4")
    (note,) = (note for note in verdict.notes if note.startswith("functionality: "))
    assert f"criteria that look for faults count {row.score:.0%}, because the page has little content (" in note
    assert "1 of at least 3 inputs work" in note
    assert judged(evidence(), case()).notes == ()


def test_what_defects_cost_can_be_added_up():
    kind = FindingKind.DEAD_CONTROL
    defects = [Defect(kind, "major", "a", "b"), Defect(kind, "minor", "c", "d"), Defect(kind, "minor", "e", "f")]
    assert describe_costs(defects) == "; defects: 1 major and 2 minor, 55% off"
    assert describe_costs([]) == ""


# --- small tools


def test_a_stopwatch_of_three_buttons_is_a_whole_page():
    verdict = judged(tool("Stopwatch\n00:00.00\nStart\nLap\nReset", 3))
    assert verdict.scores["functionality"] > 97  # less for its few inputs alone
    assert (
        weigh_fullness(
            subject(inventory=inventory("Stopwatch 00:00.00", controls=tuple(control(f"b{i}") for i in range(3))))
        ).share
        > 0.75
    )


def test_a_counter_of_one_button_renders_and_keeps_its_console_clean():
    verdict = judged(tool("Count: 0", 1))
    assert (item(verdict, "1").score, item(verdict, "5").score) == (1, 1)


def test_a_shell_that_does_nothing_still_counts_half():
    dead = judged(tool("word " * 100, 4, works=False))
    assert item(dead, "4").score == 0.5
    assert item(dead, "5").score == 1


def test_too_few_working_inputs_are_item_3s_and_not_13s():
    verdict = judged(tool("word " * 100, 1))
    assert item(verdict, "3").score == pytest.approx(1 / 3, abs=1e-3)
    assert item(verdict, "13").score == 1


# --- untested is not broken


def test_links_that_lead_away_leave_use_unmeasured():
    verdict = judged(links_away(), case("portfolio"))
    assert {row.status for row in verdict.items if row.id in ("3", "13")} == {"unmeasured"}
    assert "3 lead off the site" in item(verdict, "3").reason
    assert not [finding for finding in verdict.findings if finding.item in ("3", "13")]


def test_a_key_that_a_page_may_not_know_is_no_use_of_it():
    pressed = step(0, "press", value="ArrowRight", change=Change())
    page = links_away()
    verdict = judged(page.model_copy(update={"trace": trace(pressed)}), case("portfolio"))
    assert {row.status for row in verdict.items if row.id in ("3", "13")} == {"unmeasured"}


def test_where_little_is_asked_for_and_nothing_of_it_can_be_reached_nothing_is_achieved():
    """The explorer had time and steps left, so the page is why its button was not used."""
    there = (*links_away().perception.inventory.controls, control("b9", "Next"))
    page = links_away().perception.model_copy(update={"inventory": inventory(controls=there)})
    verdict = judged(evidence(perception=page, trace=links_away().trace), case("portfolio"))
    assert (item(verdict, "3").score, item(verdict, "13").status) == (0.0, "scored")
    assert "Nothing on the page can be used" in [finding.title for finding in verdict.findings]


def test_links_that_lead_away_are_no_application():
    verdict = judged(links_away())
    assert item(verdict, "3").score == 0
    assert [f.title for f in verdict.findings if f.item == "3"] == ["The page only links to other sites"]


def test_one_input_in_vain_does_not_condemn_the_page():
    tried = trace(step(0, ref="b0", change=Change(seen=True, pixels=0.0001)))
    finding = judged(evidence(trace=tried), case()).findings[0]
    assert (finding.severity, finding.title) == ("major", "No input that was tried has an effect")


def test_pictures_that_were_refused_earn_nothing_and_cost_nothing():
    far = medium(source="https://elsewhere.example/a.jpg", loaded=False)
    seen = evidence(perception=perception(inventory=inventory(media=(far,))))
    assert item(judged(seen, case("portfolio")), "15").status == "unmeasured"


def test_what_only_looks_clickable_is_called_an_element():
    error = PageError(message="TypeError: x is null", step=0)
    thrown = step(0, ref="b0", role="generic", page_errors=(error,))
    assert judged(evidence(trace=trace(thrown)), case()).findings[0].title.startswith("Element “Button 0” fails")


def test_a_full_shells_error_is_counted_once():
    broken = perception(page_errors=(PageError(message="ReferenceError: x is not defined"),))
    assert item(judged(evidence(perception=broken)), "5").reason.endswith("defects: 1 major, 35% off")


def test_what_is_silent_on_another_document_of_the_site_proves_nothing():
    away = ANSWER.model_copy(update={"url": f"{OWN}/inbox.html"})
    back = ANSWER.model_copy(update={"url": f"{OWN}/"})
    steps = (step(0, ref="b0", change=away), step(1, ref="x1"), step(2, "back", change=back), step(3, ref="b3"))
    answers = {use.key: use.answer for use in find_interactions(page_in_use(*steps))}
    assert answers == {"b0": "answered", "x1": "own_look", "b3": "silent"}
    routed = away.model_copy(update={"url": f"{OWN}/inbox"})
    told = find_interactions(page_in_use(steps[0].model_copy(update={"change": routed}), steps[1]))
    assert [use.answer for use in told] == ["answered", "silent"], "a place that a script makes up is the same document"
    home = away.model_copy(update={"url": f"{OWN}/index.html"})
    told = find_interactions(page_in_use(steps[0].model_copy(update={"change": home}), steps[1]))
    assert [use.answer for use in told] == ["answered", "silent"], "the first page by its own name"


def test_wrong_input_on_another_document_is_not_asked_about():
    away = ANSWER.model_copy(update={"url": f"{OWN}/inbox.html"})
    wrong = step(1, ref="x1", intent="invalid")
    assert measure_interaction_feedback(page_in_use(step(0, ref="b0", change=ANSWER), wrong)).defects
    assert measure_interaction_feedback(page_in_use(step(0, ref="b0", change=away), wrong)).defects == ()


def test_the_silent_one_of_two_may_be_the_one_that_is_chosen():
    pair = tuple(control(f"b{number}", kind="view") for number in range(2))
    page = {"inventory": inventory(controls=(*pair, control("b2")))}
    assert find_interactions(page_in_use(step(0, ref="b0"), **page)) == ()
    both = find_interactions(page_in_use(step(0, ref="b0"), step(1, ref="b1"), **page))
    assert [use.answer for use in both] == ["silent", "silent"]
    assert [use.answer for use in find_interactions(page_in_use(step(0, ref="b2"), **page))] == ["silent"]


@pytest.mark.parametrize(("seen", "role", "told"), [(True, "generic", 0), (False, "generic", 2), (True, "button", 2)])
def test_what_can_be_dragged_need_not_answer_to_a_press(seen: bool, role: str, told: int):
    cards = tuple(control(f"b{number}", role=role, kind="card", tag="div") for number in range(3))
    presses = (step(number, ref=f"b{number}", role=role) for number in (1, 2))
    taken = step(0, "drag", selector="#b0", change=Change(seen=seen))
    found = find_interactions(page_in_use(taken, *presses, inventory=inventory(controls=cards)))
    assert sum(use.answer == "silent" and use.steps[0].action.kind == "click" for use in found) == told


def test_findings_of_several_items_at_one_element_in_one_step_name_each_other(monkeypatch):
    """Those of one item, of another step and without an element do not."""
    places = (("3", 1, "#a"), ("4", 1, "#a"), ("4", 1, "#b"), ("13", 2, "#a"), ("3", 1, ""), ("4", 1, ""))
    defects = {
        item: tuple(
            Defect(FindingKind.DEAD_CONTROL, "major", f"{item} {step} {selector}", "why.", selector, step=step)
            for own, step, selector in places
            if own == item
        )
        for item, _, _ in places
    }
    rows = tuple(
        replace(item, measure=lambda _, found=defects[item.id]: mark_scored(0.5, "", found), runs_checks=True)
        for item in table.RUBRIC
        if item.id in defects
    )
    monkeypatch.setattr(table, "RUBRIC", rows)
    _, findings = table.measure_rubric(page_in_use())
    assert {one.title: one.why for one in findings} == {
        "3 1 #a": "why. At the same element in the same step: “4 1 #a”.",
        "4 1 #a": "why. At the same element in the same step: “3 1 #a”.",
        "4 1 #b": "why.",
        "13 2 #a": "why.",
        "3 1 ": "why.",
        "4 1 ": "why.",
    }
