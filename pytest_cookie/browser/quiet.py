"""Whether a document is at rest."""

from playwright.async_api import Error, Page

from pytest_cookie.browser import scripts
from pytest_cookie.browser.asking import is_leaving
from pytest_cookie.browser.errors import PageScriptError
from pytest_cookie.browser.outside import from_outside


async def is_quiet(page: Page, quiet_ms: int) -> bool:
    """Whether nothing in it has changed for so long, and nothing that ends still moves; false between two documents."""
    try:
        return await page.evaluate(scripts.among_natives(scripts.source("quiet")), quiet_ms) is True
    except Error as error:
        if is_leaving(error):
            return False
    try:
        return await from_outside(page, scripts.source("quiet"), quiet_ms) is True
    except (Error, PageScriptError):
        return False
