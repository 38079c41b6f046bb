"""`EventLoopThread`: the one thread that runs Playwright; calls into it always return in bounded time."""

import asyncio
import concurrent.futures
import inspect
import logging
import threading
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any, TypeVar

from pytest_cookie.core.errors import BrowserError

T = TypeVar("T")

_LOG = logging.getLogger(__name__)

_GRACE_SECONDS = 2.0
"""Time for a coroutine to handle its cancellation before the caller stops waiting for it."""


class DeadlineError(Exception):
    """A call into the browser did not return in time."""


class EventLoopThread:
    """An asyncio loop in a daemon thread. `run` is called from any other thread."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._loop.set_exception_handler(_log_quietly)
        self._thread = threading.Thread(target=self._loop.run_forever, name="pytest-cookie browser", daemon=True)
        self._thread.start()

    def run(self, work: Coroutine[Any, Any, T], *, seconds: float) -> T:
        """Return the result of `work`. Raises `DeadlineError` after `seconds`, even if the loop itself is stuck."""
        if not self._thread.is_alive():
            work.close()
            raise BrowserError("the browser's thread has ended; open a new session")
        bounded = _bounded(work, seconds)
        future = asyncio.run_coroutine_threadsafe(bounded, self._loop)
        try:
            return future.result(seconds + _GRACE_SECONDS)
        except concurrent.futures.TimeoutError as error:
            future.cancel()
            raise DeadlineError(f"no answer within {seconds:g} s") from error
        finally:
            close_unstarted(bounded)
            close_unstarted(work)

    def stop(self) -> None:
        """Stop the thread and cancel what still runs on the loop."""
        if not self._thread.is_alive():
            return
        asyncio.run_coroutine_threadsafe(_cancel_all(), self._loop)
        self._thread.join(_GRACE_SECONDS)
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._loop.stop)
        else:
            self._loop.close()


def close_unstarted(work: object) -> None:
    """Close `work` if it will not be awaited: a coroutine that never starts warns about that."""
    if inspect.iscoroutine(work) and inspect.getcoroutinestate(work) == inspect.CORO_CREATED:
        with suppress(RuntimeError, ValueError):  # it is starting at this moment
            work.close()


async def _bounded(work: Coroutine[Any, Any, T], seconds: float) -> T:
    return await asyncio.wait_for(work, seconds)


async def _cancel_all() -> None:
    """Cancel all other tasks, then stop the loop."""
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for task in others:
        task.cancel()
    if others:
        await asyncio.wait(others, timeout=_GRACE_SECONDS / 2)
    asyncio.get_running_loop().stop()


def _log_quietly(_: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Log errors of abandoned calls, such as answers of a browser that was killed."""
    _LOG.debug("%s", context.get("message"), exc_info=context.get("exception"))
