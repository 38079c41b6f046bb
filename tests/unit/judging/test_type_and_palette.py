"""Type and colours: good settings keep full marks, every worse one has fewer."""

import pytest

from pytest_cookie.core.page import Box
from pytest_cookie.core.page_layout import Shift
from pytest_cookie.core.perception import AxeViolation, BuriedText
from pytest_cookie.judging.rubric.grade import Grade, describe_grades, rate_value, sum_deductions
from pytest_cookie.judging.rubric.items.colour_harmony import measure_colour_harmony
from pytest_cookie.judging.rubric.items.design_refinement import measure_design_refinement
from pytest_cookie.judging.rubric.items.interface_regularity import measure_interface_regularity
from pytest_cookie.judging.rubric.items.layout_rationality import measure_layout_rationality
from pytest_cookie.judging.visual.palette import count_loud_hues, find_unreadable_texts, rate_pixel_contrast
from pytest_cookie.judging.visual.typography import grade_typography
from tests.unit.judging.compositions import but, composed, heading, row, text
from tests.unit.judging.evidence_builders import inventory, layout, subject, views

# --- grades


def test_a_grade_falls_softly_and_then_fast():
    told_of = [rate_value(value, good=4, fine=8, bad=18) for value in (3, 4, 6, 8, 13, 18, 30)]
    assert told_of == pytest.approx([1, 1, 0.95, 0.9, 0.45, 0, 0])
    assert rate_value(0.3, good=0.5, fine=0.3, bad=0.0) == pytest.approx(0.9)
    assert rate_value(0.6, good=0.5, fine=0.3, bad=0.0) == 1


def test_what_is_taken_off_is_told():
    grades = [Grade("lines", 0.8, 0.2), Grade("gaps", 1.0, 0.2)]
    assert sum_deductions(grades) == pytest.approx(0.04)
    assert describe_grades(grades) == "; measures: lines 80%, 4.0% off"
    assert describe_grades(grades[1:]) == ""


# --- type

GOOD = (heading(1, 36), heading(2, 24), text(), text(), text())
NARROW = Box(x=0, y=0, width=200, height=20)
WORSE = {
    "size of text": [(*GOOD[:2], *(text(size=size, leading=1.5 * size),) * 3) for size in (13, 11, 9)],
    "small print": [(*GOOD, *(text(size=10, leading=15),) * count) for count in (1, 3)],
    "line height": [(*GOOD[:2], *(text(leading=leading),) * 3) for leading in (20, 17, 0.9 * 16)],
    "line length": [(*GOOD[:4], text(box=Box(x=0, y=0, width=wide, height=20))) for wide in (1000, 1600)],
    "headings": [(heading(1, size), heading(2, 24), *GOOD[2:]) for size in (20, 12)],
    "letter spacing": [(*GOOD[:4], text(spacing=4)), (*GOOD[:3], text(spacing=-1), text(align="justify", box=NARROW))],
}


def score(texts, name: str) -> float:
    return next(grade.score for grade in grade_typography(composed(texts=texts)) if grade.name == name)


def test_good_type_has_full_marks():
    assert [grade.score for grade in grade_typography(composed(texts=GOOD))] == pytest.approx([1] * 6)
    assert grade_typography(composed()) == []


@pytest.mark.parametrize("name", WORSE)
def test_every_worse_setting_has_fewer(name):
    scores = [score(texts, name) for texts in (GOOD, *WORSE[name])]
    assert scores == sorted(set(scores), reverse=True)


# --- contrast and palette


def test_contrast_counts_by_what_is_missing():
    def shown(*ratios: float | None) -> float | None:
        return rate_pixel_contrast(composed(texts=tuple(text(contrast=ratio) for ratio in ratios)))

    assert shown(None) is None
    assert shown(4.5, 21, None) == 1
    assert shown(12, 12, 12, 4) > shown(12, 12, 12, 3) > shown(12, 12, 12, 1) > shown(12, 1, 1, 1)
    assert rate_pixel_contrast(composed(texts=(text(size=28.0, contrast=3.1), text(contrast=1.0, idle=True)))) == 1


def test_text_in_the_colour_of_its_ground_is_told():
    page = composed(texts=(*GOOD, text(text="Hidden line", contrast=1.1), text(contrast=1.0, letters=2)))
    assert [text.text for text in find_unreadable_texts(page)] == ["Hidden line"]
    (defect,) = measure_colour_harmony(subject(composition=page)).defects
    assert (defect.severity, "Hidden line" in defect.title) == ("minor", True)


@pytest.mark.parametrize(("faint", "severity"), [(1, "minor"), (4, "major")])
def test_weak_contrast_is_major_where_much_is_faint(faint, severity):
    broken = AxeViolation(rule="color-contrast", impact="serious", help="h", count=12)
    page = composed(texts=(*(text(contrast=2.0),) * faint, *(text(contrast=3.9),) * 4))
    assert [defect.severity for defect in measure_colour_harmony(subject(axe=(broken,), composition=page)).defects] == [
        severity
    ]


def test_loud_hues():
    calm = {"#ffffff": 500_000, "#204060": 90_000, "#e02020": 900}
    neon = {"#ff00ff": 40_000, "#00ff00": 40_000, "#ffff00": 40_000, "#0000ff": 40_000}
    assert count_loud_hues(composed(grounds=calm)) == 0
    assert count_loud_hues(composed(grounds=calm | neon)) == 4
    assert count_loud_hues(composed(grounds={"url(javascript:1)": 5, "#12345": 7})) == 0
    quiet, loud = (
        measure_colour_harmony(subject(composition=composed(grounds=page))).score for page in (calm, calm | neon)
    )
    assert loud < quiet


# --- items


def test_items_take_off_what_their_measures_miss():
    regular, odd = composed(row(), texts=GOOD), composed(but(row(), 1, x=274, turn=3), texts=GOOD)
    for item in (measure_layout_rationality, measure_interface_regularity):
        assert item(subject(composition=odd)).score < item(subject(composition=regular)).score == 1
        assert "% off" in item(subject(composition=odd)).reason
    assert [defect.title for defect in measure_layout_rationality(subject(composition=odd)).defects] == [
        "A part of the page is rotated: “Card”"
    ]


def test_content_that_jumps():
    still, little, much = (composed(shift=Shift(score=score, selectors=("h1",))) for score in (0.0, 0.08, 0.5))
    scores = [measure_layout_rationality(subject(composition=page)).score for page in (still, little, much)]
    assert scores == sorted(set(scores), reverse=True)
    (defect,) = measure_layout_rationality(subject(composition=much)).defects
    assert (defect.severity, defect.selector) == ("minor", "h1")
    assert measure_layout_rationality(subject(composition=much, restless=0.2)).defects == ()


def test_tiny_text_and_lost_icons():
    tiny = composed(texts=tuple(text(size=8.0, leading=9.0) for _ in range(4)))
    assert [defect.title for defect in measure_design_refinement(subject(composition=tiny)).defects] == [
        "Most of the text is tiny"
    ]
    icons = composed(texts=GOOD, tofu=2)
    assert [defect.severity for defect in measure_design_refinement(subject(composition=icons)).defects] == ["minor"]


def test_covered_text_and_no_room():
    page, lid = composed(texts=GOOD), composed(texts=(*GOOD[:4], text(covered=True)))
    crammed = composed(texts=GOOD, boxes=20, distances=1)
    whole, covered, full = (measure_layout_rationality(subject(composition=one)).score for one in (page, lid, crammed))
    assert whole == 1
    assert max(covered, full) < 0.96


@pytest.mark.parametrize("padded", [{"axe_problem": "too slow"}, {"partly": ("2,500 elements were not looked at",)}])
def test_what_keeps_the_measuring_away_gains_nothing(padded):
    good, faint = composed(texts=(text(),) * 3), composed(texts=(text(contrast=1.2),) * 3)
    scores = [measure_colour_harmony(subject(composition=page, **padded)).score for page in (good, faint, composed())]
    assert scores == [pytest.approx(1), pytest.approx(0.4), pytest.approx(0.4)]
    assert "pixels alone" in measure_colour_harmony(subject(composition=good, **padded)).reason
    wordless = inventory("", controls=inventory().controls)
    assert measure_colour_harmony(subject(composition=composed(), inventory=wordless, **padded)).score > 0.4


def test_text_under_a_fixed_layer_is_told_as_that_alone():
    page = composed(texts=(*GOOD, text(text="Good evening", contrast=1.1)))
    told = [defect.title for defect in measure_colour_harmony(subject(composition=page)).defects]
    assert any("Good evening" in title for title in told)
    over = BuriedText(selector="h1", text="Good evening", detail="nav", letters=11, heading=True, hidden=0.5)
    covered = subject(composition=page, views=views(desktop=layout(buried_texts=(over,))))
    assert measure_colour_harmony(covered).defects == ()
