"""`SlowWorkers`: workers that page time went on without: how long the next one is waited for, when they are ended."""

from pytest_cookie.browser.clock.clock_feasibility import CpuSeconds

PATIENCE_SECONDS = 5.0
"""For what workers compute or fetch at one moment of page time; longer, and page time goes on without them."""
_ALL_PATIENCE_SECONDS = 20.0
"""For all of a page's together; from then on one is waited for as long as this:"""
_LITTLE_PATIENCE_SECONDS = 0.1

_CPU_SECONDS = 30.0
"""Of the whole browser: after so much processor time what has not answered never will. The next ones get less:"""
_FEW_CPU_SECONDS = 3.0


class SlowWorkers:
    """Of one page. Without `cpu_seconds`, the processor time that the browser has used, none is ever ended."""

    def __init__(self, cpu_seconds: CpuSeconds | None) -> None:
        self._cpu_seconds = cpu_seconds
        self._left_seconds = _ALL_PATIENCE_SECONDS
        self._most_cpu_seconds = _CPU_SECONDS
        self._cpu_at_first = 0.0
        self.frames: set[int] = set()
        """The execution contexts that have some."""

    @property
    def patience_seconds(self) -> float:
        """For the next worker, more on a busy machine."""
        return PATIENCE_SECONDS if self._left_seconds > 0 else _LITTLE_PATIENCE_SECONDS

    def note(self, frame: int, waited_seconds: float) -> None:
        """Page time goes on without a worker of `frame` that was waited for so long."""
        self._left_seconds -= waited_seconds
        if not self.frames and self._cpu_seconds is not None:
            self._cpu_at_first = self._cpu_seconds()
        self.frames.add(frame)

    def are_due(self) -> bool:
        """Whether those that have not answered yet are to be ended."""
        if not self.frames or self._cpu_seconds is None:
            return False
        return self._cpu_seconds() - self._cpu_at_first >= self._most_cpu_seconds

    def forget(self, *, were_ended: bool) -> None:
        """None are left; where they `were_ended`, the next ones get less time."""
        self.frames = set()
        if were_ended:
            self._most_cpu_seconds = _FEW_CPU_SECONDS
