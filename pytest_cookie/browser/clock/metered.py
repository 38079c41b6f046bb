"""`MeteredClock`: notes what the page costs the machine while its time passes, and what each input costs it."""

import asyncio
from collections.abc import Awaitable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from pydantic import JsonValue

from pytest_cookie.browser.clock.page_clock import Aside, Listener, MotionCheck, PageClock, Pictures
from pytest_cookie.browser.clock.virtual_time import FRAME_MS
from pytest_cookie.browser.page.observation import Effort
from pytest_cookie.browser.process.page_cpu import PageCpu
from pytest_cookie.core.evidence import ClockKind

T = TypeVar("T")

_MOSTLY = 0.5


class MeteredClock:
    """A `PageClock` that is another one. For who uses the page; who only looks at it takes the other one, unmetered."""

    def __init__(self, clock: PageClock, cpu: PageCpu) -> None:
        self.kind: ClockKind = clock.kind
        self.picturing: Aside = self._picturing
        self.hearing: Aside = self._hearing
        clock.picturing, clock.hearing = self._picturing, self._hearing
        self._is_filmed = False
        self._clock = clock
        self._cpu = cpu
        self._clear()

    def _clear(self) -> None:
        self._inputs = 0
        self._input_seconds = self._costliest_seconds = 0.0
        self._passed_ms = self._moving_frames = 0
        self._passing_seconds = self._moving_seconds = 0.0
        self._pictures, self._picture_seconds, self._heard_seconds = 0, 0.0, 0.0

    def take(self) -> Effort:
        """What was noted since the last time."""
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
        self._cpu.look_again()
        return taken

    @property
    def hears(self) -> bool:
        """Whether it knows what the page sounds like."""
        return self._clock.hears

    @property
    def page_ms(self) -> int:
        """Page time since the first document, in milliseconds."""
        return self._clock.page_ms

    @property
    def changed_frames(self) -> int:
        """Frames until now that looked different from the one before."""
        return self._clock.changed_frames

    @property
    def moved_ms(self) -> int:
        """Page time until now in which frames looked different, in milliseconds."""
        return self._clock.moved_ms

    @property
    def notes(self) -> tuple[str, ...]:
        """What of the page is not in step with its time, and why."""
        return self._clock.notes

    async def let_pass(self, page_ms: float) -> None:
        """Let the page run for so long."""
        with self._passing():
            await self._clock.let_pass(page_ms)

    async def settle(self, cap_ms: float, motion: MotionCheck) -> None:
        """Let the page run until it has been quiet for a moment, at most `cap_ms`."""
        with self._passing():
            await self._clock.settle(cap_ms, motion)

    async def until(self, reached: asyncio.Event) -> None:
        """Let the page run until `reached`; a new document may be made by a new process."""
        with self._passing():
            await self._clock.until(reached)
            self._cpu.look_again()

    async def attend(self, work: Awaitable[T]) -> T:
        """Let the page run until `work` has ended."""
        with self._passing():
            return await self._clock.attend(work)

    @contextmanager
    def _passing(self) -> Iterator[None]:
        self._pictures, self._picture_seconds, self._heard_seconds = 0, 0.0, 0.0
        used, drawn, began_ms = self._cpu.seconds(), self._cpu.drawing_seconds(), self.page_ms
        changed, moved_ms = self.changed_frames, self.moved_ms
        try:
            yield
        finally:  # what took too long was costly, too
            passed_ms = self.page_ms - began_ms
            seconds = self._cpu.seconds() - used
            seconds += self._drawing(self._cpu.drawing_seconds() - drawn, passed_ms)
            seconds = max(0.0, seconds - self._heard_seconds)
            self._passing_seconds += seconds
            self._passed_ms += passed_ms
            if passed_ms and self.moved_ms - moved_ms >= _MOSTLY * passed_ms:
                self._moving_frames += self.changed_frames - changed
                self._moving_seconds += seconds

    @contextmanager
    def _hearing(self) -> Iterator[None]:
        """What a move costs while time passes is an input's, but for the film's pictures."""
        used, pictures = self._all_seconds(), self._picture_seconds
        try:
            yield
        finally:
            own = self._picture_seconds - pictures if self._counts_drawing else 0.0
            self._heard_seconds += self._all_seconds() - used - own

    def _drawing(self, seconds: float, passed_ms: int) -> float:
        """Of all that drawing cost what is the page's: its frames in the film are taken to cost what the others do."""
        others = passed_ms / FRAME_MS - self._pictures
        if not self._counts_drawing or others <= 0:
            return 0.0
        return (seconds - self._picture_seconds) * (1 + self._pictures / others)

    @property
    def _counts_drawing(self) -> bool:
        """Pictures that the browser takes by itself, many a second, cannot be told from what they show."""
        return self.kind == "stepped" or not self._is_filmed

    @contextmanager
    def _picturing(self) -> Iterator[None]:
        drawn = self._cpu.drawing_seconds()
        yield
        self._pictures += 1
        self._picture_seconds += self._cpu.drawing_seconds() - drawn

    async def deliver(self, work: Awaitable[T], *, shown: bool = True) -> T:
        """Carry out `work`, an input, at this very moment of page time."""
        used = self._all_seconds()
        try:
            return await self._clock.deliver(work, shown=shown)
        finally:
            self._note_input(self._all_seconds() - used)

    async def carry(self, work: Awaitable[object], page_ms: float) -> None:
        """Carry out `work` while time passes: what hearing it costs is an input's, all else the passing time's."""
        try:
            with self._passing():
                await self._clock.carry(work, page_ms)
        finally:
            self._note_input(self._heard_seconds)

    def _note_input(self, seconds: float) -> None:
        self._inputs += 1
        self._input_seconds += seconds
        self._costliest_seconds = max(self._costliest_seconds, seconds)

    async def draw(self) -> None:
        """Let what was delivered begin; what that costs is nobody's."""
        await self._clock.draw()

    def _all_seconds(self) -> float:
        return self._cpu.seconds() + (self._cpu.drawing_seconds() if self._counts_drawing else 0.0)

    # --- looking and filming cost what they cost ---

    async def take_hold(self) -> None:
        """Stop the page's time."""
        await self._clock.take_hold()

    async def film(self, to: Pictures | None) -> None:
        """Give every change of the window to `to` from now on."""
        self._is_filmed = to is not None
        await self._clock.film(to)

    async def listen(self, to: Listener | None) -> None:
        """Give what is heard to `to` from now on."""
        await self._clock.listen(to)

    async def ask(self, work: Awaitable[T]) -> T:
        """Carry out `work`, a question of ours."""
        return await self._clock.ask(work)

    async def picture(self) -> bytes:
        """A PNG of the window."""
        return await self._clock.picture()

    async def capture(self, clip: dict[str, JsonValue]) -> bytes:
        """A PNG of `clip`."""
        return await self._clock.capture(clip)
