"""`AnimationStarts`: what an input begins, begins at its very moment, whatever its answer took.

The answer may take some frames, microseconds apart, and the browser may have gone on a little in its own time.
"""

from collections.abc import Mapping
from typing import Any

from playwright.async_api import CDPSession, Error

from pytest_cookie.browser import scripts
from pytest_cookie.browser.page.isolated_world import own_world


class AnimationStarts:
    """Those of a window's main document, CSS transitions and animations and those of its scripts.

    What moves in frames and in shadow trees begins when the browser says.
    """

    def __init__(self, cdp: CDPSession) -> None:
        self._cdp = cdp
        self._world: int | None = None
        cdp.on("Page.frameNavigated", self._on_navigated)

    def _on_navigated(self, told: Mapping[str, Any]) -> None:
        if "parentId" not in told["frame"]:
            self._world = None

    async def align(self, document_ms: float) -> None:
        """What has begun since this moment of the document's own time has begun at it."""
        try:
            world = self._world = self._world or await own_world(self._cdp)
            call = {"functionDeclaration": scripts.source("stepped_starts"), "executionContextId": world}
            await self._cdp.send("Runtime.callFunctionOn", {**call, "arguments": [{"value": document_ms}]})
        except Error:  # it is between two documents, or the world was still of the one before
            self._world = None
