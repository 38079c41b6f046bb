"""`ask`: what a script of ours finds in a document, whatever the page has made of the browser's own names."""

import json

from playwright.async_api import Error, Frame, Page
from pydantic import JsonValue

from pytest_cookie.browser import scripts
from pytest_cookie.browser.errors import PageScriptError
from pytest_cookie.browser.page.isolated_world import from_outside
from pytest_cookie.browser.page.script_reply import read_answer

_NAVIGATING = (
    "Execution context was destroyed", "Cannot find context", "navigat", "crashed", "closed",
)  # fmt: skip


async def ask(where: Page | Frame, function: str, argument: object) -> JsonValue:
    """The JSON value of `function`, a JavaScript expression, called with `argument`.

    It is asked in the page's own world, which knows most. Where that has been changed, so that `function` throws or is
    not to be trusted, a page is asked from outside of it.

    Raises Playwright's `Error` where there is no document to ask, or a frame's throws, `PageScriptError` where the
    function throws outside, too, or what comes back of a frame is no JSON.
    """
    try:
        return await _ask_within(where, function, argument)
    except (Error, PageScriptError) as error:
        if isinstance(where, Frame) or is_leaving(error):
            raise
    return await from_outside(where, function, argument)


def is_leaving(error: Error | PageScriptError) -> bool:
    """Whether the document went while it was asked."""
    return any(sign in str(error) for sign in _NAVIGATING)


async def _ask_within(where: Page | Frame, function: str, argument: object) -> JsonValue:
    told = await where.evaluate(scripts.by_text(function), json.dumps(argument))
    return read_answer(told)
