"""`SlowWorkers`: workers that page time no longer waits for; decides how long to wait for the next one and when to end
them."""

from pytest_cookie.browser.clock.clock_feasibility import CpuSeconds

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
