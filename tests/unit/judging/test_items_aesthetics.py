"""Known-good and known-bad evidence for the aesthetics items."""

from dataclasses import replace

import pytest

from pytest_cookie.core.machine import MachineDescription, MachineTime, RunningCost, StepCost
from pytest_cookie.core.page import Box, Heading
from pytest_cookie.core.page_layout import PageLayout
from pytest_cookie.core.perception import AxeViolation
from pytest_cookie.core.trace import Change
from pytest_cookie.judging.rubric.items.aesthetics import design_refinement, interface_regularity
from pytest_cookie.judging.rubric.items.colour import colour_harmony
from pytest_cookie.judging.rubric.items.interactivity import animation_smoothness, transition_effects
from pytest_cookie.judging.rubric.items.layout import layout_rationality
from tests.unit.judging.evidence_builders import (
    ANSWER,
    TEXT,
    control,
    element,
    inventory,
    styling,
    subject,
    uses,
    views,
)  # fmt: skip

LONG = TEXT * 4


# --- 7


def test_a_long_text_needs_headings_and_landmarks():
    assert layout_rationality(subject(inventory=inventory(LONG))).score == 1
    assert layout_rationality(subject(inventory=inventory(LONG, headings=()))).score == pytest.approx(0.65)
    assert layout_rationality(subject(inventory=inventory(LONG, landmarks=()))).score == pytest.approx(0.9)


def test_controls_that_lie_over_each_other():
    here = Box(x=0, y=100, width=100, height=40)
    beside = Box(x=50, y=100, width=100, height=40)
    pair = (control("b0", "Play", box=here), control("b1", "Pause", box=beside))
    measured = layout_rationality(subject(inventory=inventory(controls=pair)))
    assert measured.score == pytest.approx(0.9)
    assert "“Play” and “Pause”" in measured.defects[0].title


def test_a_button_within_a_card_is_meant():
    card = control("b0", "Card", box=Box(x=0, y=0, width=300, height=200))
    inside = control("b1", "Buy", box=Box(x=10, y=150, width=80, height=40))
    assert layout_rationality(subject(inventory=inventory(controls=(card, inside)))).score == 1


@pytest.mark.parametrize("ink", [0.001, 0.995])
def test_nearly_empty_or_full_pages(ink):
    assert layout_rationality(subject(views=views(ink=ink))).score == pytest.approx(0.9)


def test_structure_that_axe_misses():
    told = "Heading levels should only increase by one"
    broken = AxeViolation(rule="heading-order", impact="moderate", help=told, count=1)
    headings = (Heading(level=1, text="A"), Heading(level=4, text="B"))
    page = subject(axe=(broken,), inventory=inventory(LONG, headings=headings, landmarks=()))
    measured = layout_rationality(page)
    assert measured.score == pytest.approx(0.9)
    (defect,) = measured.defects
    assert defect.title == "Weak structure"
    assert defect.why.endswith(f"The page has no landmarks such as main or nav. {told}."), (
        "in words, not by a rule's id"
    )
    assert "heading-order" not in defect.why


# --- 8


def test_many_sizes_and_faces_look_accidental():
    sizes = {str(10 + index): 20 for index in range(14)}
    faces = dict.fromkeys("abcdef", 50)
    measured = interface_regularity(subject(styling=styling(font_sizes=sizes, font_families=faces)))
    assert measured.score == pytest.approx(0.5)
    assert len(measured.defects) == 2


def test_distances_without_a_grid():
    off = {"5": 10, "7": 10, "9": 10, "11": 10, "13": 10}
    assert interface_regularity(subject(styling=styling(gaps=off))).score == pytest.approx(0.75)
    assert interface_regularity(subject(styling=styling(gaps={}))).score == pytest.approx(0.75), "none, and no rhythm"


def test_rare_sizes_do_not_count():
    sizes = {"16": 10_000, **{str(20 + index): 5 for index in range(20)}}
    assert interface_regularity(subject(styling=styling(font_sizes=sizes))).score == 1


# --- 9


def weak(count: int) -> AxeViolation:
    some = tuple(
        element(f"Label {index}", f"#l{index}", "Element has insufficient color contrast of 1.9") for index in range(2)
    )
    return AxeViolation(rule="color-contrast", impact="serious", help="h", count=count, elements=some)


def test_contrast_is_graded_by_its_share():
    assert colour_harmony(subject()).score == 1
    few, many = colour_harmony(subject(axe=(weak(2),))), colour_harmony(subject(axe=(weak(12),)))
    assert few.score == pytest.approx(0.6 * (1 - 0.05 / 0.25) + 0.4)
    assert many.score == pytest.approx(0.4)
    assert few.defects[0].severity == "minor"
    assert many.defects[0].severity == "major"
    assert "“Label 0”" in many.defects[0].title


SAID = "Element has insufficient color contrast of 3.59 (foreground color: #7e8896, background color: #ffffff"


@pytest.mark.parametrize(
    ("said", "figures"),
    [
        (f"{SAID}, font size: 7.9pt (10.5px), font weight: normal)", "has 3.59 to 1, #7e8896 on #ffffff at 10.5 px."),
        (f"{SAID}, font size: 7.9pt", "has 3.59 to 1, #7e8896 on #ffffff at 10.5 px."),
        (SAID, "has 3.59 to 1, #7e8896 on #ffffff."),
        ("Element has insufficient color contrast of 1.9", "has 1.9 to 1."),
        ("Element's background color could not be determined", "(WCAG 2.2, 1.4.3)."),
    ],
)
def test_weak_contrast_is_told_with_its_figures(said: str, figures: str):
    violation = weak(12).model_copy(update={"elements": (element("Days", ".label", said),) * 5})
    told = colour_harmony(subject(axe=(violation,))).defects[0]
    assert told.title == "12 texts have too little contrast, such as “Days”, “Days”, “Days”"
    assert told.why.endswith(figures)


def test_a_rainbow_is_no_palette():
    rainbow = {str(hue): 100.0 for hue in range(0, 360, 30)}
    assert colour_harmony(subject(styling=styling(hues=rainbow))).score == pytest.approx(0.6)


def test_contrast_that_axe_could_not_measure_is_left_out():
    assert "unmeasured" in colour_harmony(subject(axe_problem="too slow")).reason


# --- 10

UNDRESSED = {
    "font_sizes": {"16": 9, "32": 3},
    "font_families": {"Times New Roman": 12},
    "hues": {"240": 3.0},
    "radii": {},
    "backgrounds": 0,
    "shadows": 0,
    "transitioned_controls": 0,
    "hover_rules": 0,
    "styled_rules": 0,
}


def test_an_undressed_page_has_nothing():
    measured = design_refinement(subject(styling=styling(**UNDRESSED, unstyled=True)))
    assert measured.score == 0
    assert [(defect.severity, defect.title) for defect in measured.defects] == [("major", "The page is undressed")]
    assert "the browser's own defaults" in measured.defects[0].why
    assert "the browser's own look" in interface_regularity(subject(styling=styling(**UNDRESSED, unstyled=True))).reason


def test_a_page_with_a_few_styles_is_not_said_to_have_none():
    few = UNDRESSED | {"backgrounds": 1, "radii": {"4": 2}, "styled_rules": 6, "hover_rules": 1}
    measured = design_refinement(subject(styling=styling(**few)))
    assert measured.score == 0
    assert [(defect.severity, defect.title, defect.why) for defect in measured.defects] == [
        (
            "major",
            "The page is plain",
            "It has 0% of its text in another type than the browser's own, letters of 2 heights, 1 background, "
            "0 shadows, 2 rounded parts, 6 style rules, 1 of them for pointer or focus, 0 moving parts. "
            "That makes 2 of 7 signs of dressing; with 4 a page counts as dressed.",
        )
    ]
    reason = interface_regularity(subject(styling=styling(**few))).reason
    assert reason.endswith("; times 50%, as it is hardly dressed (item 10): 2 of 4 signs")


def test_half_dressed_is_graded():
    measured = design_refinement(subject(styling=styling(hover_rules=0, transitioned_controls=0)))
    assert measured.score == pytest.approx(5 / 7, abs=1e-3)
    assert "hover or focus rules" in measured.reason


# --- 11, 12


def machine(*, busy: bool = False, per_frame: float = 0.0) -> MachineTime:
    where = MachineDescription(
        browser="b", clock="stepped", platform="p", cpu_count=2, load_average=None, reference_seconds=0.06
    )
    idle = RunningCost(page_ms=1000, ratio_per_second=20, weight="blocking" if busy else "light")
    if not per_frame:
        return MachineTime(machine=where, idle=idle)
    moving = idle.model_copy(update={"moving_frames": 58, "ratio_per_frame": per_frame})
    return MachineTime(machine=where, idle=moving, steps=(StepCost(index=0, cpu_ratio=1, running=moving),))


def test_smoothness_is_read_off_the_machines_time():
    assert animation_smoothness(subject()).status == "unmeasured"
    of = {name: animation_smoothness(replace(subject(), machine=cost)) for name, cost in COSTS.items()}
    assert {name: measured.score for name, measured in of.items()} == {"still": 1, "janky": 0, "game": 1, "slow": 0.55}
    assert {name: [d.severity for d in measured.defects] for name, measured in of.items()} == {
        "still": [], "janky": ["major"], "game": [], "slow": [],
    }  # fmt: skip


COSTS = {"still": machine(), "janky": machine(busy=True), "game": machine(per_frame=0.1), "slow": machine(per_frame=1)}


def test_transitions():
    assert transition_effects(subject()).score == 1
    hard = transition_effects(subject(styling=styling(transitioned_controls=0, hover_rules=0)))
    assert hard.score == 0
    assert len(hard.defects) == 1
    assert transition_effects(subject(styling=styling(transitioned_controls=1))).score == pytest.approx(0.7375)
    reached = [
        transition_effects(subject(composition=PageLayout(controls=4, hovered=hovered))).score
        for hovered in (4, 2, 1, 0)
    ]
    assert reached == sorted(reached, reverse=True)
    assert reached[0] == 1
    assert reached[-1] == pytest.approx(0.75)
    assert transition_effects(subject(styling=styling(controls=0, transitioned_controls=0))).score == 0


def test_what_controls_set_in_motion_eases_as_well_as_they_themselves():
    bare = styling(transitioned_controls=0, hover_rules=0)
    scores = [
        transition_effects(subject(styling=bare, trace=uses(*answers))).score
        for answers in ([MOVED] * 4, [MOVED, MOVED, ANSWER, ANSWER], [MOVED], [ANSWER] * 4, [Change(animated=True)] * 4)
    ]
    assert scores == pytest.approx([0.5, 0.475, 0.3167, 0, 0]), "three must answer"


def test_a_few_controls_without_a_transition_are_named():
    bare = styling(transitioned_controls=0, hover_rules=0)
    titles = [
        transition_effects(subject(inventory=inventory(controls=buttons(*names)), styling=bare)).defects[0].title
        for names in (["Go"], ["A", "B", "C", "D"])
    ]
    assert [title.partition(": ")[2] for title in titles] == ["“Go”", ""]


def buttons(*names):
    return tuple(control(f"b{index}", name) for index, name in enumerate(names))


MOVED = ANSWER.model_copy(update={"animated": True})
