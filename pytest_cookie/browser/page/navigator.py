"""`Navigator`: opens addresses and reports how the document arrived."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, replace

from playwright.async_api import CDPSession, Error, Page, Request, Response

from pytest_cookie.browser.clock import PageClock
from pytest_cookie.browser.errors import PageScriptError
from pytest_cookie.browser.page.page_query import query
from pytest_cookie.browser.page.traffic import ABORTED
from pytest_cookie.browser.process.deadline import Deadline, OverdueError

_PAGE_TYPES = ("text/html", "application/xhtml+xml", "image/svg+xml")


@dataclass(frozen=True)
class Arrival:
    """Whether the page loaded, its HTTP status, and the problem if it did not load, or not completely."""

    loaded: bool
    status: int = 0
    problem: str = ""


class Navigator:
    """Opens, reloads, and goes back and forward in the main document, each until it has loaded.

    `stay` is set when a dialog of the document (`beforeunload`) is dismissed: then no other document will come.
    """

    def __init__(
        self, page: Page, cdp: CDPSession, clock: PageClock, deadline: Deadline, *, stay: asyncio.Event
    ) -> None:
        self._page = page
        self._cdp = cdp
        self._clock = clock
        self._deadline = deadline
        self._stay = stay
        self._loaded, self._moved = asyncio.Event(), asyncio.Event()
        self._is_broken = False
        cdp.on("Page.loadEventFired", self._on_load)
        cdp.on("Page.navigatedWithinDocument", lambda _: self._moved.set())
        page.on("requestfailed", self._on_failure)

    def _on_load(self, _: object) -> None:
        self._loaded.set()
        self._moved.set()

    def _on_failure(self, request: Request) -> None:
        """End the wait for a document that broke off: it has no `load` event."""
        with suppress(Error):  # a request whose frame is gone, or not there yet
            is_document = request.is_navigation_request() and request.frame == self._page.main_frame
            if is_document and request.failure != ABORTED:
                self._is_broken = True
                self._on_load(None)

    def _forget_arrival(self) -> None:
        self._loaded.clear()
        self._is_broken = False

    async def open(self, url: str, seconds: float) -> Arrival:
        """Go to `url` and wait for its `load` event. The history begins here: `go_back` never leads before it.

        The response and the event may each take `seconds` on an idle machine. Raises `OverdueError` if the page is not
        to blame.
        """
        self._forget_arrival()
        try:
            response = await self._deadline.wait_for(self._page.goto(url, wait_until="commit", timeout=0), seconds)
        except OverdueError as overdue:
            if overdue.blame != "page":  # the gateway answers in time for any server: only a busy machine delays it
                raise
            return Arrival(False, problem=f"the server sent nothing within {seconds:g} s")
        except Error as error:
            return Arrival(False, problem=_navigation_problem(error.message))
        arrival = await _check_response(response)
        if not arrival.loaded:
            return arrival
        if not await self._wait_for_load(seconds) or self._is_broken:
            arrival = await _check_late_document(self._page, arrival)
        await self._cdp.send("Page.resetNavigationHistory")
        return arrival

    async def reload(self, seconds: float) -> None:
        """Reload, as a user would. Raises Playwright's `Error` or `PageScriptError` if that fails."""
        self._forget_arrival()
        await self._run_in_time(self._page.reload(wait_until="commit", timeout=0), seconds)
        await self._wait_for_load(seconds)

    async def go_back(self, seconds: float) -> None:
        """Go to the previous document of the history, if any. Raises as `reload`."""
        await self._go(self._page.go_back, seconds)

    async def go_forward(self, seconds: float) -> None:
        """Go to the next document of the history, if any. Raises as `reload`."""
        await self._go(self._page.go_forward, seconds)

    async def _go(self, step: Callable[..., Awaitable[Response | None]], seconds: float) -> None:
        self._forget_arrival()
        before = self._page.url
        response = await self._run_in_time(step(wait_until="commit", timeout=0), seconds)
        if response is not None:
            await self._wait_for_load(seconds)
        elif self._page.url.split("#")[0] != before.split("#")[0]:
            await self._wait_for(self._moved, seconds)

    async def _wait_for_load(self, seconds: float) -> bool:
        return await self._wait_for(self._loaded, seconds)

    async def _wait_for(self, event: asyncio.Event, seconds: float) -> bool:
        try:
            await self._deadline.wait_for(self._clock.run_until(event), seconds)
        except OverdueError as overdue:
            if overdue.blame == "machine":
                raise
            return False
        return True

    async def _run_in_time(self, navigation: Awaitable[Response | None], seconds: float) -> Response | None:
        try:
            return await self._deadline.wait_for(self._until_refused(navigation), seconds)
        except OverdueError as overdue:
            if overdue.blame == "machine":
                raise
            raise PageScriptError(
                f"the next document did not arrive within {overdue.elapsed_seconds:.0f} s"
            ) from overdue

    async def _until_refused(self, navigation: Awaitable[Response | None]) -> Response | None:
        """Wait for the navigation, which never ends if the user stays. Raises `PageScriptError` in that case."""
        arrival, refusal = asyncio.ensure_future(navigation), asyncio.ensure_future(self._stay.wait())
        try:
            await asyncio.wait({arrival, refusal}, return_when=asyncio.FIRST_COMPLETED)
            if self._stay.is_set():
                raise PageScriptError("the page was not left: its beforeunload dialog was dismissed")
            return arrival.result()
        finally:
            for task in (arrival, refusal):
                task.cancel()
            await asyncio.gather(arrival, refusal, return_exceptions=True)


async def _check_response(response: Response | None) -> Arrival:
    if response is None:
        return Arrival(False, problem="the address led to no document")
    kind = (await response.header_value("content-type") or "").split(";")[0].strip().lower()
    if response.status >= 400:
        return Arrival(False, response.status, f"the server answered {response.status}")
    if kind and kind not in _PAGE_TYPES:
        return Arrival(False, response.status, f"the address serves {kind}, not an HTML page")
    return Arrival(True, response.status)


async def _check_late_document(page: Page, arrival: Arrival) -> Arrival:
    """A document that arrived can be used, even if resources are still loading."""
    if await query(page, "() => document.readyState", None) == "loading":
        return replace(arrival, loaded=False, problem="the document did not arrive completely")
    return replace(arrival, problem="parts of the page were still loading when the time limit was reached")


def _navigation_problem(message: str) -> str:
    if "Download is starting" in message:
        return "the address is a download, not an HTML page"
    return message.strip().splitlines()[0].removeprefix("Page.goto: ")[:300]
