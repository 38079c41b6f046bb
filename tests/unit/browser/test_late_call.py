"""Whose fault it is that a call came too late: told by processor time, never by how long it took."""

import pytest

from pytest_cookie.browser.errors import PageBusyError, PageScriptError
from pytest_cookie.browser.late_call import LateCallError


def late(used_seconds: float, *, script_ended: bool = False) -> LateCallError:
    problem = "not done within 200 s"
    return LateCallError(problem, usual_seconds=40.0, used_seconds=used_seconds, script_ended=script_ended)


@pytest.mark.parametrize(
    ("used_seconds", "kind"), [(80.0, PageBusyError), (20.0, PageBusyError), (4.0, PageScriptError)]
)
def test_a_page_that_worked_all_the_while_is_busy_and_one_that_waited_for_the_machine_is_not(used_seconds, kind):
    error = late(used_seconds).without("picture of the whole page")
    assert type(error) is kind
    assert "no picture of the whole page: not done within 200 s" in str(error)
    assert f"used {used_seconds:.0f} s of processor time" in str(error)


def test_what_did_not_yield_in_the_pages_world_may_be_asked_from_outside_before_anyone_is_blamed():
    assert type(late(80.0, script_ended=True).without("answer", in_its_world=True)) is PageScriptError
    assert type(late(80.0).without("answer", in_its_world=True)) is PageBusyError
    assert type(late(80.0, script_ended=True).without("answer")) is PageBusyError
