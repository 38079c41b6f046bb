"""`LoadGate`: holds a new document at its first moment until it is there whole, with its frames.

Frames inside a page are fetched without virtual time waiting for them, so how far the page gets meanwhile would depend
on the machine. A request of our own, for which virtual time does wait, is answered when they have arrived.
"""

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from playwright.async_api import CDPSession, Error

from pytest_cookie.browser.process.load_factor import patience

GATE_PATH = "/.well-known/pytest-cookie-gate"

_PATIENCE_SECONDS = 10.0
_CHECK_SECONDS = 0.005
_ASKS_WITHIN_SECONDS = 1.0
_BEGINS_WITHIN_SECONDS = 0.5


class LoadGate:
    """Answers the request that `scripts/gate.js` makes in every document of the main frame."""

    def __init__(self, cdp: CDPSession) -> None:
        self._cdp = cdp
        self._main_frame = ""
        self._frames: set[str] = set()
        self._parsed = self._loaded = False
        self._unbegun: set[str] = set()
        self._answers: set[asyncio.Task[None]] = set()
        self._asked = asyncio.Event()

    async def take_hold(self) -> None:
        """Begin to watch; the page domain of the session is enabled already."""
        for event in ("frameStoppedLoading", "frameDetached"):
            self._cdp.on(f"Page.{event}", self._on_arrived)
        self._cdp.on("Page.frameStartedLoading", self._on_begun)
        self._cdp.on("Page.frameNavigated", self._on_navigated)
        self._cdp.on("Page.domContentEventFired", self._on_parsed)
        self._cdp.on("Page.frameAttached", self._on_framed)
        self._cdp.on("Page.loadEventFired", self._on_loaded)
        self._cdp.on("Fetch.requestPaused", self._on_paused)
        await self._cdp.send("Fetch.enable", {"patterns": [{"urlPattern": f"*{GATE_PATH}"}]})

    def _on_begun(self, told: Mapping[str, Any]) -> None:
        if told["frameId"] == self._main_frame:
            self._asked.clear()  # a navigation may be known to be done before it is told here
        self._unbegun.discard(told["frameId"])
        self._frames.add(told["frameId"])

    def _on_arrived(self, told: Mapping[str, Any]) -> None:
        self._unbegun.discard(told["frameId"])
        self._frames.discard(told["frameId"])

    def _on_navigated(self, told: Mapping[str, Any]) -> None:
        if "parentId" in told["frame"]:
            return
        self._main_frame = told["frame"]["id"]
        self._parsed = self._loaded = False
        self._unbegun = set()
        self._asked.clear()
        self._frames = set()  # the main frame itself need not have stopped loading

    def _on_parsed(self, _: object) -> None:
        self._parsed = True

    def _on_framed(self, told: Mapping[str, Any]) -> None:
        self._unbegun.add(told["frameId"])

    def _on_loaded(self, _: object) -> None:
        self._loaded = True

    def _on_paused(self, request: Mapping[str, Any]) -> None:
        self._asked.set()
        answer = asyncio.ensure_future(self._answer(request["requestId"]))
        self._answers.add(answer)
        answer.add_done_callback(self._answers.discard)

    async def _answer(self, request_id: str) -> None:
        await self._patiently(lambda: self._parsed, _PATIENCE_SECONDS)
        # what stands in the page as text begins to load after it; a frame that is to load lazily never does
        await self._patiently(lambda: self._loaded or not self._unbegun, _BEGINS_WITHIN_SECONDS)
        await self._patiently(lambda: not self._frames, _PATIENCE_SECONDS)
        with suppress(Error):  # the document has gone meanwhile
            await self._cdp.send("Fetch.fulfillRequest", {"requestId": request_id, "responseCode": 204})

    async def _patiently(self, is_so: Callable[[], bool], seconds: float) -> None:
        loop = asyncio.get_running_loop()
        ends = loop.time() + seconds * patience()
        while not is_so() and loop.time() < ends:
            await asyncio.sleep(_CHECK_SECONDS)

    async def reached(self) -> None:
        """Wait until the new document asks to be let in, a second at most."""
        if not self.is_closed:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._asked.wait(), _ASKS_WITHIN_SECONDS * patience())

    @property
    def is_parsed(self) -> bool:
        """Whether the new document is there to its end, without what loads in it."""
        return self._parsed

    @property
    def is_closed(self) -> bool:
        """Whether a document waits for what belongs to it."""
        return bool(self._answers)
