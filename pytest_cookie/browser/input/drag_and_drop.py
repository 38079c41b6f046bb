"""`DragAndDrop`: HTML5 drag and drop, in which Chromium hands the dragged data over instead of to a desktop."""

from typing import Any, cast

from playwright.async_api import Error, Frame, Page

from pytest_cookie.browser import scripts
from pytest_cookie.browser.input.input_dispatch import InputDispatcher

_BEGINS_WITHIN_PX = 48.0
"""Chromium lets go of a link only after 40 px, of all else sooner."""
_ASKED_AGAIN = 25


class DragAndDrop:
    """One drag of the mouse, which the browser may take over while it goes on. `taken` tells whether it has."""

    def __init__(self, page: Page, wire: InputDispatcher) -> None:
        self._page = page
        self._wire = wire
        self._data: dict[str, Any] | None = None
        self._entered = False

    @property
    def taken(self) -> bool:
        """Whether pointer events have ended, and drag events take their place."""
        return self._entered

    async def begin(self) -> None:
        """Before the button goes down."""
        cdp = self._wire.cdp
        cdp.on("Input.dragIntercepted", self._take)
        await cdp.send("Input.setInterceptDrags", {"enabled": True})
        await self._ask_frames("watch")

    async def end(self) -> None:
        """When the button is up, whatever happened."""
        cdp = self._wire.cdp
        cdp.remove_listener("Input.dragIntercepted", self._take)
        await cdp.send("Input.setInterceptDrags", {"enabled": False})

    def _take(self, event: dict[str, Any]) -> None:
        self._data = cast(dict[str, Any], event["data"])

    async def look(self, x: float, y: float, *, moved_px: float) -> None:
        """After a move of the pressed pointer to `x`, `y`, `moved_px` from where it began: was it taken over?"""
        if self._entered or moved_px > _BEGINS_WITHIN_PX or not await self._ask_frames("taken"):
            return
        for _ in range(_ASKED_AGAIN):  # the browser's word comes by another way than the page's
            if self._data is not None:
                self._entered = True
                await self.send("dragEnter", x, y)
                return
            await self._page.evaluate("0")

    async def send(self, kind: str, x: float, y: float) -> None:
        """`dragOver`, `drop` or `dragCancel` at a place."""
        await self._wire.send("Input.dispatchDragEvent", type=kind, x=x, y=y, data=self._data)

    async def _ask_frames(self, errand: str) -> bool:
        return any([await _ask(frame, errand) for frame in self._page.frames])


async def _ask(frame: Frame, errand: str) -> bool:
    try:
        return bool(await frame.evaluate(scripts.among_natives(scripts.source("drag")), errand))
    except Error:  # a frame that is just going has nothing to tell
        return False
