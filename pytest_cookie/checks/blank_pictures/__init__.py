"""Blank pictures: grey boxes in the cards of a page that should show pictures."""

from pytest_cookie.checks.check import Check
from pytest_cookie.core.verdict import Severity
from pytest_cookie.core.wording import count
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.defect import Defect
from pytest_cookie.judging.rubric.finding_kinds import CheckKind
from pytest_cookie.judging.rubric.measurement import page_defect
from pytest_cookie.judging.rubric.names import quote_texts

BLANK_PICTURES = CheckKind("blank-pictures", "Grey boxes stand where the brief or the kind of page asks for pictures.")

_VISIBLE_PX = 48  # smaller pictures are icons


def find_blank_pictures(context: RubricContext) -> list[Defect]:
    """At most one defect: major if the page has no picture at all, else minor."""
    boxes = context.perception.blank_pictures
    if not boxes or not context.requirements.imagery:
        return []
    severity: Severity = "minor" if _has_pictures(context) else "major"
    named = quote_texts([box.text for box in boxes[:1]])[0]
    title = f"{count(len(boxes), 'card has a grey box', 'cards have grey boxes')} instead of a picture: {named}"
    why = (
        f"The boxes, such as `{boxes[0].selector}`, are empty and all of one grey ({boxes[0].detail}). Show pictures, "
        "or draw them, for instance as SVG."
    )
    return [page_defect(context, BLANK_PICTURES, severity, title, why, boxes[0].selector)]


def _has_pictures(context: RubricContext) -> bool:
    if context.stage_drawn or context.inventory is None or context.inventory.canvases:
        return True
    boxes = [medium.box for medium in context.inventory.media if medium.tag in ("img", "svg", "video") and medium.box]
    return any(min(box.width, box.height) >= _VISIBLE_PX for box in boxes)


CHECK = Check(id="blank-pictures", item="15", find=find_blank_pictures, kinds=(BLANK_PICTURES,))
