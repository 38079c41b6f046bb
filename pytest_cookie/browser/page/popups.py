"""`Popups`: windows and tabs that a page opens. The first few are looked at when the page rests; all are closed."""

import asyncio
from contextlib import suppress
from typing import cast

from playwright.async_api import CDPSession, Error, Page

from pytest_cookie.browser.clock import PageClock
from pytest_cookie.browser.clock.companion import Companion, companion_of
from pytest_cookie.browser.page.observation import SeenPopup
from pytest_cookie.browser.process.load_factor import patience
from pytest_cookie.core.errors import BrowserError
from pytest_cookie.core.page import Popup
from pytest_cookie.core.text import of_page

MAX_LOOKED_AT = 5
LOOK_SECONDS = 10.0
"""What one window may take of machine time."""

_MAX_OPEN = 40
_LOOK_MS = 340
_LOAD_MS = 3_400
_POLL_MS = 85
_ARRIVAL_SECONDS = 2.0
_CLOSE_SECONDS = 2.0
_URL = 500
_TITLE = 300
_TEXT = 2_000
_WITHOUT_SERVER = ("about:", "blob:", "data:", "javascript:")
_CONTENT = "() => [String(document.title), String(document.body?.innerText ?? '')].map((text) => text.slice(0, 2000))"


class Popups:
    """The windows of one page. Those that nobody announced, such as a window's own windows, are closed at once."""

    def __init__(self, page: Page, cdp: CDPSession, clock: PageClock) -> None:
        self._page = page
        self._clock = clock
        self._announced: list[str] = []
        self._arrived: list[Page] = []
        self._arrival = asyncio.Event()
        self._looked_at = 0
        self._seen: list[SeenPopup] = []
        self._closing: set[asyncio.Task[None]] = set()
        cdp.on("Page.windowOpen", self._on_announced)
        page.context.on("page", self._on_arrived)

    def take(self) -> tuple[SeenPopup, ...]:
        """Those that were looked at since the last time."""
        seen, self._seen = tuple(self._seen), []
        return seen

    @property
    def waiting(self) -> int:
        """How many shall be looked at now."""
        return min(len(self._announced), MAX_LOOKED_AT - self._looked_at)

    def _on_announced(self, opening: dict[str, object]) -> None:
        """Said by the page itself, in its own order; the window comes when the machine has made it."""
        if self._looked_at < MAX_LOOKED_AT and len(self._announced) < _MAX_OPEN:
            self._announced.append(str(opening.get("url", "")))

    def _on_arrived(self, popup: Page) -> None:
        if popup == self._page:
            return
        if len(self._arrived) < len(self._announced):
            self._arrived.append(popup)
        else:
            self._close_soon(popup)
        self._arrival.set()

    async def arrive(self) -> None:
        """Wait, in no page time, until the windows that the page has opened are there."""
        with suppress(TimeoutError):
            async with asyncio.timeout(_ARRIVAL_SECONDS * patience()):
                while len(self._arrived) < len(self._announced):
                    self._arrival.clear()
                    await self._arrival.wait()

    async def look(self) -> None:
        """Look at those that were opened since the last time, and close them."""
        if not self._announced:
            return
        await self.arrive()
        wanted, self._announced = self._announced[: self.waiting], []
        self._looked_at += len(wanted)
        found = [(url, self._next(url)) for url in wanted]
        while self._arrived:
            await _close(self._arrived.pop())
        for url, popup in found:
            self._seen.append(await self._look_at_or_say(url, popup))

    async def _look_at_or_say(self, url: str, popup: Page | None) -> SeenPopup:
        if popup is None:
            return SeenPopup(Popup(url=of_page(url[:_URL]), problem="the window did not come"), b"")
        try:
            return await asyncio.wait_for(self._look_at(popup), LOOK_SECONDS * patience())
        except (TimeoutError, Error, BrowserError, ValueError, TypeError) as error:
            problem = str(error).strip().splitlines()[0][:_TITLE] if str(error).strip() else "the window did not answer"
            return SeenPopup(Popup(url=of_page(popup.url[:_URL]), problem=of_page(problem)), b"")
        finally:
            await _close(popup)

    def _next(self, url: str) -> Page | None:
        """Machines differ in the order in which windows come."""
        found = next((popup for popup in self._arrived if popup.url == url), next(iter(self._arrived), None))
        if found is not None:
            self._arrived.remove(found)
        return found

    async def _look_at(self, popup: Page) -> SeenPopup:
        cdp = await self._page.context.new_cdp_session(popup)
        await cdp.send("Page.enable")
        time, its_own = await companion_of(self._clock, cdp)
        if its_own and not popup.url.startswith(_WITHOUT_SERVER):
            await popup.goto(popup.url, wait_until="commit")  # what it did before its time was held is not repeatable
        await _load(popup, time)
        await time.let_pass(_LOOK_MS)
        told = cast(object, await popup.evaluate(_CONTENT))
        title, text = (str(one) for one in (told if isinstance(told, list) and len(told) == 2 else ("", "")))
        seen = {"url": popup.url[:_URL], "title": title[:_TITLE].strip(), "text": text[:_TEXT].strip()}
        return SeenPopup(Popup.model_validate(of_page(seen)), await time.picture())

    def _close_soon(self, popup: Page) -> None:
        task = asyncio.ensure_future(_close(popup))
        self._closing.add(task)
        task.add_done_callback(self._closing.discard)


async def _load(popup: Page, time: Companion) -> None:
    for _ in range(_LOAD_MS // _POLL_MS):
        if await popup.evaluate("document.readyState") == "complete":
            return
        await time.let_pass(_POLL_MS)


async def _close(popup: Page) -> None:
    """One that has gone meanwhile needs no closing; one that does not listen goes with the context."""
    with suppress(Error, TimeoutError):
        await asyncio.wait_for(popup.close(), _CLOSE_SECONDS)
