"""`PageWorkers`: lets a page's workers go on in step with its time, which virtual time does not do."""

import asyncio
from typing import Any

from playwright.async_api import CDPSession

from pytest_cookie.browser import scripts
from pytest_cookie.browser.clock.clock_feasibility import CpuSeconds
from pytest_cookie.browser.clock.slow_workers import SlowWorkers
from pytest_cookie.browser.clock.virtual_time import VirtualTime
from pytest_cookie.browser.clock.wakeful_frames import WakefulFrames
from pytest_cookie.browser.process.load_factor import patience

_BINDING = "__cookieWorkers"

_NAP_SECONDS = (0.0, 0.001, 0.001, 0.002, 0.004, 0.01)


def init_script(seed: int) -> str:
    """What has to run in every frame before the page's own scripts, and after those that rule its clocks."""
    return scripts.stepped_workers(_BINDING, seed)


class PageWorkers:
    """Of all frames of a page. Costs nothing until one has workers, and little while those wait for messages."""

    def __init__(self, cdp: CDPSession, time: VirtualTime, cpu_seconds: CpuSeconds | None = None) -> None:
        self._time = time
        self._frames = WakefulFrames(cdp, _BINDING, subject="what workers do")
        self._laggards = SlowWorkers(cpu_seconds)

    async def take_hold(self) -> None:
        """Listen to the page's documents from the next on."""
        await self._frames.take_hold()

    @property
    def is_awake(self) -> bool:
        """Whether any worker has something to do by itself."""
        return bool(self._frames.awake)

    @property
    def notes(self) -> tuple[str, ...]:
        """Which workers were not in step, and why."""
        return self._frames.notes

    async def follow(self) -> None:
        """Let all workers go on up to the present page time, and the page hear what they say."""
        if self._laggards.are_due():
            await self._end_laggards()
        for frame in self._frames.awake:
            await self._follow(frame)

    async def _follow(self, frame: int) -> None:
        naps = _Naps(self._laggards.patience_seconds)
        while (told := await self._ask(frame)) and told["next"] == "flush":
            if naps.are_many(told.get("asked", 0)):
                self._frames.note("a worker took too long at one moment: page time went on without it")
                await self._frames.evaluate(frame, f"{_BINDING}.giveUp()")
                self._laggards.note(frame, naps.waited_seconds)
                naps.seconds = self._laggards.patience_seconds
            await naps.take()
            await self._time.flush()
        if told is None or not told.get("isAwake"):
            self._frames.forget(frame)
        for note in _notes(told):
            self._frames.note(note)

    async def _end_laggards(self) -> None:
        """What spins on takes the time that the page itself needs."""
        ended = [await self._frames.evaluate(frame, f"{_BINDING}.end()") for frame in self._laggards.frames]
        if any(ended):
            self._frames.note("a worker that never answered was ended")
        self._laggards.forget(were_ended=any(ended))

    async def _ask(self, frame: int) -> dict[str, Any] | None:
        """None where the frame is gone, or has broken what we put into it."""
        told = await self._frames.evaluate(frame, f"{_BINDING}.follow({self._time.now_ms})")
        return told if isinstance(told, dict) and "next" in told else None


def _notes(told: dict[str, Any] | None) -> list[object]:
    """A page that has broken what tells them has none."""
    notes = told.get("notes") if told else None
    return notes if isinstance(notes, list) else []


class _Naps:
    """Short at first; all those that one worker takes are bounded by `seconds`, more of them on a busy machine."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._worker = -1
        self._taken = 0
        self._began = self._ends = 0.0
        self.waited_seconds = 0.0

    def are_many(self, worker: int) -> bool:
        """Whether `worker`, counted in the order in which they are asked, has had its time."""
        now = asyncio.get_running_loop().time()
        if worker == self._worker and now <= self._ends:
            return False
        was_known, self._worker = worker == self._worker, worker
        self.waited_seconds, self._began = now - self._began, now
        self._taken, self._ends = 0, now + self.seconds * patience()
        return was_known

    async def take(self) -> None:
        """Let the worker work."""
        await asyncio.sleep(_NAP_SECONDS[min(self._taken, len(_NAP_SECONDS) - 1)])
        self._taken += 1
