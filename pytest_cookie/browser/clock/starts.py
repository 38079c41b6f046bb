"""`AnimationStarts`: what an input begins, begins at its very moment, whatever its answer took.

The answer may take some frames, microseconds apart, and the browser may have gone on a little in its own time.
"""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from playwright.async_api import CDPSession, Error

from pytest_cookie.browser import scripts

_WORLD = "pytest-cookie-clock"
"""Of our own: what the page has done to its interfaces is not known there."""


class AnimationStarts:
    """Those of a window's main document, CSS transitions and animations and those of its scripts.

    What moves in frames and in shadow trees begins when the browser says.
    """

    def __init__(self, cdp: CDPSession) -> None:
        self._cdp = cdp
        self._frame: str | None = None
        cdp.on("Page.frameNavigated", self._on_navigated)

    def _on_navigated(self, told: Mapping[str, Any]) -> None:
        if "parentId" not in told["frame"]:
            self._frame = told["frame"]["id"]

    async def align(self, document_ms: float | None) -> None:
        """What has begun since this moment of the document's own time has begun at it."""
        if self._frame is None or document_ms is None:
            return
        with suppress(Error):  # it is between two documents
            wanted = {"frameId": self._frame, "worldName": _WORLD}
            world = (await self._cdp.send("Page.createIsolatedWorld", wanted))["executionContextId"]  # made once
            call = {"functionDeclaration": scripts.source("stepped_starts"), "executionContextId": world}
            await self._cdp.send("Runtime.callFunctionOn", {**call, "arguments": [{"value": document_ms}]})
