"""`Screencast`: what a browser in real time shows of its window; some pictures are missed where the machine is busy."""

import asyncio
import base64
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from playwright.async_api import CDPSession, Error

from pytest_cookie.browser.clock.page_clock import Pictures

_JPEG_QUALITY = 85


class Screencast:
    """Gives every picture that the browser sends to `to`, at the page time at which it came."""

    def __init__(self, cdp: CDPSession, page_ms: Callable[[], int]) -> None:
        self._cdp = cdp
        self._page_ms = page_ms
        self._to: Pictures | None = None
        self._answers: set[asyncio.Task[None]] = set()
        cdp.on("Page.screencastFrame", self._on_frame)

    async def show(self, to: Pictures | None) -> None:
        """Begin, or end with None."""
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
        with suppress(Error):  # the page has gone meanwhile
            await self._cdp.send("Page.screencastFrameAck", {"sessionId": number})
