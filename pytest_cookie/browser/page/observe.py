"""Takes an `Observation`: one pass of `scripts/observe.js`, a screenshot and the accessibility tree."""

import asyncio
from typing import Any, cast

from playwright.async_api import Error, Page
from pydantic import JsonValue

from pytest_cookie.browser import scripts
from pytest_cookie.browser.clock import PageClock
from pytest_cookie.browser.errors import PageScriptError, PageUnsettledError
from pytest_cookie.browser.page.foreign_frames import FRAME_SEPARATOR, ForeignFrame, find_foreign_frames
from pytest_cookie.browser.page.observation import ElementState, Observation
from pytest_cookie.browser.page.page_query import evaluate_isolated, is_leaving, query
from pytest_cookie.browser.process.load_factor import load_factor
from pytest_cookie.core.page import Inventory
from pytest_cookie.core.parsing import finite_number
from pytest_cookie.core.text import sanitize_json

MAX_WALKED = 20_000
"""Maximum number of elements visited; later ones are ignored."""
_LIMITS = {
    "elements": 3_000, "walked": MAX_WALKED, "depth": 1_500, "path": 600, "controls": 400, "media": 200, "text": 20_000,
}  # fmt: skip
_MAX_TREE_ELEMENTS = 5_000
"""For more elements the driver's tree takes too long, and most of it would be cut off."""
_TREE_CHARACTERS = 20_000
_TREE_MS = 10_000
_TRIES = 4
_NEXT_DOCUMENT_SECONDS = 0.1
_UNSETTLED = "the page keeps navigating to new documents, so none can be observed"
_FRAME_SECONDS = 5.0
_MALFORMED_REPLY = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
"""Errors of a forged reply of `scripts/observe.js`."""
_SCROLL = "() => [window.scrollX, window.scrollY]"


async def observe(page: Page, clock: PageClock, *, with_tree: bool) -> Observation:
    """Observe what `page` shows now, after any pending navigation.

    Raises `PageUnsettledError` if the navigations do not end, and `PageScriptError` if the page cannot be read from an
    isolated world either.
    """
    reply = await evaluate(page, scripts.with_dom("observe"), _LIMITS)
    framed = [
        await _observe_frame(place) for place in (await find_foreign_frames(page) if len(page.frames) > 1 else ())
    ]
    scroll = cast(list[float], await evaluate(page, _SCROLL, None)) if framed else []
    screenshot = await clock.picture()
    tree = await _accessibility_tree(page, reply) if with_tree else ""

    def assemble(reply: JsonValue) -> Observation:
        seen = cast(dict[str, Any], reply)
        for place, inner in framed:
            if inner:
                merge_frame(seen, inner["seen"], place, scrolls=(scroll, inner["scroll"]))
        return _parse_observation(seen, screenshot=screenshot, tree=sanitize_json(tree), page_ms=clock.page_ms)

    try:
        return assemble(reply)
    except _MALFORMED_REPLY:  # the page has overridden built-ins
        reply = await evaluate_isolated(page, scripts.with_dom("observe"), _LIMITS)
    try:
        return assemble(reply)
    except _MALFORMED_REPLY as error:
        raise PageScriptError(f"the page's own scripts broke the observation: {str(error)[:300]}") from error


def _parse_observation(seen: dict[str, Any], *, screenshot: bytes, tree: str, page_ms: int) -> Observation:
    """Raises any of `_MALFORMED_REPLY` for a reply that the page has forged."""
    inventory = Inventory.model_validate({**seen["inventory"], "accessibility_tree": tree})
    return Observation(
        url=inventory.url,
        screenshot=screenshot,
        inventory=inventory,
        elements={path: _parse_element(state) for path, state in seen["elements"].items()},
        focus=str(seen["focus"]),
        scroll_x=finite_number(seen["scroll_x"]) or 0.0,
        scroll_y=finite_number(seen["scroll_y"]) or 0.0,
        window_at=(finite_number(seen["window_x"]) or 0.0, finite_number(seen["window_y"]) or 0.0),
        running_animations=round(finite_number(seen["running_animations"]) or 0),
        dialog_open=bool(seen["dialog_open"]),
        effects=tuple(str(effect) for effect in seen["effects"]),
        page_ms=page_ms,
    )


async def _observe_frame(place: ForeignFrame) -> tuple[ForeignFrame, dict[str, Any]]:
    """Observe a frame; empty if it runs no scripts, does not answer or is navigating away."""
    try:
        async with asyncio.timeout(_FRAME_SECONDS * load_factor()):
            reply = await query(place.frame, scripts.with_dom("observe"), _LIMITS)
            return place, {"seen": reply, "scroll": await query(place.frame, _SCROLL, None)}
    except (Error, TimeoutError, PageScriptError):
        return place, {}


def _parse_element(state: dict[str, Any]) -> ElementState:
    x, y, width, height = (round(finite_number(side) or 0) for side in state["box"])
    return ElementState(
        text=str(state["text"]),
        state=str(state["state"]),
        box=(x, y, width, height),
        placed=state["placed"] is True,
        cut=str(state["cut"]),
        inked=state["inked"] is True,
        blends=state["blends"] is True,
        look=str(state["look"]),
        endless=state.get("endless") is True,
        make=str(state.get("make", "")),
        parent=str(state.get("parent", "")),
    )


async def evaluate(page: Page, script: str, argument: object) -> JsonValue:
    """`query`, repeated in the next document if a navigation replaced this one.

    Raises `PageUnsettledError` if that happens repeatedly.
    """
    for _ in range(_TRIES):
        try:
            return await query(page, script, argument)
        except Error as error:
            if not is_leaving(error):
                raise
            last = error
        await asyncio.sleep(_NEXT_DOCUMENT_SECONDS)
    raise PageUnsettledError(f"{_UNSETTLED}: {last.message[:200]}") from last


def _is_too_large(reply: JsonValue) -> bool:
    inventory = reply.get("inventory") if isinstance(reply, dict) else None
    count = finite_number(inventory.get("element_count")) if isinstance(inventory, dict) else None
    return (count or 0) > _MAX_TREE_ELEMENTS


async def _accessibility_tree(page: Page, reply: JsonValue) -> str:
    if _is_too_large(reply):
        return f"# no tree: the page has more than {_MAX_TREE_ELEMENTS} elements"
    root = page.locator(":root").first
    try:
        if not await root.count():
            return ""  # the page removed its own root; the snapshot would wait for another one
        tree = await root.aria_snapshot(timeout=_TREE_MS * load_factor())
    except Error as error:  # such as a navigation; the observation itself is complete
        return f"# no tree: {error.message.splitlines()[0][:200]}"
    return tree[:_TREE_CHARACTERS]


_LISTS = {"headings": 200, "landmarks": 200, "controls": 400, "media": 200, "canvases": 200}
_TEXT = 20_000
_ELEMENTS = 3_000

Reply = dict[str, Any]
"""The reply of `scripts/observe.js` for a document."""


def merge_frame(page: Reply, inner: Reply, frame: ForeignFrame, *, scrolls: tuple[list[float], list[float]]) -> None:
    """Merge `inner`, observed in `frame`, into `page`. `scrolls`: scroll offsets (x, y) of page and frame."""
    (page_x, page_y), (inner_x, inner_y) = scrolls
    dx, dy = frame.x + page_x - inner_x, frame.y + page_y - inner_y
    for item in (*inner["inventory"]["controls"], *inner["inventory"]["media"], *inner["inventory"]["canvases"]):
        item["selector"] = frame.selector + FRAME_SEPARATOR + item["selector"]
        item["box"] |= {"x": round(item["box"]["x"] + dx, 1), "y": round(item["box"]["y"] + dy, 1)}
    for control in inner["inventory"]["controls"]:
        control["ref"] += frame.mark
    for path, state in list(inner["elements"].items())[: max(0, _ELEMENTS - len(page["elements"]))]:
        x, y, *size = state["box"]
        page["elements"][f"{frame.selector}>{path}"] = {
            **state, "box": [round(x + dx), round(y + dy), *size], "placed": False, "cut": "",
            "parent": f"{frame.selector}>{state['parent']}",
        }  # fmt: skip
    _merge_inventory(page["inventory"], inner["inventory"])
    if page["focus"] == frame.selector and inner["focus"]:
        page["focus"] += FRAME_SEPARATOR + inner["focus"]
    page["scroll_x"] += inner["scroll_x"]
    page["scroll_y"] += inner["scroll_y"]
    page["running_animations"] += inner["running_animations"]
    page["dialog_open"] = page["dialog_open"] or inner["dialog_open"]


def _merge_inventory(page: Reply, inner: Reply) -> None:
    for name, limit in _LISTS.items():
        page[name] = (page[name] + inner[name])[:limit]
    text = f"{page['text']}\n{inner['text']}".strip()
    page["text_length"] += inner["text_length"] + (len(text) - len(page["text"]) - len(inner["text"]))
    page["text"] = text[:_TEXT]
    page["element_count"] += inner["element_count"]
