"""Judges whether parts of the page stay in their places."""

from pytest_cookie.checks.layout_jumps.fact import JumpFact
from pytest_cookie.core.text import shorten
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.defect import Defect
from pytest_cookie.judging.rubric.finding_kinds import CheckKind
from pytest_cookie.judging.rubric.measurement import step_defect
from pytest_cookie.judging.rubric.names import name_subject

JUMPING_PART = CheckKind("jumping-part", "A click moves an unrelated part of the page out of its place.")


def find_jumping_parts(context: RubricContext) -> list[Defect]:
    """At most one major defect: a part of the page that jumps out of its place; pieces of a game may."""
    if context.case.domain == "games" or context.requirements.drawn:
        return []
    for step in context.trace.steps:
        fact = JumpFact.of(step.change) if step.outcome == "done" else None
        if fact:
            where = shorten(fact.astray[0].describe(), 100)
            title = f"{name_subject(step.action)} makes a part of the page jump"
            why = f"{where}. It was in its place before, and everything around it stays in place. Keep it there."
            return [step_defect(context, step, JUMPING_PART, "major", title, why).showing(fact.astray[0].text)]
    return []
