"""`VirtualTime`: controls a page's time and frames through the DevTools protocol of a headless shell.

Between two calls the page stands still: no timers, frames, animations or workers. Time passes in budgets, and
frames are drawn on demand. A frame drawn without time passing differs from the previous one only by what was done to
the page.
"""

import asyncio
import base64
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain, repeat
from typing import Any, Literal

from playwright.async_api import CDPSession, Error

from pytest_cookie.browser.clock.clock_feasibility import AnswerWatchdog
from pytest_cookie.browser.clock.load_gate import GATE_PATH
from pytest_cookie.browser.process.load_factor import load_factor

EPOCH_SECONDS = 1_767_603_600
"""A page's date at its start: 2026-01-05 09:00 UTC, a Monday."""

FRAME_MS = 17
"""Constant whole steps, nearly 60 a second: uneven steps make animations drift."""

_EXTRA_FRAME_MS = 0.001
"""The compositor counts whole microseconds and waits forever for a frame with the time of the previous one."""
_ROUNDING_MS = 0.0004
"""Added to each frame's time, which the compositor truncates to whole microseconds."""
_SLOT_MS = 0.1
"""The number of frames an answer takes may depend on the machine; the time of a screenshot must not. So it gets its own
slot, a tenth of a millisecond after the previous one. Animations are no finer than that."""

_FLUSH_MS = 0.001
"""The smallest budget that the browser does not treat as zero."""

_NETWORK_SECONDS = 12.0
"""Much longer than a busy machine needs for a file of ours; a longer request is endless."""
_ENDLESS = (
    "a request of the page was not answered; page time continued without it at a moment that depends on the machine"
)

_ANSWER_SECONDS = 2.0
"""Much longer than a file of ours takes. A request without an answer by then, such as a stream, is not waited for."""
_UNREAD_SECONDS = 0.3
"""The end of an answer whose text the page does not read is never told. If all have begun, and none of them brings
anything for so long, nobody reads: much longer than a busy machine needs between two pieces of a file of ours."""
_PAUSE_SECONDS = (0.0, 0.001, 0.002, 0.005)
_STAYS_OPEN = frozenset({"Media", "EventSource", "WebSocket", "Ping"})

_TASKS_AT_ONE_MOMENT = 1_000
"""After this many tasks time continues: a page that posts messages to itself forever would stop it."""

PictureFormat = Literal["png", "jpeg"]
_JPEG_QUALITY = 85


@dataclass(frozen=True)
class DrawnFrame:
    """A drawn frame. `damaged`: whether anything changed; always true with a `picture`.

    There may be no picture although one was requested: a video may not have its first one yet. Another frame of the
    same moment would not have it either.
    """

    damaged: bool
    picture: bytes | None = None


class VirtualTime:
    """Controls one page. Every call may wait for the page's scripts forever: the caller bounds it."""

    def __init__(self, cdp: CDPSession) -> None:
        self._cdp = cdp
        self._answers = AnswerWatchdog(cdp)
        self.ticks_base = 0.0
        self._last_frame_ms = -1.0
        self._slots = 0
        self._document = DocumentTimeline(cdp)
        self._expiry: asyncio.Future[None] | None = None
        self._drawing: asyncio.Task[dict[str, Any]] | None = None
        self.now_ms = 0
        self._borrowed_ms = 0.0
        self._has_endless_request = False
        self._unanswered: set[str] = set()
        self._begun_answers: set[str] = set()
        self._last_arrival_seconds = 0.0
        self._has_unprocessed_answer = False
        self.notes: tuple[str, ...] = ()
        cdp.on("Page.frameNavigated", self._on_navigated)
        cdp.on("Network.requestWillBeSent", self._on_request)
        for event in ("responseReceived", "dataReceived"):
            cdp.on(f"Network.{event}", self._on_arrival)
        for event in ("loadingFinished", "loadingFailed", "requestServedFromCache"):
            cdp.on(f"Network.{event}", self._on_answer)
        cdp.on("Emulation.virtualTimeBudgetExpired", self._on_expired)

    async def attach(self) -> None:
        """Stop the page's time at `EPOCH_SECONDS`."""
        await self._cdp.send("HeadlessExperimental.enable")
        await self._cdp.send("Network.enable", {"maxTotalBufferSize": 0, "maxResourceBufferSize": 0})
        policy = {"policy": "pause", "initialVirtualTime": EPOCH_SECONDS}
        event = await self._cdp.send("Emulation.setVirtualTimePolicy", policy)
        self.ticks_base = float(event["virtualTimeTicksBase"])

    def follow(self, page_ms: int) -> None:
        """Follow another window of the same process, which shares its time with this one, to `page_ms`."""
        if page_ms != self.now_ms:
            self.now_ms, self._slots = page_ms, 0

    async def advance(self, page_ms: int) -> None:
        """Let timers, workers and the network run for `page_ms`; fetches take no page time."""
        await self._wait_for_budget()
        await self._wait_for_answers()  # requests of an earlier input are answered before its time continues
        self.now_ms += page_ms
        self._slots = 0
        await self._grant(self._subtract_borrowed(page_ms))
        await self._wait_for_answers()

    def _subtract_borrowed(self, page_ms: int) -> float:
        """Return `page_ms` minus the borrowed time.

        A page can borrow more than one frame's time. The rest is deducted from later frames, since a budget of zero
        would never end.
        """
        budget_ms = max(page_ms - self._borrowed_ms, _FLUSH_MS)
        self._borrowed_ms -= page_ms - budget_ms
        return budget_ms

    async def flush(self) -> None:
        """Let the page process what the browser did beside it, at this moment of page time.

        It takes a microsecond, which is deducted from the following calls of `advance`.
        """
        await self._flush()
        await self._wait_for_answers()

    async def trickle(self) -> None:
        """Advance a microsecond as `flush` does, but without waiting for fetches.

        A parser whose script has arrived would not continue while time waits for fetches.
        """
        await self._wait_for_budget()
        self._borrowed_ms += _FLUSH_MS
        self._expiry = asyncio.get_running_loop().create_future()
        await self._set_policy("advance", _FLUSH_MS)
        await self._wait_for_budget()

    async def _flush(self) -> None:
        await self._wait_for_budget()
        self._borrowed_ms += _FLUSH_MS
        await self._grant(_FLUSH_MS)

    async def _wait_for_answers(self) -> None:
        """Wait until requests are answered at this moment, since a budget can end in the middle of an answer.

        When the end of a request becomes known, time jumps by 10 ms. If the budget ends before that, the rest of the
        jump is owed, and the next budgets run that far at once, whatever is still being fetched. So we wait, with
        minimal budgets, until the page has processed everything that it reads.
        """
        if self._has_endless_request or not (self._unanswered or self._has_unprocessed_answer):
            return
        now, load = asyncio.get_running_loop().time, load_factor()
        ends, pauses = now() + _ANSWER_SECONDS * load, chain(_PAUSE_SECONDS, repeat(_PAUSE_SECONDS[-1]))
        while self._unanswered and now() < ends and not self._is_unread(_UNREAD_SECONDS * load):
            await self._flush()
            await asyncio.sleep(next(pauses) if self._unanswered else 0)
        if self._unanswered or self._has_unprocessed_answer:
            self._unanswered.clear()
            self._begun_answers.clear()
            self._has_unprocessed_answer = False
            await self._flush()  # it has arrived; now the page processes it

    def _is_unread(self, seconds: float) -> bool:
        quiet_seconds = asyncio.get_running_loop().time() - self._last_arrival_seconds
        return self._unanswered <= self._begun_answers and quiet_seconds > seconds

    async def _grant(self, budget_ms: float) -> None:
        self._expiry = asyncio.get_running_loop().create_future()
        await self._set_policy("advance" if self._has_endless_request else "pauseIfNetworkFetchesPending", budget_ms)
        done, _ = await asyncio.wait((self._expiry,), timeout=_NETWORK_SECONDS)
        if not done:  # such as a stream: it must not stop time forever, and is waited for only once
            self._has_endless_request = True
            self.notes = (_ENDLESS,)
            await self._set_policy("advance", budget_ms)
            await self._wait_for_budget()

    async def _wait_for_budget(self) -> None:
        """Wait for a budget that was abandoned because the page hung."""
        if self._expiry is not None:
            await self._answers.wait_for(self._expiry)

    async def _set_policy(self, policy: str, budget_ms: float) -> None:
        bound = {"maxVirtualTimeTaskStarvationCount": _TASKS_AT_ONE_MOMENT}
        await self._cdp.send("Emulation.setVirtualTimePolicy", {"policy": policy, "budget": budget_ms, **bound})

    def _on_request(self, event: Mapping[str, Any]) -> None:
        is_ours = event["request"]["url"].endswith(GATE_PATH)
        is_of_a_worker = event.get("loaderId") == ""  # a worker's own script: only the worker is notified of its end
        if event.get("type") not in _STAYS_OPEN and not is_ours and not is_of_a_worker:
            self._unanswered.add(event["requestId"])

    def _on_arrival(self, event: Mapping[str, Any]) -> None:
        self._begun_answers.add(event["requestId"])
        self._last_arrival_seconds = asyncio.get_running_loop().time()

    def _on_answer(self, event: Mapping[str, Any]) -> None:
        self._begun_answers.discard(event["requestId"])
        self._unanswered.discard(event["requestId"])
        self._has_unprocessed_answer = True

    def _on_expired(self, _: object) -> None:
        if self._expiry is not None and not self._expiry.done():
            self._expiry.set_result(None)

    def _on_navigated(self, event: Mapping[str, Any]) -> None:
        if "parentId" not in event["frame"]:
            self._document.set_document(event["frame"]["loaderId"])
            self._has_endless_request = False
            self._unanswered.clear()  # requests of the previous document
            self._begun_answers.clear()

    @property
    def document_ms(self) -> float | None:
        """The current time of the main document's own timeline; None before its first frame."""
        return self._document.at(self.now_ms)

    async def frame(
        self, picture: PictureFormat | None = None, *, has_slot: bool = False, is_hidden: bool = False
    ) -> DrawnFrame:
        """Draw the page as of now. A hidden frame runs scripts, animations and layout, without drawing.

        The first frame after `advance` belongs to that time.

        Later frames get slightly later times. With a picture or `has_place` the difference is the same on every
        machine.
        """
        await self._document.update(self.ticks_base)
        at = self.ticks_base + self._next_frame_ms(has_slot=has_slot or picture is not None)
        parameters: dict[str, Any] = {"frameTimeTicks": at + _ROUNDING_MS, "interval": FRAME_MS}
        if is_hidden:
            parameters["noDisplayUpdates"] = True
        if picture:
            quality = {"quality": _JPEG_QUALITY} if picture == "jpeg" else {}
            parameters["screenshot"] = {"format": picture, "optimizeForSpeed": True, **quality}
        drawn = await self._draw(parameters)
        data = drawn.get("screenshotData")
        return DrawnFrame(bool(drawn.get("hasDamage")), base64.b64decode(data) if data else None)

    def _next_frame_ms(self, *, has_slot: bool) -> float:
        first = self.now_ms + self._document.offset_ms
        frame_ms = max(first, self._last_frame_ms + _EXTRA_FRAME_MS)
        if has_slot and frame_ms > first:
            self._slots += 1
            frame_ms = max(frame_ms, first + self._slots * _SLOT_MS)
        self._last_frame_ms = frame_ms
        return frame_ms

    async def _draw(self, parameters: dict[str, Any]) -> dict[str, Any]:
        """Draw one frame at a time: an abandoned frame, because the page hung, has to end first."""
        while self._drawing is not None and not self._drawing.done():
            await self._answers.wait_for(self._drawing)
        drawing = self._drawing = asyncio.ensure_future(self._cdp.send("HeadlessExperimental.beginFrame", parameters))
        await self._answers.wait_for(drawing)
        return drawing.result()


_TENTH_US = 100


class DocumentTimeline:
    """Tracks one window. Times are relative to page time 0, which the compositor calls `ticks_base` (milliseconds)."""

    def __init__(self, cdp: CDPSession) -> None:
        self._cdp = cdp
        self._began_us = 0
        self._document = ""
        self._known: str | None = None

    def set_document(self, document: str) -> None:
        """Set the current main document, identified by the id of its loader."""
        self._document = document

    async def update(self, ticks_base: float) -> None:
        """Measure the start of a new document; if it is not available yet, the next call tries again."""
        if self._known == (requested := self._document):
            return
        with suppress(Error):  # between two documents
            await self._cdp.send("Performance.enable")
            metrics = {
                metric["name"]: metric["value"]
                for metric in (await self._cdp.send("Performance.getMetrics"))["metrics"]
            }
            # while enabled it adds a small cost to everything that the page does
            await self._cdp.send("Performance.disable")
            if began_seconds := metrics.get("NavigationStart"):
                self._began_us = round(began_seconds * 1e6) - round(ticks_base * 1e3)
                self._known = requested

    @property
    def _tenths(self) -> int:
        """Start of the document, to the nearest tenth of a millisecond."""
        return (self._began_us + _TENTH_US // 2) // _TENTH_US

    @property
    def offset_ms(self) -> float:
        """Offset of frames from page time, in milliseconds: they are drawn at whole tenths of the document's time."""
        return (self._began_us - self._tenths * _TENTH_US) / 1e3

    def at(self, page_ms: int) -> float | None:
        """Return the document's own time, in milliseconds, in the frame of `page_ms`; None if unknown."""
        return (page_ms * 10 - self._tenths) / 10 if self._known == self._document else None
