"""Opens an address and says how the document arrived."""

from dataclasses import dataclass, replace

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
        response = await page.goto(url, wait_until="commit", timeout=seconds * 1000)
    except PlaywrightTimeoutError:
        return Arrival(False, problem=f"the server sent nothing within {seconds:g} s")
    except Error as error:
        return Arrival(False, problem=_reason(error.message))
    arrival = await _judge(response)
    if not arrival.loaded:
        return arrival
    try:
        await page.wait_for_load_state("load", timeout=seconds * 1000)
    except PlaywrightTimeoutError:
        arrival = await _late(page, arrival)
    await cdp.send("Page.resetNavigationHistory")
    return arrival


async def _judge(response: Response | None) -> Arrival:
    if response is None:
        return Arrival(False, problem="the address led to no document")
    kind = (await response.header_value("content-type") or "").split(";")[0].strip().lower()
    if response.status >= 400:
        return Arrival(False, response.status, f"the server answered {response.status}")
    if kind and kind not in _PAGE_TYPES:
        return Arrival(False, response.status, f"the address serves {kind}, not an HTML page")
    return Arrival(True, response.status)


async def _late(page: Page, arrival: Arrival) -> Arrival:
    """A document that is there, though something in it still loads, can be used."""
    if await page.evaluate("document.readyState") == "loading":
        return replace(arrival, loaded=False, problem="the document did not arrive whole in time")
    return replace(arrival, problem="something in the page was still loading when time was up")


def _reason(message: str) -> str:
    if "Download is starting" in message:
        return "the address is a download, not an HTML page"
    return message.strip().splitlines()[0].removeprefix("Page.goto: ")[:300]
