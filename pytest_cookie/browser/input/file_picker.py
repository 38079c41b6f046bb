"""`FilePicker`: chooses a file where a page asks for one, as a user does in the window that the browser would open."""

import asyncio
import os
from contextlib import suppress
from pathlib import Path
from typing import Any, cast, get_args

from playwright.async_api import CDPSession, Error

from pytest_cookie.browser.clock import PageClock
from pytest_cookie.browser.clock.virtual_time import EPOCH_SECONDS
from pytest_cookie.browser.input.sample_files import KINDS, SAMPLES, SampleFile, SampleKind, sample_for
from pytest_cookie.browser.process.load_factor import patience

MAX_PICKED = 20

_ANSWER_SECONDS = 3.0
_ASKED = "function() { return String(this.accept ?? '').slice(0, 500); }"


class FilePicker:
    """Of one page, whose CDP session intercepts the window. `folder` is where the files lie while they are given."""

    def __init__(self, cdp: CDPSession, clock: PageClock, folder: Path) -> None:
        self._cdp = cdp
        self._clock = clock
        self._folder = folder
        self._wish: SampleKind | None = None
        self._picked = 0
        self._notes: list[str] = []
        self._asked: list[int] = []
        cdp.on("Page.fileChooserOpened", self._on_opened)

    def take(self) -> tuple[str, ...]:
        """What was chosen since the last time, such as `file: sales.csv`."""
        notes, self._notes = tuple(self._notes), []
        return notes

    def wish(self, name: str) -> bool:
        """Which sample to choose next; "" for one that the page accepts. False where there is no such sample."""
        self._wish = cast(SampleKind, name) if name in get_args(SampleKind) else None
        return name in ("", *KINDS)

    def _on_opened(self, opened: dict[str, Any]) -> None:
        """Said by the page itself, in its own order."""
        self._picked += 1
        if self._picked <= MAX_PICKED and "backendNodeId" in opened:
            self._asked.append(opened["backendNodeId"])

    @property
    def waiting(self) -> int:
        """How many fields ask for a file now."""
        return len(self._asked)

    async def answer(self) -> int:
        """Give a file to each field that asked for one, in no page time; how many asked."""
        asked, self._asked = self._asked, []
        for node in asked:
            with suppress(Error, TimeoutError):  # a field that has gone meanwhile needs no file
                await asyncio.wait_for(self._give(node), _ANSWER_SECONDS * patience())
        self._wish = None
        return len(asked)

    async def _give(self, node: int) -> None:
        held = await self._cdp.send("DOM.resolveNode", {"backendNodeId": node})
        call = {"objectId": held["object"]["objectId"], "functionDeclaration": _ASKED, "returnByValue": True}
        accept = str((await self._cdp.send("Runtime.callFunctionOn", call))["result"].get("value", ""))
        sample = SAMPLES[self._wish] if self._wish else sample_for(accept)
        if sample is None:
            self._notes.append(f"file: none chosen, for want of one that is {accept[:100]}")
            return
        given = {"files": [str(self._laid_down(sample))], "backendNodeId": node}
        await self._clock.deliver(self._cdp.send("DOM.setFileInputFiles", given))
        self._notes.append(f"file: {sample.name}")

    def _laid_down(self, sample: SampleFile) -> Path:
        """On disk, of the same date everywhere."""
        path = self._folder / sample.name
        if not path.exists():
            self._folder.mkdir(parents=True, exist_ok=True)
            path.write_bytes(sample.content)
            os.utime(path, (EPOCH_SECONDS, EPOCH_SECONDS))
        return path
