"""`from_outside`: asks a document from a world of its own, in which the page's scripts have changed nothing.

The document is the same; JavaScript and the browser's interfaces are new, and what a page has done to its own does not
reach there. What `scripts/prelude.js` notes in the page's world (listeners, closed shadow roots) is not known there.
"""

import json
from typing import Any
from weakref import WeakKeyDictionary

from playwright.async_api import CDPSession, Page
from pydantic import JsonValue

from pytest_cookie.browser import scripts
from pytest_cookie.browser.errors import PageHiddenError, PageScriptError
from pytest_cookie.browser.page.script_reply import read_answer

_WORLD = "pytest-cookie"

_SESSIONS: WeakKeyDictionary[Page, CDPSession] = WeakKeyDictionary()
"""One a page, made when it is first needed."""


def was_looked_at_from_outside(page: Page) -> bool:
    """Whether the page's own world was of no use at any time."""
    return page in _SESSIONS


async def from_outside(page: Page, function: str, argument: object) -> JsonValue:
    """The JSON value of `function`, a JavaScript expression, called with `argument`.

    Raises Playwright's `Error` where there is no document to ask, `PageScriptError` where the function throws,
    `PageHiddenError` where that is the page's doing.
    """
    value, thrown = await _asked(page, function, argument)
    if thrown:
        await require_nothing_hidden(page)
        raise PageScriptError(thrown)
    return value


async def require_nothing_hidden(page: Page) -> None:
    """Raises `PageHiddenError` where a field's name hides from every world what its form itself has."""
    hidden, _ = await _asked(page, scripts.source("hidden"), None)
    if hidden:
        raise PageHiddenError(f"a field with the name “{hidden}” hides what the form itself has by that name")


async def own_world(cdp: CDPSession) -> int:
    """The id of our world in the main document: the same one, once it is made.

    Raises Playwright's `Error` where there is no document.
    """
    tree = await cdp.send("Page.getFrameTree")
    wanted = {"frameId": tree["frameTree"]["frame"]["id"], "worldName": _WORLD}
    return int((await cdp.send("Page.createIsolatedWorld", wanted))["executionContextId"])


async def _asked(page: Page, function: str, argument: object) -> tuple[JsonValue, str]:
    """The value, and what was thrown instead."""
    cdp = _SESSIONS.get(page) or await page.context.new_cdp_session(page)
    _SESSIONS[page] = cdp
    world = await own_world(cdp)
    call: dict[str, Any] = {"executionContextId": world, "awaitPromise": True, "returnByValue": True}
    await cdp.send("Runtime.callFunctionOn", {**call, "functionDeclaration": scripts.source("outside")})
    asked = {"functionDeclaration": scripts.by_text(function), "arguments": [{"value": json.dumps(argument)}]}
    told = await cdp.send("Runtime.callFunctionOn", {**call, **asked})
    if thrown := told.get("exceptionDetails"):
        what = thrown.get("exception", {}).get("description") or thrown.get("text", "")
        return None, str(what)[:500] or "it threw"
    return read_answer(told["result"].get("value")), ""
