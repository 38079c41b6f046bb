"""`SteppedClock`: page time in frames of 17 ms, drawn on demand, so that it does not depend on the machine."""

import asyncio
import base64
from collections.abc import Awaitable
from contextlib import nullcontext, suppress
from typing import TypeVar

from playwright.async_api import CDPSession, Error
from pydantic import JsonValue

from pytest_cookie.browser.clock.animation_starts import AnimationStarts
from pytest_cookie.browser.clock.clock_feasibility import CpuSeconds, StepCostMeter
from pytest_cookie.browser.clock.film_rate import FilmRate
from pytest_cookie.browser.clock.load_gate import LoadGate
from pytest_cookie.browser.clock.page_clock import CostScope, MotionCheck, PictureSink, SoundSink
from pytest_cookie.browser.clock.page_sound import PageSound
from pytest_cookie.browser.clock.page_workers import PageWorkers
from pytest_cookie.browser.clock.virtual_time import FRAME_MS, VirtualTime
from pytest_cookie.browser.errors import PageGoneError
from pytest_cookie.browser.page.page_query import is_leaving
from pytest_cookie.browser.process.load_factor import load_factor
from pytest_cookie.core.labels import ClockKind

T = TypeVar("T")

_STILL_FRAMES = 8
"""After this many unchanged frames the page counts as still."""
_STILL_STEP_MS = 4 * FRAME_MS
_STRIDE_MS = 2 * FRAME_MS

_QUIET_MS = 8 * FRAME_MS
_POLL_MS = 4 * FRAME_MS

_UNDRAWN_MS = 5_000
"""A view transition whose update never ends blocks drawing for four seconds; then the page continues."""
_PROMPT_PICTURES = 10
"""This many single frames are tried before larger steps: a video may have its first picture in the next one."""
_UNCAPTURED_MS = 1_000

_FRAMES_TO_BEGIN = 2
"""For example, a smooth scroll is planned in one frame and begins in the next, which must be at the moment of the
input."""

_FRAMES_TO_MOVE = 3
"""Frames until something moved by a script of ours has begun to move."""

_FRAMES_TO_CAPTURE = 2
"""A capture beyond the window is requested in one frame and shows the next."""

_TRICKLE_SECONDS = 0.005
"""Pause between the microseconds given to a page at the gate."""

_QUESTION_SECONDS = 0.5
"""After this time a script gets a frame, which it may wait for; all others have answered long before."""

_ANSWER_SECONDS = (0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.3, 2.5)
"""Waits for an answer, each before the page, which may need a frame for it, gets one more."""


class SteppedClock:
    """A `PageClock` over `VirtualTime`. Calls raise `ClockCannotCarryError` for a page that it cannot drive.

    Without `cpu_seconds` it notices only missing frames, not expensive ones.
    """

    kind: ClockKind = "stepped"

    def __init__(self, cdp: CDPSession, cpu_seconds: CpuSeconds | None = None) -> None:
        self._cdp = cdp
        self._time = VirtualTime(cdp)
        self._step_cost = StepCostMeter(cpu_seconds)
        self._gate = LoadGate(cdp)
        self._sound = PageSound(cdp, self._time)
        self._starts = AnimationStarts(cdp)
        self._workers = PageWorkers(cdp, self._time, cpu_seconds)
        self._film: PictureSink | None = None
        self._owed_ms = 0.0
        self._still_frames = 0
        self._has_unfilmed_change = True
        self._is_aligned = True
        self._may_stride_motion = False
        self.changed_frames = self.hidden_frames = self.moved_ms = 0
        self.picture_scope: CostScope = nullcontext
        self.input_scope: CostScope = nullcontext
        self._is_dispatching = False
        self._film_rate = FilmRate()
        self._last_picture = b""
        self._last_png: tuple[int, bytes] | None = None

    @property
    def supports_sound(self) -> bool:
        """Supported: sound runs in step with page time."""
        return True

    @property
    def page_ms(self) -> int:
        """Page time since the first document, in milliseconds."""
        return self._time.now_ms

    @property
    def ticks_base(self) -> float:
        """The compositor's time at page time 0, the same for all windows of a process."""
        return self._time.ticks_base

    @property
    def notes(self) -> tuple[str, ...]:
        """What page time continued without, and why: an endless request, a sound, a worker."""
        return (*self._time.notes, *self._sound.notes, *self._workers.notes)

    async def attach(self) -> None:
        """Stop the page's time."""
        await self._gate.attach()
        await self._sound.attach()
        await self._workers.attach()
        await self._time.attach()

    async def film(self, to: PictureSink | None) -> None:
        """Pass every change of the window to `to` from now on, starting with its current state, and its sound."""
        self._sound.listener = to
        self._film = to
        self._has_unfilmed_change = True

    async def listen(self, to: SoundSink | None) -> None:
        """Pass the page's sound to `to` from now on."""
        self._sound.listener = to

    async def advance(self, page_ms: float) -> None:
        """Advance by whole frames; the rest of `page_ms` is added to the next call."""
        self._owed_ms += page_ms
        while self._owed_ms >= FRAME_MS:
            step_ms = self._step_ms(self._owed_ms)
            self._owed_ms -= step_ms
            await self._step(step_ms)

    def _step_ms(self, most_ms: float) -> int:
        """Choose the next step: a still page needs no frame for a while, and its timers still fire on time.

        Declared motion does not need every frame either, as long as no input or film needs them.
        """
        if self._sound.is_awake or self._workers.is_awake:
            return FRAME_MS
        if self._still_frames >= _STILL_FRAMES:
            return min(_STILL_STEP_MS, int(most_ms) // FRAME_MS * FRAME_MS)
        may_stride = self._may_stride_motion and self._film is None and most_ms >= _STRIDE_MS
        return _STRIDE_MS if may_stride else FRAME_MS

    async def _step(self, step_ms: int) -> None:
        self._last_png = None
        with (
            nullcontext() if self._is_dispatching else self._step_cost.step()
        ):  # the handling of a move costs what its handler does
            await self._align()
            await self._pass(step_ms)

    async def _pass(self, step_ms: int) -> None:
        await self._time.advance(step_ms)
        await self._workers.follow()
        await self._sound.follow()
        with self.input_scope() if self._is_dispatching else nullcontext():
            await self._show(step_ms)

    async def _show(self, step_ms: int) -> None:
        """Draw the frame of this moment, and film it if it changed; with sound at the full rate, so that both agree."""
        if self._sound.is_awake:
            self._film_rate.attend(self.page_ms)
        moving = self._still_frames < _STILL_FRAMES
        if self._film and moving and self._film_rate.is_due(self.page_ms):
            await self._take_picture()
            return
        is_hidden = bool(self._film) and self._still_frames == 0 and self._film_rate.may_hide(self.page_ms)
        frame = await self._time.frame(is_hidden=is_hidden)
        damaged = frame.damaged or is_hidden
        self.hidden_frames += is_hidden
        self._still_frames = 0 if damaged else self._still_frames + 1
        self.changed_frames += damaged
        self.moved_ms += min(step_ms, _STRIDE_MS) if damaged else 0
        self._has_unfilmed_change = self._has_unfilmed_change or damaged
        if self._film and self._has_unfilmed_change and self._film_rate.is_due(self.page_ms):
            await self._take_picture()

    async def _take_picture(self) -> None:
        with self.picture_scope():
            picture = (await self._time.frame("jpeg")).picture
        if picture is None:
            self._still_frames, self._has_unfilmed_change = 0, True
            return
        self._film_rate.note_picture(self.page_ms)
        self._has_unfilmed_change = False
        if picture == self._last_picture:
            self._still_frames += 1
            await self._time.frame()  # the next frame after a picture always counts as damaged
        elif self._film:
            self._still_frames, self._last_picture = 0, picture
            self.changed_frames += 1
            self.moved_ms += FRAME_MS
            self._film.picture(self.page_ms, picture)

    async def settle(self, cap_ms: float, motion: MotionCheck) -> None:
        """Let the page run until it has been quiet for a moment, at most `cap_ms`."""
        ends_ms, pause_ms = self.page_ms + cap_ms, _QUIET_MS
        moves = await motion(_QUIET_MS)
        while (left_ms := ends_ms - self.page_ms) >= FRAME_MS and (moves != "none" or pause_ms == _QUIET_MS):
            self._may_stride_motion = moves == "declared"
            try:
                await self.advance(min(pause_ms, left_ms))
            finally:
                self._may_stride_motion = False
            moves, pause_ms = await motion(_QUIET_MS), _POLL_MS

    async def run_until(self, reached: asyncio.Event) -> None:
        """Let the page run, frame by frame, until `reached`; one frame even if it was just reached, which is chance.

        While a new document is at the gate, it gets only the time that parsing takes, which is negligible.
        """
        self._film_rate.attend(self.page_ms)
        await self._gate.wait_for_request()
        waits_for_scripts = False
        while self._gate.is_closed:
            if waits_for_scripts:
                await self._time.trickle()
                await asyncio.sleep(_TRICKLE_SECONDS)  # fewer microseconds add up to less time
            else:
                await self._time.flush()
            await self._process_messages()
            waits_for_scripts = waits_for_scripts or not self._gate.is_parsed
        await self._time.flush()  # requests of the page's first moment are answered at that moment
        await self._process_messages()
        while True:
            await self._step(FRAME_MS)
            await self._process_messages()
            if reached.is_set():
                return

    async def deliver(self, work: Awaitable[T], *, shown: bool = True, slots: int = 0) -> T:
        """As `_deliver`, for an input, which the film attends to."""
        self._film_rate.attend(self.page_ms)
        return await self._deliver(work, shown=shown, slots=slots)

    async def _deliver(self, work: Awaitable[T], *, shown: bool = True, slots: int = 0) -> T:
        """Draw frames without advancing time until `work` is answered, then one with its effects.

        That last frame is omitted if `work` need not be `shown` and any frame was drawn.

        With `slots`, that many frames get a time slot each and are drawn after the page has processed `work` and the
        browser had time to, longer on a busy machine; so is the frame after them, whether or not all of them were
        needed.
        """
        self._still_frames, self._last_png, self._is_aligned = 0, None, False
        task = asyncio.ensure_future(work)
        drawn = 0
        try:
            for wait_seconds in _ANSWER_SECONDS:
                has_slot = drawn < slots
                await asyncio.wait((task,), timeout=wait_seconds * load_factor() if has_slot else wait_seconds)
                if task.done():
                    break
                if has_slot:
                    await self._process_messages()
                await self._redraw(has_slot=has_slot)
                drawn += 1
            await self._until_done(task)
            for _ in range(max(shown or not drawn, slots + 1 - drawn)):
                await self._redraw(has_slot=slots > 0)
            return await task
        finally:
            task.cancel()

    async def dispatch_and_advance(self, work: Awaitable[object], page_ms: float) -> None:
        """As `deliver` and `advance`, with one frame for both: that of the next moment, which the browser waits for.

        A move that is not handled by then is handled at that moment, with frames of its own, before time continues.
        """
        self._still_frames = 0
        self._film_rate.attend(self.page_ms)
        task = asyncio.ensure_future(work)
        try:
            await asyncio.sleep(0)  # send it before time advances
            soon_ms = min(page_ms, FRAME_MS - self._owed_ms)
            if self._owed_ms + soon_ms >= FRAME_MS:
                self._is_dispatching = True
                await self.advance(soon_ms)
                self._is_dispatching = False
                await asyncio.wait((task,), timeout=_ANSWER_SECONDS[0] * load_factor())
                page_ms -= soon_ms
            if not task.done():
                with self.input_scope():
                    await self._deliver(task, shown=False)
            await task
            await self.advance(page_ms)
        finally:
            self._is_dispatching = False
            task.cancel()

    async def run_query(self, work: Awaitable[T]) -> T:
        """As `deliver`, but without a frame unless the page does not answer without one: each takes a microsecond.

        So consecutive queries find the same, and what animations show does not depend on the number of queries. A page
        that was still is watched closely for a moment afterwards, since some queries move it.
        """
        still_frames = min(self._still_frames, _STILL_FRAMES - _FRAMES_TO_MOVE)
        self._last_png, self._is_aligned = None, False
        task = asyncio.ensure_future(work)
        try:
            await asyncio.wait((task,), timeout=_QUESTION_SECONDS * load_factor())
            return await (task if task.done() else self._deliver(task))
        finally:
            self._still_frames = still_frames  # in every case
            task.cancel()

    async def draw(self) -> None:
        """Draw frames at this moment until the effects of an input have begun, however many frames its answer took."""
        for _ in range(_FRAMES_TO_BEGIN):
            await self._redraw()
        await self._align()
        await self._process_messages()  # also process its requests

    async def _align(self) -> None:
        """Before time advances, set the start of animations that an input began to its moment, once."""
        if not self._is_aligned:
            self._is_aligned = True
            if (document_ms := self._time.document_ms) is not None:
                await self._starts.align(document_ms)

    async def run_until_done(self, work: Awaitable[T]) -> T:
        """Let the page run, frame by frame, until `work` is done."""
        task = asyncio.ensure_future(work)
        try:
            await self._until_done(task)
            return await task
        finally:
            task.cancel()

    async def _until_done(self, task: "asyncio.Future[T]") -> None:
        """Run frames until `task` is done; process the page's messages before giving it more time."""
        while not task.done():
            await self._step(FRAME_MS)
            await self._process_messages()

    async def _process_messages(self) -> None:
        """Wait for one more answer of the page, after which all its earlier messages have arrived."""
        with suppress(Error):  # it is between two documents
            await self._cdp.send("Runtime.evaluate", {"expression": "0"})
        await asyncio.sleep(0)

    async def _redraw(self, *, has_slot: bool = False) -> None:
        frame = await self._time.frame(has_slot=has_slot)
        self._has_unfilmed_change = self._has_unfilmed_change or frame.damaged

    async def picture(self) -> bytes:
        """Return a PNG of the window: the last one if there was no input since, because a frame takes a little time."""
        if self._last_png and self._last_png[0] == self.page_ms:
            return self._last_png[1]
        ends_ms, attempts = self.page_ms + _UNDRAWN_MS, 0
        while self.page_ms < ends_ms:
            if picture := (await self._time.frame("png")).picture:
                self._last_png = self.page_ms, picture
                return picture
            attempts += 1
            await self._step(FRAME_MS if attempts <= _PROMPT_PICTURES else _STILL_STEP_MS)
        raise PageGoneError("the browser does not return a picture of the page")

    async def capture(self, clip: dict[str, JsonValue]) -> bytes:
        """Return a PNG of `clip`, also outside the window. A page that is not drawn now gets time until it is.

        Raises Playwright's `Error` if it is not drawn for five seconds of its time.
        """
        ends_ms = self.page_ms + _UNDRAWN_MS
        while True:
            try:
                return await self._capture(clip)
            except Error as error:
                if self.page_ms >= ends_ms or is_leaving(error):
                    raise
            await self.advance(_UNCAPTURED_MS)

    async def _capture(self, clip: dict[str, JsonValue]) -> bytes:
        parameters = {"format": "png", "captureBeyondViewport": True, "clip": clip}
        shot = await self._deliver(self._cdp.send("Page.captureScreenshot", parameters), slots=_FRAMES_TO_CAPTURE)
        return base64.b64decode(shot["data"])
