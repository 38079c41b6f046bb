"""`FilePicker`: chooses a file when a page opens a file picker, as a user does in the dialog."""

import asyncio
import hashlib
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from playwright.async_api import CDPSession, Error

from pytest_cookie.browser.clock import PageClock
from pytest_cookie.browser.clock.virtual_time import EPOCH_SECONDS
from pytest_cookie.browser.input.sample_files import choose_sample
from pytest_cookie.browser.input.wanted_file import WantedFile, find_wanted_file
from pytest_cookie.browser.process.load_factor import load_factor
from pytest_cookie.core.page import NativeDialog

MAX_PICKED = 20

_ANSWER_SECONDS = 3.0
_READ_ACCEPT = "function() { return String(this.accept ?? '').slice(0, 500); }"


class FilePicker:
    """The file picker of one page, whose CDP session intercepts the dialog. `folder` holds the files while they are
    given; `find_saved` finds a file that the page saved, by its name."""

    def __init__(
        self, cdp: CDPSession, clock: PageClock, folder: Path, find_saved: Callable[[str], Path | None] = lambda _: None
    ) -> None:
        self._cdp = cdp
        self._clock = clock
        self._folder = folder
        self._find_saved = find_saved
        self._wanted: WantedFile | None = None
        self._opened = 0
        self._notes: list[NativeDialog] = []
        self._waiting_nodes: list[int] = []
        cdp.on("Page.fileChooserOpened", self._on_opened)

    def take(self) -> tuple[NativeDialog, ...]:
        """Return the choices since the last call: one dialog of kind `file` each."""
        notes, self._notes = tuple(self._notes), []
        return notes

    def choose_next(self, value: str) -> bool:
        """Set the file to choose next, by the value of an upload: see `find_wanted_file`.

        "" picks a sample that the page accepts. Returns false if there is no such file.
        """
        self._wanted = find_wanted_file(value, self._find_saved) if value else None
        return not value or self._wanted is not None

    def _on_opened(self, opened: dict[str, Any]) -> None:
        """Reported by the page itself, in its own order."""
        self._opened += 1
        if self._opened <= MAX_PICKED and "backendNodeId" in opened:
            self._waiting_nodes.append(opened["backendNodeId"])

    @property
    def waiting(self) -> int:
        """How many fields wait for a file now."""
        return len(self._waiting_nodes)

    async def answer(self) -> int:
        """Give a file to each waiting field, in no page time; return how many waited."""
        nodes, self._waiting_nodes = self._waiting_nodes, []
        for node in nodes:
            with suppress(Error, TimeoutError):  # the field was removed meanwhile
                await asyncio.wait_for(self._set_file(node), _ANSWER_SECONDS * load_factor())
        self._wanted = None
        return len(nodes)

    async def _set_file(self, node: int) -> None:
        resolved = await self._cdp.send("DOM.resolveNode", {"backendNodeId": node})
        call = {"objectId": resolved["object"]["objectId"], "functionDeclaration": _READ_ACCEPT, "returnByValue": True}
        accept = str((await self._cdp.send("Runtime.callFunctionOn", call))["result"].get("value", ""))
        sample = choose_sample(accept)
        chosen = self._wanted or (WantedFile(sample.name, sample.content) if sample else None)
        if chosen is None:
            self._notes.append(_chosen(f"none chosen, for want of one that is {accept[:100]}"))
            return
        parameters = {"files": [str(self._write(chosen))], "backendNodeId": node}
        await self._clock.deliver(self._cdp.send("DOM.setFileInputFiles", parameters))
        self._notes.append(_chosen(chosen.name))

    def _write(self, file: WantedFile) -> Path:
        """Write it to disk, with the same date on every machine; two files of one name have folders of their own."""
        folder = self._folder / hashlib.sha256(file.content).hexdigest()[:16]
        path = folder / file.name
        if not path.exists():
            folder.mkdir(parents=True, exist_ok=True)
            path.write_bytes(file.content)
            os.utime(path, (EPOCH_SECONDS, EPOCH_SECONDS))
        return path


def _chosen(text: str) -> NativeDialog:
    return NativeDialog(kind="file", text=text)
