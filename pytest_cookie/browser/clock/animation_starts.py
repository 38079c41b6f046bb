"""`AnimationStarts`: makes animations that an input starts begin at the moment of the input.

Its answer may take several frames, microseconds apart, and the browser's own time may have advanced a little.
"""

from collections.abc import Mapping
from typing import Any

from playwright.async_api import CDPSession, Error

from pytest_cookie.browser import scripts
from pytest_cookie.browser.page.page_query import get_world_id


class AnimationStarts:
    """Animations of a window's main document: CSS transitions and animations, and those of its scripts.

    Animations in frames and shadow trees start at the browser's own time.
    """

    def __init__(self, cdp: CDPSession) -> None:
        self._cdp = cdp
        self._world: int | None = None
        cdp.on("Page.frameNavigated", self._on_navigated)

    def _on_navigated(self, event: Mapping[str, Any]) -> None:
        if "parentId" not in event["frame"]:
            self._world = None

    async def align(self, document_ms: float) -> None:
        """Set the start of animations that began after this moment of the document's time to it."""
        try:
            world = self._world = self._world or await get_world_id(self._cdp)
            call = {"functionDeclaration": scripts.source("stepped_starts"), "executionContextId": world}
            await self._cdp.send("Runtime.callFunctionOn", {**call, "arguments": [{"value": document_ms}]})
        except Error:  # it is between two documents, or the world belongs to the previous one
            self._world = None
