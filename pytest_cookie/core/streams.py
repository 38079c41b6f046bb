"""Text streams for people: characters that the encoding lacks are escaped (`\\u2192`) instead of raising."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TextIO

_ESCAPED = "backslashreplace"


@contextmanager
def escape_unencodable(*streams: TextIO | None) -> Iterator[None]:
    """Escape until the context exits. Streams that cannot be reconfigured, such as ones in memory, are unchanged."""
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
            with suppress(OSError, ValueError):  # reconfiguring flushes, and the reader may have closed the stream
                reconfigure(errors=before)
