"""`LateCallError`: a call into the page that did not come back in time, and whether the page's own work was why."""

from pytest_cookie.browser.errors import BrowserGoneError, PageBusyError, PageScriptError
from pytest_cookie.browser.process.event_loop import DeadlineError


class LateCallError(DeadlineError):
    """The browser worked for `used_seconds` of processor time meanwhile; `is_by_page`: that was the page's doing.
    `script_ended`: a script did not yield, the page's or ours, and was ended.
    """

    def __init__(self, problem: str, *, is_by_page: bool, used_seconds: float, script_ended: bool) -> None:
        super().__init__(problem)
        self.is_by_page = is_by_page
        self._used_seconds = used_seconds
        self._script_ended = script_ended

    def require_page(self) -> None:
        """Raise `BrowserGoneError` unless it was the page's doing."""
        if not self.is_by_page:
            raise BrowserGoneError(f"the browser did not come to an end: {self}, and {self._use}") from self

    def without(self, what: str, *, in_its_world: bool = False) -> PageScriptError:
        """The error to raise where no more is lost than `what`: a `PageBusyError` where that is the page's doing.

        What was asked `in_its_world` and did not yield may still be answered from outside.
        """
        told = f"there was no {what}: {self}, and {self._use}"
        if self.is_by_page and not (in_its_world and self._script_ended):
            return PageBusyError(f"its own work kept the browser too busy; {told}")
        return PageScriptError(told)

    @property
    def _use(self) -> str:
        return f"the browser used {self._used_seconds:.0f} s of processor time meanwhile"
