"""Output of the commands: every line is made inert (`core.inert`), so that untrusted text cannot control a terminal."""

import contextlib
import io
import sys
from collections.abc import Iterator
from typing import TextIO

from pytest_cookie.core.inert import inert_text


class InertStream(io.TextIOBase):
    """A text stream that makes whole lines inert and passes them on; a flush passes on an incomplete line."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._begun = ""

    def write(self, text: str) -> int:
        """Write the complete lines, and keep the rest."""
        lines, newline, self._begun = (self._begun + text).rpartition("\n")
        if newline:
            self._stream.write(inert_text(lines) + newline)
        return len(text)

    def flush(self) -> None:
        """Write the rest, and flush the underlying stream."""
        begun, self._begun = self._begun, ""
        self._stream.write(inert_text(begun))
        self._stream.flush()

    def fileno(self) -> int:
        """The descriptor of the underlying stream."""
        return self._stream.fileno()

    def isatty(self) -> bool:
        """Whether the underlying stream is a terminal."""
        return self._stream.isatty()

    @property
    def encoding(self) -> str:  # type: ignore[override]
        """The encoding of the underlying stream."""
        return self._stream.encoding


@contextlib.contextmanager
def inert_output() -> Iterator[None]:
    """Make standard output and standard error of this process inert."""
    out, error = InertStream(sys.stdout), InertStream(sys.stderr)
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(error):
        try:
            yield
        finally:
            for stream in (error, out):
                with contextlib.suppress(OSError, ValueError):  # the reader has exited
                    stream.flush()
