"""`PressArrival`: whether a press reached its target, according to the trusted event that it caused."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from playwright.async_api import CDPSession, Error

from pytest_cookie.browser import scripts
from pytest_cookie.browser.input.target import Target
from pytest_cookie.browser.page.page_query import WORLD, get_world_id

_LONGEST_SELECTOR = 300


async def listen_for_presses(cdp: CDPSession) -> None:
    """Be the first listener of every document to come; call it before the page is loaded."""
    source = scripts.source("arrival_first")
    await cdp.send("Page.addScriptToEvaluateOnNewDocument", {"source": source, "worldName": WORLD})


class PressArrival:
    """Compares the element that received a press with its target, in a world that the page cannot reach.

    `went_to` is the selector of the element that received the first press since `reset` that missed its target;
    `nothing` if there was none, and "" if every press arrived, or if that is not known: after a navigation, in a closed
    shadow root, in a frame of another origin, and for places without an element.
    """

    def __init__(self, cdp: CDPSession) -> None:
        self._cdp = cdp
        self.went_to = ""

    def reset(self) -> None:
        """Forget earlier presses."""
        self.went_to = ""

    @asynccontextmanager
    async def watch(self, target: Target) -> AsyncIterator[None]:
        """Watch a press at `target`."""
        world = await self._expect(target.selector) if target.selector else None
        yield
        if world is not None and not self.went_to:
            went_to = await self._call(world, "read")
            self.went_to = went_to[:_LONGEST_SELECTOR] if isinstance(went_to, str) else ""

    async def _expect(self, selector: str) -> int | None:
        try:
            world = await get_world_id(self._cdp)
        except Error:
            return None
        return world if await self._call(world, "expect", selector) is True else None

    async def _call(self, world: int, errand: str, selector: str = "") -> object:
        """The script's value; None if the document is gone or the script failed."""
        call: dict[str, Any] = {
            "executionContextId": world,
            "functionDeclaration": scripts.with_json_argument(scripts.with_dom("arrival")),
            "arguments": [{"value": json.dumps({"errand": errand, "selector": selector})}],
            "returnByValue": True,
        }
        try:
            reply = await self._cdp.send("Runtime.callFunctionOn", call)
        except Error:
            return None
        return None if "exceptionDetails" in reply else reply["result"].get("value")
