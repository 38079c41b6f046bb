"""A page that is gone gets no calls: their coroutines are closed without a warning from Python."""

import asyncio
import gc
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import pytest
from playwright.async_api import Error

from pytest_cookie.browser.clock.cooperative import CooperativeClock
from pytest_cookie.browser.errors import PageGoneError
from pytest_cookie.browser.page.page_calls import PageCalls
from pytest_cookie.browser.page.page_reader import PageReader
from pytest_cookie.core.errors import BrowserError


@contextmanager
def nothing_forgotten() -> Iterator[None]:
    """Fails if a coroutine is lost that was never awaited. Earlier objects are kept out of the collection."""
    gc.freeze()
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        try:
            yield
            gc.collect()
        finally:
            gc.unfreeze()
        assert [text for warning in told if "never awaited" in (text := str(warning.message))] == []


def calls(*, crashed: bool) -> PageCalls:
    """Into a page whose browser has a thread that has ended."""

    def run(work: Any, *, seconds: float) -> None:
        work.close()
        raise BrowserError("the browser's thread has ended; open a new session")

    diary = SimpleNamespace(crashed=crashed, note_fault=lambda message: None)
    process = SimpleNamespace(guard=SimpleNamespace(ended=1, cpu_seconds=0.0), is_alive=True, run=run)
    made = PageCalls(process, None, None, diary, target="", max_seconds=9.0, now=lambda: 0.0)  # type: ignore[arg-type]
    process.guard.ended += crashed
    return made


class Dead:
    """A DevTools session of a page that died."""

    async def send(self, method: str, arguments: object = None) -> dict[str, Any]:
        raise Error("Target crashed")

    def on(self, event: str, listener: object) -> None:
        """Has no events."""


@pytest.mark.parametrize("takes_time", [True, False])
@pytest.mark.parametrize("outside", [True, False])
@pytest.mark.parametrize(("crashed", "refusal"), [(True, PageGoneError), (False, BrowserError)])
def test_a_question_that_is_refused_is_closed(takes_time, outside, crashed, refusal):
    eye = PageReader(None, CooperativeClock(Dead()), calls(crashed=crashed))  # type: ignore[arg-type]
    with nothing_forgotten(), pytest.raises(refusal):
        eye.evaluate("() => 1", None, takes_time=takes_time, outside=outside)


def test_a_question_to_a_page_whose_time_cannot_be_let_go_is_closed():
    async def ask() -> int:
        return 1

    with nothing_forgotten(), pytest.raises(Error, match="crashed"):
        asyncio.run(CooperativeClock(Dead()).run_until_done(ask()))  # type: ignore[arg-type]
