"""Whether a document is at rest, and if not, what keeps it in motion."""

from playwright.async_api import Error, Page

from pytest_cookie.browser import scripts
from pytest_cookie.browser.clock import Motion
from pytest_cookie.browser.errors import PageScriptError
from pytest_cookie.browser.page.isolated_world import from_outside
from pytest_cookie.browser.page.page_query import is_leaving


async def motion(page: Page, quiet_ms: int) -> Motion:
    """What still moves in it: "none" if nothing has changed for so long, and nothing that ends is under way.

    Where that is not told, or between two documents, a script may draw.
    """
    try:
        return _told(await page.evaluate(scripts.among_natives(scripts.source("quiet")), quiet_ms))
    except Error as error:
        if is_leaving(error):
            return "drawn"
    try:
        return _told(await from_outside(page, scripts.source("quiet"), quiet_ms))
    except (Error, PageScriptError):
        return "drawn"


def _told(value: object) -> Motion:
    return value if value == "none" or value == "declared" else "drawn"
