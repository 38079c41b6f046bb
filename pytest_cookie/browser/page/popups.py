"""`Popups`: windows and tabs that a page opens. The first five are observed when the page is quiet; all are closed."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import cast

from playwright.async_api import CDPSession, Error, Page

from pytest_cookie.browser.clock import PageClock
from pytest_cookie.browser.clock.companion import Companion, attach_companion
from pytest_cookie.browser.page.observation import SeenPopup
from pytest_cookie.browser.process.load_factor import load_factor
from pytest_cookie.core.errors import BrowserError
from pytest_cookie.core.page import Popup
from pytest_cookie.core.text import sanitize_json

MAX_OBSERVED = 5
LOOK_SECONDS = 10.0
"""Machine time limit of one window."""

_MAX_OPEN = 40
_LOOK_MS = 340
_LOAD_MS = 3_400
_POLL_MS = 85
_ARRIVAL_SECONDS = 2.0
_CLOSE_SECONDS = 2.0
_URL = 500
_TITLE = 300
_TEXT = 2_000
_IN_NEW_WINDOW = ("newTab", "newWindow")
_WITHOUT_SERVER = ("about:", "blob:", "data:", "javascript:")
_CONTENT = "() => [String(document.title), String(document.body?.innerText ?? '')].map((text) => text.slice(0, 2000))"


def watch_window_openings(cdp: CDPSession, announce: Callable[[dict[str, object]], None]) -> None:
    """Call `announce` with each opening (`url`) that the page reports: by a script or a link's `target`, or by a link
    that is pressed with a modifier key."""

    def check_request(request: dict[str, object]) -> None:
        if request.get("disposition") in _IN_NEW_WINDOW:
            announce(request)

    cdp.on("Page.windowOpen", announce)
    cdp.on("Page.frameRequestedNavigation", check_request)


class Popups:
    """Popups of one page. Unannounced ones, such as a popup's own popups, are closed at once."""

    def __init__(self, page: Page, cdp: CDPSession, clock: PageClock) -> None:
        self._page = page
        self._clock = clock
        self._announced: list[str] = []
        self._arrived: list[Page] = []
        self._arrival = asyncio.Event()
        self._observed = 0
        self._seen: list[SeenPopup] = []
        self._closing: set[asyncio.Task[None]] = set()
        watch_window_openings(cdp, self._on_announced)
        page.context.on("page", self._on_arrived)

    def take(self) -> tuple[SeenPopup, ...]:
        """Return the popups observed since the last call."""
        seen, self._seen = tuple(self._seen), []
        return seen

    @property
    def waiting(self) -> int:
        """How many popups are to be observed now."""
        return min(len(self._announced), MAX_OBSERVED - self._observed)

    def _on_announced(self, opening: dict[str, object]) -> None:
        """Reported by the page itself, in its own order; the window follows when the machine has created it."""
        if self._observed < MAX_OBSERVED and len(self._announced) < _MAX_OPEN:
            self._announced.append(str(opening.get("url", "")))

    def _on_arrived(self, popup: Page) -> None:
        if popup == self._page:
            return
        if len(self._arrived) < len(self._announced):
            self._arrived.append(popup)
        else:
            self._close_soon(popup)
        self._arrival.set()

    async def wait_for_windows(self) -> None:
        """Wait, in no page time, for the windows that the page has opened."""
        with suppress(TimeoutError):
            async with asyncio.timeout(_ARRIVAL_SECONDS * load_factor()):
                while len(self._arrived) < len(self._announced):
                    self._arrival.clear()
                    await self._arrival.wait()

    async def look(self) -> None:
        """Observe the popups opened since the last call, and close them."""
        if not self._announced:
            return
        await self.wait_for_windows()
        wanted, self._announced = self._announced[: self.waiting], []
        self._observed += len(wanted)
        found = [(url, self._take_arrived(url)) for url in wanted]
        while self._arrived:
            await _close(self._arrived.pop())
        for url, popup in found:
            self._seen.append(await self._observe_or_report(url, popup))

    async def _observe_or_report(self, url: str, popup: Page | None) -> SeenPopup:
        if popup is None:
            return SeenPopup(Popup(url=sanitize_json(url[:_URL]), problem="the window did not appear"), b"")
        try:
            return await asyncio.wait_for(self._observe(popup), LOOK_SECONDS * load_factor())
        except (TimeoutError, Error, BrowserError, ValueError, TypeError) as error:
            problem = str(error).strip().splitlines()[0][:_TITLE] if str(error).strip() else "the window did not answer"
            return SeenPopup(Popup(url=sanitize_json(popup.url[:_URL]), problem=sanitize_json(problem)), b"")
        finally:
            await _close(popup)

    def _take_arrived(self, url: str) -> Page | None:
        """Match by address: the order of arrival differs between machines."""
        found = next((popup for popup in self._arrived if popup.url == url), next(iter(self._arrived), None))
        if found is not None:
            self._arrived.remove(found)
        return found

    async def _observe(self, popup: Page) -> SeenPopup:
        cdp = await self._page.context.new_cdp_session(popup)
        await cdp.send("Page.enable")
        time, has_own_time = await attach_companion(self._clock, cdp)
        if has_own_time and not popup.url.startswith(_WITHOUT_SERVER):
            # load it again: what it did before its clock was attached is not repeatable
            await popup.goto(popup.url, wait_until="commit")
        await _load(popup, time)
        await time.advance(_LOOK_MS)
        reply = cast(object, await popup.evaluate(_CONTENT))
        title, text = (str(part) for part in (reply if isinstance(reply, list) and len(reply) == 2 else ("", "")))
        seen = {"url": popup.url[:_URL], "title": title[:_TITLE].strip(), "text": text[:_TEXT].strip()}
        return SeenPopup(Popup.model_validate(sanitize_json(seen)), await time.picture())

    def _close_soon(self, popup: Page) -> None:
        task = asyncio.ensure_future(_close(popup))
        self._closing.add(task)
        task.add_done_callback(self._closing.discard)


async def _load(popup: Page, time: Companion) -> None:
    for _ in range(_LOAD_MS // _POLL_MS):
        if await popup.evaluate("document.readyState") == "complete":
            return
        await time.advance(_POLL_MS)


async def _close(popup: Page) -> None:
    """Ignore errors: it may be gone already, and a hanging one is closed with the context."""
    with suppress(Error, TimeoutError):
        await asyncio.wait_for(popup.close(), _CLOSE_SECONDS)
