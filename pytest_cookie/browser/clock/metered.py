"""`MeteredClock`: measures what the page costs while its time passes, and what each input costs."""

import asyncio
from collections.abc import Awaitable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from pydantic import JsonValue

from pytest_cookie.browser.clock.page_clock import CostScope, MotionCheck, PageClock, PictureSink, SoundSink
from pytest_cookie.browser.clock.virtual_time import FRAME_MS
from pytest_cookie.browser.page.observation import Effort
from pytest_cookie.browser.process.page_cpu import PageCpu
from pytest_cookie.core.labels import ClockKind

T = TypeVar("T")

_MOVING_SHARE = 0.5


class MeteredClock:
    """Wraps a `PageClock` and meters it. Code that acts on the page uses this; code that only observes uses the bare
    clock."""

    def __init__(self, clock: PageClock, cpu: PageCpu) -> None:
        self.kind: ClockKind = clock.kind
        self.picture_scope: CostScope = self._measure_picture
        self.input_scope: CostScope = self._measure_input
        clock.picture_scope, clock.input_scope = self._measure_picture, self._measure_input
        self._is_filmed = False
        self._seconds_per_drawn_frame = 0.0
        self._clock = clock
        self._cpu = cpu
        self._clear()

    def _clear(self) -> None:
        self._inputs = 0
        self._input_seconds = self._costliest_seconds = 0.0
        self._passed_ms = self._moving_frames = 0
        self._passing_seconds = self._moving_seconds = 0.0
        self._pictures, self._picture_seconds, self._handled_seconds = 0, 0.0, 0.0

    def take(self) -> Effort:
        """Return the measurements since the last call."""
        taken = Effort(
            inputs=self._inputs,
            input_seconds=self._input_seconds,
            costliest_input_seconds=self._costliest_seconds,
            passed_ms=self._passed_ms,
            passing_seconds=self._passing_seconds,
            moving_frames=self._moving_frames,
            moving_seconds=self._moving_seconds,
            drawing_counted=self._counts_drawing,
        )
        self._clear()
        self._cpu.refresh()
        return taken

    @property
    def supports_sound(self) -> bool:
        """Whether it can record the page's sound."""
        return self._clock.supports_sound

    @property
    def page_ms(self) -> int:
        """Page time since the first document, in milliseconds."""
        return self._clock.page_ms

    @property
    def changed_frames(self) -> int:
        """Number of frames so far that differed from the one before."""
        return self._clock.changed_frames

    @property
    def hidden_frames(self) -> int:
        """Number of frames so far that ran without being drawn."""
        return self._clock.hidden_frames

    @property
    def moved_ms(self) -> int:
        """Page time so far with changing frames, in milliseconds."""
        return self._clock.moved_ms

    @property
    def notes(self) -> tuple[str, ...]:
        """The parts of the page that are not in step with its time, and why."""
        return self._clock.notes

    async def advance(self, page_ms: float) -> None:
        """Let the page run for `page_ms`."""
        with self._measure_passing():
            await self._clock.advance(page_ms)

    async def settle(self, cap_ms: float, motion: MotionCheck) -> None:
        """Let the page run until it has been quiet for a moment, at most `cap_ms`."""
        with self._measure_passing():
            await self._clock.settle(cap_ms, motion)

    async def run_until(self, reached: asyncio.Event) -> None:
        """Let the page run until `reached`; a new process may render the new document."""
        with self._measure_passing():
            await self._clock.run_until(reached)
            self._cpu.refresh()

    async def run_until_done(self, work: Awaitable[T]) -> T:
        """Let the page run until `work` is done."""
        with self._measure_passing():
            return await self._clock.run_until_done(work)

    @contextmanager
    def _measure_passing(self) -> Iterator[None]:
        self._pictures, self._picture_seconds, self._handled_seconds = 0, 0.0, 0.0
        used, drawing_before, began_ms = self._cpu.seconds(), self._cpu.drawing_seconds(), self.page_ms
        changed, hidden, moved_ms = self.changed_frames, self.hidden_frames, self.moved_ms
        try:
            yield
        finally:  # calls that timed out have a cost, too
            passed_ms = self.page_ms - began_ms
            seconds = self._cpu.seconds() - used
            seconds += self._drawing_share(
                self._cpu.drawing_seconds() - drawing_before, passed_ms, self.hidden_frames - hidden
            )
            seconds = max(0.0, seconds - self._handled_seconds)
            self._passing_seconds += seconds
            self._passed_ms += passed_ms
            if passed_ms and self.moved_ms - moved_ms >= _MOVING_SHARE * passed_ms:
                self._moving_frames += self.changed_frames - changed
                self._moving_seconds += seconds

    @contextmanager
    def _measure_input(self) -> Iterator[None]:
        """Book the cost of a move that is handled while time passes as an input's, without the film's pictures."""
        used, pictures = self._all_seconds(), self._picture_seconds
        try:
            yield
        finally:
            film_seconds = self._picture_seconds - pictures if self._counts_drawing else 0.0
            self._handled_seconds += self._all_seconds() - used - film_seconds

    def _drawing_share(self, seconds: float, passed_ms: int, hidden: int) -> float:
        """What drawing every frame would cost, from the frames that were drawn and are not in the film."""
        frames = passed_ms / FRAME_MS
        drawn = frames - self._pictures - hidden
        if not self._counts_drawing:
            return 0.0
        if drawn > 0:
            self._seconds_per_drawn_frame = (seconds - self._picture_seconds) / drawn
        return self._seconds_per_drawn_frame * frames if drawn > 0 or hidden else 0.0

    @property
    def _counts_drawing(self) -> bool:
        """In real time, the browser's own screencast pictures cannot be separated from the page's frames."""
        return self.kind == "stepped" or not self._is_filmed

    @contextmanager
    def _measure_picture(self) -> Iterator[None]:
        drawing_before = self._cpu.drawing_seconds()
        yield
        self._pictures += 1
        self._picture_seconds += self._cpu.drawing_seconds() - drawing_before

    async def deliver(self, work: Awaitable[T], *, shown: bool = True) -> T:
        """Run `work`, an input, at this moment of page time."""
        used = self._all_seconds()
        try:
            return await self._clock.deliver(work, shown=shown)
        finally:
            self._note_input(self._all_seconds() - used)

    async def dispatch_and_advance(self, work: Awaitable[object], page_ms: float) -> None:
        """Run `work` while time passes: its handling is booked as an input's cost, the rest as passing time's."""
        try:
            with self._measure_passing():
                await self._clock.dispatch_and_advance(work, page_ms)
        finally:
            self._note_input(self._handled_seconds)

    def _note_input(self, seconds: float) -> None:
        self._inputs += 1
        self._input_seconds += seconds
        self._costliest_seconds = max(self._costliest_seconds, seconds)

    async def draw(self) -> None:
        """Let the effects of delivered input begin; this cost is not booked."""
        await self._clock.draw()

    def _all_seconds(self) -> float:
        return self._cpu.seconds() + (self._cpu.drawing_seconds() if self._counts_drawing else 0.0)

    # --- observing and filming are not metered ---

    async def attach(self) -> None:
        """Stop the page's time."""
        await self._clock.attach()

    async def film(self, to: PictureSink | None) -> None:
        """Pass every change of the window to `to` from now on."""
        self._is_filmed = to is not None
        await self._clock.film(to)

    async def listen(self, to: SoundSink | None) -> None:
        """Pass the page's sound to `to` from now on."""
        await self._clock.listen(to)

    async def run_query(self, work: Awaitable[T]) -> T:
        """Run `work`, a query of ours."""
        return await self._clock.run_query(work)

    async def picture(self) -> bytes:
        """Return a PNG of the window."""
        return await self._clock.picture()

    async def capture(self, clip: dict[str, JsonValue]) -> bytes:
        """Return a PNG of `clip`."""
        return await self._clock.capture(clip)
