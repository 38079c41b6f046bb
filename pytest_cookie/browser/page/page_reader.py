"""`PageReader`: looks at a page and asks it what it is. What is done to it is the affair of `InputDriver`."""

from contextlib import suppress
from pathlib import Path

from playwright.async_api import Page
from pydantic import JsonValue

from pytest_cookie.browser import scripts
from pytest_cookie.browser.clock import PageClock
from pytest_cookie.browser.errors import PageGoneError
from pytest_cookie.browser.page.full_picture import write_full_screenshot
from pytest_cookie.browser.page.isolated_world import from_outside, require_nothing_hidden
from pytest_cookie.browser.page.late_call import LateCallError
from pytest_cookie.browser.page.observation import Observation
from pytest_cookie.browser.page.observe import evaluate, observe
from pytest_cookie.browser.page.page_calls import PageCalls
from pytest_cookie.browser.process.event_loop import DeadlineError
from pytest_cookie.core.errors import ExplorationError

_OBSERVE_SECONDS = 20.0
_EVALUATE_SECONDS = 30.0
_PICTURE_SECONDS = 40.0


class PageReader:
    """One page's. Every call is bounded by `calls`; what each raises is told at `RunSession`, which hands them on."""

    def __init__(self, page: Page, clock: PageClock, calls: PageCalls) -> None:
        self._page = page
        self._clock = clock
        self._calls = calls

    def observe(self, *, with_tree: bool = False) -> Observation:
        """One consistent moment of the page."""
        try:
            return self._observe(with_tree=with_tree)
        except DeadlineError:  # its script has been ended: once more
            pass
        try:
            return self._observe(with_tree=with_tree)
        except LateCallError as error:
            if not (error.is_by_page or self._calls.crashed):
                raise error.without("look at the page") from error
            self._calls.give_up()
            raise PageGoneError("the page does not answer, though its script was ended") from error

    def _observe(self, *, with_tree: bool) -> Observation:
        return self._calls.in_page(observe(self._page, self._clock, with_tree=with_tree), _OBSERVE_SECONDS)

    def picture(self) -> bytes:
        """A PNG of the window as it is."""
        try:
            return self._calls.in_page(self._clock.picture(), _OBSERVE_SECONDS)
        except LateCallError as error:
            raise self._lost("picture of the window", error) from error

    def evaluate(self, script: str, argument: JsonValue, *, takes_time: bool, outside: bool) -> JsonValue:
        """The JSON value of a function expression called with `argument`, at this moment of page time."""
        work = self._evaluate(scripts.among_natives(script), argument, takes_time=takes_time, outside=outside)
        try:
            return self._calls.in_page(work, _EVALUATE_SECONDS)
        except LateCallError as error:
            if outside and not self._calls.crashed:
                with suppress(DeadlineError):
                    self._calls.in_page(require_nothing_hidden(self._page), _EVALUATE_SECONDS)
            raise self._lost("answer to a question of ours", error, in_its_world=not outside) from error

    async def _evaluate(self, script: str, argument: JsonValue, *, takes_time: bool, outside: bool) -> JsonValue:
        asked = (from_outside if outside else evaluate)(self._page, script, argument)
        return await (self._clock.attend(asked) if takes_time else self._clock.ask(asked))

    def _lost(self, what: str, late: LateCallError, *, in_its_world: bool = False) -> ExplorationError:
        return PageGoneError(str(late)) if self._calls.crashed else late.without(what, in_its_world=in_its_world)

    def full_screenshot(self, path: Path, max_height: int) -> bool:
        """Write a PNG of the whole document; true where it had to be cut at `max_height` CSS px."""
        work = write_full_screenshot(self._page, self._clock, path=path, max_height=max_height)
        try:
            return self._calls.in_page(work, _PICTURE_SECONDS)
        except LateCallError as error:
            raise self._lost("picture of the whole page", error) from error
