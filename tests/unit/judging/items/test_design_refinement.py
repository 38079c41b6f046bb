"""Known-good and known-bad evidence for item 10, design refinement."""

import pytest

from pytest_cookie.judging.rubric.items.design_refinement import measure_design_refinement
from pytest_cookie.judging.rubric.items.interface_regularity import measure_interface_regularity
from tests.unit.judging.evidence_builders import styling, subject

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
    measured = measure_design_refinement(subject(styling=styling(**UNDRESSED, unstyled=True)))
    assert measured.score == 0
    assert [(defect.severity, defect.title) for defect in measured.defects] == [("major", "The page has no styles")]
    assert "default style" in measured.defects[0].why
    assert (
        "the browser's own look"
        in measure_interface_regularity(subject(styling=styling(**UNDRESSED, unstyled=True))).reason
    )


def test_a_page_with_a_few_styles_is_not_said_to_have_none():
    few = UNDRESSED | {"backgrounds": 1, "radii": {"4": 2}, "styled_rules": 6, "hover_rules": 1}
    measured = measure_design_refinement(subject(styling=styling(**few)))
    assert measured.score == 0
    assert [(defect.severity, defect.title, defect.why) for defect in measured.defects] == [
        (
            "major",
            "The page is hardly styled",
            "It has 0% of its text in another type than the browser's own, 2 letter heights, 1 background, "
            "0 shadows, 2 rounded parts, 6 style rules, 1 of them for pointer or focus, 0 moving parts. "
            "That is 2 of 7 signs of styling; 4 are needed. Style its parts.",
        )
    ]
    reason = measure_interface_regularity(subject(styling=styling(**few))).reason
    assert reason.endswith("; times 50% for little styling (item 10): 2 of 4 signs")


def test_half_dressed_is_graded():
    measured = measure_design_refinement(subject(styling=styling(hover_rules=0, transitioned_controls=0)))
    assert measured.score == pytest.approx(5 / 7, abs=1e-3)
    assert "hover or focus rules" in measured.reason
