"""Atomic reading and writing of all files in a run folder.

Durable files are flushed before they get their name, and then the folder that holds the name, so after a power cut a
file with its final name is complete.
"""

import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from stat import S_ISREG
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from pytest_cookie.core.errors import RecordingError
from pytest_cookie.records.plain_tree import open_plain, read_plain
from pytest_cookie.records.version import version_problem

Model = TypeVar("Model", bound=BaseModel)

PART = ".part"
"""Suffix of temporary names, which also begin with a dot."""


def write_bytes(path: Path, content: bytes, *, durable: bool = True) -> None:
    """Write to a temporary name, flush to disk, rename, flush the folder. Raises `RecordingError`.

    A file that has this content already is not touched, so a run on a read-only disk can be reported again. Without
    `durable`, nothing is flushed; for derived files, which can be created again after a power cut.
    """
    if _has_content(path, content):
        return
    with _written(path, content, durable=durable) as temporary:
        temporary.replace(path)
        if durable:
            flush_folder(path.parent)


def _has_content(path: Path, content: bytes) -> bool:
    try:
        found = path.lstat()
        return S_ISREG(found.st_mode) and found.st_size == len(content) and read_plain(path, len(content)) == content
    except (OSError, ValueError, RecordingError):
        return False


@contextmanager
def _written(path: Path, content: bytes, *, durable: bool = True) -> Iterator[Path]:
    """The content under a temporary name beside `path`, deleted on exit."""
    try:
        _make_folder(path.parent, durable=durable)
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=PART)
    except OSError as error:
        raise RecordingError(f"cannot write {path}: {error.strerror or error}") from error
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            if durable:
                file.flush()
                os.fsync(file.fileno())
        Path(temporary).chmod(0o644)
        yield Path(temporary)
    except OSError as error:
        raise RecordingError(f"cannot write {path}: {error.strerror or error}") from error
    finally:
        Path(temporary).unlink(missing_ok=True)


def _make_folder(folder: Path, *, durable: bool) -> None:
    missing = [path for path in (folder, *folder.parents) if not path.exists()] if durable else []
    folder.mkdir(parents=True, exist_ok=True)
    for made in reversed(missing):
        flush_folder(made.parent)


def flush_folder(folder: Path) -> None:
    """Flush the names in `folder`. Ignored on file systems that cannot flush folders."""
    if os.name == "nt":
        return
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def flush_tree(root: Path) -> None:
    """Flush a file, or all files below a folder and the folders themselves. Raises `OSError`.

    For files written by others, before a marker file declares them complete. Links are not followed; missing files are
    ignored.
    """
    _flush_file(root)
    for path, _, names in os.walk(root, topdown=False):
        for name in names:
            _flush_file(Path(path) / name)
        flush_folder(Path(path))


def _flush_file(path: Path) -> None:
    if path.is_symlink() or not path.is_file():
        return
    with path.open("r+b") as file:  # some systems cannot flush a file that is open for reading only
        os.fsync(file.fileno())


def remove(path: Path) -> None:
    """Delete a file, or a folder with its content, if it exists. Raises `OSError`."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def clear_parts(folder: Path) -> None:
    """Delete temporary files that killed writers left in `folder`; only ours. Raises `OSError`."""
    for path in folder.glob(f".*{PART}"):
        path.unlink(missing_ok=True)


def write_text(path: Path, text: str, *, durable: bool = True) -> None:
    """`write_bytes` in UTF-8; lone surrogates, which a hostile page can produce, are replaced."""
    write_bytes(path, text.encode("utf-8", errors="replace"), durable=durable)


def write_model(path: Path, model: BaseModel) -> None:
    """Write a noun as indented JSON."""
    write_text(path, _json(model))


def overwrite_model(path: Path, model: BaseModel) -> None:
    """Overwrite an existing noun within its allocated space, for a full disk. Raises `OSError`.

    Does nothing if it needs more space. Without a second file, a power cut at this moment destroys it.
    """
    content = _json(model).encode("utf-8", errors="replace")
    if len(content) > path.stat().st_blocks * 512:
        return
    with os.fdopen(open_plain(path, os.O_RDWR), "r+b") as file:
        file.write(content)
        file.truncate()
        file.flush()
        os.fsync(file.fileno())


def write_first_model(path: Path, model: BaseModel) -> bool:
    """Write a noun unless the file exists, even if another process writes at the same time; then return False."""
    with _written(path, _json(model).encode("utf-8", errors="replace")) as temporary:
        try:
            path.hardlink_to(temporary)
        except FileExistsError:
            return False
        except OSError:  # a file system without hard links
            temporary.replace(path)
        flush_folder(path.parent)
    return True


def _json(model: BaseModel) -> str:
    return model.model_dump_json(indent=1) + "\n"


def read_model(path: Path, kind: type[Model]) -> Model:
    """Read a noun from a plain file. Raises `RecordingError` with the path if it is missing or invalid."""
    content = read_plain(path)
    try:
        return kind.model_validate_json(content)
    except ValidationError as error:
        if problem := version_problem(content, kind):
            raise RecordingError(f"{path} has {problem}") from error
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"]) or "the file"
        raise RecordingError(f"{path} is not a valid {kind.__name__}: {where}: {first['msg']}") from error
