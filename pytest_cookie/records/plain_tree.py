"""Folders from elsewhere: a run folder holds plain files and folders, or no command reads or writes it.

A link in a run folder would lead reading, writing and deleting to files outside of it, and reading a named pipe never
ends. The whole tree is checked once, before anything in it is opened. What is put there afterwards, while the command
runs, is not seen: whoever can do that has the user's rights already.
"""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

from pytest_cookie.core.errors import RecordingError, UsageError

MAX_JSON_BYTES = 64_000_000
"""No file of ours that is read whole is larger."""
_MAX_LISTED = 5
_NO_FOLLOW = getattr(os, "O_NOFOLLOW", 0)
_NO_WAIT = getattr(os, "O_NONBLOCK", 0)


def check_plain_tree(root: Path) -> None:
    """Raises `UsageError` for a link, a pipe, a socket or a device anywhere below `root`.

    `root` itself may be a link: the user has named it. A folder that is missing is plain.
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
                    f"{root} holds something else than plain files and folders, so it was neither read nor changed:",
                    *found,
                    "Links could lead to files outside of the run. Remove them, or copy what is sound into a new run: "
                    f"pytest-cookie merge NEW {root}",
                    "Where the links are yours, copy the run with the files that they lead to, and use the copy: "
                    f"cp -rL {root} COPY",
                )
            )
        )


def odd_entries(root: Path) -> Iterator[tuple[str, str]]:
    """Everything below `root` that is neither a plain file nor a folder, as its path and what it is."""
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
    """A descriptor of the plain file `path`, opened without following a link and without waiting for a pipe.

    Raises `OSError` where it cannot be opened, `RecordingError` where it is something else.
    """
    if path.is_symlink():  # also where the system cannot refuse to follow one
        raise RecordingError(f"{path} is a link, not a file")
    handle = os.open(path, flags | _NO_FOLLOW | _NO_WAIT, mode)
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


def kind_of(mode: int) -> str:
    """What a `st_mode` is, in words."""
    kinds = {stat.S_IFLNK: "a link", stat.S_IFIFO: "a pipe", stat.S_IFSOCK: "a socket", stat.S_IFREG: "a file"}
    return kinds.get(stat.S_IFMT(mode), "a folder" if stat.S_ISDIR(mode) else "a device")
