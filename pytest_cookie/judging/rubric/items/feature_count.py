"""Item 3a of the rubric: how many features there are to use, for auditing."""

from pytest_cookie.judging.checks.content_amount import asked_inputs, liveliness_of, working_inputs
from pytest_cookie.judging.checks.interactions import uses_of, why_untested
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.measurement import (
    Measured,
    count_of,
    scored,
    unmeasured,
)

_BREADTH = 4
_ENOUGH = 0.8


def feature_count(subject: RubricContext) -> Measured:
    """Item 3a. How many features there are to use: working inputs, counted.

    Measured where the brief demands interaction: 0.8 for as many different inputs as must answer (`asked_inputs`,
    less for fewer), 0.9 where four times as many as the leaf demands lie beyond, 1 never; what the browser itself
    answers for, a field or a tick, counts half of one beyond. So a page that lacks a control has a little less, and
    one that has many not much more. No finding follows from a count. Elsewhere, and where no input could be tried, the
    counts stand in the reason alone. Which features the brief asks for is not measured.
    """
    answers = [use.answer for use in uses_of(subject)]
    coverage = subject.trace.coverage
    counts = (
        f"{count_of(answers.count('answered'), 'input')} answered, {answers.count('silent')} did nothing, "
        f"{coverage.controls_exercised} of {coverage.controls_found} controls used"
    )
    if subject.demands.interaction == "none" or why_untested(subject):
        return unmeasured(f"for auditing only: {counts}")
    asked, usual = asked_inputs(subject), subject.demands.working_inputs
    beyond = max(0, len(working_inputs(subject)) - asked) + answers.count("own_look") / 2
    score = liveliness_of(subject) * (_ENOUGH + (1 - _ENOUGH) * beyond / (beyond + _BREADTH * usual))
    return scored(
        score, f"{counts}; {count_of(asked, 'working input')} asked for, and what lies beyond counts a little"
    )
