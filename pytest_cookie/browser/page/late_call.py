"""`LateCallError`: a call into the page that did not return in time, and whether the page's own work is the reason."""

from pytest_cookie.browser.errors import BrowserGoneError, PageBusyError, PageScriptError
from pytest_cookie.browser.process.event_loop import DeadlineError


class LateCallError(DeadlineError):
    """A call into the page did not return in time.

    The browser used `used_seconds` of processor time meanwhile. `is_by_page`: the page's work is the reason.
    `script_ended`: a script of the page or ours did not yield and was terminated.
    """

    def __init__(self, problem: str, *, is_by_page: bool, used_seconds: float, script_ended: bool) -> None:
        super().__init__(problem)
        self.is_by_page = is_by_page
        self._used_seconds = used_seconds
        self._script_ended = script_ended

    def raise_unless_by_page(self) -> None:
        """Raise `BrowserGoneError` unless the page is to blame."""
        if not self.is_by_page:
            raise BrowserGoneError(f"the browser did not finish: {self}, and {self._usage}") from self

    def to_script_error(self, what: str, *, in_its_world: bool = False) -> PageScriptError:
        """Return the error for the loss of `what` alone: a `PageBusyError` if the page is to blame.

        A script that ran `in_its_world` and did not yield may still be answered from an isolated world.
        """
        message = f"there was no {what}: {self}, and {self._usage}"
        if self.is_by_page and not (in_its_world and self._script_ended):
            return PageBusyError(f"its own work kept the browser too busy; {message}")
        return PageScriptError(message)

    @property
    def _usage(self) -> str:
        return f"the browser used {self._used_seconds:.0f} s of processor time meanwhile"
