"""`LoadGate`: holds a new document at its first moment until it is there whole, with its frames.

Frames inside a page are fetched without virtual time waiting for them, so how far the page gets meanwhile would depend
on the machine. A request of our own, for which virtual time does wait, is answered when they have arrived.
"""

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from playwright.async_api import CDPSession, Error

from pytest_cookie.browser.patience import patience

GATE_PATH = "/.well-known/pytest-cookie-gate"

_PATIENCE_SECONDS = 10.0
_CHECK_SECONDS = 0.005
_ASKS_WITHIN_SECONDS = 1.0
_BEGINS_WITHIN_SECONDS = 0.5


class LoadGate:
    """Answers the request that `scripts/gate.js` makes in every document of the main frame."""

    def __init__(self, cdp: CDPSession) -> None:
        self._cdp = cdp
        self._frames: set[str] = set()
        self._parsed = self._loaded = False
        self._unbegun: set[str] = set()
        self._answers: set[asyncio.Task[None]] = set()
        self._answered = asyncio.Event()

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
        self._unbegun.discard(told["frameId"])
        self._frames.add(told["frameId"])

    def _on_arrived(self, told: Mapping[str, Any]) -> None:
        self._unbegun.discard(told["frameId"])
        self._frames.discard(told["frameId"])

    def _on_navigated(self, told: Mapping[str, Any]) -> None:
        if "parentId" in told["frame"]:
            return
        self._parsed = self._loaded = False
        self._unbegun = set()
        self._answered.clear()
        self._frames = set()  # the main frame itself need not have stopped loading

    def _on_parsed(self, _: object) -> None:
        self._parsed = True

    def _on_framed(self, told: Mapping[str, Any]) -> None:
        self._unbegun.add(told["frameId"])

    def _on_loaded(self, _: object) -> None:
        self._loaded = True

    @property
    def _is_whole(self) -> bool:
        return self._parsed and not self._frames

    @property
    def _has_begun(self) -> bool:
        """Whether every frame that stands in the page loads or has loaded."""
        return self._loaded or not self._unbegun

    def _on_paused(self, request: Mapping[str, Any]) -> None:
        answer = asyncio.ensure_future(self._answer(request["requestId"]))
        self._answers.add(answer)
        answer.add_done_callback(self._answers.discard)

    async def _answer(self, request_id: str) -> None:
        loop = asyncio.get_running_loop()
        ends = begin_by = loop.time() + _PATIENCE_SECONDS * patience()
        while not (self._is_whole and self._has_begun) and loop.time() < ends:
            if not self._is_whole:  # a frame that is to load lazily never begins
                begin_by = loop.time() + _BEGINS_WITHIN_SECONDS * patience()
            elif loop.time() > begin_by:
                break
            await asyncio.sleep(_CHECK_SECONDS)
        with suppress(Error):  # the document has gone meanwhile
            await self._cdp.send("Fetch.fulfillRequest", {"requestId": request_id, "responseCode": 204})
        self._answered.set()

    async def reached(self) -> None:
        """Wait until the new document asks to be let in, a second at most."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._asked(), _ASKS_WITHIN_SECONDS * patience())

    @property
    def is_closed(self) -> bool:
        """Whether a document waits for what belongs to it."""
        return bool(self._answers)

    async def _asked(self) -> None:
        while not self._answers and not self._answered.is_set():
            await asyncio.sleep(_CHECK_SECONDS)
