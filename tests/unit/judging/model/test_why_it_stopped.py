"""Why an exploration stopped is a field of the trace, and a judge is told it outside the page's words."""

from typing import get_args

import pytest

from pytest_cookie.core.action import Click, Finish, Look
from pytest_cookie.core.trace import ENDINGS, Step, StopReason, Trace
from pytest_cookie.judging.model.prompt_sections import format_trace

LOOK = Step(index=0, thought="Look.", action=Look())
CLICK = Step(index=1, thought="Try it.", action=Click(target="Save"))
END = Step(index=2, thought="The exploration ends.", action=Finish())


@pytest.mark.parametrize("reason", get_args(StopReason))
def test_the_judge_is_told_why_the_exploration_stopped(reason: StopReason):
    trace = Trace(policy="agent", steps=(LOOK, CLICK, END), stopped=reason)
    told = format_trace(trace, None).text.partition("<<<DATA")[0]
    assert f"The exploration stopped because {ENDINGS[reason]} (`{reason}`)." in told
    assert Trace.model_validate_json(trace.model_dump_json()).stopped == reason


def test_the_last_action_is_neither_the_end_nor_the_first_look():
    trace = Trace(policy="agent", steps=(LOOK, CLICK, END))
    assert trace.last_action == CLICK
    assert Trace(policy="agent", steps=(LOOK, END)).last_action is None
