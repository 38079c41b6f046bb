"""`call_filter`: the system calls that a command is to do without, as a program for Linux' seccomp.

Left out is what no build needs and nothing else bounds: memory that no process owns and no limit counts, what the
namespaces do not part (keys, virtual sockets to the machine that hosts this one), and what goes around such a filter.
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
"""By architecture, with their numbers: see syscalls(2)."""
_SOCKET = {"x86_64": 41, "aarch64": 198}
_ARCHITECTURE = {"x86_64": 0xC000_003E, "aarch64": 0xC000_00B7}
_FIRST_OF_X32 = 0x4000_0000
_FAMILIES = (1, 2, 10, 16)
"""Unix, IPv4, IPv6, netlink: those of which a sandbox has its own."""

_NUMBER, _ARCH, _FIRST_ARGUMENT = 0, 4, 16
_LOAD, _IF_EQUAL, _IF_AT_LEAST, _RETURN = 0x20, 0x15, 0x35, 0x06
_ALLOW, _REFUSE = 0x7FFF_0000, 0x0005_0000
_NO_SUCH_CALL, _NO_SUCH_FAMILY = 38, 97


def call_filter(machine: str = "") -> bytes:
    """The program for this `machine`, b"" where none is known. What is left out seems not to be in the kernel."""
    name = machine or (platform.machine() if sys.maxsize > 2**32 else "")
    denied = _DENIED.get(name)
    return _program(name, denied) if denied else b""


@contextmanager
def filter_file() -> Iterator[IO[bytes]]:
    """An open file with the program for this machine, to be read from its beginning."""
    with tempfile.TemporaryFile() as file:
        file.write(call_filter())
        file.seek(0)
        yield file


def _program(machine: str, denied: Mapping[str, int]) -> bytes:
    gone = _step(_RETURN, _REFUSE | _NO_SUCH_CALL)
    steps = [_step(_LOAD, _ARCH), _step(_IF_EQUAL, _ARCHITECTURE[machine], yes=1), gone, _step(_LOAD, _NUMBER)]
    if machine == "x86_64":
        steps += [_step(_IF_AT_LEAST, _FIRST_OF_X32, no=1), gone]
    for number in denied.values():
        steps += [_step(_IF_EQUAL, number, no=1), gone]
    families = [_step(_IF_EQUAL, family, yes=len(_FAMILIES) - at) for at, family in enumerate(_FAMILIES)]
    asked = [_step(_LOAD, _FIRST_ARGUMENT), *families, _step(_RETURN, _REFUSE | _NO_SUCH_FAMILY)]
    steps += [_step(_IF_EQUAL, _SOCKET[machine], no=len(asked)), *asked, _step(_RETURN, _ALLOW)]
    return b"".join(steps)


def _step(code: int, value: int, *, yes: int = 0, no: int = 0) -> bytes:
    """One instruction; `yes` and `no` are how many are passed over where the comparison holds, or not."""
    return struct.pack("=HBBI", code, yes, no, value)
