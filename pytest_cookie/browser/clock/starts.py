"""`AnimationStarts`: what an input begins, begins at its very moment, whatever its answer took.

The answer may take some frames, microseconds apart; and where none was drawn for a while, a browser that is asked for
an animation before the next one takes the time that it expects of that.
"""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from playwright.async_api import CDPSession, Error

from pytest_cookie.browser import scripts

_WORLD = "pytest-cookie-clock"


class AnimationStarts:
    """The animations of a window's main document: CSS transitions and animations, and those of its scripts."""

    def __init__(self, cdp: CDPSession) -> None:
        self._cdp = cdp
        self._frame: str | None = None
        self._world: int | None = None
        cdp.on("Page.frameNavigated", self._on_navigated)

    def _on_navigated(self, told: Mapping[str, Any]) -> None:
        if "parentId" not in told["frame"]:
            self._frame, self._world = told["frame"]["id"], None

    async def align(self, document_ms: float) -> None:
        """Let what began at or after this moment of the document's own time have begun at it."""
        if self._frame is None:
            return
        with suppress(Error):  # it is between two documents
            if self._world is None:  # of our own: what the page has done to its interfaces is not known there
                wanted = {"frameId": self._frame, "worldName": _WORLD}
                self._world = (await self._cdp.send("Page.createIsolatedWorld", wanted))["executionContextId"]
            call = {"functionDeclaration": scripts.source("stepped_starts"), "executionContextId": self._world}
            await self._cdp.send("Runtime.callFunctionOn", {**call, "arguments": [{"value": document_ms}]})
