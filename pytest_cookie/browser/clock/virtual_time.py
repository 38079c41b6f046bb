"""`VirtualTime`: a page's time and frames under our control, through the DevTools protocol of a headless shell.

Between two calls nothing in the page moves: timers, frames, animations, workers. Time passes by budgets, frames are
drawn when asked for; a frame drawn without any time having passed differs from the last by what was done to the page.
"""

import asyncio
import base64
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain, repeat
from typing import Any, Literal

from playwright.async_api import CDPSession

from pytest_cookie.browser.clock.clock_feasibility import Answers
from pytest_cookie.browser.clock.document_timeline import DocumentTimeline
from pytest_cookie.browser.clock.load_gate import GATE_PATH
from pytest_cookie.browser.process.load_factor import patience

EPOCH_SECONDS = 1_767_603_600
"""What a page's calendar says at its start: 2026-01-05 09:00 UTC, a Monday."""

FRAME_MS = 17
"""Constant whole steps, nearly 60 a second: an uneven rhythm makes animations drift."""

_EXTRA_FRAME_MS = 0.001
"""The compositor, which counts in whole microseconds, waits for ever on a frame that has the time of the last one."""
_ROUNDING_MS = 0.0004
"""Added to each frame's time, which the compositor cuts down to whole microseconds."""
_PLACE_MS = 0.1
"""How many frames an answer takes may depend on the machine; when a picture is taken must not: it has a place of its
own, a tenth of a millisecond after the one before. Animations know nothing finer."""

_FLUSH_MS = 0.001
"""The least budget that the browser does not take for none."""

_NETWORK_PATIENCE_SECONDS = 12.0
"""Much longer than a busy machine takes for a file of our own; what takes so long is an endless request."""
_ENDLESS = "a request of the page was not answered; when page time went on without it is the machine's affair"

_ANSWER_SECONDS = 2.0
"""Much longer than a file of our own takes. Who is not answered by then is a stream, say, and waited for no more."""
_NAP_SECONDS = (0.0, 0.001, 0.002, 0.005)
_STAYS_OPEN = frozenset({"Media", "EventSource", "WebSocket", "Ping"})

_TASKS_AT_ONE_MOMENT = 1_000
"""After so many, time goes on: a page that sends itself message after message would never let it."""

PictureFormat = Literal["png", "jpeg"]
_JPEG_QUALITY = 85


@dataclass(frozen=True)
class Frame:
    """A frame that was drawn. `damaged` says whether anything looks different; always true with a `picture`.

    There is no picture, though it was asked for, where a video has not got its first one yet; another frame of the same
    moment would not have it either.
    """

    damaged: bool
    picture: bytes | None = None


class VirtualTime:
    """One page's. Every call may wait for the page's scripts, for ever: the caller bounds it."""

    def __init__(self, cdp: CDPSession) -> None:
        self._cdp = cdp
        self._answers = Answers(cdp)
        self.ticks_base = 0.0
        self._last_frame_ms = -1.0
        self._places = 0
        self._document = DocumentTimeline(cdp)
        self._expiry: asyncio.Future[None] | None = None
        self._drawing: asyncio.Task[dict[str, Any]] | None = None
        self.now_ms = 0
        self._borrowed_ms = 0.0
        self._has_endless_request = False
        self._unanswered: set[str] = set()
        self._is_unheard = False
        self.notes: tuple[str, ...] = ()
        cdp.on("Page.frameNavigated", self._on_navigated)
        cdp.on("Network.requestWillBeSent", self._on_request)
        for event in ("loadingFinished", "loadingFailed", "requestServedFromCache"):
            cdp.on(f"Network.{event}", self._on_answer)
        cdp.on("Emulation.virtualTimeBudgetExpired", self._on_expired)

    async def take_hold(self) -> None:
        """Stop the page's time at `EPOCH_SECONDS`."""
        await self._cdp.send("HeadlessExperimental.enable")
        await self._cdp.send("Network.enable", {"maxTotalBufferSize": 0, "maxResourceBufferSize": 0})
        policy = {"policy": "pause", "initialVirtualTime": EPOCH_SECONDS}
        told = await self._cdp.send("Emulation.setVirtualTimePolicy", policy)
        self.ticks_base = float(told["virtualTimeTicksBase"])

    def follow(self, page_ms: int) -> None:
        """It is `page_ms` now in another window of the same process, with which this one shares its time."""
        if page_ms != self.now_ms:
            self.now_ms, self._places = page_ms, 0

    async def advance(self, page_ms: int) -> None:
        """Let timers, workers and the network go on for so long; what is being fetched takes no page time."""
        await self._outstanding()
        await self._answered()  # what an input has asked for since, before its time goes on
        self.now_ms += page_ms
        self._places = 0
        await self._grant(self._repaid(page_ms))
        await self._answered()

    def _repaid(self, page_ms: int) -> float:
        """What is left of `page_ms` when what was borrowed is taken off.

        A page can borrow more than a frame has. The rest is taken off the next ones: a budget of nothing would never
        end.
        """
        budget_ms = max(page_ms - self._borrowed_ms, _FLUSH_MS)
        self._borrowed_ms -= page_ms - budget_ms
        return budget_ms

    async def flush(self) -> None:
        """Let the page hear what the browser has done beside it, at this moment of page time.

        It takes a microsecond, which the next `advance` is the shorter by, or those after it.
        """
        await self._flush()
        await self._answered()

    async def trickle(self) -> None:
        """A microsecond as in `flush`, though something is being fetched.

        With time that waits for that, a parser whose script has arrived would not go on.
        """
        await self._outstanding()
        self._borrowed_ms += _FLUSH_MS
        self._expiry = asyncio.get_running_loop().create_future()
        await self._set_policy("advance", _FLUSH_MS)
        await self._outstanding()

    async def _flush(self) -> None:
        await self._outstanding()
        self._borrowed_ms += _FLUSH_MS
        await self._grant(_FLUSH_MS)

    async def _answered(self) -> None:
        """What was asked for is answered at this moment: a budget can end in the midst of an answer.

        When the end of a request becomes known, time jumps by 10 ms. Where the budget ends before that, the rest of the
        jump is owed: the next budgets go that far at once, whatever is still being fetched. So it is we who wait, by
        budgets that are next to nothing, until the page has heard all.
        """
        if self._has_endless_request or not (self._unanswered or self._is_unheard):
            return
        now = asyncio.get_running_loop().time
        ends, naps = now() + _ANSWER_SECONDS * patience(), chain(_NAP_SECONDS, repeat(_NAP_SECONDS[-1]))
        while self._unanswered and now() < ends:
            await self._flush()
            await asyncio.sleep(next(naps) if self._unanswered else 0)
        if self._unanswered or self._is_unheard:
            self._unanswered.clear()
            self._is_unheard = False
            await self._flush()  # it has arrived; now the page hears it

    async def _grant(self, budget_ms: float) -> None:
        self._expiry = asyncio.get_running_loop().create_future()
        await self._set_policy("advance" if self._has_endless_request else "pauseIfNetworkFetchesPending", budget_ms)
        done, _ = await asyncio.wait((self._expiry,), timeout=_NETWORK_PATIENCE_SECONDS)
        if not done:  # a stream, say: it must not stop time for ever, and is waited for once only
            self._has_endless_request = True
            self.notes = (_ENDLESS,)
            await self._set_policy("advance", budget_ms)
            await self._outstanding()

    async def _outstanding(self) -> None:
        """A budget whose end nobody waited for, because the page hung, comes first."""
        if self._expiry is not None:
            await self._answers.wait_for(self._expiry)

    async def _set_policy(self, policy: str, budget_ms: float) -> None:
        bound = {"maxVirtualTimeTaskStarvationCount": _TASKS_AT_ONE_MOMENT}
        await self._cdp.send("Emulation.setVirtualTimePolicy", {"policy": policy, "budget": budget_ms, **bound})

    def _on_request(self, told: Mapping[str, Any]) -> None:
        is_ours = told["request"]["url"].endswith(GATE_PATH)
        is_of_a_worker = told.get("loaderId") == ""  # its own script: the end of that is told to the worker alone
        if told.get("type") not in _STAYS_OPEN and not is_ours and not is_of_a_worker:
            self._unanswered.add(told["requestId"])

    def _on_answer(self, told: Mapping[str, Any]) -> None:
        self._unanswered.discard(told["requestId"])
        self._is_unheard = True

    def _on_expired(self, _: object) -> None:
        if self._expiry is not None and not self._expiry.done():
            self._expiry.set_result(None)

    def _on_navigated(self, told: Mapping[str, Any]) -> None:
        if "parentId" not in told["frame"]:
            self._document.replaced_by(told["frame"]["loaderId"])
            self._has_endless_request = False
            self._unanswered.clear()  # what the document before it asked for

    @property
    def document_ms(self) -> float | None:
        """This moment by the main document's own timeline; None before its first frame."""
        return self._document.at(self.now_ms)

    async def frame(self, picture: PictureFormat | None = None, *, has_place: bool = False) -> Frame:
        """Draw the page as of now. The first frame after `advance` is the one that belongs to that time.

        Those after it lie a little later: one with a picture, or that `has_place`, by so much on every machine.
        """
        await self._document.look(self.ticks_base)
        at = self.ticks_base + self._next_frame_ms(has_place=has_place or picture is not None)
        wanted: dict[str, Any] = {"frameTimeTicks": at + _ROUNDING_MS, "interval": FRAME_MS}
        if picture:
            quality = {"quality": _JPEG_QUALITY} if picture == "jpeg" else {}
            wanted["screenshot"] = {"format": picture, "optimizeForSpeed": True, **quality}
        drawn = await self._draw(wanted)
        data = drawn.get("screenshotData")
        return Frame(bool(drawn.get("hasDamage")), base64.b64decode(data) if data else None)

    def _next_frame_ms(self, *, has_place: bool) -> float:
        first = self.now_ms + self._document.ahead_ms
        soonest = max(first, self._last_frame_ms + _EXTRA_FRAME_MS)
        if has_place and soonest > first:
            self._places += 1
            soonest = max(soonest, first + self._places * _PLACE_MS)
        self._last_frame_ms = soonest
        return soonest

    async def _draw(self, wanted: dict[str, Any]) -> dict[str, Any]:
        """One after another: a frame that nobody waited for, because the page hung, has to end first."""
        while self._drawing is not None and not self._drawing.done():
            await self._answers.wait_for(self._drawing)
        drawing = self._drawing = asyncio.ensure_future(self._cdp.send("HeadlessExperimental.beginFrame", wanted))
        await self._answers.wait_for(drawing)
        return drawing.result()
