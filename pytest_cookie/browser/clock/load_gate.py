"""`LoadGate`: holds a new document at its start until it and its frames are loaded.

Virtual time does not wait for the documents of frames inside a page, so the page's progress meanwhile would depend on
the machine. Virtual time does wait for a request of ours, which is answered when the frames have loaded.
"""

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from playwright.async_api import CDPSession, Error

from pytest_cookie.browser.process.load_factor import load_factor

GATE_PATH = "/.well-known/pytest-cookie-gate"

_LOAD_SECONDS = 10.0
_CHECK_SECONDS = 0.005
_REQUEST_SECONDS = 1.0
_START_SECONDS = 0.5


class LoadGate:
    """Answers the request that `scripts/gate.js` sends in every document of the main frame."""

    def __init__(self, cdp: CDPSession) -> None:
        self._cdp = cdp
        self._main_frame = ""
        self._frames: set[str] = set()
        self._parsed = self._loaded = False
        self._unstarted: set[str] = set()
        self._answers: set[asyncio.Task[None]] = set()
        self._requested = asyncio.Event()

    async def attach(self) -> None:
        """Start to watch; the session's page domain is already enabled."""
        for event in ("frameStoppedLoading", "frameDetached"):
            self._cdp.on(f"Page.{event}", self._on_stopped)
        self._cdp.on("Page.frameStartedLoading", self._on_started)
        self._cdp.on("Page.frameNavigated", self._on_navigated)
        self._cdp.on("Page.domContentEventFired", self._on_parsed)
        self._cdp.on("Page.frameAttached", self._on_frame_attached)
        self._cdp.on("Page.loadEventFired", self._on_loaded)
        self._cdp.on("Fetch.requestPaused", self._on_paused)
        await self._cdp.send("Fetch.enable", {"patterns": [{"urlPattern": f"*{GATE_PATH}"}]})

    def _on_started(self, event: Mapping[str, Any]) -> None:
        if event["frameId"] == self._main_frame:
            self._requested.clear()  # a finished navigation may be reported before this event
        self._unstarted.discard(event["frameId"])
        self._frames.add(event["frameId"])

    def _on_stopped(self, event: Mapping[str, Any]) -> None:
        self._unstarted.discard(event["frameId"])
        self._frames.discard(event["frameId"])

    def _on_navigated(self, event: Mapping[str, Any]) -> None:
        if "parentId" in event["frame"]:
            return
        self._main_frame = event["frame"]["id"]
        self._parsed = self._loaded = False
        self._unstarted = set()
        self._requested.clear()
        self._frames = set()  # the main frame itself may still be loading

    def _on_parsed(self, _: object) -> None:
        self._parsed = True

    def _on_frame_attached(self, event: Mapping[str, Any]) -> None:
        self._unstarted.add(event["frameId"])

    def _on_loaded(self, _: object) -> None:
        self._loaded = True

    def _on_paused(self, request: Mapping[str, Any]) -> None:
        self._requested.set()
        answer = asyncio.ensure_future(self._answer(request["requestId"]))
        self._answers.add(answer)
        answer.add_done_callback(self._answers.discard)

    async def _answer(self, request_id: str) -> None:
        await self._wait_until(lambda: self._parsed, _LOAD_SECONDS)
        # frames in the page's markup start to load after parsing; lazily loaded frames never do
        await self._wait_until(lambda: self._loaded or not self._unstarted, _START_SECONDS)
        await self._wait_until(lambda: not self._frames, _LOAD_SECONDS)
        with suppress(Error):  # the document is already gone
            await self._cdp.send("Fetch.fulfillRequest", {"requestId": request_id, "responseCode": 204})

    async def _wait_until(self, is_so: Callable[[], bool], seconds: float) -> None:
        loop = asyncio.get_running_loop()
        ends = loop.time() + seconds * load_factor()
        while not is_so() and loop.time() < ends:
            await asyncio.sleep(_CHECK_SECONDS)

    async def wait_for_request(self) -> None:
        """Wait until the new document sends its request, at most a second."""
        if not self.is_closed:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._requested.wait(), _REQUEST_SECONDS * load_factor())

    @property
    def is_parsed(self) -> bool:
        """Whether the new document is completely parsed, not counting what loads in it."""
        return self._parsed

    @property
    def is_closed(self) -> bool:
        """Whether a document waits for its frames."""
        return bool(self._answers)
