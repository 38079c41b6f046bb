"""`PageChecks`: the checks of one server, by their ids, with its limits."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.labels import Device
from pytest_cookie.page_check.checked_page import CheckedPage, PlacedFinding, describe
from pytest_cookie.page_check.checker import Checker, PageCheck

Progress = Callable[[float, str], Awaitable[None]]
"""Called with the seconds that a check has taken and a message."""

MOST_KEPT = 20
"""Checks whose findings can still be explained."""
_MOST_WAITING = 4
"""Checks at once, of which one is under way: more would only time out."""
_TICK_SECONDS = 2.0
_MOST_HTML = 2_000_000


@dataclass(frozen=True)
class KeptCheck:
    """A check, its findings with places in the caller's file, and that file."""

    id: str
    found: PageCheck
    page: CheckedPage
    source: Path


class PageChecks:
    """Checks pages for the tools, one at a time, and keeps the last results."""

    def __init__(self, checker: Checker, folder: Path) -> None:
        self._checker = checker
        self._folder = folder
        self._kept: OrderedDict[str, KeptCheck] = OrderedDict()
        self._waiting = 0
        self._count = 0

    async def check(
        self, page: str | Path, *, html: str = "", brief: str = "", device: Device = "desktop", progress: Progress
    ) -> KeptCheck:
        """Check a page, or a text of HTML. Raises `UsageError` and `StageError`."""
        if self._waiting >= _MOST_WAITING:
            raise UsageError(f"{_MOST_WAITING} checks are under way; wait for their results")
        if len(html) > _MOST_HTML:
            raise UsageError("the HTML is larger than 2 MB; write it to a file, and give its path")
        self._waiting += 1
        self._count += 1
        number = self._count
        try:
            target = self._written(html, number) if html else page
            checking = asyncio.ensure_future(self._checker.acheck(target, brief=brief, device=device))
            found = await _with_progress(checking, progress)
        finally:
            self._waiting -= 1
        return self._keep(str(number), found, target, shown="html" if html else str(page))

    def _written(self, html: str, number: int) -> Path:
        path = self._folder / f"page-{number}.html"
        path.write_text(html, encoding="utf-8")
        return path

    def _keep(self, check: str, found: PageCheck, target: str | Path, *, shown: str) -> KeptCheck:
        page = describe(found, str(target))
        source = Path(page.findings[0].file) if page.findings else Path(str(target))
        if shown == "html":
            renamed = tuple(placed.model_copy(update={"file": shown}) for placed in page.findings)
            page = page.model_copy(update={"page": shown, "findings": renamed})
        self._kept[check] = kept = KeptCheck(check, found, page, source)
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return kept

    def find(self, check: str) -> KeptCheck:
        """A check by its id. Raises `UsageError`."""
        if check not in self._kept:
            known = ", ".join(self._kept) or "none yet"
            raise UsageError(f"there is no check {check!r}; the last ones are: {known}")
        return self._kept[check]

    def find_finding(self, check: str, number: int) -> tuple[KeptCheck, PlacedFinding]:
        """A finding by the number in the list of its check, from 1. Raises `UsageError`."""
        kept = self.find(check)
        if not 1 <= number <= len(kept.page.findings):
            raise UsageError(f"check {check} has {len(kept.page.findings)} findings, and none has number {number}")
        return kept, kept.page.findings[number - 1]


async def _with_progress(checking: "asyncio.Future[PageCheck]", progress: Progress) -> PageCheck:
    """A check runs in a thread to its end even if the caller cancels, so nobody waits for it in vain."""
    seconds = 0.0
    while True:
        done, _ = await asyncio.wait({checking}, timeout=_TICK_SECONDS)
        if done:
            return checking.result()
        seconds += _TICK_SECONDS
        await progress(seconds, f"the page is opened, used and judged ({seconds:.0f} s)")
