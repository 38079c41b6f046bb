"""`Downloads`: files that a page gives its user. The first ten are kept in the item's folder, for a judge to read."""

import asyncio
import hashlib
import re
from contextlib import suppress
from mimetypes import MimeTypes
from pathlib import Path
from typing import cast

from playwright.async_api import Download, Error, Page

from pytest_cookie.browser.process.load_factor import patience
from pytest_cookie.core.page import DownloadedFile
from pytest_cookie.core.text import of_page

MAX_KEPT = 10
MAX_BYTES = 10_000_000
FINISH_SECONDS = 5.0
"""What one file may take of machine time, more on a busy one."""

_ARRIVAL_SECONDS = 2.0
_NAME = 500
_FILE_NAME = 80
_UNKNOWN = "application/octet-stream"
_MAX_SAVES = 100
_SAVES = "() => (window.__cookie?.saves ?? []).splice(0).filter((click) => !click.defaultPrevented).length"


class Downloads:
    """Of one page. Without a `folder` they are only named."""

    def __init__(self, page: Page, folder: Path | None) -> None:
        self._page = page
        self._folder = folder
        self._types = MimeTypes()
        self._begun = 0
        self._expected = 0
        self._arrival = asyncio.Event()
        self._tasks: list[asyncio.Task[DownloadedFile]] = []
        self._files: list[DownloadedFile] = []
        self._refusing: set[asyncio.Task[None]] = set()
        page.on("download", self._on_download)

    def take(self) -> tuple[DownloadedFile, ...]:
        """Those that ended since the last time."""
        files, self._files = tuple(self._files), []
        return files

    async def finish(self) -> None:
        """Wait, in no page time, until the files that the page has begun to save are there."""
        self._expected += await self._clicked()
        with suppress(TimeoutError):
            async with asyncio.timeout(_ARRIVAL_SECONDS * patience()):
                while self._begun < self._expected:
                    self._arrival.clear()
                    await self._arrival.wait()
        self._expected = self._begun
        while self._tasks:
            self._files.append(await self._tasks.pop(0))

    async def _clicked(self) -> int:
        """How many links to files were clicked since the last time, as far as the page lets it be known."""
        try:
            told = cast(object, await self._page.evaluate(_SAVES))
        except Error:  # between two documents nothing is clicked
            return 0
        return min(told, _MAX_SAVES) if isinstance(told, int) else 0

    def _on_download(self, download: Download) -> None:
        self._begun += 1
        self._arrival.set()
        if self._begun <= MAX_KEPT:
            self._tasks.append(asyncio.ensure_future(self._keep(self._begun, download)))
        else:
            self._refuse_soon(download)

    def _refuse_soon(self, download: Download) -> None:
        """What is not kept shall not fill the disk either."""
        task = asyncio.ensure_future(_cancel(download))
        self._refusing.add(task)
        task.add_done_callback(self._refusing.discard)

    async def _keep(self, nth: int, download: Download) -> DownloadedFile:
        name = of_page(download.suggested_filename[:_NAME])
        kind = self._types.guess_type(_safe(name))[0] or _UNKNOWN
        told = DownloadedFile(name=name, type=kind)
        if self._folder is None:
            return told
        try:
            arrived = await asyncio.wait_for(download.path(), FINISH_SECONDS * patience())
            return told.model_copy(update=_stored(arrived, self._folder, f"{nth:02}-{_safe(name)}"))
        except TimeoutError:
            await _cancel(download)
            return told.model_copy(update={"problem": "it was not there in time"})
        except (Error, OSError) as error:
            return told.model_copy(update={"problem": of_page(str(error).strip()[:200]) or "it failed"})


def _stored(arrived: Path, folder: Path, name: str) -> dict[str, str | int]:
    size = arrived.stat().st_size
    if size > MAX_BYTES:
        arrived.unlink()
        return {"size_bytes": size, "problem": f"not kept: larger than {MAX_BYTES} bytes"}
    content = arrived.read_bytes()
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(content)
    return {"path": f"{folder.name}/{name}", "size_bytes": size, "sha256": hashlib.sha256(content).hexdigest()}


async def _cancel(download: Download) -> None:
    """Also one that has arrived already."""
    with suppress(Error, TimeoutError):
        await asyncio.wait_for(download.cancel(), _ARRIVAL_SECONDS)
        await asyncio.wait_for(download.delete(), _ARRIVAL_SECONDS)


def _safe(name: str) -> str:
    """A file name that every system takes: its last part, without signs that mean something to anybody."""
    plain = re.sub(r"[^\w.\-]+", "_", re.split(r"[/\\]", name)[-1]).strip("._") or "file"
    stem, dot, ending = plain.rpartition(".")
    return f"{stem[: _FILE_NAME - 1 - len(ending)]}.{ending}" if dot and len(ending) <= 10 else plain[:_FILE_NAME]
