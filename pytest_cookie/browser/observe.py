"""Takes an `Observation`: one walk by `scripts/observe.js`, a picture and the accessibility tree."""

import asyncio
import base64
import json
from typing import Any, cast

from playwright.async_api import CDPSession, Error, Page

from pytest_cookie.browser import scripts
from pytest_cookie.browser.errors import PageScriptError
from pytest_cookie.browser.observation import ElementState, Observation
from pytest_cookie.browser.text import well_formed
from pytest_cookie.core.page import Inventory

_LIMITS = {"elements": 3_000, "walked": 20_000, "controls": 400, "media": 200, "text": 20_000}
_TREE_CHARACTERS = 20_000
_TREE_MS = 10_000
_NAVIGATING = ("Execution context was destroyed", "Cannot find context", "because of a navigation")
_TRIES = 4


async def observe(page: Page, cdp: CDPSession, *, page_ms: int) -> Observation:
    """What `page` shows now. A navigation under way is waited for; Playwright's `Error` is raised where none ends.

    Raises `PageScriptError` where the page has changed JavaScript itself so that nothing can be read.
    """
    told = str(await evaluate(page, scripts.with_dom("observe"), _LIMITS))
    screenshot = await picture(cdp)
    tree = await _accessibility_tree(page)
    try:
        seen: dict[str, Any] = well_formed(json.loads(told))
        elements = {path: _element(state) for path, state in seen.pop("elements").items()}
        inventory = Inventory.model_validate({**seen.pop("inventory"), "accessibility_tree": well_formed(tree)})
    except (ValueError, KeyError, AttributeError, TypeError) as error:  # it has JavaScript of its own make
        raise PageScriptError(f"the page's own scripts broke the observation: {str(error)[:300]}") from error
    return Observation(
        url=inventory.url, screenshot=screenshot, inventory=inventory, elements=elements, page_ms=page_ms, **seen
    )


def _element(state: dict[str, Any]) -> ElementState:
    return ElementState(text=state["text"], state=state["state"], box=tuple(state["box"]))


async def evaluate(page: Page, script: str, argument: object) -> object:
    """`page.evaluate`, again in the next document where a navigation took this one away."""
    for _ in range(_TRIES - 1):
        try:
            return cast(object, await page.evaluate(script, argument))
        except Error as error:
            if not any(sign in error.message for sign in _NAVIGATING):
                raise
            await asyncio.sleep(0.1)
    return cast(object, await page.evaluate(script, argument))


async def picture(cdp: CDPSession) -> bytes:
    """A PNG of the window as it is; Playwright's own screenshot would touch the document."""
    shot = await cdp.send("Page.captureScreenshot", {"format": "png"})
    return base64.b64decode(shot["data"])


async def _accessibility_tree(page: Page) -> str:
    try:
        tree = await page.locator(":root").first.aria_snapshot(timeout=_TREE_MS)
    except Error as error:  # such as a navigation on the way; the walk has seen what there is
        return f"# no tree: {error.message.splitlines()[0][:200]}"
    return tree[:_TREE_CHARACTERS]
