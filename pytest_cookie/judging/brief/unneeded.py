"""Controls that a brief declares unnecessary."""

from pytest_cookie.core.page import Control
from pytest_cookie.judging.brief.extract import extract_requirements
from pytest_cookie.judging.brief.vocabulary import find_concepts, read_concepts
from pytest_cookie.judging.rubric.context import RubricContext


def is_unneeded(control: Control | None, context: RubricContext) -> bool:
    """Whether such a control need not work according to the brief, so that its silence is no fault."""
    found = extract_requirements(context.case.brief, context.case.language)
    unneeded = {requirement.value for requirement in found if requirement.kind == "control" and not requirement.wanted}
    if control is None or not unneeded:
        return False
    named = {match.concept.id for match in find_concepts(control.name, context.case.language)}
    shown = {
        concept.id
        for concept in read_concepts()
        if (control.input_type or control.tag) in concept.facts.get("types", ())
    }
    return bool(unneeded & (named | shown))
