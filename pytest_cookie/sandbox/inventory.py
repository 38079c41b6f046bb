"""`Inventory`: what was installed into an entry of the store, so that one that was changed or lost files is told."""

import hashlib
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Self

from pydantic import BaseModel, ConfigDict, ValidationError

_FILE = "inventory.json"


class Inventory(BaseModel):
    """`fingerprint` is a hash of every path with its kind, size and second of change; contents are not read again."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    files: int
    size_bytes: int
    fingerprint: str

    @classmethod
    def of(cls, folder: Path) -> Self:
        """Look through the folder: 20,000 files a second or more. Raises `OSError`."""
        files = size = 0
        lines: list[str] = []
        for entry in _below(folder):
            found = entry.stat(follow_symlinks=False)
            if stat.S_ISDIR(found.st_mode):
                continue  # its time changes where tools leave something
            files, size = files + 1, size + found.st_size
            lines.append(
                f"{os.path.relpath(entry.path, folder)}\0{found.st_mode}\0{found.st_size}\0{int(found.st_mtime)}"
            )
        digest = hashlib.sha256("\n".join(sorted(lines)).encode(errors="surrogateescape")).hexdigest()
        return cls(files=files, size_bytes=size, fingerprint=digest)

    @classmethod
    def read(cls, entry: Path) -> Self | None:
        """As it was written beside the packages, None where there is none that can be read."""
        try:
            return cls.model_validate_json((entry / _FILE).read_bytes())
        except (OSError, ValidationError):
            return None

    def write(self, entry: Path) -> None:
        """Beside the packages."""
        (entry / _FILE).write_text(self.model_dump_json(), encoding="utf-8")


def seal(folder: Path) -> None:
    """Let nobody write to the files, which can still be removed. What has other names elsewhere is left as it is."""
    for entry in _below(folder):
        found = entry.stat(follow_symlinks=False)
        if stat.S_ISREG(found.st_mode) and found.st_nlink == 1:
            Path(entry.path).chmod(stat.S_IMODE(found.st_mode) & ~0o222)


def _below(folder: Path) -> Iterator[os.DirEntry[str]]:
    """Everything in it; what links lead to is not looked at."""
    with os.scandir(folder) as entries:
        for entry in entries:
            yield entry
            if entry.is_dir(follow_symlinks=False):
                yield from _below(Path(entry.path))
