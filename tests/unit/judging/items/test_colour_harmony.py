"""Known-good and known-bad evidence for item 9, colour harmony."""

import pytest

from pytest_cookie.core.perception import AxeViolation
from pytest_cookie.judging.rubric.items.colour_harmony import measure_colour_harmony
from tests.unit.judging.evidence_builders import element, styling, subject


def weak(count: int) -> AxeViolation:
    some = tuple(
        element(f"Label {index}", f"#l{index}", "Element has insufficient color contrast of 1.9") for index in range(2)
    )
    return AxeViolation(rule="color-contrast", impact="serious", help="h", count=count, elements=some)


def test_contrast_is_graded_by_its_share():
    assert measure_colour_harmony(subject()).score == 1
    few, many = measure_colour_harmony(subject(axe=(weak(2),))), measure_colour_harmony(subject(axe=(weak(12),)))
    assert few.score == pytest.approx(0.6 * (1 - 0.05 / 0.25) + 0.4)
    assert many.score == pytest.approx(0.4)
    assert few.defects[0].severity == "minor"
    assert many.defects[0].severity == "major"
    assert "“Label 0”" in many.defects[0].title


AXE_MESSAGE = "Element has insufficient color contrast of 3.59 (foreground color: #7e8896, background color: #ffffff"


MEASURED = "“Days” has 3.59:1, #7e8896 on #ffffff"
ANY = "Text needs at least 4.5:1, large text 3:1 (WCAG 2.2, 1.4.3)."
SMALL = "Text of this size needs at least 4.5:1 (WCAG 2.2, 1.4.3)."


@pytest.mark.parametrize(
    ("said", "figures"),
    [
        (f"{AXE_MESSAGE}, font size: 7.9pt (10.5px), font weight: normal)", f"{MEASURED} at 10.5 px. {SMALL}"),
        (f"{AXE_MESSAGE}, font size: 7.9pt", f"{MEASURED} at 10.5 px. {SMALL}"),
        (f"{AXE_MESSAGE}, font size: 15.0pt", f"{MEASURED} at 20 px. {ANY}"),
        (f"{AXE_MESSAGE}, font size: 18.0pt", f"{MEASURED} at 24 px. Large text needs at least 3:1 (WCAG 2.2, 1.4.3)."),
        (AXE_MESSAGE, f"{MEASURED}. {ANY}"),
        ("Element has insufficient color contrast of 1.9", f"“Days” has 1.9:1. {ANY}"),
        ("Element's background color could not be determined", f"for many people. {ANY}"),
    ],
)
def test_weak_contrast_is_told_with_its_figures(said: str, figures: str):
    violation = weak(12).model_copy(update={"elements": (element("Days", ".label", said),) * 5})
    told = measure_colour_harmony(subject(axe=(violation,))).defects[0]
    ratio = next((f" ({one}:1)" for one in ("3.59", "1.9") if one in said), "")
    assert told.title == f"Text has low contrast: “Days”{ratio} and 11 more"
    assert f"{figures} " in told.why
    assert told.why.endswith("7 more texts are not listed."), "5 of 12 are recorded"
    assert ("in the same colours" in told.why) == ("Darken the text." in told.why) == ("#7e8896" in said)


def test_a_rainbow_is_no_palette():
    rainbow = {str(hue): 100.0 for hue in range(0, 360, 30)}
    assert measure_colour_harmony(subject(styling=styling(hues=rainbow))).score == pytest.approx(0.6)


def test_contrast_that_axe_could_not_measure_is_left_out():
    assert "unmeasured" in measure_colour_harmony(subject(axe_problem="too slow")).reason
