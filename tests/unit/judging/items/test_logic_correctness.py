"""Known-good and known-bad evidence for item 3, logic correctness: controls have an effect."""

import pytest

from pytest_cookie.core.page import Box, Canvas, FailedRequest, PageError
from pytest_cookie.core.trace import Change, Trial
from pytest_cookie.judging.rubric.items.code_renders import measure_code_renders
from pytest_cookie.judging.rubric.items.interaction_feedback import measure_interaction_feedback
from pytest_cookie.judging.rubric.items.logic_correctness import measure_logic_correctness
from pytest_cookie.judging.rubric.items.no_console_errors import measure_no_console_errors
from tests.change_lines import dialogs, states
from tests.unit.judging.evidence_builders import (
    ANSWER,
    OWN,
    STAGE,
    case,
    control,
    inventory,
    page_in_use,
    request,
    step,
    subject,
    trace,
    uses,
)  # fmt: skip


def test_a_dead_button_is_named_with_its_picture():
    measured = measure_logic_correctness(subject(trace=uses(ANSWER, ANSWER, ANSWER, Change())))
    assert measured.score == pytest.approx(1 - 2 / 4)
    defect = measured.defects[0]
    assert defect.title == "Button “Button 3” does nothing"
    assert (defect.selector, defect.step, defect.evidence) == ("#b3", 3, "crawler/steps/003.png")
    assert defect.severity == "major"


def test_dead_controls_of_one_make_are_one_finding():
    controls = tuple(control(f"b{i}", f"Edit {i}", kind="edit") for i in range(4))
    measured = measure_logic_correctness(
        subject(inventory=inventory(controls=controls), trace=uses(*[Change()] * 4, ANSWER))
    )
    assert measured.score == 0
    assert "(and 3 more)" in measured.defects[0].title
    assert len(measured.defects) == 1


EMPTIED = {"seen": True, "states": states("Email: value “anna@example.org” → “”"), "dom_changed": 1}


SENT_FORMS = [
    (Change(url=f"{OWN}/?", **EMPTIED), 1),
    (Change(url=f"{OWN}/?email=anna%40example.org#form", **EMPTIED), 1),
    (Change(url=f"{OWN}/#sent?", **EMPTIED), 0),
    (Change(url=f"{OWN}/?", appeared_text=("Thank you",), **EMPTIED), 0),
    (Change(url=f"{OWN}/?", dialogs=dialogs("alert: Thank you"), **EMPTIED), 0),
    (Change(url=f"{OWN}/?page=2", seen=True, dom_added=3, dom_removed=3), 0),
    (Change(**EMPTIED), 0),
    (Change(reloaded=True, sent_form=True, **EMPTIED), 1),
    (Change(reloaded=True, sent_form=False, **EMPTIED), 0),
    (Change(reloaded=True, **EMPTIED), 0),
]


def test_a_form_that_only_loads_its_page_anew_is_a_fault_though_it_once_held_back(subtests):
    for change, told in SENT_FORMS:
        with subtests.test(change=change):
            held_back = step(0, ref="b0", change=Change(seen=True, focus="#email"))
            sent = step(1, ref="b0", change=change)
            answered = (step(i, ref=f"b{i}", change=ANSWER) for i in range(2, 5))
            defects = measure_logic_correctness(page_in_use(held_back, sent, *answered)).defects
            assert sum(defect.kind == "form-reloads-page" for defect in defects) == told


@pytest.mark.parametrize(
    ("name", "purpose", "told"),
    [
        ("Sign up", "", 1),
        ("Create new account", "", 1),
        ("Start free trial", "", 1),
        ("Start over", "", 0),
        ("New game", "", 0),
        ("重新开始", "", 0),
        ("Wipe", "destroy", 0),
    ],
)
def test_a_button_that_begins_anew_may_empty_its_page(name: str, purpose: str, told: int):
    sent = step(0, ref="b0", change=Change(reloaded=True, sent_form=True, **EMPTIED), target=name, purpose=purpose)
    defects = measure_logic_correctness(page_in_use(sent)).defects
    assert sum(defect.kind == "form-reloads-page" for defect in defects) == told


def test_a_control_without_a_name_is_told_by_what_it_is_and_found_by_its_selector():
    controls = tuple(control(f"b{i}", kind="tool", selector=f"nav > a:nth-of-type({i})", role="link") for i in range(2))
    controls = tuple(link.model_copy(update={"name": ""}) for link in controls)
    silent = (step(i, ref=one.ref, target="", role="link", selector=one.selector) for i, one in enumerate(controls))
    page = inventory(controls=(*controls, *(control(f"b{i}") for i in range(2, 6))))
    answered = (step(i, ref=f"b{i}", change=ANSWER) for i in range(2, 6))
    defect = measure_logic_correctness(page_in_use(*silent, *answered, inventory=page)).defects[0]
    assert defect.title == "Unnamed link does nothing (and 1 more)"
    assert defect.selector == "nav > a:nth-of-type(0)"


def test_a_page_on_which_nothing_works_is_critical():
    measured = measure_logic_correctness(subject(trace=uses(Change(), Change(), Change())))
    assert measured.score == 0
    assert measured.defects[-1].title == "No input on the page has an effect"
    assert measured.defects[-1].severity == "critical"


def test_focus_and_a_ring_around_the_control_are_no_effect():
    ring = Change(focus="#b0", url=f"{OWN}/#", dom_changed=1)
    assert measure_logic_correctness(subject(trace=uses(ring, ANSWER, ANSWER, ANSWER))).score == pytest.approx(0.5)


def test_the_focus_jumping_elsewhere_is_an_effect():
    seen = uses(Change(focus="#email"), ANSWER, ANSWER, ANSWER)
    page = inventory(controls=(*inventory().controls, control("email", "Mail", role="textbox", selector="#email")))
    assert measure_logic_correctness(subject(trace=seen, inventory=page)).score == 1


def test_the_focus_going_where_nobody_sees_it_is_none():
    seen = uses(Change(focus="#nowhere"), ANSWER, ANSWER, ANSWER)
    assert measure_logic_correctness(subject(trace=seen)).score == 0.5


def test_a_script_that_was_refused_is_named_as_the_likely_reason():
    refused = request("https://cdn.example/bootstrap.js", blocked=True)
    measured = measure_logic_correctness(
        subject(trace=uses(ANSWER, ANSWER, ANSWER, Change()), failed_requests=(refused,))
    )
    assert "cdn.example/bootstrap.js" in measured.defects[0].why


def test_a_panel_that_came_with_its_tab_is_no_control():
    found_later = step(0, ref="p0", role="tabpanel")
    answered = [step(i, ref=f"b{i}", change=ANSWER) for i in range(1, 4)]
    assert measure_logic_correctness(page_in_use(found_later, *answered)).defects == ()


def test_a_placeholder_link_is_dead():
    links = tuple(control(f"b{i}", role="link", href=f"{OWN}/#!" if i % 2 else f"{OWN}/#") for i in range(4))
    used = trace(*(step(i, ref=f"b{i}", role="link") for i in range(4)))
    measured = measure_logic_correctness(subject(inventory=inventory(controls=links), trace=used))
    assert measured.score == 0
    assert "does nothing" in measured.defects[0].title


def test_all_placeholders_of_a_template_are_one_finding():
    kinds = {"b0": f"{OWN}/#", "b1": f"{OWN}/#!", "b2": "#"}
    links = tuple(control(ref, role="link", href=href, kind=ref) for ref, href in kinds.items())
    used = trace(*(step(i, ref=f"b{i}", role="link") for i in range(3)), step(3, ref="b3", change=ANSWER))
    measured = measure_logic_correctness(subject(inventory=inventory(controls=links), trace=used))
    assert len(measured.defects) == 1
    assert "(and 2 more)" in measured.defects[0].title
    assert "placeholder" in measured.defects[0].why


def test_an_exception_of_the_page_that_a_link_leads_to_is_that_pages():
    error = PageError(message="TypeError: cannot read price")
    away = ANSWER.model_copy(update={"url": f"{OWN}/shop.html"})
    used = trace(step(0, ref="b0", role="link", change=away, page_errors=(error,)), step(1, ref="b1", change=ANSWER))
    title = measure_logic_correctness(subject(trace=used)).defects[0].title
    assert title.startswith("Link “Button 0” leads to a page that throws an error")


def test_a_field_that_takes_text_is_neither_dead_nor_a_working_part():
    typed = Change(seen=True, pixels=0.001, states=states("Button 3: value “” → “abc”"))
    fields = [step(3, "type", ref="b3", role="textbox", value="abc", change=typed)]
    answered = [step(i, ref=f"b{i}", change=ANSWER) for i in range(2)]
    measured = measure_logic_correctness(page_in_use(*answered, *fields))
    assert measured.score == pytest.approx(2 / 3, abs=1e-3)


def test_exceptions_in_use_are_attributed_to_the_action():
    error = PageError(message="TypeError: cannot read price", step=1)
    used = trace(
        step(0, ref="b0", change=ANSWER, page_errors=(error,)),
        *(step(i, ref=f"b{i}", change=ANSWER) for i in range(1, 4)),
    )
    measured = measure_logic_correctness(subject(trace=used))
    assert measured.score == pytest.approx(0.5)
    assert measured.defects[0].title == "Button “Button 0” fails with a script error"
    assert measured.defects[0].why.startswith("`TypeError")


def test_the_same_exception_from_several_inputs_is_one_cause():
    error = PageError(message="TypeError: cannot read price")
    throwing = [step(i, ref=f"b{i}", change=ANSWER, page_errors=(error,)) for i in range(4)]
    answered = [step(i, ref=f"c{i}", change=ANSWER) for i in range(4, 8)]
    measured = measure_logic_correctness(page_in_use(*throwing, *answered))
    assert measured.score == pytest.approx(1 - 2 * 2 / (2 + 4), abs=1e-3)
    assert len(measured.defects) == 1
    assert "(and 3 more)" in measured.defects[0].title


def test_an_error_that_was_there_before_is_not_the_actions():
    error = PageError(message="TypeError: cannot read price")
    used = trace(
        step(0, ref="b0", change=ANSWER, page_errors=(error,)),
        *(step(i, ref=f"b{i}", change=ANSWER) for i in range(1, 4)),
    )
    assert measure_logic_correctness(subject(trace=used, page_errors=(error,))).score == 1


def test_own_requests_that_fail_in_use_are_a_defect_and_refused_ones_are_not():
    def measured(failed: FailedRequest, **fields):
        used = trace(
            step(0, ref="b0", change=ANSWER, failed_requests=(failed,), **fields),
            *(step(i, ref=f"b{i}", change=ANSWER) for i in range(1, 4)),
        )
        return measure_logic_correctness(subject(trace=used))

    assert measured(request(f"{OWN}/api/rides", "fetch")).score == pytest.approx(0.5)
    assert measured(request("https://api.example/rides", "fetch", blocked=True)).score == 1
    assert measured(request(f"{OWN}/not%20an%20address", "fetch"), intent="invalid").score == 1


def test_a_game_that_answers_to_no_key_is_critical():
    keys = trace(*(step(i, "press", value=key) for i, key in enumerate(("ArrowUp", "ArrowLeft", "Space"))))
    measured = measure_logic_correctness(
        subject(of=case("action"), inventory=inventory(canvases=(STAGE,), controls=()), trace=keys)
    )
    assert measured.score == 0
    assert [defect.severity for defect in measured.defects if defect.kind == "dead-stage"] == ["critical"]


def test_on_a_stage_in_motion_silence_proves_nothing():
    start = step(0, ref="b0", change=Change(seen=True, pixels=0.4, motion="started"))
    keys = [step(i + 1, "hold", value=f"{key}:600") for i, key in enumerate(("ArrowUp", "ArrowLeft", "ArrowDown"))]
    pad = step(4, ref="b1")
    pause = step(5, "press", value="p", change=Change(seen=True, motion="stopped"))
    playing = trace(start, *keys, pad, pause)
    game = subject(of=case("action"), inventory=inventory(canvases=(STAGE,)), trace=playing)
    measured = measure_logic_correctness(game)
    assert measured.score == 1
    assert measured.defects == ()
    still = trace(start, *keys, pad, pause, step(6, ref="b2"))
    dead = measure_logic_correctness(subject(of=case("action"), inventory=inventory(canvases=(STAGE,)), trace=still))
    assert [defect.title for defect in dead.defects] == ["Button “Button 2” does nothing"]


BEGUN = step(0, ref="b0", change=Change(seen=True, pixels=0.4, motion="started"))


HIDDEN = tuple(step(i + 1, "hold", value=f"{key}:600") for i, key in enumerate(("ArrowUp", "ArrowLeft", "ArrowDown")))


def tried(*trials: tuple[int, bool]):
    """Three keys and a button on a moving stage; `trials` are the repeated steps and their results."""
    told = tuple(Trial(steps=(index,), heard=heard) for index, heard in trials)
    playing = trace(BEGUN, *HIDDEN, step(4, ref="b1"), trials=told)
    return measure_logic_correctness(subject(of=case("action"), inventory=inventory(canvases=(STAGE,)), trace=playing))


def test_what_a_trial_has_heard_answers():
    assert "5 inputs worked" in tried((1, True), (2, True), (3, True), (4, True)).reason
    assert tried((1, True), (4, True)).defects == ()


def test_what_no_trial_has_heard_is_dead():
    assert [defect.title for defect in tried((1, True), (4, False)).defects] == ["Button “Button 1” does nothing"]


@pytest.mark.parametrize(
    ("trials", "dead"),
    [
        pytest.param([(1, False), (2, False), (3, False)], True, id="not one key"),
        pytest.param([(1, False), (2, False), (3, True)], False, id="one key"),
        pytest.param([(1, False), (2, False)], False, id="one key without a trial"),
    ],
)
def test_a_stage_in_motion_that_no_key_moves_is_critical(trials, dead):
    titles = [defect.title for defect in tried(*trials).defects]
    assert ("The game or drawing ignores every key and click" in titles) == dead


def test_a_drawing_is_not_a_button():
    drawing = control("b0", "Night sky", role="img", tag="canvas")
    pointed = step(0, ref="b0", role="img")
    answered = [step(i, ref=f"b{i}", change=ANSWER) for i in range(1, 5)]
    measured = measure_logic_correctness(page_in_use(pointed, *answered, inventory=inventory(controls=(drawing,))))
    assert measured.defects == ()


def test_a_crash_in_use_leaves_a_quarter_at_most():
    measured = measure_logic_correctness(
        subject(trace=uses(ANSWER, ANSWER, ANSWER, ANSWER).model_copy(update={"stopped": "crashed"}))
    )
    assert measured.score == 0.25
    assert measured.defects[0].severity == "critical"


def test_a_button_that_only_changes_its_own_look_is_half_a_fault():
    own = control("b0").box
    look = Change(seen=True, pixels=0.003, regions=(own,), dom_changed=1)
    measured = measure_logic_correctness(subject(trace=uses(look, ANSWER, ANSWER, ANSWER)))
    assert measured.defects[0].severity == "minor"
    assert measured.defects[0].title.endswith("looks pressed, but nothing else happens")
    assert 0.5 < measured.score < 1


def test_several_of_one_make_that_change_their_own_look_are_choices():
    controls = tuple(control(f"b{i}", kind="swatch" if i < 3 else f"b{i}") for i in range(6))
    look = Change(seen=True, pixels=0.003, regions=(controls[0].box,), dom_changed=1)
    page = inventory(controls=controls)
    measured = measure_logic_correctness(subject(inventory=page, trace=uses(look, look, look, ANSWER, ANSWER, ANSWER)))
    assert measured.score == 1


def test_the_one_of_its_make_that_only_changes_its_own_look_is_half_a_fault():
    def defects(selector: str):
        controls = tuple(control(f"b{i}", kind="tool") for i in range(4))
        look = Change(seen=True, pixels=0.003, regions=(controls[0].box,), dom_changed=1)
        used = [step(i, ref=f"b{i}", selector=selector, change=look if i == 2 else ANSWER) for i in range(4)]
        return measure_logic_correctness(page_in_use(*used, inventory=inventory(controls=controls))).defects

    assert [defect.severity for defect in defects("#bar > button")] == ["minor"]
    assert defects("th:nth-of-type(2) > button") == ()


def test_a_layer_over_everything_is_critical():
    page = inventory(controls=tuple(control(f"b{i}", covered=True) for i in range(4)))
    kept = [step(i, ref=f"b{i}", outcome="unreachable", cover="body > div") for i in range(4)]
    measured = measure_logic_correctness(page_in_use(*kept, inventory=page))
    assert measured.score == 0
    assert measured.defects[0].severity == "critical"
    assert "takes every click" in measured.defects[0].title
    assert measure_interaction_feedback(page_in_use(*kept, inventory=page)).score == 0


def test_parts_of_a_drawing_that_lie_over_one_another_are_no_layer():
    page = inventory(controls=tuple(control(f"b{i}", covered=True) for i in range(4)))
    kept = [step(i, ref=f"b{i}", target="", outcome="unreachable", cover="#plan") for i in range(4)]
    assert not any(
        "takes every click" in defect.title
        for defect in measure_logic_correctness(page_in_use(*kept, inventory=page)).defects
    )


def test_a_page_that_falls_silent_after_some_uses():
    alive = [step(i, ref=f"b{i % 4}", change=ANSWER) for i in range(4)]
    dead = [step(4 + i, ref=f"b{i % 4}") for i in range(6)]
    fell = measure_logic_correctness(page_in_use(*alive, *dead))
    assert fell.score <= 0.25
    assert fell.defects[0].title == "The page stops responding after 4 uses"
    others = [step(4 + i, ref=f"b{4 + i}") for i in range(6)]
    dead_from_the_start = measure_logic_correctness(page_in_use(*alive, *others))
    assert not any(defect.kind == "stops-responding" for defect in dead_from_the_start.defects)


def test_a_script_that_does_not_parse_is_item_1s():
    error = PageError(message="SyntaxError: Unexpected end of input")
    assert measure_code_renders(subject(page_errors=(error,))).score == 0
    assert measure_no_console_errors(subject(page_errors=(error,))).score == 1
    data = PageError(message="SyntaxError: Unexpected token '<', \"<!doctype\" is not valid JSON")
    assert measure_code_renders(subject(page_errors=(data,))).score == 1
    assert measure_no_console_errors(subject(page_errors=(data,))).score < 1


@pytest.mark.parametrize(("kind", "drawn"), [("scroll", False), ("resize", False), ("reload", False), ("press", True)])
def test_a_stage_is_drawn_by_what_is_done_not_by_moving_the_page(kind: str, drawn: bool):
    stage = Canvas(selector="canvas", box=Box(x=0, y=0, width=1280, height=720), blank=True)
    used = trace(step(0, kind, value="x", change=Change(seen=True, pixels=0.8)))
    assert subject(of=case("action"), inventory=inventory(canvases=(stage,)), trace=used).stage_drawn is drawn


def test_what_changes_the_document_and_nothing_that_one_sees_is_a_smaller_fault():
    dead, unseen = (uses(Change(dom_changed=count), ANSWER, ANSWER, ANSWER) for count in (0, 8))
    told = [measure_logic_correctness(subject(trace=used)).defects[0] for used in (dead, unseen)]
    assert [finding.severity for finding in told] == ["major", "minor"]
    assert told[1].title.endswith("has no visible effect")
    assert "8 changes" in told[1].why
    scores = [measure_logic_correctness(subject(trace=one)).score or 0 for one in (dead, unseen)]
    assert scores[0] < scores[1] < 1


def calculator(answer: Change):
    """Three fields without a response of their own, filled in one after another, and the button that calculates."""
    fields = tuple(control(f"f{i}", f"Amount {i}", role="textbox", tag="input") for i in range(3))
    filled = tuple(step(i, "type", ref=f"f{i}", role="textbox", value="12") for i in range(3))
    page = inventory(controls=(*fields, control("b0", "Calculate")))
    return measure_logic_correctness(page_in_use(*filled, step(3, ref="b0", change=answer), inventory=page))


def test_fields_that_a_press_needs_are_asked_for_no_more_where_it_answers():
    measured = calculator(ANSWER)
    assert (measured.score, measured.defects) == (1.0, ())
    assert calculator(Change()).score == 0


def test_a_single_button_is_too_little():
    page = inventory(controls=(control("b0", "Greet"),))
    measured = measure_logic_correctness(subject(inventory=page, trace=uses(ANSWER)))
    assert [defect.title for defect in measured.defects] == ["Too few inputs work (1 of at least 3)"]


@pytest.mark.parametrize(("first", "dead"), [("b1", 1), ("b3", 0)])
def test_a_button_for_a_new_game_may_do_nothing_before_anything_was_played(first: str, dead: int):
    others = [step(index, ref=f"b{index}", change=ANSWER) for index in (1, 2)]
    begin = step(0, ref="b3", target="New game")
    steps = [others[0], begin, others[1]] if first == "b1" else [begin, *others]
    steps = [one.model_copy(update={"index": index}) for index, one in enumerate(steps)]
    assert len(measure_logic_correctness(page_in_use(*steps)).defects) == dead
