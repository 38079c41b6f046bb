"""Grey boxes are a fault where pictures are asked for, a grave one where there are no others."""

from pytest_cookie.checks.blank_pictures import find_blank_pictures
from pytest_cookie.core.page import Box
from tests.unit.judging.evidence_builders import case, element, inventory, medium, subject

BOXES = (element("Sloop", ".thumb", "rgb(220, 220, 220)"),) * 3
PICTURE = medium(box=Box(x=0, y=0, width=200, height=120))
ICON = medium(box=Box(x=0, y=0, width=20, height=20))


def test_grey_boxes_count_where_pictures_belong(subtests):
    rows = (
        ("portfolio", BOXES, (), ["major"]),
        ("portfolio", BOXES, (ICON,), ["major"]),
        ("portfolio", BOXES, (PICTURE,), ["minor"]),
        ("portfolio", (), (), []),
        ("dashboard", BOXES, (), []),
    )
    for leaf, boxes, media, severities in rows:
        with subtests.test(leaf=leaf, media=len(media)):
            context = subject(of=case(leaf), blank_pictures=boxes, inventory=inventory(media=media))
            found = find_blank_pictures(context)
            assert [defect.severity for defect in found] == severities
            assert all(defect.title == "3 cards have grey boxes instead of a picture: “Sloop”" for defect in found)
