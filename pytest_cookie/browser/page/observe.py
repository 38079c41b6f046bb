"""Takes an `Observation`: one walk by `scripts/observe.js`, a picture and the accessibility tree."""

import asyncio
from typing import Any, cast

from playwright.async_api import Error, Page
from pydantic import JsonValue

from pytest_cookie.browser import scripts
from pytest_cookie.browser.clock import PageClock
from pytest_cookie.browser.errors import PageScriptError, PageUnsettledError
from pytest_cookie.browser.page.foreign_frames import ForeignFrame, foreign_frames
from pytest_cookie.browser.page.frame_merging import join
from pytest_cookie.browser.page.isolated_world import from_outside
from pytest_cookie.browser.page.observation import ElementState, Observation
from pytest_cookie.browser.page.page_query import ask, is_leaving
from pytest_cookie.browser.process.load_factor import patience
from pytest_cookie.core.page import Inventory
from pytest_cookie.core.parsing import finite
from pytest_cookie.core.text import of_page

MAX_WALKED = 20_000
"""Elements of a document; what comes after them is not looked at."""
_LIMITS = {
    "elements": 3_000, "walked": MAX_WALKED, "depth": 1_500, "path": 600, "controls": 400, "media": 200, "text": 20_000,
}  # fmt: skip
_MOST_IN_A_TREE = 5_000
"""Elements; of more the driver's tree takes longer than anybody would wait, and most of it is cut off."""
_TREE_CHARACTERS = 20_000
_TREE_MS = 10_000
_TRIES = 4
_NEXT_DOCUMENT_SECONDS = 0.1
_UNSETTLED = "the page goes on to a new document again and again, so that none can be looked at"
_FRAME_SECONDS = 5.0
_ODD = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
"""What comes of a page that tells something else than `scripts/observe.js`."""
_SCROLL = "() => [window.scrollX, window.scrollY]"


async def observe(page: Page, clock: PageClock, *, with_tree: bool) -> Observation:
    """What `page` shows now. A navigation under way is waited for; `PageUnsettledError` is raised where none ends.

    Raises `PageScriptError` where also from outside nothing can be read of the page.
    """
    told = await evaluate(page, scripts.with_dom("observe"), _LIMITS)
    framed = [await _in_frame(place) for place in (await foreign_frames(page) if len(page.frames) > 1 else ())]
    scroll = cast(list[float], await evaluate(page, _SCROLL, None)) if framed else []
    screenshot = await clock.picture()
    tree = await _accessibility_tree(page, told) if with_tree else ""

    def put_together(told: JsonValue) -> Observation:
        seen = cast(dict[str, Any], told)
        for place, inner in framed:
            if inner:
                join(seen, inner["seen"], place, scrolls=(scroll, inner["scroll"]))
        return _observation(seen, screenshot=screenshot, tree=of_page(tree), page_ms=clock.page_ms)

    try:
        return put_together(told)
    except _ODD:  # it has JavaScript of its own make
        told = await from_outside(page, scripts.with_dom("observe"), _LIMITS)
    try:
        return put_together(told)
    except _ODD as error:
        raise PageScriptError(f"the page's own scripts broke the observation: {str(error)[:300]}") from error


def _observation(seen: dict[str, Any], *, screenshot: bytes, tree: str, page_ms: int) -> Observation:
    """Raises all that a page may provoke which tells something else than `scripts/observe.js`."""
    inventory = Inventory.model_validate({**seen["inventory"], "accessibility_tree": tree})
    return Observation(
        url=inventory.url,
        screenshot=screenshot,
        inventory=inventory,
        elements={path: _element(state) for path, state in seen["elements"].items()},
        focus=str(seen["focus"]),
        scroll_y=finite(seen["scroll_y"]) or 0.0,
        window_at=(finite(seen["window_x"]) or 0.0, finite(seen["window_y"]) or 0.0),
        running_animations=round(finite(seen["running_animations"]) or 0),
        dialog_open=bool(seen["dialog_open"]),
        effects=tuple(str(effect) for effect in seen["effects"]),
        page_ms=page_ms,
    )


async def _in_frame(place: ForeignFrame) -> tuple[ForeignFrame, dict[str, Any]]:
    """Nothing where the frame runs no scripts, does not answer or is just going."""
    try:
        async with asyncio.timeout(_FRAME_SECONDS * patience()):
            told = await ask(place.frame, scripts.with_dom("observe"), _LIMITS)
            return place, {"seen": told, "scroll": await ask(place.frame, _SCROLL, None)}
    except (Error, TimeoutError, PageScriptError):
        return place, {}


def _element(state: dict[str, Any]) -> ElementState:
    x, y, width, height = (round(finite(side) or 0) for side in state["box"])
    return ElementState(
        text=str(state["text"]),
        state=str(state["state"]),
        box=(x, y, width, height),
        placed=state["placed"] is True,
        cut=str(state["cut"]),
        inked=state["inked"] is True,
        blends=state["blends"] is True,
        look=str(state["look"]),
    )


async def evaluate(page: Page, script: str, argument: object) -> JsonValue:
    """`ask`, again in the next document where a navigation took this one away.

    Raises `PageUnsettledError` where that happens again and again.
    """
    for _ in range(_TRIES):
        try:
            return await ask(page, script, argument)
        except Error as error:
            if not is_leaving(error):
                raise
            last = error
        await asyncio.sleep(_NEXT_DOCUMENT_SECONDS)
    raise PageUnsettledError(f"{_UNSETTLED}: {last.message[:200]}") from last


def _is_too_large(told: JsonValue) -> bool:
    inventory = told.get("inventory") if isinstance(told, dict) else None
    count = finite(inventory.get("element_count")) if isinstance(inventory, dict) else None
    return (count or 0) > _MOST_IN_A_TREE


async def _accessibility_tree(page: Page, told: JsonValue) -> str:
    if _is_too_large(told):
        return f"# no tree: the page has more than {_MOST_IN_A_TREE} elements"
    root = page.locator(":root").first
    try:
        if not await root.count():
            return ""  # a page that removed its own root; the snapshot would wait for another one
        tree = await root.aria_snapshot(timeout=_TREE_MS * patience())
    except Error as error:  # such as a navigation on the way; the walk has seen what there is
        return f"# no tree: {error.message.splitlines()[0][:200]}"
    return tree[:_TREE_CHARACTERS]
