"""The picture of a whole document, after a walk through it."""

from pathlib import Path
from typing import cast

from playwright.async_api import Page
from pydantic import JsonValue

from pytest_cookie.browser import scripts
from pytest_cookie.browser.clock import PageClock
from pytest_cookie.browser.observe import evaluate

_SCROLL_STEPS = 20
_SCROLL_MS = 60
_SETTLE_MS = 300

_HEIGHT = scripts.among_natives(
    "() => Math.max(document.documentElement?.scrollHeight ?? 0, document.body?.scrollHeight ?? 0, window.innerHeight)"
)
_SCROLL_TO = "(y) => { window.scrollTo({ top: y, behavior: 'instant' }); }"


async def write_full_screenshot(page: Page, clock: PageClock, *, path: Path, max_height: int) -> bool:
    """Write a PNG of `page`, at most `max_height` CSS px high; true where it had to be cut."""
    await _scroll_through(page, clock, max_height)
    height = cast(int, await evaluate(page, _HEIGHT, None))
    width = (page.viewport_size or {"width": 1280})["width"]
    clip: dict[str, JsonValue] = {"x": 0, "y": 0, "width": width, "height": min(height, max_height), "scale": 1}
    path.write_bytes(await clock.capture(clip))
    return height > max_height


async def _scroll_through(page: Page, clock: PageClock, max_height: int) -> None:
    """What loads or appears on scrolling shall be in the picture."""
    window = (page.viewport_size or {"height": 720})["height"]
    for step in range(1, _SCROLL_STEPS + 1):
        height = cast(int, await evaluate(page, _HEIGHT, None))
        if step * window >= min(height, max_height):
            break
        await evaluate(page, _SCROLL_TO, step * window)
        await clock.let_pass(_SCROLL_MS)
    await evaluate(page, _SCROLL_TO, 0)
    await clock.let_pass(_SETTLE_MS)
