"""`Served`: the bytes of one answer, of a file in portions, so that its size costs no memory."""

import io
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

MAX_SERVED_BYTES = 256_000_000
"""Of one file; no page needs more, and a browser would hold all of it."""
HEAD_BYTES = 1024

_CHUNK = 1 << 16
_RANGE = re.compile(r"bytes=([0-9]{0,15})-([0-9]{0,15})")


class TooLargeError(Exception):
    """The file is larger than what is served."""


@dataclass(frozen=True)
class Served:
    """What is in `source`, an open file: `size` bytes of it."""

    source: BinaryIO
    size: int

    @classmethod
    def of(cls, content: bytes) -> "Served":
        """Bytes that are in memory anyway."""
        return cls(io.BytesIO(content), len(content))

    def head(self) -> bytes:
        """How it begins."""
        self.source.seek(0)
        return self.source.read(HEAD_BYTES)

    def portions(self, start: int = 0, length: int | None = None) -> Iterator[bytes]:
        """So many bytes from `start`, or fewer where the file has shrunk meanwhile."""
        self.source.seek(start)
        left = self.size - start if length is None else length
        while left > 0 and (portion := self.source.read(min(_CHUNK, left))):
            left -= len(portion)
            yield portion


@contextmanager
def opened(path: Path) -> Iterator[Served]:
    """A file to serve. Raises `OSError` where it cannot be read, `TooLargeError` where it has too many bytes."""
    with path.open("rb") as file:
        size = os.fstat(file.fileno()).st_size
        if size > MAX_SERVED_BYTES:
            raise TooLargeError(f"it has {size / 1e6:,.0f} MB; at most {MAX_SERVED_BYTES / 1e6:.0f} MB are served")
        yield Served(file, size)


def byte_range(header: str, size: int) -> tuple[int, int] | None:
    """The first and last byte of a satisfiable single range (media seek by it), else None: send everything."""
    match = _RANGE.fullmatch(header.strip())
    if match is None or match.group(0) == "bytes=-":
        return None
    first, last = (int(part) if part else None for part in match.groups())
    start = max(size - (last or 0), 0) if first is None else first
    end = size - 1 if first is None or last is None else min(last, size - 1)
    return (start, end) if start <= end else None
