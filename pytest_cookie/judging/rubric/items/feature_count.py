"""Item 3a of the rubric, feature count: how many inputs work."""

from pytest_cookie.core.wording import count
from pytest_cookie.judging.checks.content_amount import count_required_inputs, share_of_working_inputs, working_inputs
from pytest_cookie.judging.checks.find_interactions import find_interactions
from pytest_cookie.judging.checks.untested import is_unmeasured
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.measurement import (
    Measured,
    mark_scored,
    mark_unmeasured,
)

_BREADTH = 4
_ENOUGH = 0.8


def measure_feature_count(context: RubricContext) -> Measured:
    """Item 3a: the number of working inputs.

    Applies where the brief demands interaction. 0.8 for as many different inputs as are required
    (`count_required_inputs`, less for fewer), 0.9 at four times the number that the leaf demands beyond that, never 1.
    Inputs that only change their own look count half. The gain flattens, so that a page with many inputs does not get
    much more than one with enough. A count makes no finding. Elsewhere, and when no input could be tried, the counts
    appear in the reason only. Not measured: which features the brief asks for.
    """
    answers = [interaction.answer for interaction in find_interactions(context)]
    coverage = context.trace.coverage
    counts = (
        f"{count(answers.count('answered'), 'input')} worked, {answers.count('silent')} had no effect, "
        f"{coverage.controls_exercised} of {coverage.controls_found} controls used"
    )
    if context.requirements.interaction == "none" or is_unmeasured(context):
        return mark_unmeasured(f"for auditing only: {counts}")
    asked, usual = count_required_inputs(context), context.requirements.working_inputs
    beyond = max(0, len(working_inputs(context)) - asked) + answers.count("own_look") / 2
    score = share_of_working_inputs(context) * (_ENOUGH + (1 - _ENOUGH) * beyond / (beyond + _BREADTH * usual))
    return mark_scored(score, f"{counts}; {count(asked, 'working input')} required, and further ones add a little")
