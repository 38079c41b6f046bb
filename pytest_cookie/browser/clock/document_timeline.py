"""`DocumentTimeline`: where the main document's own time began, by which the browser moves its animations.

It tells them tenths of a millisecond, and what lies between is put up or down by a secret of the process. A document
that is opened first begins with page time; where a later one begins is the machine's affair, to the microsecond.
Documents in frames have times of their own, which are not looked after here.
"""

from contextlib import suppress

from playwright.async_api import CDPSession, Error

_TENTH_US = 100


class DocumentTimeline:
    """One window's. Times are counted from page time 0, which the compositor calls `ticks_base` (milliseconds)."""

    def __init__(self, cdp: CDPSession) -> None:
        self._cdp = cdp
        self._began_us = 0
        self._document = ""
        self._known: str | None = None

    def replaced_by(self, document: str) -> None:
        """There is another main document, which is known by this name, the id of its loader."""
        self._document = document

    async def look(self, ticks_base: float) -> None:
        """Find out where the document began, if it is a new one; where it does not tell yet, it is asked again."""
        if self._known == (asked := self._document):
            return
        with suppress(Error):  # between two documents
            await self._cdp.send("Performance.enable")
            told = {one["name"]: one["value"] for one in (await self._cdp.send("Performance.getMetrics"))["metrics"]}
            await self._cdp.send("Performance.disable")  # it costs a little with everything that the page does
            if began_seconds := told.get("NavigationStart"):
                self._began_us = round(began_seconds * 1e6) - round(ticks_base * 1e3)
                self._known = asked

    @property
    def _tenths(self) -> int:
        """Where the document began, to the nearest tenth of a millisecond."""
        return (self._began_us + _TENTH_US // 2) // _TENTH_US

    @property
    def ahead_ms(self) -> float:
        """So much later than page time, or earlier, frames are drawn: at whole tenths of the document's time."""
        return (self._began_us - self._tenths * _TENTH_US) / 1e3

    def at(self, page_ms: int) -> float | None:
        """The document's own time, in milliseconds, in the frame that belongs to `page_ms`; None as long as unknown."""
        return (page_ms * 10 - self._tenths) / 10 if self._known == self._document else None
