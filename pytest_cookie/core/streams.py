"""Streams that people read: what their encoding cannot show is escaped, such as `\\u2192`, instead of raising."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TextIO

_ESCAPED = "backslashreplace"


@contextmanager
def escaping(*streams: TextIO | None) -> Iterator[None]:
    """Until the context ends. A stream that is no text file of the system, such as one in memory, is left alone."""
    changed = []
    for stream in streams:
        reconfigure, before = getattr(stream, "reconfigure", None), getattr(stream, "errors", None)
        if reconfigure is not None and before is not None:
            reconfigure(errors=_ESCAPED)
            changed.append((reconfigure, before))
    try:
        yield
    finally:
        for reconfigure, before in changed:
            with suppress(OSError, ValueError):  # it flushes first, and whoever reads it may have gone
                reconfigure(errors=before)
