"""Frames lie at whole tenths of a millisecond of the document's own time, wherever the machine let that begin."""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from playwright.async_api import Error

from pytest_cookie.browser.clock.virtual_time import FRAME_MS, VirtualTime

TICKS_BASE = 23_598_423.389
NO_METRICS, MOVED_ON = -1.0, -2.0


class Browser:
    """A DevTools session whose documents begin at `began_ms`, counted from page time 0.

    None is no answer, `MOVED_ON` one that is overtaken by the next document.
    """

    def __init__(self, began_ms: list[float | None]) -> None:
        self._began_ms = began_ms
        self.drawn_ms: list[float] = []
        self.looks = 0
        self._listeners: dict[str, list[Callable[[Any], object]]] = defaultdict(list)

    def on(self, event: str, listener: Callable[[Any], object]) -> None:
        self._listeners[event].append(listener)

    def navigated(self, **frame: str) -> None:
        """A document is there: the main one, or that of a frame with a `parentId`."""
        for listener in self._listeners["Page.frameNavigated"]:
            listener({"frame": {"id": "F", **frame}})

    async def send(self, method: str, arguments: Mapping[str, Any] | None = None) -> dict[str, Any]:
        if method == "HeadlessExperimental.beginFrame" and arguments:
            self.drawn_ms.append(arguments["frameTimeTicks"] - TICKS_BASE)
        elif method == "Performance.getMetrics":
            began_ms = self._began_ms[self.looks]
            self.looks += 1
            if began_ms is None:
                raise Error("between two documents")
            if began_ms == MOVED_ON:
                self.navigated(loaderId="moved on")
                began_ms = 0.05
            if began_ms == NO_METRICS:
                return {"metrics": []}
            return {"metrics": [{"name": "NavigationStart", "value": (TICKS_BASE + began_ms) / 1e3}]}
        elif method == "Emulation.setVirtualTimePolicy" and arguments:
            if "initialVirtualTime" in arguments:
                return {"virtualTimeTicksBase": TICKS_BASE}
            for listener in self._listeners["Emulation.virtualTimeBudgetExpired"]:
                asyncio.get_running_loop().call_soon(listener, {})
        return {}


async def stepped(browser: Browser) -> VirtualTime:
    time = VirtualTime(browser)  # type: ignore[arg-type]
    await time.attach()
    await time.advance(FRAME_MS)
    return time


def microseconds(values_ms: list[float]) -> list[int]:
    """As in the compositor: fractions are cut off."""
    return [int(ms * 1000) for ms in values_ms]


def test_the_first_document_begins_with_page_time():
    async def run() -> list[float]:
        browser = Browser([0.0])
        time = await stepped(browser)
        for _ in range(2):
            await time.frame()
        await time.frame(has_slot=True)
        await time.frame("png")
        await time.frame()
        assert time.document_ms == FRAME_MS
        return browser.drawn_ms

    assert microseconds(asyncio.run(run())) == [17_000, 17_001, 17_100, 17_200, 17_201]


@pytest.mark.parametrize(
    ("began_ms", "first_us"), [(11.446, 17_046), (12.6, 17_000), (-7.999, 17_001), (11.999, 16_999), (12.75, 16_950)]
)
def test_frames_lie_at_tenths_of_a_later_document(began_ms, first_us):
    async def run() -> tuple[list[float], float]:
        browser = Browser([began_ms])
        time = await stepped(browser)
        await time.frame()
        await time.frame()
        await time.frame("png")
        return browser.drawn_ms, time.document_ms

    drawn, document_ms = asyncio.run(run())
    assert microseconds(drawn) == [first_us, first_us + 1, first_us + 100]
    own_us = first_us - round(began_ms * 1000)
    assert own_us % 100 == 0
    assert document_ms == own_us / 1000


@pytest.mark.parametrize("nothing", [None, NO_METRICS, MOVED_ON])
def test_it_is_looked_up_once_a_document_and_again_where_there_was_no_answer(nothing):
    async def run() -> Browser:
        browser = Browser([0.0, nothing, 3.04])
        browser.navigated(loaderId="first")
        time = await stepped(browser)
        for _ in range(3):
            await time.frame()
        browser.navigated(loaderId="framed", parentId="F")
        await time.frame()
        assert time.document_ms == FRAME_MS
        browser.navigated(loaderId="second")
        assert time.document_ms is None
        for _ in range(3):
            await time.advance(FRAME_MS)
            await time.frame()
        assert time.document_ms == pytest.approx(4 * FRAME_MS - 3)
        return browser

    browser = asyncio.run(run())
    assert browser.looks == 3
    assert microseconds(browser.drawn_ms)[-2:] == [51_040, 68_040]
