"""The first program in an application's sandbox. Started as a file; imports only Python's standard library.

It lays out the sources from standard input, opens the ports of the services and hands their sockets out, so that the
services outside accept connections from within a network that has no way out. Then it follows orders: run a command,
start the processes, give a socket to connect with, give the project as an archive, report the state of the processes.
Orders and replies are JSON in packets of one socket; a reply may carry open files.
"""

import array
import ctypes
import json
import os
import signal
import socket
import subprocess
import sys
import tarfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

PROJECT = Path("/project")
MAX_PACKET = 200_000
BEGUN = "pytest-cookie: the application's sandbox begins"
_PR_SET_DUMPABLE = 4
_NOT_STARTED = (OSError, ValueError)
"""What starting a command raises: for one with a NUL character, or with half of a pair of surrogates, `ValueError`."""

Order = dict[str, Any]
Processes = dict[str, "subprocess.Popen[bytes] | None"]


def main() -> None:
    """Follow orders until the other end of the socket is closed."""
    ctypes.CDLL(None).prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)  # the application cannot attach to this process
    control = socket.socket(fileno=int(sys.argv[1]))
    os.set_inheritable(control.fileno(), False)
    ports = json.loads(sys.argv[2])
    _say(BEGUN)
    try:
        with tarfile.open(fileobj=sys.stdin.buffer, mode="r|") as archive:
            archive.extractall(PROJECT, filter="tar")
    except (OSError, tarfile.TarError) as error:
        _reply(control, {"number": 0}, {"problem": str(error)})
        return
    listening = [_listen(port) for port in ports]
    _reply(control, {"number": 0}, {}, [listener.fileno() for listener in listening])
    for one in listening:
        one.close()
    processes: Processes = {}
    while packet := control.recv(MAX_PACKET):
        order = json.loads(packet)
        _ORDERS[order["order"]](control, order, processes)


def _say(line: str) -> None:
    sys.stderr.write(f"{line}\n")
    sys.stderr.flush()


def _listen(port: int) -> socket.socket:
    found = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    found.bind(("127.0.0.1", port))
    found.listen(64)
    return found


def _reply(control: socket.socket, order: Order, message: Order, files: Sequence[int] = ()) -> None:
    message = {**message, "number": order["number"]}
    attached = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", files))] if files else []
    control.sendmsg([json.dumps(message).encode()], attached)


def _spawn(one: Order) -> "subprocess.Popen[bytes]":
    folder = PROJECT / one.get("folder", ".")
    environment = {**os.environ, **one["environment"]}
    return subprocess.Popen(
        ["sh", "-c", one["command"]], cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=2, stderr=2,
        process_group=0,
    )  # fmt: skip


def _run(control: socket.socket, order: Order, processes: Processes) -> None:
    """Run a command. One that takes too long is ended with its children."""
    code: int | None = None
    try:
        process = _spawn(order)
        try:
            code = process.wait(order["seconds"])
        except subprocess.TimeoutExpired:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
    except _NOT_STARTED as error:
        _say(f"{order['command'][:200]!r}: {error}")
        code = 127
    _reply(control, order, {"code": code})


def _start(control: socket.socket, order: Order, processes: Processes) -> None:
    for name, one in order["processes"].items():
        try:
            processes[name] = _spawn(one)
        except _NOT_STARTED as error:
            _say(f"{name}: {error}")
            processes[name] = None
    _reply(control, order, {})


def _states(control: socket.socket, order: Order, processes: Processes) -> None:
    _reply(control, order, {name: one.poll() if one else 127 for name, one in processes.items()})


def _socket(control: socket.socket, order: Order, processes: Processes) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as fresh:
        _reply(control, order, {}, [fresh.fileno()])


def _as_file(member: tarfile.TarInfo) -> tarfile.TarInfo:
    """A further name of a file (a hard link) as a file of its own, since readers of the archive take plain files."""
    if member.islnk():
        member.type, member.linkname = tarfile.REGTYPE, ""
        member.size = (PROJECT / member.name).stat().st_size
    return member


def _archive(control: socket.socket, order: Order, processes: Processes) -> None:
    """Give the project without `node_modules` through a pipe, and report at its end whether that succeeded."""
    source, target = os.pipe()
    _reply(control, order, {}, [source])
    os.close(source)
    problem = ""
    try:
        with os.fdopen(target, "wb") as pipe, tarfile.open(fileobj=pipe, mode="w|") as archive:
            for path in sorted(PROJECT.iterdir()):
                if path.name != "node_modules":
                    archive.add(path, path.name, filter=_as_file)
    except (OSError, tarfile.TarError) as error:
        problem = str(error)
    _reply(control, order, {"problem": problem})


_ORDERS = {"run": _run, "start": _start, "states": _states, "socket": _socket, "archive": _archive}

if __name__ == "__main__":
    main()
