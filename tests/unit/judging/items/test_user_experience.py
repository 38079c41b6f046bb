"""Item 14 of the rubric, on known-good and known-bad evidence: how the page is to use."""

import pytest

from pytest_cookie.core.perception import AxeViolation
from pytest_cookie.core.trace import Change
from pytest_cookie.judging.rubric.items.user_experience import measure_user_experience
from tests.unit.judging.evidence_builders import (
    ANSWER,
    STAGE,
    WORKS,
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


@pytest.mark.parametrize(
    ("fields", "score"),
    [
        ({"axe": (AxeViolation(rule="label", impact="critical", help="h", count=1, elements=(element(),)),)}, 0.9),
        ({"axe": (AxeViolation(rule="button-name", impact="critical", help="h", count=4),)}, 0.65),
        ({"views": views(desktop=layout(covered_controls=(element(),)))}, 0.65),
        ({"views": views(mobile=layout(covered_controls=(element(),)))}, 0.9),
        ({"views": views(mobile=layout(small_targets=(element(), element(), element())))}, 0.9),
        (
            {"trace": trace(*WORKS, *(step(i, "press", value="Tab", change=Change(focus=f"#b{i}")) for i in range(3)))},
            0.9,
        ),
        (
            {
                "trace": trace(
                    *WORKS,
                    *(step(i, "press", value="Tab", change=Change(focus=f"#b{i}", pixels=0.001)) for i in range(3)),
                )
            },
            1.0,
        ),
    ],
)
def test_experience(fields, score):
    measured = measure_user_experience(subject(**fields))
    assert measured.score == pytest.approx(score)
    assert len(measured.defects) == (0 if score == 1 else 1)


def test_a_few_without_a_name_among_very_many_are_a_blemish():
    axe = (AxeViolation(rule="link-name", impact="serious", help="h", count=4),)
    many = inventory(controls=tuple(control(f"b{number}") for number in range(101)))
    assert [defect.severity for defect in measure_user_experience(subject(axe=axe)).defects] == ["major"]
    assert [one.severity for one in measure_user_experience(subject(axe=axe, inventory=many)).defects] == ["minor"]


def test_a_drawing_that_says_nothing_is_told():
    axe = (AxeViolation(rule="svg-img-alt", impact="serious", help="h", count=2),)
    assert [defect.title for defect in measure_user_experience(subject(axe=axe)).defects] == [
        "2 drawings without a text alternative"
    ]


def field(ref: str, name: str, kind: str, group: str):
    return control(ref, name, "radio" if kind == "radio" else "textbox", tag="input", input_type=kind, group=group)


def test_a_text_field_sent_under_the_name_of_radio_buttons_is_one_of_them_gone_wrong():
    question = [field("r0", "Small", "radio", "size"), field("r1", "Large", "radio", "size")]
    wrong = subject(inventory=inventory(controls=(*question, field("t2", "Medium", "text", "size"))))
    assert [defect.title for defect in measure_user_experience(wrong).defects] == [
        "A text field is among radio buttons: “Medium”"
    ]
    beside = subject(inventory=inventory(controls=(*question, field("t2", "Name", "text", "name"))))
    nameless = (field("r0", "Small", "radio", ""), field("t2", "Medium", "text", ""))
    assert not measure_user_experience(beside).defects
    assert not measure_user_experience(subject(inventory=inventory(controls=nameless))).defects


def test_on_a_page_to_read_a_control_under_something_is_told_here():
    covered = inventory(controls=(control("b0", covered=True), control("b1", covered=True)))
    kept = {"outcome": "unreachable", "cover": "body > div"}

    def titles(leaf: str, *steps):
        return [d.title for d in measure_user_experience(page_in_use(*steps, of=case(leaf), inventory=covered)).defects]

    assert titles("periodic-report", step(0, ref="b0", **kept)) == ["Controls are covered in use: “Button 0”"]
    assert titles("periodic-report", step(0, ref="b0", **kept), step(1, ref="b0", change=ANSWER)) == []
    assert titles("dashboard", step(0, ref="b0", **kept)) == []


def test_controls_that_something_comes_to_lie_over_in_use_are_told():
    def titles(*steps):
        return [defect.title for defect in measure_user_experience(page_in_use(*steps)).defects]

    def kept(index: int, ref: str, by: str = "#view"):
        return step(index, ref=ref, outcome="unreachable", problem=f"covered by {by}", cover=by)

    between = step(2, ref="b3", change=ANSWER)
    found = titles(kept(1, "b0"), between, kept(3, "b1"))
    assert found == ["Controls are covered in use: “Button 0”, “Button 1”"]
    assert titles(kept(1, "b0"), kept(2, "b1")) == []  # a dialog, maybe
    assert titles(kept(1, "b0"), between, kept(3, "b1", "span")) == []
    assert titles(kept(1, "b0"), between, kept(3, "b1"), step(4, ref="b1", change=ANSWER)) == []


def test_keys_of_a_game_must_not_scroll_the_page():
    scrolled = step(9, "hold", value="ArrowDown:600", change=Change(seen=True, scrolled_px=167))
    used = trace(*WORKS, scrolled)
    game = measure_user_experience(subject(of=case("action"), inventory=inventory(canvases=(STAGE,)), trace=used))
    assert game.score == pytest.approx(0.65)
    assert game.defects[0].title == "Keys that control the game also scroll the page: “ArrowDown”"
    assert measure_user_experience(subject(of=case("article"), trace=used)).score == 1


def test_nameless_fields_in_a_frame_are_told_though_axe_does_not_look_there():
    fields = tuple(control(f"b{i}", " ", role="textbox", selector=f"iframe >>> #f{i}") for i in range(3))
    found = measure_user_experience(subject(inventory=inventory(controls=fields))).defects
    assert ("unnamed-control", "major") in [(finding.kind.value, finding.severity) for finding in found]
