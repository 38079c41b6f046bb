"""`pack_sources`: the files of an application as an archive for its sandbox."""

import os
import tarfile
from pathlib import Path
from typing import IO


def pack_sources(folder: Path, into: IO[bytes]) -> None:
    """Write the files of an application as an archive: plain files only, without installed packages."""
    with tarfile.open(fileobj=into, mode="w") as archive:
        for path in sorted(folder.rglob("*")):
            name = path.relative_to(folder)
            if {"node_modules", ".git"} & set(name.parts) or path.is_symlink() or not path.is_file():
                continue
            with path.open("rb") as file:
                member = tarfile.TarInfo(name.as_posix())
                member.size, member.mode = os.fstat(file.fileno()).st_size, 0o755 if path.suffix == ".sh" else 0o644
                archive.addfile(member, file)
