"""`SteppedClock`: page time in frames of 17 ms, drawn when asked for, so that it does not depend on the machine."""

import asyncio
import base64
from collections.abc import Awaitable
from contextlib import nullcontext, suppress
from typing import TypeVar

from playwright.async_api import CDPSession, Error
from pydantic import JsonValue

from pytest_cookie.browser.clock.animation_starts import AnimationStarts
from pytest_cookie.browser.clock.clock_feasibility import CpuSeconds, Pace
from pytest_cookie.browser.clock.load_gate import LoadGate
from pytest_cookie.browser.clock.page_clock import Aside, Listener, MotionCheck, Pictures
from pytest_cookie.browser.clock.page_sound import PageSound
from pytest_cookie.browser.clock.page_workers import PageWorkers
from pytest_cookie.browser.clock.virtual_time import FRAME_MS, VirtualTime
from pytest_cookie.browser.errors import PageGoneError
from pytest_cookie.browser.page.page_query import is_leaving
from pytest_cookie.browser.process.load_factor import patience
from pytest_cookie.core.evidence import ClockKind

T = TypeVar("T")

FILM_MS = 2 * FRAME_MS
"""29 pictures a second of page time at most."""

_STILL_FRAMES = 8
"""So many frames without a change, and the page is taken to stand still."""
_STILL_STEP_MS = 4 * FRAME_MS
_STRIDE_MS = 2 * FRAME_MS

_QUIET_MS = 8 * FRAME_MS
_POLL_MS = 4 * FRAME_MS

_UNDRAWN_MS = 5_000
"""A view transition whose update never ends keeps a page from being drawn for four seconds; then the page goes on."""
_PROMPT_PICTURES = 10
"""So many frames are tried one by one before larger steps are taken: a video may have its first picture in the next."""
_UNCAPTURED_MS = 1_000

_FRAMES_TO_BEGIN = 2
"""A smooth scroll, say, is planned in one frame and begins in the next: which has to be at the moment of the input."""

_FRAMES_TO_MOVE = 3
"""What a script of ours moved has begun to move after so many."""

_FRAMES_TO_CAPTURE = 2
"""A picture of more than the window is asked of the page with one frame and shows the next."""

_TRICKLE_SECONDS = 0.005
"""Between two microseconds that a page at the gate is given."""

_QUESTION_SECONDS = 0.5
"""A script that waits for a frame is given one then; all others have answered long ago."""

_ANSWER_SECONDS = (0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.3, 2.5)
"""How long an answer is waited for before the page, which may need a frame for it, is given one more."""


class SteppedClock:
    """A `PageClock` over `VirtualTime`. A page that it cannot carry ends each call with `ClockCannotCarryError`.

    Without `cpu_seconds` only frames that do not come are noticed, not those that cost too much.
    """

    kind: ClockKind = "stepped"

    def __init__(self, cdp: CDPSession, cpu_seconds: CpuSeconds | None = None) -> None:
        self._cdp = cdp
        self._time = VirtualTime(cdp)
        self._pace = Pace(cpu_seconds)
        self._gate = LoadGate(cdp)
        self._sound = PageSound(cdp, self._time)
        self._starts = AnimationStarts(cdp)
        self._workers = PageWorkers(cdp, self._time, cpu_seconds)
        self._film: Pictures | None = None
        self._owed_ms = 0.0
        self._still_frames = 0
        self._unfilmed = True
        self._is_aligned = True
        self._strides = False
        self.changed_frames = self.moved_ms = 0
        self.picturing: Aside = nullcontext
        self.hearing: Aside = nullcontext
        self._hears = False
        self._filmed_ms = -FILM_MS
        self._last_picture = b""
        self._as_it_is: tuple[int, bytes] | None = None

    @property
    def hears(self) -> bool:
        """It does: sound goes on in step with page time."""
        return True

    @property
    def page_ms(self) -> int:
        """Page time since the first document, in milliseconds."""
        return self._time.now_ms

    @property
    def ticks_base(self) -> float:
        """The compositor's time at page time 0: the same for all windows of a process."""
        return self._time.ticks_base

    @property
    def notes(self) -> tuple[str, ...]:
        """What page time went on without, and why: an endless request, a sound, a worker."""
        return (*self._time.notes, *self._sound.notes, *self._workers.notes)

    async def take_hold(self) -> None:
        """Stop the page's time."""
        await self._gate.take_hold()
        await self._sound.take_hold()
        await self._workers.take_hold()
        await self._time.take_hold()

    async def film(self, to: Pictures | None) -> None:
        """Give every change of the window to `to` from now on, beginning with what it shows, and what is heard."""
        self._sound.listener = to
        self._film = to
        self._unfilmed = True

    async def listen(self, to: Listener | None) -> None:
        """Give what is heard to `to` from now on."""
        self._sound.listener = to

    async def let_pass(self, page_ms: float) -> None:
        """Whole frames; what is left of `page_ms` is added to the next call."""
        self._owed_ms += page_ms
        while self._owed_ms >= FRAME_MS:
            step_ms = self._step_ms(self._owed_ms)
            self._owed_ms -= step_ms
            await self._step(step_ms)

    def _step_ms(self, most_ms: float) -> int:
        """A page that stands still needs no frame for a while; timers keep their times, only their picture is late.

        Nor does one need every frame that moves as it has declared, while nobody does anything with it or films it.
        """
        if self._sound.is_awake or self._workers.is_awake:
            return FRAME_MS
        if self._still_frames >= _STILL_FRAMES:
            return min(_STILL_STEP_MS, int(most_ms) // FRAME_MS * FRAME_MS)
        may_stride = self._strides and self._film is None and most_ms >= _STRIDE_MS
        return _STRIDE_MS if may_stride else FRAME_MS

    async def _step(self, step_ms: int) -> None:
        self._as_it_is = None
        with nullcontext() if self._hears else self._pace.step():  # what hears a move costs what its handler does
            await self._align()
            await self._pass(step_ms)

    async def _pass(self, step_ms: int) -> None:
        await self._time.advance(step_ms)
        await self._workers.follow()
        await self._sound.follow()
        with self.hearing() if self._hears else nullcontext():
            await self._show(step_ms)

    async def _show(self, step_ms: int) -> None:
        """The frame of this moment, and into the film what looks different."""
        moving = self._still_frames < _STILL_FRAMES
        if self._film and moving and self._may_film():
            await self._take_picture()
            return
        frame = await self._time.frame()
        self._still_frames = 0 if frame.damaged else self._still_frames + 1
        self.changed_frames += frame.damaged
        self.moved_ms += min(step_ms, _STRIDE_MS) if frame.damaged else 0
        self._unfilmed = self._unfilmed or frame.damaged
        if self._film and self._unfilmed and self._may_film():
            await self._take_picture()

    def _may_film(self) -> bool:
        return self.page_ms - self._filmed_ms >= FILM_MS

    async def _take_picture(self) -> None:
        with self.picturing():
            picture = (await self._time.frame("jpeg")).picture
        if picture is None:
            self._still_frames, self._unfilmed = 0, True
            return
        self._filmed_ms, self._unfilmed = self.page_ms, False
        if picture == self._last_picture:
            self._still_frames += 1
            await self._time.frame()  # the next after a picture is always called damaged
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
            self._strides = moves == "declared"
            try:
                await self.let_pass(min(pause_ms, left_ms))
            finally:
                self._strides = False
            moves, pause_ms = await motion(_QUIET_MS), _POLL_MS

    async def until(self, reached: asyncio.Event) -> None:
        """Let the page run, frame by frame, until `reached`; one frame also where it just was, which is chance.

        While a new document is at the gate it is given what parsing it takes, which is no time to speak of.
        """
        await self._gate.reached()
        waits_for_scripts = False
        while self._gate.is_closed:
            if waits_for_scripts:
                await self._time.trickle()
                await asyncio.sleep(_TRICKLE_SECONDS)  # the fewer, the less time it comes to
            else:
                await self._time.flush()
            await self._hear()
            waits_for_scripts = waits_for_scripts or not self._gate.is_parsed
        await self._time.flush()  # what the page asked for at its first moment is answered at that
        await self._hear()
        while True:
            await self._step(FRAME_MS)
            await self._hear()
            if reached.is_set():
                return

    async def deliver(self, work: Awaitable[T], *, shown: bool = True, places: int = 0) -> T:
        """Draw frames without any time between them until `work` is answered, and one with its consequences.

        Of what need not be `shown` that last one is left out, if there was any.

        With `places`, that many have a place each, and are drawn when the page has heard of `work` and the browser has
        had its time, longer on a busy machine; so has the one after them, whether or not all of them were needed.
        """
        self._still_frames, self._as_it_is, self._is_aligned = 0, None, False
        task = asyncio.ensure_future(work)
        drawn = 0
        try:
            for seconds in _ANSWER_SECONDS:
                has_place = drawn < places
                await asyncio.wait((task,), timeout=seconds * patience() if has_place else seconds)
                if task.done():
                    break
                if has_place:
                    await self._hear()
                await self._redraw(has_place=has_place)
                drawn += 1
            await self._until_done(task)
            for _ in range(max(shown or not drawn, places + 1 - drawn)):
                await self._redraw(has_place=places > 0)
            return await task
        finally:
            task.cancel()

    async def carry(self, work: Awaitable[object], page_ms: float) -> None:
        """As `deliver` and `let_pass`, with one frame for both: that of the next moment, which the browser waits for.

        A move that is not heard by then is heard at that moment, with frames of its own, before time goes on.
        """
        self._still_frames = 0
        task = asyncio.ensure_future(work)
        try:
            await asyncio.sleep(0)  # it is on its way before time is
            soon_ms = min(page_ms, FRAME_MS - self._owed_ms)
            if self._owed_ms + soon_ms >= FRAME_MS:
                self._hears = True
                await self.let_pass(soon_ms)
                self._hears = False
                await asyncio.wait((task,), timeout=_ANSWER_SECONDS[0] * patience())
                page_ms -= soon_ms
            if not task.done():
                with self.hearing():
                    await self.deliver(task, shown=False)
            await task
            await self.let_pass(page_ms)
        finally:
            self._hears = False
            task.cancel()

    async def ask(self, work: Awaitable[T]) -> T:
        """As `deliver`, but without a frame, unless the page does not answer without: each takes a microsecond.

        What one question finds is found by the next, then, and what animations show does not depend on how many came
        before it. A page that stood still is looked at closely for a moment: some questions move it.
        """
        still_frames = min(self._still_frames, _STILL_FRAMES - _FRAMES_TO_MOVE)
        self._as_it_is, self._is_aligned = None, False
        task = asyncio.ensure_future(work)
        try:
            await asyncio.wait((task,), timeout=_QUESTION_SECONDS * patience())
            return await (task if task.done() else self.deliver(task))
        finally:
            self._still_frames = still_frames  # however it was answered
            task.cancel()

    async def draw(self) -> None:
        """Frames at this very moment, until what an input began has begun, however many its answer took before."""
        for _ in range(_FRAMES_TO_BEGIN):
            await self._redraw()
        await self._align()
        await self._hear()  # also what it has asked for

    async def _align(self) -> None:
        """Before time goes on, what an input has begun is put at its moment, once."""
        if not self._is_aligned:
            self._is_aligned = True
            if (document_ms := self._time.document_ms) is not None:
                await self._starts.align(document_ms)

    async def attend(self, work: Awaitable[T]) -> T:
        """Let the page run, frame by frame, until `work` has ended."""
        task = asyncio.ensure_future(work)
        try:
            await self._until_done(task)
            return await task
        finally:
            task.cancel()

    async def _until_done(self, task: "asyncio.Future[T]") -> None:
        """What the page said before it came to rest is heard before it is given more time."""
        while not task.done():
            await self._step(FRAME_MS)
            await self._hear()

    async def _hear(self) -> None:
        """What the page said until now has arrived when it has answered once more."""
        with suppress(Error):  # it is between two documents
            await self._cdp.send("Runtime.evaluate", {"expression": "0"})
        await asyncio.sleep(0)

    async def _redraw(self, *, has_place: bool = False) -> None:
        frame = await self._time.frame(has_place=has_place)
        self._unfilmed = self._unfilmed or frame.damaged

    async def picture(self) -> bytes:
        """A PNG of the window: the last one while nothing was done, since a frame takes a little time."""
        if self._as_it_is and self._as_it_is[0] == self.page_ms:
            return self._as_it_is[1]
        ends_ms, tries = self.page_ms + _UNDRAWN_MS, 0
        while self.page_ms < ends_ms:
            if picture := (await self._time.frame("png")).picture:
                self._as_it_is = self.page_ms, picture
                return picture
            tries += 1
            await self._step(FRAME_MS if tries <= _PROMPT_PICTURES else _STILL_STEP_MS)
        raise PageGoneError("the browser gives no picture of the page")

    async def capture(self, clip: dict[str, JsonValue]) -> bytes:
        """A PNG of `clip`, also beyond the window. A page that is not drawn now is given time until it is.

        Playwright's `Error` where it is not drawn for five seconds of its time.
        """
        ends_ms = self.page_ms + _UNDRAWN_MS
        while True:
            try:
                return await self._captured(clip)
            except Error as error:
                if self.page_ms >= ends_ms or is_leaving(error):
                    raise
            await self.let_pass(_UNCAPTURED_MS)

    async def _captured(self, clip: dict[str, JsonValue]) -> bytes:
        wanted = {"format": "png", "captureBeyondViewport": True, "clip": clip}
        shot = await self.deliver(self._cdp.send("Page.captureScreenshot", wanted), places=_FRAMES_TO_CAPTURE)
        return base64.b64decode(shot["data"])
