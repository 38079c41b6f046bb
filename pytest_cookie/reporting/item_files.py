"""`ItemFiles`: the files that a record, a step or a finding names, found only inside the item's folder."""

import os
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from PIL import Image, UnidentifiedImageError

from pytest_cookie.core.errors import RecordingError
from pytest_cookie.core.record import Record
from pytest_cookie.records.run import RunFolder

_PICTURES = frozenset((".png", ".jpg", ".jpeg", ".webp", ".gif", ".bmp", ".avif"))
_READ_NOT_RUN = _PICTURES | frozenset(
    (
        ".mp4", ".webm", ".wav", ".mp3", ".ogg", ".m4a", ".pdf", ".zip",
        ".txt", ".md", ".csv", ".tsv", ".json", ".jsonl", ".log", ".ics", ".srt", ".vtt",
    )
)  # fmt: skip
VIEWPORT_PICTURE = "evidence/static/viewport.png"
ITEM_PAGE = "index.html"


@dataclass(frozen=True)
class Picture:
    """A picture to show: where it is from the page that shows it, its size in pixels, what it is."""

    href: str
    width: int
    height: int
    label: str


@dataclass(frozen=True)
class ItemFiles:
    """The files below `folder`, a resolved path. Names come from records and judges, which may be hostile or wrong."""

    folder: Path

    def find(self, name: str) -> Path | None:
        """`name` below the folder; None where it is missing or leads out of the folder."""
        try:
            path = (self.folder / name).resolve()
            found = path.is_relative_to(self.folder) and path.is_file()
        except (OSError, ValueError):  # too long, a null byte, a loop of links
            return None
        return path if found else None

    def link(self, name: str) -> str:
        """The address of `name` from the item's page; "" where it is not there or could run scripts when opened.

        Pages and drawings of an artifact are opened in a sandboxed frame or not at all.
        """
        path = self.find(name)
        return href_between(self.folder, path) if path and path.suffix.lower() in _READ_NOT_RUN else ""

    def picture(self, names: tuple[str, ...], *, label: str, base: Path | None = None) -> Picture | None:
        """The first of `names` that is a readable picture, addressed from `base` (default: the item's folder).

        A picture that is called a page is none: a browser would open it as what it is called.
        """
        for name in names:
            path = self.find(name)
            size = _pixels(path) if path and path.suffix.lower() in _PICTURES else None
            if path and size:
                return Picture(href_between(base or self.folder, path), *size, label)
        return None

    def thumbnail_path(self, record: Record) -> Path | None:
        """The first screen of the item."""
        return self.find(record.thumbnail) or self.find(VIEWPORT_PICTURE)

    def thumbnail(self, record: Record, *, base: Path) -> Picture | None:
        """The first screen of the item as a picture on a page in `base`."""
        label = f"First screen of {record.case} by {record.model}"
        return self.picture((record.thumbnail, VIEWPORT_PICTURE), label=label, base=base)


def files_of(record: Record, run: RunFolder) -> ItemFiles | None:
    """The item's files, None where the record names a folder outside of the run."""
    try:
        return ItemFiles(run.item_folder(record))
    except RecordingError:
        return None


def href_between(base: Path, target: Path) -> str:
    """The quoted relative address of `target` from a page in the folder `base`; both free of links, as resolved."""
    return quote(Path(os.path.relpath(target, base)).as_posix(), safe="/")


def file_size(size_bytes: int) -> str:
    """`3.4 kB`, `1.2 MB`."""
    return f"{size_bytes / 1000:.1f} kB" if size_bytes < 1_000_000 else f"{size_bytes / 1_000_000:.1f} MB"


def _pixels(path: Path) -> tuple[int, int] | None:
    try:
        with Image.open(path) as picture:
            return picture.size
    except (OSError, UnidentifiedImageError, Image.DecompressionBombError):
        return None
