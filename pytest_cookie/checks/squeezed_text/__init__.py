"""Squeezed text: a column is so narrow at a width that words break into single letters."""

from pytest_cookie.checks.check import Check
from pytest_cookie.core.perception import ViewportPerception
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.defect import Defect
from pytest_cookie.judging.rubric.finding_kinds import CheckKind
from pytest_cookie.judging.rubric.names import list_names, list_others, locate_unnamed, name_element

SQUEEZED_TEXT = CheckKind("squeezed-text", "A column is so narrow that words break into single letters.")


def find_squeezed_text(context: RubricContext) -> list[Defect]:
    """At most one defect (major), at the widest width at which words break into one or two letters a line."""
    views = sorted(context.perception.views, key=lambda view: -view.viewport.width)
    return next(([_report(view)] for view in views if view.layout.squeezed), [])


def _report(view: ViewportPerception) -> Defect:
    texts = view.layout.squeezed
    names = [name_element(text) for text in texts]
    title = f"Words break into single letters at {view.viewport.width} px: {list_names(names)}"
    why = (
        f"{names[0]} takes {texts[0].detail}. Give the column a minimum width, or stack the columns at this "
        f"width.{list_others(names)}{locate_unnamed(texts)}"
    )
    return Defect(SQUEEZED_TEXT, "major", title, why, texts[0].selector, evidence=view.screenshot)


CHECK = Check(id="squeezed-text", item="6", find=find_squeezed_text, kinds=(SQUEEZED_TEXT,))
