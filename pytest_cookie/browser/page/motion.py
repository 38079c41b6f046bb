"""Whether a document is quiet, and if not, what keeps it in motion."""

from playwright.async_api import Error, Page

from pytest_cookie.browser import scripts
from pytest_cookie.browser.clock import Motion
from pytest_cookie.browser.errors import PageScriptError
from pytest_cookie.browser.page.page_query import evaluate_isolated, is_leaving


async def detect_motion(page: Page, quiet_ms: int) -> Motion:
    """Return what still moves: "none" if the page was unchanged for `quiet_ms` and no finite change is under way.

    Returns "drawn" if that is unknown, or between two documents.
    """
    try:
        return _parse_motion(await page.evaluate(scripts.with_natives(scripts.source("quiet")), quiet_ms))
    except Error as error:
        if is_leaving(error):
            return "drawn"
    try:
        return _parse_motion(await evaluate_isolated(page, scripts.source("quiet"), quiet_ms))
    except (Error, PageScriptError):
        return "drawn"


def _parse_motion(value: object) -> Motion:
    return value if value == "none" or value == "declared" else "drawn"
