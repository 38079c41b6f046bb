"""What commands print: every line passes `core.inert`, whoever prints it, so that no text in it is an order."""

import contextlib
import io
import sys
from collections.abc import Iterator
from typing import TextIO

from pytest_cookie.core.inert import inert_text


class InertStream(io.TextIOBase):
    """A text stream that hands on whole lines, made inert; what is left of a line at a flush goes as it is then."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._begun = ""

    def write(self, text: str) -> int:
        """Write the lines that are whole now, keep the rest."""
        lines, newline, self._begun = (self._begun + text).rpartition("\n")
        if newline:
            self._stream.write(inert_text(lines) + newline)
        return len(text)

    def flush(self) -> None:
        """Write what is left, and flush the stream itself."""
        begun, self._begun = self._begun, ""
        self._stream.write(inert_text(begun))
        self._stream.flush()

    def fileno(self) -> int:
        """Of the stream itself."""
        return self._stream.fileno()

    def isatty(self) -> bool:
        """As the stream itself."""
        return self._stream.isatty()

    @property
    def encoding(self) -> str:  # type: ignore[override]
        """As the stream itself."""
        return self._stream.encoding


@contextlib.contextmanager
def inert_output() -> Iterator[None]:
    """Standard output and standard error of this process are inert within it."""
    out, error = InertStream(sys.stdout), InertStream(sys.stderr)
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(error):
        try:
            yield
        finally:
            for stream in (error, out):
                with contextlib.suppress(OSError, ValueError):  # whoever reads it has gone
                    stream.flush()
