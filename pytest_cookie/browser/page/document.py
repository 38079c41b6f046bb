"""Opens an address and says how the document arrived."""

import asyncio
from collections.abc import Awaitable
from dataclasses import dataclass, replace

from playwright.async_api import CDPSession, Error, Page, Response

from pytest_cookie.browser.clock import PageClock
from pytest_cookie.browser.errors import PageScriptError
from pytest_cookie.browser.page.page_query import ask
from pytest_cookie.browser.process.deadline import Deadline, OverdueError

_PAGE_TYPES = ("text/html", "application/xhtml+xml", "image/svg+xml")


@dataclass(frozen=True)
class Arrival:
    """Whether a page is there, its HTTP status, and a problem where it is not (or not whole)."""

    loaded: bool
    status: int = 0
    problem: str = ""


class Document:
    """The page's main document: opened, reloaded, gone back to, each until it has loaded."""

    def __init__(self, page: Page, cdp: CDPSession, clock: PageClock, deadline: Deadline) -> None:
        self._page = page
        self._cdp = cdp
        self._clock = clock
        self._deadline = deadline
        self._loaded = asyncio.Event()
        cdp.on("Page.loadEventFired", lambda _: self._loaded.set())

    async def open(self, url: str, seconds: float) -> Arrival:
        """Go to `url` until its `load` event. The history begins here: `back` never leads before it.

        It may take so many seconds on an idle machine. Raises `OverdueError` where that is not the page's doing.
        """
        self._loaded.clear()
        try:
            response = await self._deadline.wait_for(self._page.goto(url, wait_until="commit", timeout=0), seconds)
        except OverdueError as overdue:
            if overdue.blame != "page":  # the server is ours, and nobody but a busy machine holds it up
                raise
            return Arrival(False, problem=f"the server sent nothing within {seconds:g} s")
        except Error as error:
            return Arrival(False, problem=_reason(error.message))
        arrival = await _judge(response)
        if not arrival.loaded:
            return arrival
        if not await self._has_loaded(seconds):
            arrival = await _late(self._page, arrival)
        await self._cdp.send("Page.resetNavigationHistory")
        return arrival

    async def reload(self, seconds: float) -> None:
        """Load it again, as a person would. Playwright's `Error` or `PageScriptError` where that fails."""
        self._loaded.clear()
        await self._in_time(self._page.reload(wait_until="commit", timeout=0), seconds)
        await self._has_loaded(seconds)

    async def go_back(self, seconds: float) -> None:
        """To the one before it in the history, if there is one. Raises as `reload`."""
        self._loaded.clear()
        before = self._page.url
        response = await self._in_time(self._page.go_back(wait_until="commit", timeout=0), seconds)
        if response is not None or self._page.url.split("#")[0] != before.split("#")[0]:
            await self._has_loaded(seconds)

    async def _has_loaded(self, seconds: float) -> bool:
        try:
            await self._deadline.wait_for(self._clock.until(self._loaded), seconds)
        except OverdueError as overdue:
            if overdue.blame == "machine":
                raise
            return False
        return True

    async def _in_time(self, navigation: Awaitable[Response | None], seconds: float) -> Response | None:
        try:
            return await self._deadline.wait_for(navigation, seconds)
        except OverdueError as overdue:
            if overdue.blame == "machine":
                raise
            raise PageScriptError(f"the next document did not come within {overdue.elapsed_seconds:.0f} s") from overdue


async def _judge(response: Response | None) -> Arrival:
    if response is None:
        return Arrival(False, problem="the address led to no document")
    kind = (await response.header_value("content-type") or "").split(";")[0].strip().lower()
    if response.status >= 400:
        return Arrival(False, response.status, f"the server answered {response.status}")
    if kind and kind not in _PAGE_TYPES:
        return Arrival(False, response.status, f"the address serves {kind}, not an HTML page")
    return Arrival(True, response.status)


async def _late(page: Page, arrival: Arrival) -> Arrival:
    """A document that is there, though something in it still loads, can be used."""
    if await ask(page, "() => document.readyState", None) == "loading":
        return replace(arrival, loaded=False, problem="the document did not arrive whole in time")
    return replace(arrival, problem="something in the page was still loading when time was up")


def _reason(message: str) -> str:
    if "Download is starting" in message:
        return "the address is a download, not an HTML page"
    return message.strip().splitlines()[0].removeprefix("Page.goto: ")[:300]
