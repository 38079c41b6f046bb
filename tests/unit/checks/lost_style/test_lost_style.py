"""Lost style is reported for a large part of the page only; code and swallowed markup wherever they stand."""

from pytest_cookie.checks.lost_style import find_lost_style
from pytest_cookie.core.perception import LostStyle
from tests.unit.judging.evidence_builders import element, subject

UNSTYLED = (element("Fees", "#fees", "fees"), element("Boats", "#boats", "boat"))
CODE = (element(".fees { color: red }", "body", "style"),)
SCRIPT = (element("document.querySelector", "body", "script"),)
MARKUP = (element("hero><h1>Boats</h1>", "#hero", "class"),)


def test_each_kind_is_reported_once(subtests):
    rows = (
        ({}, []),
        ({"lost": 20, "names": 6}, ["50% of the page is without the style that is written for it"]),
        ({"lost": 20, "names": 3}, []),
        ({"lost": 7, "names": 6}, []),
        ({"lost": 9, "names": 6}, []),
        ({"code": CODE * 3}, ["Style rules stand on the page: “.fees { color: red }”"]),
        ({"code": SCRIPT}, ["Script code stands on the page: “document.querySelector”"]),
        ({"swallowed": MARKUP}, ["Markup is lost in the attribute `class`: “hero><h1>Boats</h1>”"]),
    )
    for fields, titles in rows:
        with subtests.test(fields=fields):
            found = LostStyle(**{"named": 40, "lost": 0, "names": 0, "unstyled": UNSTYLED, **fields})
            defects = find_lost_style(subject(lost_style=found))
            assert [defect.title for defect in defects] == titles
            assert {defect.severity for defect in defects} <= {"major"}


def test_nothing_is_reported_without_a_measurement():
    assert find_lost_style(subject()) == []
