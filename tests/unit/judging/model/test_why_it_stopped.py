"""Why an exploration stopped is a field of the trace; prompts give it outside the quoted page text."""

from typing import get_args

from pytest_cookie.core.action import Click, Finish, Look
from pytest_cookie.core.trace import ENDINGS, Step, StopReason, Trace
from pytest_cookie.judging.model.prompt_sections import format_trace

LOOK = Step(index=0, thought="Look.", action=Look())
CLICK = Step(index=1, thought="Try it.", action=Click(target="Save"))
END = Step(index=2, thought="The exploration ends.", action=Finish())


def test_the_judge_is_told_why_the_exploration_stopped(subtests):
    for reason in get_args(StopReason):
        with subtests.test(reason=reason):
            trace = Trace(policy="agent", steps=(LOOK, CLICK, END), stopped=reason)
            told = format_trace(trace, None).text.partition("<<<DATA")[0]
            assert f"The exploration stopped because {ENDINGS[reason]} (`{reason}`)." in told
            assert Trace.model_validate_json(trace.model_dump_json()).stopped == reason


def test_the_last_action_is_neither_the_end_nor_the_first_look():
    trace = Trace(policy="agent", steps=(LOOK, CLICK, END))
    assert trace.last_action == CLICK
    assert Trace(policy="agent", steps=(LOOK, END)).last_action is None
