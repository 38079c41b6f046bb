"""`PageWorkers`: runs a page's workers in step with its time, which virtual time does not control."""

import asyncio
from typing import Any

from playwright.async_api import CDPSession

from pytest_cookie.browser import scripts
from pytest_cookie.browser.clock.clock_feasibility import CpuSeconds
from pytest_cookie.browser.clock.virtual_time import VirtualTime
from pytest_cookie.browser.clock.wakeful_frames import WakefulFrames
from pytest_cookie.browser.process.load_factor import load_factor

WAIT_SECONDS = 5.0
"""Maximum wait for what workers compute or fetch at one moment of page time; afterwards time continues without them."""
_TOTAL_WAIT_SECONDS = 20.0
"""Maximum total wait per page; afterwards each worker gets only this long:"""
_SHORT_WAIT_SECONDS = 0.1

_FIRST_CPU_SECONDS = 30.0
"""Processor time of the whole browser after which a worker is assumed never to answer. Later ones get less:"""
_LATER_CPU_SECONDS = 3.0


class SlowWorkers:
    """Slow workers of one page. Without `cpu_seconds` (the browser's processor time) none is ever ended."""

    def __init__(self, cpu_seconds: CpuSeconds | None) -> None:
        self._cpu_seconds = cpu_seconds
        self._left_seconds = _TOTAL_WAIT_SECONDS
        self._allowed_cpu_seconds = _FIRST_CPU_SECONDS
        self._cpu_at_first = 0.0
        self.frames: set[int] = set()
        """Execution contexts that have slow workers."""

    @property
    def timeout_seconds(self) -> float:
        """Maximum wait for the next worker, scaled by the load factor."""
        return WAIT_SECONDS if self._left_seconds > 0 else _SHORT_WAIT_SECONDS

    def note(self, frame: int, waited_seconds: float) -> None:
        """Record that page time continues without a worker of `frame` after waiting `waited_seconds`."""
        self._left_seconds -= waited_seconds
        if not self.frames and self._cpu_seconds is not None:
            self._cpu_at_first = self._cpu_seconds()
        self.frames.add(frame)

    def are_due(self) -> bool:
        """Whether the remaining slow workers have to be ended."""
        if not self.frames or self._cpu_seconds is None:
            return False
        return self._cpu_seconds() - self._cpu_at_first >= self._allowed_cpu_seconds

    def forget(self, *, were_ended: bool) -> None:
        """Forget all slow workers; if they `were_ended`, the next ones get less time."""
        self.frames = set()
        if were_ended:
            self._allowed_cpu_seconds = _LATER_CPU_SECONDS


_BINDING = "__cookieWorkers"

_PAUSE_SECONDS = (0.0, 0.001, 0.001, 0.002, 0.004, 0.01)


def init_script(epoch_ms: int, seed: int) -> str:
    """Return the script to run in every frame before the page's own scripts and after those that control its clocks."""
    return scripts.build_stepped_workers(_BINDING, epoch_ms, seed)


class PageWorkers:
    """Workers of all frames. No cost until there are workers, and little while they wait for messages."""

    def __init__(self, cdp: CDPSession, time: VirtualTime, cpu_seconds: CpuSeconds | None = None) -> None:
        self._time = time
        self._frames = WakefulFrames(cdp, _BINDING, subject="what workers do")
        self._slow_workers = SlowWorkers(cpu_seconds)

    async def attach(self) -> None:
        """Start to listen, from the page's next document on."""
        await self._frames.attach()

    @property
    def is_awake(self) -> bool:
        """Whether any worker has work of its own."""
        return bool(self._frames.awake)

    @property
    def notes(self) -> tuple[str, ...]:
        """Which workers were not in step, and why."""
        return self._frames.notes

    async def follow(self) -> None:
        """Run all workers up to the current page time, and let the page process their messages."""
        if self._slow_workers.are_due():
            await self._end_slow_workers()
        for frame in self._frames.awake:
            await self._follow(frame)

    async def _follow(self, frame: int) -> None:
        pauses = _Pauses(self._slow_workers.timeout_seconds)
        while (reply := await self._poll(frame)) and reply["next"] == "flush":
            if pauses.is_over_limit(reply.get("asked", 0)):
                self._frames.note("a worker took too long at one moment: page time continued without it")
                await self._frames.evaluate(frame, f"{_BINDING}.giveUp()")
                self._slow_workers.note(frame, pauses.waited_seconds)
                pauses.seconds = self._slow_workers.timeout_seconds
            await pauses.take()
            await self._time.flush()
        if reply is None or not reply.get("isAwake"):
            self._frames.forget(frame)
        for note in _read_notes(reply):
            self._frames.note(note)

    async def _end_slow_workers(self) -> None:
        """End workers that keep running, since they take the processor time that the page needs."""
        ended = [await self._frames.evaluate(frame, f"{_BINDING}.end()") for frame in self._slow_workers.frames]
        if any(ended):
            self._frames.note("a worker that never answered was ended")
        self._slow_workers.forget(were_ended=any(ended))

    async def _poll(self, frame: int) -> dict[str, Any] | None:
        """Poll a frame; None if it is gone or has broken our script."""
        reply = await self._frames.evaluate(frame, f"{_BINDING}.follow({self._time.now_ms})")
        return reply if isinstance(reply, dict) and "next" in reply else None


def _read_notes(reply: dict[str, Any] | None) -> list[object]:
    """Return the frame's notes; none if the page has broken our script."""
    notes = reply.get("notes") if reply else None
    return notes if isinstance(notes, list) else []


class _Pauses:
    """Pauses, short at first. Those for one worker are limited to `seconds`, scaled by the load factor."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._worker = -1
        self._taken = 0
        self._began = self._ends = 0.0
        self.waited_seconds = 0.0

    def is_over_limit(self, worker: int) -> bool:
        """Whether `worker`, counted in the order of polling, has used its time."""
        now = asyncio.get_running_loop().time()
        if worker == self._worker and now <= self._ends:
            return False
        was_known, self._worker = worker == self._worker, worker
        self.waited_seconds, self._began = now - self._began, now
        self._taken, self._ends = 0, now + self.seconds * load_factor()
        return was_known

    async def take(self) -> None:
        """Pause to let the worker run."""
        await asyncio.sleep(_PAUSE_SECONDS[min(self._taken, len(_PAUSE_SECONDS) - 1)])
        self._taken += 1
