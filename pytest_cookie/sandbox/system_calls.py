"""`call_filter`: a Linux seccomp program that denies system calls.

It denies calls that builds do not need and other limits do not cover: memory that no process owns and no limit counts,
resources that namespaces do not separate (keys, virtual sockets to the host machine), and ways around such a filter.
"""

import platform
import struct
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import IO

_DENIED = {
    "x86_64": {
        "memfd_create": 319, "memfd_secret": 447, "shmget": 29, "semget": 64, "msgget": 68, "mq_open": 240,
        "add_key": 248, "request_key": 249, "keyctl": 250,
        "bpf": 321, "perf_event_open": 298, "userfaultfd": 323, "io_setup": 206,
        "io_uring_setup": 425, "io_uring_enter": 426, "io_uring_register": 427,
    },
    "aarch64": {
        "memfd_create": 279, "memfd_secret": 447, "shmget": 194, "semget": 190, "msgget": 186, "mq_open": 180,
        "add_key": 217, "request_key": 218, "keyctl": 219,
        "bpf": 280, "perf_event_open": 241, "userfaultfd": 282, "io_setup": 0,
        "io_uring_setup": 425, "io_uring_enter": 426, "io_uring_register": 427,
    },
}  # fmt: skip
"""The numbers of the denied calls by architecture; see syscalls(2)."""
_SOCKET = {"x86_64": 41, "aarch64": 198}
_ARCHITECTURE = {"x86_64": 0xC000_003E, "aarch64": 0xC000_00B7}
_FIRST_OF_X32 = 0x4000_0000
_FAMILIES = (1, 2, 10, 16)
"""Unix, IPv4, IPv6, netlink: the socket families that a sandbox has to itself."""

_NUMBER, _ARCH, _FIRST_ARGUMENT = 0, 4, 16
_LOAD, _IF_EQUAL, _IF_AT_LEAST, _RETURN = 0x20, 0x15, 0x35, 0x06
_ALLOW, _REFUSE = 0x7FFF_0000, 0x0005_0000
_NO_SUCH_CALL, _NO_SUCH_FAMILY = 38, 97


def call_filter(machine: str = "") -> bytes:
    """The program for this `machine`, b"" for an unknown one. A denied call fails as if the kernel lacked it."""
    name = machine or (platform.machine() if sys.maxsize > 2**32 else "")
    denied = _DENIED.get(name)
    return _program(name, denied) if denied else b""


@contextmanager
def filter_file() -> Iterator[IO[bytes]]:
    """An open file with the program for this machine, at its start."""
    with tempfile.TemporaryFile() as file:
        file.write(call_filter())
        file.seek(0)
        yield file


def _program(machine: str, denied: Mapping[str, int]) -> bytes:
    deny = _step(_RETURN, _REFUSE | _NO_SUCH_CALL)
    steps = [_step(_LOAD, _ARCH), _step(_IF_EQUAL, _ARCHITECTURE[machine], yes=1), deny, _step(_LOAD, _NUMBER)]
    if machine == "x86_64":
        steps += [_step(_IF_AT_LEAST, _FIRST_OF_X32, no=1), deny]
    for number in denied.values():
        steps += [_step(_IF_EQUAL, number, no=1), deny]
    families = [_step(_IF_EQUAL, family, yes=len(_FAMILIES) - at) for at, family in enumerate(_FAMILIES)]
    check = [_step(_LOAD, _FIRST_ARGUMENT), *families, _step(_RETURN, _REFUSE | _NO_SUCH_FAMILY)]
    steps += [_step(_IF_EQUAL, _SOCKET[machine], no=len(check)), *check, _step(_RETURN, _ALLOW)]
    return b"".join(steps)


def _step(code: int, value: int, *, yes: int = 0, no: int = 0) -> bytes:
    """One instruction; `yes` and `no` count the instructions to skip if the comparison holds or fails."""
    return struct.pack("=HBBI", code, yes, no, value)
