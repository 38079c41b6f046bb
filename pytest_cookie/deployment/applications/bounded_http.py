"""`BoundedSocket`: a connection to an application with limits for its whole time and its bytes; `request_status`.

The timeout of a socket starts again with every byte, so an application that sends one a second never exceeds it.
"""

import http.client
import io
import socket
import time
from collections.abc import Callable, Mapping
from urllib.parse import quote

_MAX_BYTES = 200_000
_PRINTABLE = "".join(map(chr, range(0x21, 0x7F)))


def request_status(
    connect: Callable[[float], socket.socket],
    method: str,
    path: str,
    headers: Mapping[str, str],
    body: bytes = b"",
    *,
    seconds: float,
    max_bytes: int = _MAX_BYTES,
) -> int:
    """The status of the answer, whose body is not read. `connect` gets the number of seconds that are left.

    Raises `OSError` if the answer takes longer or has a head of more than `max_bytes`, and
    `http.client.HTTPException`, `ValueError`.
    """
    ends = time.monotonic() + seconds
    call = http.client.HTTPConnection("127.0.0.1")
    with connect(seconds) as connection:
        call.sock = BoundedSocket(connection, ends, max_bytes)
        call.request(method, quote_address(path), body, {**headers, "Connection": "close"})
        return call.getresponse().status


def quote_address(address: str) -> str:
    """An address that fits into one line of HTTP: spaces, control and non-ASCII characters are quoted."""
    return quote(address, safe=_PRINTABLE, errors="replace")


class BoundedSocket:
    """What `http.client` uses of a socket. Sending and receiving end with `OSError` when `ends`, a moment of the
    monotonic clock, has passed, or `max_bytes` were received.
    """

    def __init__(self, connection: socket.socket, ends: float, max_bytes: float) -> None:
        self._connection = connection
        self._ends = ends
        self._bytes = max_bytes

    def allow(self, ends: float, max_bytes: float) -> None:
        """Set new limits for what follows."""
        self._ends, self._bytes = ends, max_bytes

    def _wait(self) -> None:
        left = self._ends - time.monotonic()
        if left <= 0:
            raise TimeoutError("timed out")
        self._connection.settimeout(left)

    def sendall(self, content: bytes) -> None:
        """Send all of the content."""
        self._wait()
        self._connection.sendall(content)

    def receive(self, buffer: memoryview) -> int:
        """Receive into the buffer, and return the number of bytes."""
        self._wait()
        if self._bytes <= 0:
            raise OSError("the answer is too long")
        count = self._connection.recv_into(buffer[: int(min(self._bytes, len(buffer)))])
        self._bytes -= count
        return count

    def makefile(self, mode: str) -> io.BufferedReader:
        """A file to read the answer from."""
        return io.BufferedReader(_Reader(self))

    def close(self) -> None:
        """Do nothing: `http.client` calls this before the body is read. The connection's owner closes it."""


class _Reader(io.RawIOBase):
    def __init__(self, source: BoundedSocket) -> None:
        self._source = source

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: object) -> int:
        assert isinstance(buffer, memoryview | bytearray)
        return self._source.receive(memoryview(buffer))
