"""Struck text: a rule, border or bar goes through a text that is not meant to be struck out."""

from pytest_cookie.checks.check import Check
from pytest_cookie.core.page import Element
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.defect import Defect
from pytest_cookie.judging.rubric.finding_kinds import CheckKind
from pytest_cookie.judging.rubric.measurement import page_defect
from pytest_cookie.judging.rubric.names import list_names, list_others, locate_unnamed, name_element

STRUCK_TEXT = CheckKind("struck-text", "A line of something else goes through a text.")


def find_struck_text(context: RubricContext) -> list[Defect]:
    """At most one defect (minor): the text can still be read."""
    composition = context.perception.composition
    struck = [text for text in composition.texts if text.struck] if composition else []
    if not struck:
        return []
    elements = [Element(selector=text.selector, text=text.text) for text in struck]
    names = [name_element(element) for element in elements]
    title = f"A line goes through text: {list_names(names)}"
    why = (
        "A rule, border or bar lies on the letters, and nothing says that they are struck out. Move it off the "
        f"text.{list_others(names)}{locate_unnamed(elements)}"
    )
    return [page_defect(context, STRUCK_TEXT, "minor", title, why, elements[0].selector)]


CHECK = Check(id="struck-text", item="7", find=find_struck_text, kinds=(STRUCK_TEXT,))
