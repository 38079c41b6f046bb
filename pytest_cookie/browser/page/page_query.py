"""`query`: evaluates a script of ours in a document, even if the page has overridden built-in names."""

import json

from playwright.async_api import Error, Frame, Page
from pydantic import JsonValue

from pytest_cookie.browser import scripts
from pytest_cookie.browser.errors import PageScriptError
from pytest_cookie.browser.page.isolated_world import evaluate_isolated
from pytest_cookie.browser.page.script_reply import parse_script_reply

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
