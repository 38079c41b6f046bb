"""`Workspace`: the project while a model works on it. Paths cannot leave it, and its size is limited."""

import os
import stat
from dataclasses import dataclass
from pathlib import Path

from pytest_cookie.core.errors import GenerationError
from pytest_cookie.generation.coding.project_paths import RefusedError, checked_path
from pytest_cookie.generation.react.scaffold import Scaffold
from pytest_cookie.records.plain_tree import NO_FOLLOW


@dataclass(frozen=True)
class WorkspaceLimits:
    """Bytes of a text, of a picture and of all files; how many files."""

    text_bytes: int = 400_000
    picture_bytes: int = 4_000_000
    total_bytes: int = 24_000_000
    files: int = 1_000


class Workspace:
    """Plain files below `root`, which only this process uses. Every method takes paths as a model writes them.

    All raise `RefusedError` for a forbidden operation and `GenerationError` for an error of the machine.
    """

    def __init__(self, scaffold: Scaffold, root: Path, limits: WorkspaceLimits | None = None) -> None:
        """Lay the scaffold out in `root`, which is empty."""
        scaffold.lay_out(root)
        self.root = root
        self._scaffold = scaffold
        self._limits = limits or WorkspaceLimits()
        self._sizes = {path: (root / path).stat().st_size for path in self.paths()}
        """Of every file, in bytes: counted as files are written, since a walk takes time for each of them."""
        self._total = sum(self._sizes.values())
        self.changes = 0
        """The number of changes; a build compares it to find out whether it is current."""

    def paths(self) -> tuple[str, ...]:
        """Every file, sorted; links are none."""
        found = []
        for folder, folders, names in os.walk(self.root, followlinks=False):
            folders.sort()
            here = Path(folder)
            found += [(here / name).relative_to(self.root).as_posix() for name in names if _is_plain(here / name)]
        return tuple(sorted(found))

    def is_read_only(self, path: str) -> bool:
        """Whether a model may not change it."""
        return not self._scaffold.may_write(path)

    def size(self, path: str) -> int:
        """In bytes, of a file that is there."""
        return self._existing(path).stat().st_size

    def read_bytes(self, path: str) -> bytes:
        """A file's content."""
        place = self._existing(path)
        try:
            with os.fdopen(os.open(place, os.O_RDONLY | NO_FOLLOW), "rb") as file:
                return file.read()
        except OSError as error:
            raise GenerationError(f"cannot read {place}: {error.strerror or error}") from error

    def read_text(self, path: str) -> str:
        """A text, with its line ends as they are."""
        content = self.read_bytes(path)
        try:
            if b"\0" in content:
                raise RefusedError(f"{checked_path(path)} is a binary file of {len(content):,} bytes")
            return content.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise RefusedError(f"{checked_path(path)} is no text in UTF-8; it has {len(content):,} bytes") from error

    def exists(self, path: str) -> bool:
        """Whether a file is there."""
        return _is_plain(self._place(path))

    def check_writable(self, path: str) -> None:
        """Raise `RefusedError` if the file may not be written or deleted."""
        named = checked_path(path)
        place = self._place(named)
        if self.is_read_only(named):
            raise RefusedError(f"{named} is read-only: it is part of the scaffold and stays as it is")
        if place.is_dir():
            raise RefusedError(f"{named} is a folder")

    def write_text(self, path: str, text: str) -> None:
        """Create a file or replace all of it."""
        content = text.encode(errors="replace")
        if len(content) > self._limits.text_bytes:
            limit = self._limits.text_bytes // 1000
            raise RefusedError(f"the file would have {len(content):,} bytes; one may have {limit} kB: split it")
        self._write(path, content)

    def write_picture(self, path: str, content: bytes) -> None:
        """The same for a picture."""
        if len(content) > self._limits.picture_bytes:
            raise RefusedError(f"the picture would have {len(content) / 1e6:.1f} MB: ask for a smaller one")
        self._write(path, content)

    def delete(self, path: str) -> None:
        """Remove a file, and the folders that are empty without it."""
        self.check_writable(path)
        place = self._existing(path)
        try:
            place.unlink()
            self._count(path, 0, is_there=False)
            for folder in place.parents:
                if folder == self.root or any(folder.iterdir()):
                    break
                folder.rmdir()
        except OSError as error:
            raise GenerationError(f"cannot remove {place}: {error.strerror or error}") from error
        self.changes += 1

    def snapshot(self) -> dict[str, bytes]:
        """All of it as it is now, by path."""
        return {path: self.read_bytes(path) for path in self.paths()}

    def may_have(self, path: str) -> bool:
        """Whether a file is there, or the number of files allows one more."""
        return path in self._sizes or len(self._sizes) < self._limits.files

    def _write(self, path: str, content: bytes) -> None:
        self.check_writable(path)
        place = self._place(path)
        self._check_room(path, len(content))
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
            flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | NO_FOLLOW
            with os.fdopen(os.open(place, flags, 0o644), "wb") as file:
                file.write(content)
        except OSError as error:
            raise GenerationError(f"cannot write {place}: {error.strerror or error}") from error
        self._count(path, len(content))
        self.changes += 1

    def _count(self, path: str, size: int, *, is_there: bool = True) -> None:
        named = checked_path(path)
        self._total += size - self._sizes.pop(named, 0)
        if is_there:
            self._sizes[named] = size

    def _check_room(self, path: str, size: int) -> None:
        named = checked_path(path)
        if not self.may_have(named):
            raise RefusedError(f"the project has {len(self._sizes):,} files; there may be no more: remove some first")
        total = self._total + size - self._sizes.get(named, 0)
        if total > self._limits.total_bytes:
            raise RefusedError(f"the project would have {total / 1e6:.1f} MB; it may have {_mb(self._limits)} MB")

    def _existing(self, path: str) -> Path:
        place = self._place(path)
        if place.is_dir():
            raise RefusedError(f"{checked_path(path)} is a folder")
        if not _is_plain(place):
            raise RefusedError(f"there is no file {checked_path(path)}")
        return place

    def _place(self, path: str) -> Path:
        """The file's path on disk. Links, which no tool creates, are refused."""
        named = checked_path(path)
        place = self.root
        for part in named.split("/"):
            if place != self.root and place.exists() and not place.is_dir():
                raise RefusedError(f"{place.relative_to(self.root).as_posix()} is a file, not a folder")
            place /= part
            if place.is_symlink():
                raise RefusedError(f"{named} leads over a link, which is not followed")
        return place


def _is_plain(path: Path) -> bool:
    try:
        return stat.S_ISREG(path.lstat().st_mode)
    except OSError:
        return False


def _mb(limits: WorkspaceLimits) -> str:
    return f"{limits.total_bytes / 1e6:g}"
