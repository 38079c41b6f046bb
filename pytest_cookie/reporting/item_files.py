"""`ItemFiles`: looks up files named by a record, a step or a finding, inside the item's folder only."""

import os
import posixpath
import stat
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from urllib.parse import quote

from PIL import Image, UnidentifiedImageError

from pytest_cookie.core.action import Action
from pytest_cookie.core.errors import RecordingError
from pytest_cookie.core.evidence import Evidence
from pytest_cookie.core.record import Record
from pytest_cookie.records.run import RunFolder

PICTURE_SUFFIXES = frozenset((".png", ".jpg", ".jpeg", ".webp", ".gif", ".bmp", ".avif"))
_READ_NOT_RUN = PICTURE_SUFFIXES | frozenset(
    (
        ".mp4", ".webm", ".wav", ".mp3", ".ogg", ".m4a", ".pdf", ".zip",
        ".txt", ".md", ".csv", ".tsv", ".json", ".jsonl", ".log", ".ics", ".srt", ".vtt",
    )
)  # fmt: skip
_PNG = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"
_MAX_SIDE = 65_500
VIEWPORT_PICTURE = "evidence/static/viewport.png"
THUMBNAIL = "evidence/static/thumbnail.jpg"
ITEM_PAGE = "index.html"
RUNNING_PAGE = "running.html"
"""The page in which the artifact runs, beside the item's page; see `site.item.live_artifact`."""
SOURCE_PAGE = "source.html"
"""The page on which the artifact's source can be read, beside the item's page."""


@dataclass(frozen=True)
class PictureFile:
    """A picture to show: its address relative to the page, its size in pixels, its description."""

    href: str
    width: int
    height: int
    label: str


@dataclass(frozen=True)
class ItemFiles:
    """The files below `folder`, a resolved path. Names come from records and judges and may be hostile or wrong."""

    folder: Path
    _found: dict[str, str] = field(default_factory=dict, repr=False, compare=False)
    _plain: set[str] = field(default_factory=set, repr=False, compare=False)
    """Paths whose every part is known to be a folder and not a link."""
    _listed: dict[str, dict[str, os.DirEntry[str]]] = field(default_factory=dict, repr=False, compare=False)

    def find(self, name: str) -> Path | None:
        """`name` below the folder; None if it is missing or leads out of the folder."""
        path = self._inside(name)
        return self.folder / path if path else None

    def href(self, name: str) -> str:
        """The address of `name` from the item's page, whatever its type; "" if it is missing."""
        return _quoted(self._inside(name))

    def link(self, name: str) -> str:
        """The address of `name` from the item's page; "" if it is missing or could run scripts when opened.

        An artifact's pages and SVG files are opened in a sandboxed frame or not at all.
        """
        path = self._inside(name)
        return _quoted(path) if _suffix(path) in _READ_NOT_RUN else ""

    def picture(self, names: tuple[str, ...], *, label: str, base: Path | None = None) -> PictureFile | None:
        """The first of `names` that is a readable picture, addressed from `base` (default: the item's folder).

        The file name must have a picture's suffix: a browser opens a file by its suffix, not by its content.
        """
        for name in names:
            path = self._inside(name)
            size = _pixels(f"{self.folder}/{path}") if _suffix(path) in PICTURE_SUFFIXES else None
            if size:
                href = href_between(base, self.folder / path) if base else _quoted(path)
                return PictureFile(href, *size, label)
        return None

    def first_screen(self, record: Record) -> Path | None:
        """The item's first screen: the full viewport, otherwise the thumbnail."""
        return self.find(VIEWPORT_PICTURE) or self.find(record.thumbnail)

    def _inside(self, name: str) -> str:
        """The path of the file `name` below the folder, "" if it is missing. Cached by name."""
        if name not in self._found:
            try:
                self._found[name] = self._look_up(name)
            except (OSError, ValueError):  # missing, too long, a null byte, a loop of links
                self._found[name] = ""
        return self._found[name]

    def _look_up(self, name: str) -> str:
        """Follows no links, to files or to folders."""
        path = posixpath.normpath(name) if name else "."
        if path == "." or path.startswith(("../", "/")):
            return ""
        folder, _, last = path.rpartition("/")
        if not self._is_straight(folder):
            return ""
        stem, suffix = posixpath.splitext(last)
        # a bundle has pictures as WebP, while its records name those of the run
        for name in (last, f"{stem}.webp") if suffix.lower() in PICTURE_SUFFIXES else (last,):
            entry = self._entries(folder).get(name)
            if entry is not None and entry.is_file(follow_symlinks=False):
                return posixpath.join(folder, name)
        return ""

    def _entries(self, folder: str) -> dict[str, os.DirEntry[str]]:
        """The entries of a folder, read once: an item has about a hundred files in a few folders."""
        if folder not in self._listed:
            with os.scandir(f"{self.folder}/{folder}") as entries:
                self._listed[folder] = {entry.name: entry for entry in entries}
        return self._listed[folder]

    def _is_straight(self, path: str) -> bool:
        """Whether every part of the path is a folder and not a link."""
        if not path or path in self._plain:
            return True
        parts = path.split("/")
        for depth in range(1, len(parts) + 1):
            folder = "/".join(parts[:depth])
            if folder not in self._plain:
                if not stat.S_ISDIR(os.lstat(f"{self.folder}/{folder}").st_mode):
                    return False
                self._plain.add(folder)
        return True


def files_of(record: Record, run: RunFolder) -> ItemFiles | None:
    """The item's files; None if the record names a folder outside the run or an impossible name."""
    try:
        return ItemFiles(run.item_folder(record))
    except (RecordingError, OSError, ValueError):  # too long, a null byte
        return None


def evidence_folders(evidence: Evidence) -> list[str]:
    """The folders of the evidence below an item's, the exploration's first: each session stores its own pictures."""
    names = dict.fromkeys([evidence.trace.policy, *(session.name for session in evidence.sessions)])
    return [f"evidence/{name}/" for name in names]


def href_between(base: Path, target: Path) -> str:
    """The quoted relative address of `target` from a page in the folder `base`; both paths must be resolved."""
    return quote(Path(os.path.relpath(target, base)).as_posix(), safe="/")


def name_target(action: Action) -> str:
    """The label or selector of an action's target, otherwise `at 10, 20`; "" without a place."""
    name = action.target or action.selector
    return name if name or action.x is None or action.y is None else f"at {action.x:.0f}, {action.y:.0f}"


def file_size(size_bytes: int) -> str:
    """`3.4 kB`, `1.2 MB`."""
    return f"{size_bytes / 1000:.1f} kB" if size_bytes < 1_000_000 else f"{size_bytes / 1_000_000:.1f} MB"


@lru_cache(maxsize=4_000)  # the items of a run have files of the same names
def _quoted(path: str) -> str:
    return quote(path, safe="/")


@lru_cache(maxsize=4_000)
def _suffix(path: str) -> str:
    return posixpath.splitext(path)[1].lower()


def _pixels(path: str) -> tuple[int, int] | None:
    """Width and height. Our own pictures are PNGs, whose size is in their first 24 bytes."""
    try:
        with open(path, "rb", buffering=0) as file:  # noqa: PTH123 - a Path costs more than the reading
            head = file.read(24)
        if len(head) == 24 and head.startswith(_PNG):
            size = int.from_bytes(head[16:20], "big"), int.from_bytes(head[20:24], "big")
            return size if max(size) <= _MAX_SIDE else None
        with Image.open(path) as picture:
            return picture.size
    except (OSError, UnidentifiedImageError, Image.DecompressionBombError):
        return None
