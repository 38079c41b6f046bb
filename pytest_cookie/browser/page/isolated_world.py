"""`evaluate_isolated`: evaluates scripts in an isolated world, where the page's scripts have changed nothing.

The document is the same, but JavaScript and the browser's interfaces are unmodified. Notes of `scripts/prelude.js` in
the page's world (listeners, closed shadow roots) are not available there.
"""

import json
from typing import Any
from weakref import WeakKeyDictionary

from playwright.async_api import CDPSession, Page
from pydantic import JsonValue

from pytest_cookie.browser import scripts
from pytest_cookie.browser.errors import PageHiddenError, PageScriptError
from pytest_cookie.browser.page.script_reply import parse_script_reply

WORLD = "pytest-cookie"
"""The name of our world in every document."""

_SESSIONS: WeakKeyDictionary[Page, CDPSession] = WeakKeyDictionary()
"""One CDP session for each page, opened on first use."""


def used_isolated_world(page: Page) -> bool:
    """Whether an isolated world was ever needed."""
    return page in _SESSIONS


async def evaluate_isolated(page: Page, function: str, argument: object) -> JsonValue:
    """Return the JSON value of `function`, a JavaScript expression, called with `argument`.

    Raises Playwright's `Error` if there is no document, `PageScriptError` if the function throws, `PageHiddenError` if
    the page is the reason.
    """
    value, thrown = await _evaluate(page, function, argument)
    if thrown:
        await require_no_hidden_properties(page)
        raise PageScriptError(thrown)
    return value


async def require_no_hidden_properties(page: Page) -> None:
    """Raise `PageHiddenError` if a field's name hides a property of its form in every world."""
    hidden, _ = await _evaluate(page, scripts.source("hidden"), None)
    if hidden:
        raise PageHiddenError(f"a field named “{hidden}” hides the form's own property of that name")


async def get_world_id(cdp: CDPSession) -> int:
    """Return the id of our world in the main document; the world is created once per document.

    Raises Playwright's `Error` if there is no document.
    """
    tree = await cdp.send("Page.getFrameTree")
    wanted = {"frameId": tree["frameTree"]["frame"]["id"], "worldName": WORLD}
    return int((await cdp.send("Page.createIsolatedWorld", wanted))["executionContextId"])


async def _evaluate(page: Page, function: str, argument: object) -> tuple[JsonValue, str]:
    """Return the value, and the error message if the function threw."""
    cdp = _SESSIONS.get(page) or await page.context.new_cdp_session(page)
    _SESSIONS[page] = cdp
    world = await get_world_id(cdp)
    call: dict[str, Any] = {"executionContextId": world, "awaitPromise": True, "returnByValue": True}
    await cdp.send("Runtime.callFunctionOn", {**call, "functionDeclaration": scripts.source("outside")})
    call_arguments = {
        "functionDeclaration": scripts.with_json_io(function),
        "arguments": [{"value": json.dumps(argument)}],
    }
    reply = await cdp.send("Runtime.callFunctionOn", {**call, **call_arguments})
    if thrown := reply.get("exceptionDetails"):
        what = thrown.get("exception", {}).get("description") or thrown.get("text", "")
        return None, str(what)[:500] or "the script threw"
    return parse_script_reply(reply["result"].get("value")), ""
