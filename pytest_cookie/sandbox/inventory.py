"""`PackageInventory`: the files installed into an entry of the store, to detect changed and lost files."""

import hashlib
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Self

from pydantic import BaseModel, ConfigDict, ValidationError

from pytest_cookie.records.plain_tree import read_bounded

_FILE = "inventory.json"


class PackageInventory(BaseModel):
    """`fingerprint` is a hash of every path with its kind, size and modification second; contents are not read."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    files: int
    size_bytes: int
    fingerprint: str

    @classmethod
    def of(cls, folder: Path) -> Self:
        """Scan the folder, at 20,000 files a second or more. Raises `OSError`."""
        files = size = 0
        lines: list[str] = []
        for entry in _below(folder):
            found = entry.stat(follow_symlinks=False)
            if stat.S_ISDIR(found.st_mode):
                continue  # its time changes when tools write into it
            files, size = files + 1, size + found.st_size
            lines.append(
                f"{os.path.relpath(entry.path, folder)}\0{found.st_mode}\0{found.st_size}\0{int(found.st_mtime)}"
            )
        digest = hashlib.sha256("\n".join(sorted(lines)).encode(errors="surrogateescape")).hexdigest()
        return cls(files=files, size_bytes=size, fingerprint=digest)

    @classmethod
    def read(cls, entry: Path) -> Self | None:
        """The inventory written beside the packages, None if it is missing or unreadable."""
        try:
            return cls.model_validate_json(read_bounded(entry / _FILE))
        except (OSError, ValidationError):
            return None

    def write(self, entry: Path) -> None:
        """Write it beside the packages."""
        (entry / _FILE).write_text(self.model_dump_json(), encoding="utf-8")


def seal(folder: Path) -> None:
    """Make the files read-only; they can still be removed. Files with hard links elsewhere are not changed."""
    for entry in _below(folder):
        found = entry.stat(follow_symlinks=False)
        if stat.S_ISREG(found.st_mode) and found.st_nlink == 1:
            Path(entry.path).chmod(stat.S_IMODE(found.st_mode) & ~0o222)


def _below(folder: Path) -> Iterator[os.DirEntry[str]]:
    """Every entry below the folder; links are not followed."""
    with os.scandir(folder) as entries:
        for entry in entries:
            yield entry
            if entry.is_dir(follow_symlinks=False):
                yield from _below(Path(entry.path))
