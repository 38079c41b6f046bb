"""`DragAndDrop`: HTML5 drag and drop, with drag data intercepted from Chromium instead of passed to a desktop."""

from typing import Any, cast

from playwright.async_api import Error, Frame, Page

from pytest_cookie.browser import scripts
from pytest_cookie.browser.input.input_dispatch import InputDispatcher

_DRAG_STARTS_WITHIN_PX = 48.0
"""Chromium starts dragging a link after 40 px, everything else sooner."""
_MAX_POLLS = 25


class DragAndDrop:
    """One mouse drag, which the browser may turn into drag and drop. `is_intercepted` says whether it has."""

    def __init__(self, page: Page, dispatcher: InputDispatcher) -> None:
        self._page = page
        self._dispatcher = dispatcher
        self._data: dict[str, Any] | None = None
        self._entered = False

    @property
    def is_intercepted(self) -> bool:
        """Whether drag events have replaced the pointer events."""
        return self._entered

    async def begin(self) -> None:
        """Start to intercept, before the button is pressed."""
        cdp = self._dispatcher.cdp
        cdp.on("Input.dragIntercepted", self._on_intercepted)
        await cdp.send("Input.setInterceptDrags", {"enabled": True})
        await self._run_in_frames("watch")

    async def end(self) -> None:
        """Stop to intercept, after the button is released in any case."""
        cdp = self._dispatcher.cdp
        cdp.remove_listener("Input.dragIntercepted", self._on_intercepted)
        await cdp.send("Input.setInterceptDrags", {"enabled": False})

    def _on_intercepted(self, event: dict[str, Any]) -> None:
        self._data = cast(dict[str, Any], event["data"])

    async def check(self, x: float, y: float, *, moved_px: float) -> None:
        """Check whether the browser took the drag over, after a move to `x`, `y`, `moved_px` from the start."""
        if self._entered or moved_px > _DRAG_STARTS_WITHIN_PX or not await self._run_in_frames("taken"):
            return
        for _ in range(_MAX_POLLS):  # the browser's event and the page's reply arrive on different ways
            if self._data is not None:
                self._entered = True
                await self.send("dragEnter", x, y)
                return
            await self._page.evaluate("0")

    async def send(self, kind: str, x: float, y: float) -> None:
        """Send `dragOver`, `drop` or `dragCancel` at a point."""
        await self._dispatcher.send("Input.dispatchDragEvent", type=kind, x=x, y=y, data=self._data)

    async def _run_in_frames(self, command: str) -> bool:
        return any([await _run_in_frame(frame, command) for frame in self._page.frames])


async def _run_in_frame(frame: Frame, command: str) -> bool:
    try:
        return bool(await frame.evaluate(scripts.with_natives(scripts.source("drag")), command))
    except Error:  # the frame is navigating away
        return False
