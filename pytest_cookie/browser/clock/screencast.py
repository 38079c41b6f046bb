"""`Screencast`: pictures of the window from a browser in real time; a busy machine skips some."""

import asyncio
import base64
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from playwright.async_api import CDPSession, Error

from pytest_cookie.browser.clock.page_clock import PictureSink

_JPEG_QUALITY = 85


class Screencast:
    """Passes every picture from the browser to `to`, with the page time of its arrival."""

    def __init__(self, cdp: CDPSession, page_ms: Callable[[], int]) -> None:
        self._cdp = cdp
        self._page_ms = page_ms
        self._to: PictureSink | None = None
        self._answers: set[asyncio.Task[None]] = set()
        cdp.on("Page.screencastFrame", self._on_frame)

    async def show(self, to: PictureSink | None) -> None:
        """Start, or stop with None."""
        self._to = to
        if to is None:
            await self._cdp.send("Page.stopScreencast")
        else:
            await self._cdp.send("Page.startScreencast", {"format": "jpeg", "quality": _JPEG_QUALITY})

    def _on_frame(self, shot: dict[str, Any]) -> None:
        if self._to:
            self._to.picture(self._page_ms(), base64.b64decode(shot["data"]))
        answer = asyncio.ensure_future(self._acknowledge(int(shot["sessionId"])))
        self._answers.add(answer)
        answer.add_done_callback(self._answers.discard)

    async def _acknowledge(self, number: int) -> None:
        with suppress(Error):  # the page is already gone
            await self._cdp.send("Page.screencastFrameAck", {"sessionId": number})
