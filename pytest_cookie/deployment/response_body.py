"""`ResponseBody`: the bytes of one response, read from a file in portions to save memory."""

import io
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

MAX_SERVED_BYTES = 256_000_000
"""The limit for one file, because the browser keeps the whole file in memory."""
HEAD_BYTES = 1024

_CHUNK = 1 << 16
_RANGE = re.compile(r"bytes=([0-9]{0,15})-([0-9]{0,15})")


class TooLargeError(Exception):
    """The file exceeds `MAX_SERVED_BYTES`."""


@dataclass(frozen=True)
class ResponseBody:
    """`size` bytes of the open file `source`."""

    source: BinaryIO
    size: int

    @classmethod
    def of(cls, content: bytes) -> "ResponseBody":
        """A body of bytes in memory."""
        return cls(io.BytesIO(content), len(content))

    def head(self) -> bytes:
        """Its first 1,024 bytes."""
        self.source.seek(0)
        return self.source.read(HEAD_BYTES)

    def portions(self, start: int = 0, length: int | None = None) -> Iterator[bytes]:
        """`length` bytes from `start`, fewer if the file has shrunk meanwhile."""
        self.source.seek(start)
        left = self.size - start if length is None else length
        while left > 0 and (portion := self.source.read(min(_CHUNK, left))):
            left -= len(portion)
            yield portion


@contextmanager
def open_body(path: Path) -> Iterator[ResponseBody]:
    """Open a file to serve. Raises `OSError` if it cannot be read, `TooLargeError` if it is too large."""
    with path.open("rb") as file:
        size = os.fstat(file.fileno()).st_size
        if size > MAX_SERVED_BYTES:
            raise TooLargeError(f"it has {size / 1e6:,.0f} MB; at most {MAX_SERVED_BYTES / 1e6:.0f} MB are served")
        yield ResponseBody(file, size)


def parse_byte_range(header: str, size: int) -> tuple[int, int] | None:
    """The first and last byte of a satisfiable single range, as used to seek in media; None: send everything."""
    match = _RANGE.fullmatch(header.strip())
    if match is None or match.group(0) == "bytes=-":
        return None
    first, last = (int(part) if part else None for part in match.groups())
    start = max(size - (last or 0), 0) if first is None else first
    end = size - 1 if first is None or last is None else min(last, size - 1)
    return (start, end) if start <= end else None
