"""`DocumentTimeline`: the start of the main document's own time, which drives its animations.

The browser reports tenths of a millisecond to animations, rounded by a secret of the process. The first document starts
with page time; the start of a later one depends on the machine, to the microsecond. Documents in frames have their own
timelines, which are not tracked here.
"""

from contextlib import suppress

from playwright.async_api import CDPSession, Error

_TENTH_US = 100


class DocumentTimeline:
    """Tracks one window. Times are relative to page time 0, which the compositor calls `ticks_base` (milliseconds)."""

    def __init__(self, cdp: CDPSession) -> None:
        self._cdp = cdp
        self._began_us = 0
        self._document = ""
        self._known: str | None = None

    def set_document(self, document: str) -> None:
        """Set the current main document, identified by the id of its loader."""
        self._document = document

    async def update(self, ticks_base: float) -> None:
        """Measure the start of a new document; if it is not available yet, the next call tries again."""
        if self._known == (requested := self._document):
            return
        with suppress(Error):  # between two documents
            await self._cdp.send("Performance.enable")
            metrics = {
                metric["name"]: metric["value"]
                for metric in (await self._cdp.send("Performance.getMetrics"))["metrics"]
            }
            # while enabled it adds a small cost to everything that the page does
            await self._cdp.send("Performance.disable")
            if began_seconds := metrics.get("NavigationStart"):
                self._began_us = round(began_seconds * 1e6) - round(ticks_base * 1e3)
                self._known = requested

    @property
    def _tenths(self) -> int:
        """Start of the document, to the nearest tenth of a millisecond."""
        return (self._began_us + _TENTH_US // 2) // _TENTH_US

    @property
    def offset_ms(self) -> float:
        """Offset of frames from page time, in milliseconds: they are drawn at whole tenths of the document's time."""
        return (self._began_us - self._tenths * _TENTH_US) / 1e3

    def at(self, page_ms: int) -> float | None:
        """Return the document's own time, in milliseconds, in the frame of `page_ms`; None if unknown."""
        return (page_ms * 10 - self._tenths) / 10 if self._known == self._document else None
