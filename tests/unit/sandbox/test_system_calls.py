"""The filter of system calls as a program; the hostile builds (`calls-the-kernel`) try it on a kernel."""

import struct

import pytest

from pytest_cookie.sandbox.system_calls import call_filter

ALLOW, NO_SUCH_CALL, NO_SUCH_FAMILY = 0x7FFF_0000, 0x0005_0026, 0x0005_0061
X86, ARM, I386 = 0xC000_003E, 0xC000_00B7, 0x4000_0003
UNIX, IP, IP6, NETLINK, VSOCK, PACKET = 1, 2, 10, 16, 40, 17


def answer(program: bytes, architecture: int, number: int, first: int = 0) -> int:
    """The kernel's decision: interprets the instructions that the program uses."""
    steps = list(struct.iter_unpack("=HBBI", program))
    known = {0: number, 4: architecture, 16: first}
    at = value = 0
    while True:
        code, yes, no, operand = steps[at]
        if code == 0x06:
            return operand
        if code == 0x20:
            value = known[operand]
            at += 1
        else:
            holds = value == operand if code == 0x15 else value >= operand
            at += 1 + (yes if holds else no)


@pytest.mark.parametrize(
    ("machine", "architecture", "read", "memfd", "socket"),
    [("x86_64", X86, 0, 319, 41), ("aarch64", ARM, 63, 279, 198)],
)
def test_forbidden_calls_look_unimplemented(machine: str, architecture: int, read: int, memfd: int, socket: int):
    program = call_filter(machine)
    assert answer(program, architecture, read) == ALLOW
    assert answer(program, architecture, memfd) == NO_SUCH_CALL
    assert answer(program, architecture, 425) == NO_SUCH_CALL
    assert answer(program, architecture, 1_000) == ALLOW
    for family in (UNIX, IP, IP6, NETLINK):
        assert answer(program, architecture, socket, family) == ALLOW
    for family in (VSOCK, PACKET, 0, 11):
        assert answer(program, architecture, socket, family) == NO_SUCH_FAMILY


def test_other_call_numberings_are_filtered_too():
    program = call_filter("x86_64")
    assert answer(program, I386, 4) == NO_SUCH_CALL
    assert answer(program, X86, 0x4000_0000 + 319) == NO_SUCH_CALL


def test_an_unknown_architecture_has_no_filter():
    assert call_filter("riscv64") == b""
