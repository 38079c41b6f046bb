"""The gate waits for a document even if its navigation ends before its event arrives."""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import Any

from pytest_cookie.browser.clock.load_gate import LoadGate


class Browser:
    """A DevTools session with scripted events."""

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

    def arrive(self) -> None:
        """An empty document waits at the gate."""
        self.tell("Page.frameNavigated", frame={"id": "main"})
        self.tell("Fetch.requestPaused", requestId="1")
        self.tell("Page.domContentEventFired")
        self.tell("Page.loadEventFired")
        self.tell("Page.frameStoppedLoading", frameId="main")


async def waits_for(frame: str) -> bool:
    """Whether the gate, at which a document has been before, waits for the one that now begins to load in `frame`."""
    browser = Browser()
    gate = LoadGate(browser)  # type: ignore[arg-type]
    await gate.attach()
    browser.begin("main")
    browser.arrive()
    while gate.is_closed:
        await asyncio.sleep(0.001)
    browser.begin(frame)
    reached = asyncio.ensure_future(gate.wait_for_request())
    await asyncio.sleep(0.01)
    waited = not reached.done()
    browser.arrive()
    await asyncio.wait_for(reached, 0.5)
    return waited


def test_the_document_before_it_is_not_taken_for_the_one_that_has_begun():
    assert asyncio.run(waits_for("main"))


def test_a_frame_that_loads_inside_the_page_is_not_waited_for():
    assert not asyncio.run(waits_for("inner"))
