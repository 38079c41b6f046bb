"""Item 3a of the rubric: how many features there are to use, for auditing."""

from pytest_cookie.judging.checks.content_amount import count_required_inputs, share_of_working_inputs, working_inputs
from pytest_cookie.judging.checks.interactions import explain_untested, find_interactions
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.measurement import (
    Measured,
    format_count,
    mark_scored,
    mark_unmeasured,
)

_BREADTH = 4
_ENOUGH = 0.8


def feature_count(context: RubricContext) -> Measured:
    """Item 3a. How many features there are to use: working inputs, counted.

    Measured where the brief demands interaction: 0.8 for as many different inputs as must answer (`count_required_inputs`,
    less for fewer), 0.9 where four times as many as the leaf demands lie beyond, 1 never; what the browser itself
    answers for, a field or a tick, counts half of one beyond. So a page that lacks a control has a little less, and
    one that has many not much more. No finding follows from a count. Elsewhere, and where no input could be tried, the
    counts stand in the reason alone. Which features the brief asks for is not measured.
    """
    answers = [interaction.answer for interaction in find_interactions(context)]
    coverage = context.trace.coverage
    counts = (
        f"{format_count(answers.count('answered'), 'input')} answered, {answers.count('silent')} did nothing, "
        f"{coverage.controls_exercised} of {coverage.controls_found} controls used"
    )
    if context.requirements.interaction == "none" or explain_untested(context):
        return mark_unmeasured(f"for auditing only: {counts}")
    asked, usual = count_required_inputs(context), context.requirements.working_inputs
    beyond = max(0, len(working_inputs(context)) - asked) + answers.count("own_look") / 2
    score = share_of_working_inputs(context) * (_ENOUGH + (1 - _ENOUGH) * beyond / (beyond + _BREADTH * usual))
    return mark_scored(
        score, f"{counts}; {format_count(asked, 'working input')} asked for, and what lies beyond counts a little"
    )
