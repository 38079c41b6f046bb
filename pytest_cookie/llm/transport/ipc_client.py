"""`IpcClient`: sends a worker's calls to the call server.

A message is its length in eight bytes, then JSON. Each call has its own connection; closing it cancels the call.
"""

import hashlib
import json
import os
import socket
from collections.abc import Mapping
from pathlib import Path

from pytest_cookie.core.parsing import load_json
from pytest_cookie.llm.transport.chat_arguments import Wire

LENGTH_BYTES = 8
_CONNECT_SECONDS = 30.0
_LOAD_SECONDS = 300.0
_OF_A_PROCESS = ("PYTEST_", "LITELLM_")
_OF_ITS_PLACE = frozenset({"TMPDIR", "TEMP", "TMP", "COLUMNS", "LINES"})
"""Variables that differ between the processes of a run without affecting calls; some libraries set the last two."""


class IpcError(Exception):
    """The call server is gone, or refuses this process. Handled inside `llm`.

    `maybe_sent`: the request may have reached the provider.
    """

    def __init__(self, message: str, *, maybe_sent: bool) -> None:
        super().__init__(message)
        self.maybe_sent = maybe_sent


class IpcClient:
    """Client of the call server that listens at `path`."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def load(self, *, with_tools: bool) -> None:
        """Make the server load litellm. Raises `IpcError`."""
        self._ask({"load": with_tools}, _LOAD_SECONDS)

    def carry_out(self, order: Wire, seconds: float) -> Wire:
        """The outcome of a call request. Raises `IpcError`, and `TimeoutError` after `seconds`."""
        return self._ask({"order": order}, seconds)

    def _ask(self, message: Wire, seconds: float) -> Wire:
        body = json.dumps({"environment": environment_digest(os.environ), **message}).encode()
        with self._connect() as connection:
            connection.settimeout(seconds)
            try:
                connection.sendall(add_length(body))
                length = int.from_bytes(_read(connection, LENGTH_BYTES), "big")
                reply = load_json(_read(connection, length))
            except TimeoutError:
                raise
            except (OSError, EOFError, ValueError) as error:
                raise IpcError(f"the call server disconnected: {error}", maybe_sent=True) from error
        if not isinstance(reply, dict) or "refused" in reply:
            raise IpcError("the call server refused: this process has another environment", maybe_sent=False)
        return reply

    def _connect(self) -> socket.socket:
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            connection.settimeout(_CONNECT_SECONDS)
            connection.connect(str(self._path))
        except OSError as error:
            connection.close()
            raise IpcError(f"no call server: {error}", maybe_sent=False) from error
        return connection


def add_length(message: bytes) -> bytes:
    """The message with its length in front."""
    return len(message).to_bytes(LENGTH_BYTES, "big") + message


def environment_digest(environment: Mapping[str, str]) -> str:
    """Digest of the environment, which holds keys and endpoints. On a mismatch a worker makes its calls itself."""
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
            raise EOFError("connection closed")
        parts.append(part)
        left -= len(part)
    return b"".join(parts)
