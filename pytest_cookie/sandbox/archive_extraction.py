"""Check the archive that a build returned, which is untrusted, and extract it as plain files."""

import io
import tarfile
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

_MAX_NAME = 1_000
_MAX_PART = 200
_MAX_MEMBERS = 20_000


class OutputRefusedError(Exception):
    """The archive cannot be served; the message gives the reason."""


@dataclass(frozen=True)
class Allowance:
    """The largest archive that is extracted."""

    total_bytes: int = 64_000_000
    files: int = 4_000


@dataclass(frozen=True)
class Laid:
    """The number and size of the extracted files."""

    files: int
    size_bytes: int


def lay_down(archive: bytes, folder: Path, allowance: Allowance) -> Laid:
    """Write the files of the archive to the empty `folder`. Raises `OutputRefusedError`, maybe after some files.

    Links, devices and paths that leave the folder are refused, not skipped: a page without a file is another page.
    """
    files = size = 0
    try:
        with tarfile.open(fileobj=io.BytesIO(archive), mode="r:") as opened:
            for count, member in enumerate(opened, start=1):
                if count > _MAX_MEMBERS:
                    raise OutputRefusedError(f"the build produced more than {_MAX_MEMBERS:,} files and folders")
                path = _check_member(member)
                if path is None:
                    continue
                files, size = files + 1, size + member.size
                if files > allowance.files or size > allowance.total_bytes:
                    raise OutputRefusedError(
                        f"the build produced more than {allowance.files:,} files or "
                        f"{allowance.total_bytes / 1e6:.0f} MB"
                    )
                _write(opened, member, folder / path)
    except (tarfile.TarError, EOFError, ValueError, OverflowError, RecursionError) as error:
        raise OutputRefusedError(f"the build's output cannot be read: {error}") from error
    return Laid(files, size)


def _check_member(member: tarfile.TarInfo) -> str | None:
    """The path of a plain file, None for a folder. Raises `OutputRefusedError` for everything else."""
    name = member.name.removeprefix("./")
    shown = ascii(name[:80])
    if member.isdir():
        return None
    if member.issym() or member.islnk():
        raise OutputRefusedError(f"the build left a link, {shown} to {member.linkname[:80]!a}; only files are served")
    if not member.isreg() or member.issparse():
        raise OutputRefusedError(f"the build left {shown}, which is not a plain file")
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or "\\" in name or not name.isprintable() or len(name) > _MAX_NAME:
        raise OutputRefusedError(f"the build left a file named {shown}, which cannot be served")
    if any(len(part.encode(errors="replace")) > _MAX_PART for part in path.parts) or not path.parts:
        raise OutputRefusedError(f"the build left a file named {shown}, which cannot be served")
    return path.as_posix()


def _write(opened: tarfile.TarFile, member: tarfile.TarInfo, target: Path) -> None:
    source = opened.extractfile(member)
    assert source is not None
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with target.open("xb") as file:
            file.write(source.read())
    except (FileExistsError, NotADirectoryError, IsADirectoryError) as error:
        raise OutputRefusedError(f"the build left two entries named {member.name[:80]!a}") from error
