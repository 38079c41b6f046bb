"""`Downloads`: files that a page saves for its user. The item's folder keeps the first ten, for a judge to read."""

import asyncio
import codecs
import hashlib
import re
from contextlib import suppress
from mimetypes import MimeTypes
from pathlib import Path
from typing import cast

from playwright.async_api import Download, Error, Page

from pytest_cookie.browser.process.load_factor import load_factor
from pytest_cookie.core.page import DownloadedFile
from pytest_cookie.core.text import sanitize_json
from pytest_cookie.records.plain_tree import read_bounded

MAX_KEPT = 10
MAX_BYTES = 10_000_000
FINISH_SECONDS = 5.0
"""Machine time limit of one file, scaled by the load factor."""

_ARRIVAL_SECONDS = 2.0
_NAME_LENGTH = 500
_HEAD_LENGTH = 400
_FILE_NAME_LENGTH = 80
_UNKNOWN = "application/octet-stream"
_MAX_SAVES = 100
_SAVES = "() => (window.__cookie?.saves ?? []).splice(0).filter((click) => !click.defaultPrevented).length"


class Downloads:
    """Downloads of one page. Without a `folder` only their names are recorded."""

    def __init__(self, page: Page, folder: Path | None) -> None:
        self._page = page
        self._folder = folder
        self._types = MimeTypes()
        self._begun = 0
        self._expected = 0
        self._arrival = asyncio.Event()
        self._tasks: list[asyncio.Task[DownloadedFile]] = []
        self._files: list[DownloadedFile] = []
        self._saved: dict[str, Path] = {}
        self._cancelling: set[asyncio.Task[None]] = set()
        page.on("download", self._on_download)

    def take(self) -> tuple[DownloadedFile, ...]:
        """Return the downloads that ended since the last call."""
        files, self._files = tuple(self._files), []
        return files

    def find(self, name: str) -> Path | None:
        """Return the newest saved file that the page gave this name, None if there is none."""
        return self._saved.get(name)

    async def finish(self) -> None:
        """Wait, in no page time, for the files that the page has begun to save."""
        self._expected += await self._count_clicks()
        with suppress(TimeoutError):
            async with asyncio.timeout(_ARRIVAL_SECONDS * load_factor()):
                while self._begun < self._expected:
                    self._arrival.clear()
                    await self._arrival.wait()
        self._expected = self._begun
        while self._tasks:
            self._files.append(await self._tasks.pop(0))

    async def _count_clicks(self) -> int:
        """How many download links were clicked since the last call, as far as the page reveals it."""
        try:
            count = cast(object, await self._page.evaluate(_SAVES))
        except Error:  # there are no clicks between two documents
            return 0
        return min(count, _MAX_SAVES) if isinstance(count, int) else 0

    def _on_download(self, download: Download) -> None:
        self._begun += 1
        self._arrival.set()
        if self._begun <= MAX_KEPT:
            self._tasks.append(asyncio.ensure_future(self._store(self._begun, download)))
        else:
            self._cancel_soon(download)

    def _cancel_soon(self, download: Download) -> None:
        """Cancel downloads beyond the limit, so that they do not fill the disk."""
        task = asyncio.ensure_future(_cancel(download))
        self._cancelling.add(task)
        task.add_done_callback(self._cancelling.discard)

    async def _store(self, nth: int, download: Download) -> DownloadedFile:
        name = sanitize_json(download.suggested_filename[:_NAME_LENGTH])
        kind = self._types.guess_type(safe_file_name(name))[0] or _UNKNOWN
        file = DownloadedFile(name=name, type=kind)
        if self._folder is None:
            return file
        try:
            path = await asyncio.wait_for(download.path(), FINISH_SECONDS * load_factor())
            stored = self._folder / f"{nth:02}-{safe_file_name(name)}"
            update = _copy_into(path, stored)
            self._saved |= {name: stored} if "path" in update else {}
            return file.model_copy(update=update)
        except TimeoutError:
            await _cancel(download)
            return file.model_copy(update={"problem": "the download did not arrive in time"})
        except (Error, OSError) as error:
            return file.model_copy(update={"problem": sanitize_json(str(error).strip()[:200]) or "the download failed"})


def _copy_into(path: Path, stored: Path) -> dict[str, str | int]:
    size = path.stat().st_size
    if size > MAX_BYTES:
        path.unlink()
        return {"size_bytes": size, "problem": f"not kept: larger than {MAX_BYTES} bytes"}
    content = read_bounded(path, MAX_BYTES)
    stored.parent.mkdir(parents=True, exist_ok=True)
    stored.write_bytes(content)
    return {
        "path": f"{stored.parent.name}/{stored.name}",
        "size_bytes": size,
        "sha256": hashlib.sha256(content).hexdigest(),
        "head": read_head(content),
    }


def read_head(content: bytes) -> str:
    """How a text in UTF-8 begins, up to the end of a line where one fits; "" for other content."""
    try:  # a character may be cut in two
        text = codecs.getincrementaldecoder("utf-8-sig")().decode(content[: 4 * _HEAD_LENGTH])
    except UnicodeDecodeError:
        return ""
    if any(character < " " and character not in "\t\r\n\f" for character in text):
        return ""
    head = text[:_HEAD_LENGTH]
    if len(text) > _HEAD_LENGTH and "\n" in head:
        head = head.rpartition("\n")[0]
    return sanitize_json(head.strip())


async def _cancel(download: Download) -> None:
    """Cancel and delete it, even if it has already arrived."""
    with suppress(Error, TimeoutError):
        await asyncio.wait_for(download.cancel(), _ARRIVAL_SECONDS)
        await asyncio.wait_for(download.delete(), _ARRIVAL_SECONDS)


def safe_file_name(name: str) -> str:
    """Return a file name that every system accepts: the last path segment without special characters."""
    name_only = re.sub(r"[^\w.\-]+", "_", re.split(r"[/\\]", name)[-1]).strip("._") or "file"
    stem, dot, ending = name_only.rpartition(".")
    return (
        f"{stem[: _FILE_NAME_LENGTH - 1 - len(ending)]}.{ending}"
        if dot and len(ending) <= 10
        else name_only[:_FILE_NAME_LENGTH]
    )
