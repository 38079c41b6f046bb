"""`ask`: what a script of ours finds in a document, whatever the page has made of the browser's own names."""

import json

from playwright.async_api import Frame, Page

from pytest_cookie.browser import scripts
from pytest_cookie.browser.errors import PageScriptError


async def ask(where: Page | Frame, function: str, argument: object) -> object:
    """The JSON value of `function`, a JavaScript expression, called with `argument`.

    Raises Playwright's `Error` where it throws, `PageScriptError` where what comes back is no JSON.
    """
    told = await where.evaluate(scripts.by_text(function), json.dumps(argument))
    if told is None:
        return None
    try:
        return json.loads(str(told))
    except (ValueError, RecursionError) as error:
        raise PageScriptError(f"the page's own scripts broke the answer: {str(error)[:300]}") from error
