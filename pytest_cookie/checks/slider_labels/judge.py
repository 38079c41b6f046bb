"""Judges whether the texts that show sliders' values follow them."""

from pytest_cookie.checks.slider_labels.fact import SliderFact
from pytest_cookie.core.text import shorten
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.defect import Defect
from pytest_cookie.judging.rubric.finding_kinds import CheckKind
from pytest_cookie.judging.rubric.measurement import step_defect

STALE_SLIDER_VALUE = CheckKind("stale-slider-value", "A slider moves, but the value shown beside it does not change.")


def find_stale_values(context: RubricContext) -> list[Defect]:
    """One minor defect for each slider whose value label stays at its first value."""
    facts = ((step, SliderFact.of(step.change)) for step in context.trace.steps)
    told = [(label, step) for step, fact in facts if fact for label in fact.stale]
    found = []
    for label, step in {label.control: (label, step) for label, step in reversed(told)}.values():
        title = f"The text beside slider “{shorten(label.control, 28)}” does not follow it"
        why = (
            f"It stays “{shorten(label.text, 60)}” when the slider moves, so users read a wrong value. Update it in "
            "the `input` event."
        )
        found.append(step_defect(context, step, STALE_SLIDER_VALUE, "minor", title, why).showing(label.text))
    return found
