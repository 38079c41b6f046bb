"""`SandboxControl`: orders for the first program of an application's sandbox, and its replies, which may carry files.

Every reply has the number of its order, so that one that arrives late is not taken for the answer to the next order.
"""

import array
import json
import os
import socket
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from typing import TypeAlias

from pydantic import JsonValue

from pytest_cookie.core.parsing import parse_json

Order: TypeAlias = Mapping[str, object]
Reply: TypeAlias = tuple[dict[str, JsonValue], list[int]]
"""The reply, and open files, which belong to the caller."""

_MAX_PACKET = 200_000
_MAX_FILES = 8


class NoReplyError(Exception):
    """The sandbox has ended, or does not reply."""


class SandboxControl:
    """The near end of the socket. Several threads may ask."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._lock = threading.Lock()
        self._number = 0

    def ask(self, order: Order, seconds: float) -> Reply:
        """Give an order and wait for its reply. Raises `NoReplyError`."""
        with self._lock:
            self._number += 1
            try:
                self._connection.settimeout(seconds)
                self._connection.send(json.dumps({**order, "number": self._number}).encode())
            except OSError as error:
                raise NoReplyError("the application ended its own sandbox") from error
            return self.receive(seconds)

    def receive(self, seconds: float) -> Reply:
        """Wait for the reply to the last order; the very first reply means that the sandbox has begun.

        Raises `NoReplyError`.
        """
        ends = time.monotonic() + seconds
        while True:
            reply, files = self._receive_any(max(0.001, ends - time.monotonic()))
            if reply.pop("number", None) == self._number:
                return reply, files
            for file in files:  # the caller has given up this order
                with suppress(OSError):
                    os.close(file)

    def _receive_any(self, seconds: float) -> Reply:
        try:
            self._connection.settimeout(seconds)
            packet, attached, _, _ = self._connection.recvmsg(_MAX_PACKET, socket.CMSG_SPACE(_MAX_FILES * 4))
        except OSError as error:
            raise NoReplyError(f"the application's sandbox does not answer: {error}") from error
        files: list[int] = []
        for level, kind, data in attached:
            if (level, kind) == (socket.SOL_SOCKET, socket.SCM_RIGHTS):
                files += array.array("i", data[: len(data) - len(data) % 4]).tolist()
        reply = parse_json(packet) if packet else None
        if not isinstance(reply, dict):
            raise NoReplyError("the application ended its own sandbox")
        return reply, files

    def close(self) -> None:
        """End the sandbox's first program."""
        self._connection.close()
