"""Known-good and known-bad evidence for item 7, layout rationality."""

import pytest

from pytest_cookie.core.page import Box, Element, Heading
from pytest_cookie.core.perception import AxeViolation
from pytest_cookie.judging.rubric.items.layout_rationality import measure_layout_rationality
from tests.unit.judging.evidence_builders import TEXT, control, inventory, subject, views

LONG = TEXT * 4


def test_a_long_text_needs_headings_and_landmarks():
    assert measure_layout_rationality(subject(inventory=inventory(LONG))).score == 1
    assert measure_layout_rationality(subject(inventory=inventory(LONG, headings=()))).score == pytest.approx(0.65)
    assert measure_layout_rationality(subject(inventory=inventory(LONG, landmarks=()))).score == pytest.approx(0.9)


def test_controls_that_lie_over_each_other():
    here = Box(x=0, y=100, width=100, height=40)
    beside = Box(x=50, y=100, width=100, height=40)
    pair = (control("b0", "Play", box=here), control("b1", "Pause", box=beside))
    measured = measure_layout_rationality(subject(inventory=inventory(controls=pair)))
    assert measured.score == pytest.approx(0.9)
    assert "“Play” and “Pause”" in measured.defects[0].title


def test_a_button_within_a_card_is_meant():
    card = control("b0", "Card", box=Box(x=0, y=0, width=300, height=200))
    inside = control("b1", "Buy", box=Box(x=10, y=150, width=80, height=40))
    assert measure_layout_rationality(subject(inventory=inventory(controls=(card, inside)))).score == 1


def test_a_small_part_on_the_edge_of_a_card_is_meant(subtests):
    card, field = Box(x=0, y=0, width=300, height=200), Box(x=0, y=0, width=300, height=40)
    rows = [
        ("a cross on a corner", "button", card, Box(x=282, y=-10, width=28, height=28), 0),
        ("a handle on an edge", "generic", card, Box(x=294, y=60, width=12, height=60), 0),
        ("a button that sticks out of a field", "textbox", field, Box(x=290, y=12, width=20, height=12), 1),
        ("another card", "button", card, Box(x=100, y=50, width=300, height=200), 1),
    ]
    for name, role, large, small, overlaps in rows:
        pair = (control("b0", "Card", role, box=large), control("b1", "Part", box=small))
        measured = measure_layout_rationality(subject(inventory=inventory(controls=pair)))
        with subtests.test(name):
            assert len(measured.defects) == overlaps


@pytest.mark.parametrize("ink", [0.001, 0.995])
def test_nearly_empty_or_full_pages(ink):
    assert measure_layout_rationality(subject(views=views(ink=ink))).score == pytest.approx(0.9)


def test_structure_that_axe_misses():
    told = "Heading levels should only increase by one"
    broken = AxeViolation(rule="heading-order", impact="moderate", help=told, count=1)
    headings = (Heading(level=1, text="A"), Heading(level=4, text="B"))
    page = subject(axe=(broken,), inventory=inventory(LONG, headings=headings, landmarks=()))
    measured = measure_layout_rationality(page)
    assert measured.score == pytest.approx(0.9)
    (defect,) = measured.defects
    assert defect.title == "The page has no landmarks such as `<main>` or `<nav>`"
    assert defect.why.endswith("Put the main content into `<main>`. Let headings go down one level at a time.")
    assert "heading-order" not in defect.why


def test_missing_structure_points_at_an_element_of_what_its_title_says(subtests):
    def broken(rule, *selectors):
        elements = tuple(Element(selector=selector) for selector in selectors)
        return AxeViolation(rule=rule, impact="moderate", help="", count=1, elements=elements)

    for name, axe, selector in (
        ("content outside", (broken("region", "h1", ".card"),), "h1"),
        ("the document is no element", (broken("landmark-one-main", "html"), broken("region", "h1")), ""),
        ("levels", (broken("heading-order", "#third"),), "#third"),
        ("not listed", (broken("region"),), ""),
    ):
        with subtests.test(name):
            (defect,) = measure_layout_rationality(subject(axe=axe, inventory=inventory(LONG))).defects
            assert defect.selector == selector
