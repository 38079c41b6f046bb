"""A document is waited for at the gate also where its navigation is known to be done before it is told of."""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import Any

from pytest_cookie.browser.clock.gate import LoadGate


class Browser:
    """A DevTools session that tells what it is made to."""

    def __init__(self) -> None:
        self._listeners: dict[str, list[Callable[[Any], object]]] = defaultdict(list)

    def on(self, event: str, listener: Callable[[Any], object]) -> None:
        self._listeners[event].append(listener)

    async def send(self, _: str, __: Mapping[str, Any] | None = None) -> dict[str, Any]:
        return {}

    def tell(self, event: str, **told: object) -> None:
        for listener in self._listeners[event]:
            listener(told)

    def begin(self, frame: str) -> None:
        self.tell("Page.frameStartedLoading", frameId=frame)

    def arrive(self, frame: str) -> None:
        """A document without anything in it stands at the gate."""
        self.tell("Page.frameNavigated", frame={"id": frame})
        self.tell("Fetch.requestPaused", requestId="1")
        self.tell("Page.domContentEventFired")
        self.tell("Page.loadEventFired")
        self.tell("Page.frameStoppedLoading", frameId=frame)


async def loaded_once() -> tuple[Browser, LoadGate]:
    browser = Browser()
    gate = LoadGate(browser)  # type: ignore[arg-type]
    await gate.take_hold()
    browser.begin("main")
    browser.arrive("main")
    while gate.is_closed:
        await asyncio.sleep(0.001)
    return browser, gate


def test_the_document_before_it_is_not_taken_for_the_one_that_has_begun():
    async def run() -> bool:
        browser, gate = await loaded_once()
        browser.begin("main")
        reached = asyncio.ensure_future(gate.reached())
        await asyncio.sleep(0.01)
        was_early = reached.done()
        browser.arrive("main")
        await asyncio.wait_for(reached, 0.5)
        return not was_early

    assert asyncio.run(run())


def test_a_frame_that_loads_inside_the_page_is_not_waited_for():
    async def run() -> bool:
        browser, gate = await loaded_once()
        browser.begin("inner")
        reached = asyncio.ensure_future(gate.reached())
        await asyncio.sleep(0.01)
        return reached.done()

    assert asyncio.run(run())
