"""The screenshot of a whole document, after scrolling through it."""

import io
import math
from pathlib import Path
from typing import TypeGuard

from PIL import Image
from playwright.async_api import Error, Page
from pydantic import JsonValue

from pytest_cookie.browser import scripts
from pytest_cookie.browser.clock import PageClock
from pytest_cookie.browser.errors import PageScriptError
from pytest_cookie.browser.page.observe import evaluate
from pytest_cookie.browser.page.page_query import evaluate_isolated, is_leaving

_SCROLL_STEPS = 20
_SCROLL_MS = 60
_SETTLE_MS = 300
_MAX_PLAUSIBLE_HEIGHT = 1e9
"""Much more than Chromium can lay out."""

_HEIGHT = scripts.with_natives(
    "() => Math.max(document.documentElement?.scrollHeight ?? 0, document.body?.scrollHeight ?? 0, window.innerHeight)"
)
_MOST_NODES = 100_000
"""Elements and text nodes. A screenshot beyond the window lays out all of them twice: 15 CPU s for 800,000."""
_IS_LARGE = scripts.with_natives(
    """(most) => {
      let left = most;
      const count = (root) => {
        const walker = document.createTreeWalker(root, 5);
        while (left >= 0 && walker.nextNode()) {
          left -= 1;
          if (walker.currentNode.shadowRoot) count(walker.currentNode.shadowRoot);
        }
      };
      if (document.documentElement) count(document.documentElement);
      return left < 0;
    }"""
)
_LEADS_LEFT = scripts.with_natives(
    """() => {
      const root = document.scrollingElement;
      return Boolean(root) && root.scrollWidth > root.clientWidth && getComputedStyle(root).direction === "rtl";
    }"""
)
"""Whether the page is wider than the window and begins at its right edge. A clip counts from the left one."""
_SCROLLED = scripts.with_natives("() => window.scrollY")
_CAPTURING = "(is_on) => { if (window.__cookie) window.__cookie.capturing = is_on; }"
_SCROLL_TO = "(y) => { window.scrollTo({ top: y, behavior: 'instant' }); }"


async def write_full_screenshot(
    page: Page, clock: PageClock, *, path: Path, max_height: int, scrolls: bool = True
) -> bool:
    """Write a PNG of `page`, at most `max_height` CSS px high; return true if it was cut.

    With `scrolls`, scroll through it first, for content that loads or appears then.
    If the page cannot be captured as a whole, such as one that never repaints, only the window is captured. The picture
    of a large page is assembled from screenshots of its window, which repeat fixed elements.
    """
    if scrolls:
        await _scroll_through(page, clock, max_height)
    height = await _measure_height(page)
    if await evaluate(page, _IS_LARGE, _MOST_NODES) is True or await evaluate(page, _LEADS_LEFT, None) is True:
        shown = await _write_in_pieces(page, clock, path=path, height=min(height, max_height))
        return shown < height
    width = (page.viewport_size or {"width": 1280})["width"]
    clip: dict[str, JsonValue] = {"x": 0, "y": 0, "width": width, "height": min(height, max_height), "scale": 1}
    await evaluate(page, _CAPTURING, True)
    try:
        picture, is_whole = await clock.capture(clip), height <= max_height
    except Error as error:
        if is_leaving(error):
            raise
        picture, is_whole = await clock.picture(), False
    finally:
        await evaluate(page, _CAPTURING, False)
    path.write_bytes(picture)
    return not is_whole


async def _write_in_pieces(page: Page, clock: PageClock, *, path: Path, height: int) -> int:
    """Write a picture of at most `height` CSS px, as far down as the page can be scrolled. Returns its height."""
    whole, shown = None, 0
    window = (page.viewport_size or {"height": 720})["height"]
    for _ in range(2 * math.ceil(height / window) + 1):  # a page that scrolls by itself adds little with each piece
        if shown >= height:
            break
        await _scroll_to(page, clock, shown)
        top = await evaluate(page, _SCROLLED, None)
        with Image.open(io.BytesIO(await clock.picture())) as piece:
            whole = whole or Image.new("RGB", (piece.width, height))
            at = round(top) if shown and _is_height(top) else 0
            reached = min(at + piece.height, height)
            if not at <= shown < reached:
                break  # the page does not scroll that far, or scrolls by itself
            whole.paste(piece, (0, at))
        shown = reached
    await _scroll_to(page, clock, 0)
    if whole:
        whole.crop((0, 0, whole.width, shown)).save(path)
    return shown


async def _scroll_through(page: Page, clock: PageClock, max_height: int) -> None:
    """Scroll through the page, so that content that loads or appears on scrolling is included."""
    window = (page.viewport_size or {"height": 720})["height"]
    for step in range(1, _SCROLL_STEPS + 1):
        height = await _measure_height(page)
        if step * window >= min(height, max_height):
            break
        await _scroll_to(page, clock, step * window)
    await evaluate(page, _SCROLL_TO, 0)
    await clock.advance(_SETTLE_MS)


async def _scroll_to(page: Page, clock: PageClock, y: int) -> None:
    await evaluate(page, _SCROLL_TO, y)
    await clock.advance(_SCROLL_MS)


async def _measure_height(page: Page) -> int:
    """Return the document's height in CSS px. Raises `PageScriptError` if it cannot be determined."""
    height = await evaluate(page, _HEIGHT, None)
    if not _is_height(height):
        height = await evaluate_isolated(page, _HEIGHT, None)
    if not _is_height(height):
        raise PageScriptError(f"the page's own scripts broke the picture of it: it is {str(height)[:100]} px high")
    return math.ceil(height)


def _is_height(height: object) -> TypeGuard[float]:
    return isinstance(height, (int, float)) and 0 < height <= _MAX_PLAUSIBLE_HEIGHT
