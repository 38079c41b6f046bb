"""`DocumentTimeline`: where the main document's own time began, by which the browser moves its animations.

It tells them tenths of a millisecond, and what lies between is put up or down by a secret of the process. A document
that is opened first begins with page time; where a later one begins is the machine's affair, to the microsecond.
"""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from playwright.async_api import CDPSession, Error

_TENTH_US = 100


class DocumentTimeline:
    """One window's. Times are counted from page time 0, which the compositor calls `ticks_base` (milliseconds)."""

    def __init__(self, cdp: CDPSession) -> None:
        self._cdp = cdp
        self._began_us = 0
        self._is_known = False
        cdp.on("Page.frameNavigated", self._on_navigated)

    def _on_navigated(self, told: Mapping[str, Any]) -> None:
        if "parentId" not in told["frame"]:
            self._is_known = False

    async def take_hold(self) -> None:
        """Begin to count."""
        await self._cdp.send("Performance.enable")

    async def look(self, ticks_base: float) -> None:
        """Find out where the document began, if it is a new one. May wait for the page's scripts, for ever."""
        if self._is_known:
            return
        with suppress(Error):  # between two documents; asked again with the next frame
            told = (await self._cdp.send("Performance.getMetrics"))["metrics"]
            began_seconds = next(one["value"] for one in told if one["name"] == "NavigationStart")
            self._began_us = round(began_seconds * 1e6) - round(ticks_base * 1e3)
            self._is_known = True

    @property
    def ahead_ms(self) -> float:
        """So much later than whole milliseconds of page time frames are drawn: at whole tenths of the document's."""
        return self._began_us % _TENTH_US / 1e3

    def at(self, page_ms: int) -> float:
        """The document's own time, in milliseconds, in the frame that belongs to `page_ms`."""
        return (page_ms * 1000 + self._began_us % _TENTH_US - self._began_us) / 1e3
