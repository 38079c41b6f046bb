"""`PageReader`: observes a page. `InputDriver` acts on it."""

from contextlib import suppress
from pathlib import Path

from playwright.async_api import Page
from pydantic import JsonValue

from pytest_cookie.browser import scripts
from pytest_cookie.browser.clock import PageClock
from pytest_cookie.browser.errors import PageGoneError
from pytest_cookie.browser.page.full_picture import write_full_screenshot
from pytest_cookie.browser.page.late_call import LateCallError
from pytest_cookie.browser.page.observation import Observation
from pytest_cookie.browser.page.observe import evaluate, observe
from pytest_cookie.browser.page.page_calls import PageCalls
from pytest_cookie.browser.page.page_query import evaluate_isolated, require_no_hidden_properties
from pytest_cookie.browser.process.event_loop import DeadlineError
from pytest_cookie.core.errors import ExplorationError

_OBSERVE_SECONDS = 20.0
_EVALUATE_SECONDS = 30.0
_PICTURE_SECONDS = 40.0


class PageReader:
    """Reads one page. Every call is bounded by `calls`; see `Session` for what each raises."""

    def __init__(self, page: Page, clock: PageClock, calls: PageCalls) -> None:
        self._page = page
        self._clock = clock
        self._calls = calls

    def observe(self, *, with_tree: bool = False) -> Observation:
        """Observe one moment of the page."""
        try:
            return self._observe(with_tree=with_tree)
        except DeadlineError:  # the page's script was terminated: retry
            pass
        try:
            return self._observe(with_tree=with_tree)
        except LateCallError as error:
            if not (error.is_by_page or self._calls.crashed):
                raise error.to_script_error("observation of the page") from error
            self._calls.give_up()
            raise PageGoneError("the page does not answer, though its script was ended") from error

    def _observe(self, *, with_tree: bool) -> Observation:
        return self._calls.run_in_page(observe(self._page, self._clock, with_tree=with_tree), _OBSERVE_SECONDS)

    def picture(self) -> bytes:
        """Return a PNG of the window."""
        try:
            return self._calls.run_in_page(self._clock.picture(), _OBSERVE_SECONDS)
        except LateCallError as error:
            raise self._to_error("picture of the window", error) from error

    def evaluate(self, script: str, argument: JsonValue, *, takes_time: bool, outside: bool) -> JsonValue:
        """Return the JSON value of a function expression called with `argument` at this moment of page time."""
        work = self._evaluate(scripts.with_natives(script), argument, takes_time=takes_time, outside=outside)
        try:
            return self._calls.run_in_page(work, _EVALUATE_SECONDS)
        except LateCallError as error:
            if outside and not self._calls.crashed:
                with suppress(DeadlineError):
                    self._calls.run_in_page(require_no_hidden_properties(self._page), _EVALUATE_SECONDS)
            raise self._to_error("answer to a script of ours", error, in_its_world=not outside) from error

    async def _evaluate(self, script: str, argument: JsonValue, *, takes_time: bool, outside: bool) -> JsonValue:
        evaluation = (evaluate_isolated if outside else evaluate)(self._page, script, argument)
        return await (self._clock.run_until_done(evaluation) if takes_time else self._clock.run_query(evaluation))

    def _to_error(self, what: str, late: LateCallError, *, in_its_world: bool = False) -> ExplorationError:
        return (
            PageGoneError(str(late)) if self._calls.crashed else late.to_script_error(what, in_its_world=in_its_world)
        )

    def full_screenshot(self, path: Path, max_height: int, *, scrolls: bool = True) -> bool:
        """Write a PNG of the whole document; return true if it was cut at `max_height` CSS px."""
        work = write_full_screenshot(self._page, self._clock, path=path, max_height=max_height, scrolls=scrolls)
        try:
            return self._calls.run_in_page(work, _PICTURE_SECONDS)
        except LateCallError as error:
            raise self._to_error("picture of the whole page", error) from error
