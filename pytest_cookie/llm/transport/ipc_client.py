"""`IpcClient`: a worker's way to the call server, the one process that makes the calls of all workers of a run.

A message is its length in eight bytes and JSON. There is a connection a call: where the worker ends or gives up, it is
closed, and the call is cancelled.
"""

import hashlib
import json
import os
import socket
from collections.abc import Mapping
from pathlib import Path

from pytest_cookie.llm.transport.chat_arguments import Wire

LENGTH_BYTES = 8
_CONNECT_SECONDS = 30.0
_LOAD_SECONDS = 300.0
_OF_A_PROCESS = ("PYTEST_", "LITELLM_")
_OF_ITS_PLACE = frozenset({"TMPDIR", "TEMP", "TMP", "COLUMNS", "LINES"})
"""Variables that differ between the processes of a run and change no call; some libraries set the last two."""


class IpcError(Exception):
    """The switchboard is gone, or will not serve this process. It never leaves this room.

    `maybe_sent`: a provider may have heard of the order.
    """

    def __init__(self, message: str, *, maybe_sent: bool) -> None:
        super().__init__(message)
        self.maybe_sent = maybe_sent


class IpcClient:
    """To the switchboard that listens at `path`."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def load(self, *, with_tools: bool) -> None:
        """Have it load what calls need. Raises `IpcError`."""
        self._ask({"load": with_tools}, _LOAD_SECONDS)

    def carry_out(self, order: Wire, seconds: float) -> Wire:
        """What came of an order. Raises `IpcError`, `TimeoutError` after `seconds`."""
        return self._ask({"order": order}, seconds)

    def _ask(self, message: Wire, seconds: float) -> Wire:
        told = json.dumps({"environment": environment_digest(os.environ), **message}).encode()
        with self._connected() as connection:
            connection.settimeout(seconds)
            try:
                connection.sendall(framed(told))
                length = int.from_bytes(_read(connection, LENGTH_BYTES), "big")
                reply = json.loads(_read(connection, length))
            except TimeoutError:
                raise
            except (OSError, EOFError, ValueError) as error:
                raise IpcError(f"it hung up: {error}", maybe_sent=True) from error
        if not isinstance(reply, dict) or "refused" in reply:
            raise IpcError("it does not serve this process", maybe_sent=False)
        return reply

    def _connected(self) -> socket.socket:
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            connection.settimeout(_CONNECT_SECONDS)
            connection.connect(str(self._path))
        except OSError as error:
            connection.close()
            raise IpcError(f"nobody is there: {error}", maybe_sent=False) from error
        return connection


def framed(message: bytes) -> bytes:
    """With its length before it."""
    return len(message).to_bytes(LENGTH_BYTES, "big") + message


def environment_digest(environment: Mapping[str, str]) -> str:
    """Where keys and addresses are: a process with others than the switchboard has makes its calls itself."""
    same = [
        (name, value)
        for name, value in sorted(environment.items())
        if not name.startswith(_OF_A_PROCESS) and name not in _OF_ITS_PLACE
    ]
    return hashlib.sha256(json.dumps(same).encode()).hexdigest()


def _read(connection: socket.socket, count: int) -> bytes:
    parts, left = [], count
    while left:
        part = connection.recv(min(left, 1 << 20))
        if not part:
            raise EOFError("it hung up")
        parts.append(part)
        left -= len(part)
    return b"".join(parts)
