"""Words in single letters are reported once, at the widest width."""

from pytest_cookie.checks.squeezed_text import find_squeezed_text
from tests.unit.judging.evidence_builders import element, layout, subject, views

NARROW = layout(squeezed=(element("Availability", detail="12 lines"),))


def titles(**widths) -> list[str]:
    return [defect.title for defect in find_squeezed_text(subject(views=views(**widths)))]


def test_squeezed_text_is_reported_once_at_the_widest_width():
    assert titles() == []
    assert titles(mobile=NARROW) == ["Words break into single letters at 375 px: “Availability”"]
    assert titles(tablet=NARROW, mobile=NARROW) == ["Words break into single letters at 768 px: “Availability”"]
