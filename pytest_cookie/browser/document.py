"""Opens an address and says how the document arrived."""

from dataclasses import dataclass

from playwright.async_api import CDPSession, Error, Page, Response
from playwright.async_api import TimeoutError as PlaywrightTimeoutError

_PAGE_TYPES = ("text/html", "application/xhtml+xml", "image/svg+xml")


@dataclass(frozen=True)
class Arrival:
    """Whether a page is there, its HTTP status, and a problem where it is not (or not whole)."""

    loaded: bool
    status: int = 0
    problem: str = ""


async def open_document(page: Page, cdp: CDPSession, url: str, seconds: float) -> Arrival:
    """Go to `url` until its `load` event. The history begins here: `back` never leads before it."""
    try:
        response = await page.goto(url, wait_until="load", timeout=seconds * 1000)
    except PlaywrightTimeoutError:
        return await _late(page, seconds)
    except Error as error:
        return Arrival(False, problem=_reason(error.message))
    arrival = await _arrival(response)
    if arrival.loaded:
        await cdp.send("Page.resetNavigationHistory")
    return arrival


async def _late(page: Page, seconds: float) -> Arrival:
    """A document that is there though something in it still loads can be used."""
    state = await page.evaluate("document.readyState")
    if state == "interactive":
        return Arrival(True, 200, f"the page was still loading after {seconds:g} s")
    return Arrival(False, problem=f"the document did not arrive within {seconds:g} s")


async def _arrival(response: Response | None) -> Arrival:
    if response is None:
        return Arrival(False, problem="the address led to no document")
    kind = (await response.header_value("content-type") or "").split(";")[0].strip().lower()
    if response.status >= 400:
        return Arrival(False, response.status, f"the server answered {response.status}")
    if kind and kind not in _PAGE_TYPES:
        return Arrival(False, response.status, f"the address serves {kind}, not an HTML page")
    return Arrival(True, response.status)


def _reason(message: str) -> str:
    if "Download is starting" in message:
        return "the address is a download, not an HTML page"
    return message.strip().splitlines()[0].removeprefix("Page.goto: ")[:300]
