"""`PageClock`: the one place through which page time passes. Here it is real time."""

import asyncio
import time
from collections.abc import Awaitable, Callable

_QUIET_MS = 120
_POLL_MS = 40

QuietCheck = Callable[[int], Awaitable[bool]]
"""Whether nothing has moved for that many milliseconds."""


class PageClock:
    """Counts page time and lets it pass."""

    def __init__(self) -> None:
        self._started: float | None = None

    def start(self) -> None:
        """Begin to count, at the first load; later calls change nothing."""
        if self._started is None:
            self._started = time.monotonic()

    @property
    def page_ms(self) -> int:
        """Page time since `start`, in milliseconds."""
        return 0 if self._started is None else round((time.monotonic() - self._started) * 1000)

    async def let_pass(self, page_ms: float) -> None:
        """Let the page run for so long."""
        await asyncio.sleep(page_ms / 1000)

    async def settle(self, cap_ms: float, is_quiet: QuietCheck) -> None:
        """Let the page run until it has been quiet for a moment, at most `cap_ms`."""
        ends = time.monotonic() + cap_ms / 1000
        await self.let_pass(min(_QUIET_MS, cap_ms))
        while (left := ends - time.monotonic()) > 0 and not await is_quiet(_QUIET_MS):
            await self.let_pass(min(_POLL_MS, left * 1000))
