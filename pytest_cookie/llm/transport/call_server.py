"""`CallServer`: one process makes the model calls of all workers, so that no worker loads litellm.

Loading litellm costs 4 CPU seconds and 160 MB per process. The server process ends when its standard input closes,
which happens whenever its parent ends, for whatever reason.
"""

import asyncio
import contextlib
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Coroutine
from pathlib import Path
from types import ModuleType

from pytest_cookie.core.parsing import load_json
from pytest_cookie.llm.transport.call_request import outcome_as_json, parse_order
from pytest_cookie.llm.transport.chat_arguments import Wire
from pytest_cookie.llm.transport.ipc_client import LENGTH_BYTES, add_length, environment_digest
from pytest_cookie.llm.transport.litellm_call import carry_out, load_litellm

PREFIX = "pytest-cookie-calls-"
_SOCKET = "line"
_LONGEST_ADDRESS = 100
"""Bytes. Systems take 103 to 107; temporary folders of batch systems can be deeper."""
_END_SECONDS = 5.0
_WAITING_AT_MOST = 1_000
_PROGRAM = "import json, sys; sys.path[:] = json.loads(sys.argv[3]); from {0} import serve; serve(*sys.argv[1:3])"


class CallServer:
    """Started and ended by a run's controller. When `path` is None, no server runs and each worker calls directly."""

    def __init__(self) -> None:
        self.path: Path | None = None
        self._folder: Path | None = None
        self._process: subprocess.Popen[bytes] | None = None
        if sys.platform == "win32":
            return
        with contextlib.suppress(OSError):  # no folder or no process available
            self._folder = _folder()
            with socket.socket(socket.AF_UNIX) as listener:
                listener.bind(str(self._folder / _SOCKET))
                listener.listen(_WAITING_AT_MOST)
                self._process = _start(self._folder, listener)
            self.path = self._folder / _SOCKET

    def close(self) -> None:
        """End the server and its pending calls. Safe to call twice."""
        process, self._process = self._process, None
        if process is not None and process.stdin is not None:
            with contextlib.suppress(OSError):
                process.stdin.close()
            try:
                process.wait(_END_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)


def _folder() -> Path:
    """A new temporary folder; in `/tmp` if the socket's path would be too long in the default place."""
    folder = Path(tempfile.mkdtemp(prefix=PREFIX))
    if len(os.fsencode(folder / _SOCKET)) <= _LONGEST_ADDRESS:
        return folder
    folder.rmdir()
    return Path(tempfile.mkdtemp(prefix=PREFIX, dir="/tmp"))


def _start(folder: Path, listener: socket.socket) -> "subprocess.Popen[bytes]":
    """Start the server. Early callers queue on the socket. It has its own session, so Ctrl-C reaches only the workers,
    which handle it."""
    handle, devnull = listener.fileno(), subprocess.DEVNULL
    command = [sys.executable, "-c", _PROGRAM.format(__name__), str(folder), str(handle), json.dumps(sys.path)]
    return subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=devnull,
        stderr=devnull,
        env=dict(os.environ),  # libraries set more behind Python's back
        start_new_session=True,
        pass_fds=(handle,),
    )


def serve(folder: str, handle: str) -> None:
    """Serve until standard input closes, then end the process at once, without interpreter shutdown."""
    try:
        asyncio.run(_serve(socket.socket(fileno=int(handle))))
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        os._exit(0)


async def _serve(listener: socket.socket) -> None:
    loop, end = asyncio.get_running_loop(), asyncio.Event()

    def wait_for_the_end() -> None:
        with contextlib.suppress(OSError):
            os.read(sys.stdin.fileno(), 1)
        loop.call_soon_threadsafe(end.set)

    threading.Thread(target=wait_for_the_end, daemon=True).start()
    connections = _ConnectionHandler()
    server = await asyncio.start_unix_server(connections.serve, sock=listener, backlog=_WAITING_AT_MOST)
    await end.wait()
    server.close()


class _ConnectionHandler:
    def __init__(self) -> None:
        self._environment = environment_digest(os.environ)
        self._loading = asyncio.Lock()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer one message. Work for a worker that disconnected is cancelled."""
        try:
            length = int.from_bytes(await reader.readexactly(LENGTH_BYTES), "big")
            message = load_json(await reader.readexactly(length))
            reply = await _cancel_on_disconnect(self._reply(message), reader)
            if reply is not None:
                writer.write(add_length(json.dumps(reply).encode()))
                await writer.drain()
        except (OSError, EOFError, ValueError, TypeError, LookupError):  # malformed message, or the worker disconnected
            return
        finally:
            writer.close()

    async def _reply(self, message: Wire) -> Wire:
        if message["environment"] != self._environment:
            return {"refused": "another environment"}
        order = message.get("order")
        if not isinstance(order, dict):
            await self._load(with_tools=bool(message["load"]))
            return {}
        wanted = parse_order(order)
        litellm = await self._load(with_tools=wanted.with_tools)
        return outcome_as_json(await carry_out(litellm, wanted))

    async def _load(self, *, with_tools: bool) -> ModuleType:
        """Load litellm in a thread while other calls go on; one load at a time."""
        async with self._loading:
            return await asyncio.to_thread(load_litellm, with_tools=with_tools)


async def _cancel_on_disconnect(reply: Coroutine[None, None, Wire], reader: asyncio.StreamReader) -> Wire | None:
    """The reply, or None if the worker disconnected; pending work is then cancelled."""
    work, gone = asyncio.ensure_future(reply), asyncio.ensure_future(reader.read(1))
    try:
        await asyncio.wait({work, gone}, return_when=asyncio.FIRST_COMPLETED)
        return await work if work.done() else None
    finally:
        gone.cancel()
        work.cancel()
