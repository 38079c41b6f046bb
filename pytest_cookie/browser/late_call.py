"""`LateCallError`: a call into the page that did not come back in time, and whether the page's own work was why."""

from pytest_cookie.browser.errors import PageBusyError, PageScriptError
from pytest_cookie.browser.loop import DeadlineError

BUSY_SHARE = 0.5
"""Of the time that a call has on an idle machine. Where the browser worked for as long, the call waited for the page;
where it did not, it and the page waited for the machine."""


class LateCallError(DeadlineError):
    """A call that has `usual_seconds` on an idle machine came too late; the browser worked for `used_seconds` of
    processor time meanwhile. `script_ended`: a script did not yield, the page's or ours, and was ended.
    """

    def __init__(self, problem: str, *, usual_seconds: float, used_seconds: float, script_ended: bool) -> None:
        super().__init__(problem)
        self._is_by_work = used_seconds >= BUSY_SHARE * usual_seconds
        self._used_seconds = used_seconds
        self._script_ended = script_ended

    def without(self, what: str, *, in_its_world: bool = False) -> PageScriptError:
        """The error to raise where no more is lost than `what`: a `PageBusyError` where that is the page's doing.

        What was asked `in_its_world` and did not yield may still be answered from outside.
        """
        used = f"the browser used {self._used_seconds:.0f} s of processor time meanwhile"
        told = f"there was no {what}: {self}, and {used}"
        if self._is_by_work and not (in_its_world and self._script_ended):
            return PageBusyError(f"its own work kept the browser too busy; {told}")
        return PageScriptError(told)
