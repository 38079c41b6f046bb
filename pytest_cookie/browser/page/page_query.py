"""`query`: evaluates a script of ours in a document; in an isolated world if the page has overridden built-in names."""

import json
from typing import Any, cast
from weakref import WeakKeyDictionary

from playwright.async_api import CDPSession, Error, Frame, Page
from pydantic import JsonValue

from pytest_cookie.browser import scripts
from pytest_cookie.browser.errors import PageHiddenError, PageScriptError
from pytest_cookie.core.parsing import load_json
from pytest_cookie.core.text import sanitize_json

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


def parse_script_reply(reply: object) -> JsonValue:
    """Return the JSON value of a script's text, with well-formed strings; None if there is none.

    Raises `PageScriptError` if the page has tampered with it.
    """
    if reply is None:
        return None
    try:
        return sanitize_json(cast(JsonValue, load_json(str(reply))))
    except ValueError as error:
        raise PageScriptError(f"the page's own scripts broke the answer: {str(error)[:300]}") from error


_NAVIGATING = (
    "Execution context was destroyed", "Cannot find context", "navigat", "crashed", "closed",
)  # fmt: skip


async def query(where: Page | Frame, function: str, argument: object) -> JsonValue:
    """Return the JSON value of `function`, a JavaScript expression, called with `argument`.

    It runs in the page's own world, which has the most information. If the page has changed that world so that
    `function` throws or cannot be trusted, it runs in an isolated world.

    Raises Playwright's `Error` if there is no document or a frame's script throws, `PageScriptError` if the function
    throws in the isolated world, too, or a frame's reply is not JSON.
    """
    try:
        return await _query_own_world(where, function, argument)
    except (Error, PageScriptError) as error:
        if isinstance(where, Frame) or is_leaving(error):
            raise
    return await evaluate_isolated(where, function, argument)


def is_leaving(error: Error | PageScriptError) -> bool:
    """Whether the document went away during the call."""
    return any(sign in str(error) for sign in _NAVIGATING)


async def _query_own_world(where: Page | Frame, function: str, argument: object) -> JsonValue:
    reply = await where.evaluate(scripts.with_json_io(function), json.dumps(argument))
    return parse_script_reply(reply)
