"""Checks that a run folder contains only plain files and folders, before any command reads or writes it.

A link in a run folder could lead reading, writing and deleting to files outside of it, and reading a named pipe never
ends. The whole tree is checked once, before any file is opened. Later additions are not noticed: whoever can make them
during a command already has the user's rights.
"""

import errno
import io
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from pytest_cookie.core.errors import RecordingError, UsageError

MAX_JSON_BYTES = 64_000_000
"""Larger files are never read as a whole."""
_MAX_LISTED = 5
NO_FOLLOW: int = getattr(os, "O_NOFOLLOW", 0)
"""The flag of `os.open` that refuses links; Windows has none."""
_NO_WAIT = getattr(os, "O_NONBLOCK", 0)


def check_plain_tree(root: Path) -> None:
    """Raise `UsageError` for a link, a pipe, a socket or a device anywhere below `root`.

    `root` itself may be a link, because the user named it. A missing folder passes.
    """
    found: list[str] = []
    for path, kind in odd_entries(root):
        found.append(f"  {path} is {kind}")
        if len(found) == _MAX_LISTED:
            break
    if found:
        raise UsageError(
            "\n".join(
                (
                    f"{root} contains entries that are not plain files or folders, so it was not read or changed:",
                    *found,
                    "Links could lead to files outside the run. Remove them, or copy the plain files into a new run: "
                    f"pytest-cookie merge NEW {root}",
                    "Where the links are yours, copy the run with the files that they lead to, and use the copy: "
                    f"cp -rL {root} COPY",
                )
            )
        )


def odd_entries(root: Path) -> Iterator[tuple[str, str]]:
    """Everything below `root` that is neither a plain file nor a folder: path and kind."""
    folders = [os.fspath(root)]
    while folders:
        try:
            with os.scandir(folders.pop()) as entries:
                listed = list(entries)
        except (FileNotFoundError, NotADirectoryError):  # removed meanwhile
            continue
        except OSError as error:
            raise UsageError(f"cannot read {error.filename}: {error.strerror or error}") from error
        for entry in listed:
            if entry.is_dir(follow_symlinks=False):
                folders.append(entry.path)
            elif not entry.is_file(follow_symlinks=False):
                try:
                    mode = entry.stat(follow_symlinks=False).st_mode
                except FileNotFoundError:
                    continue
                yield entry.path, kind_of(mode)


def open_plain(path: Path, flags: int = os.O_RDONLY, mode: int = 0o644) -> int:
    """Open the plain file `path`, without following a link and without waiting for a pipe.

    Raises `OSError` if it cannot be opened, `RecordingError` if it is not a plain file.
    """
    if path.is_symlink():  # needed where O_NOFOLLOW does not exist
        raise RecordingError(f"{path} is a link, not a file")
    handle = os.open(path, flags | NO_FOLLOW | _NO_WAIT, mode)
    found = os.fstat(handle).st_mode
    if not stat.S_ISREG(found):
        os.close(handle)
        raise RecordingError(f"{path} is {kind_of(found)}, not a file")
    return handle


def read_plain(path: Path, limit: int = MAX_JSON_BYTES) -> bytes:
    """The content of a plain file of at most `limit` bytes. Raises `RecordingError`."""
    try:
        with os.fdopen(open_plain(path), "rb") as file:
            content = file.read(limit + 1)
    except OSError as error:
        raise RecordingError(f"cannot read {path}: {error.strerror or error}") from error
    if len(content) > limit:
        raise RecordingError(f"{path} is larger than {limit // 1_000_000} MB")
    return content


def read_plain_text(path: Path, limit: int = MAX_JSON_BYTES, *, errors: str = "strict") -> str:
    """`read_plain` as UTF-8 text with `\\n` at the end of each line. Raises `UnicodeDecodeError` too."""
    return _decoded(read_plain(path, limit), "utf-8", errors)


def read_head(path: Path, limit: int) -> bytes:
    """The first `limit` bytes of a plain file. Raises `RecordingError`."""
    try:
        with os.fdopen(open_plain(path), "rb") as file:
            return file.read(limit)
    except OSError as error:
        raise RecordingError(f"cannot read {path}: {error.strerror or error}") from error


def open_named(path: Path) -> IO[bytes]:
    """Open a file that the user named or that is ours for reading; links are followed, and no pipe is waited for.

    Raises `OSError`, also for a pipe or device.
    """

    def _open(name: str, flags: int) -> int:
        handle = os.open(name, flags | _NO_WAIT)
        mode = os.fstat(handle).st_mode
        if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
            os.close(handle)
            raise OSError(errno.EINVAL, f"it is {kind_of(mode)}, not a file", name)
        return handle

    return open(path, "rb", opener=_open)


def read_bounded(path: Path, limit: int = MAX_JSON_BYTES) -> bytes:
    """The content of a file of at most `limit` bytes that the user named or that is ours; links are followed.

    Raises `OSError`, also for a larger file. Files of a run are read by `read_plain`.
    """
    with open_named(path) as file:
        content = file.read(limit + 1)
    if len(content) > limit:
        raise OSError(errno.EFBIG, f"it is larger than {limit // 1_000_000} MB", str(path))
    return content


def read_bounded_text(
    path: Path, limit: int = MAX_JSON_BYTES, *, encoding: str = "utf-8", errors: str = "strict"
) -> str:
    """`read_bounded` as text with `\\n` at the end of each line. Raises `UnicodeDecodeError` too."""
    return _decoded(read_bounded(path, limit), encoding, errors)


def _decoded(content: bytes, encoding: str, errors: str) -> str:
    with io.TextIOWrapper(io.BytesIO(content), encoding, errors) as text:
        return text.read()


def kind_of(mode: int) -> str:
    """The kind of a `st_mode`, in words."""
    kinds = {stat.S_IFLNK: "a link", stat.S_IFIFO: "a pipe", stat.S_IFSOCK: "a socket", stat.S_IFREG: "a file"}
    return kinds.get(stat.S_IFMT(mode), "a folder" if stat.S_ISDIR(mode) else "a device")
