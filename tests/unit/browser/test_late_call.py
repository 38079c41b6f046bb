"""The error for a late call depends on whether page or machine was the cause."""

import pytest

from pytest_cookie.browser.errors import BrowserGoneError, PageBusyError, PageScriptError
from pytest_cookie.browser.page.late_call import LateCallError


def late(*, is_by_page: bool, script_ended: bool = False) -> LateCallError:
    return LateCallError("not done within 200 s", is_by_page=is_by_page, used_seconds=80.4, script_ended=script_ended)


@pytest.mark.parametrize(("is_by_page", "kind"), [(True, PageBusyError), (False, PageScriptError)])
def test_a_page_that_worked_all_the_while_is_busy_and_one_that_waited_is_not(is_by_page, kind):
    error = late(is_by_page=is_by_page).to_script_error("picture of the whole page")
    assert type(error) is kind
    assert "no picture of the whole page: not done within 200 s" in str(error)
    assert "used 80 s of processor time" in str(error)


def test_what_did_not_yield_in_the_pages_world_may_be_asked_from_outside_before_anyone_is_blamed():
    assert (
        type(late(is_by_page=True, script_ended=True).to_script_error("answer", in_its_world=True)) is PageScriptError
    )
    assert type(late(is_by_page=True).to_script_error("answer", in_its_world=True)) is PageBusyError
    assert type(late(is_by_page=True, script_ended=True).to_script_error("answer")) is PageBusyError


def test_where_nothing_else_may_be_done_without_an_answer_the_browser_is_blamed_unless_the_page_worked():
    late(is_by_page=True).raise_unless_by_page()
    with pytest.raises(BrowserGoneError, match="not done within 200 s"):
        late(is_by_page=False).raise_unless_by_page()
