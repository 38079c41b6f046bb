"""Orders to a sandbox: a reply belongs to its own order, and the end of the sandbox is reported with its cause."""

import array
import json
import os
import socket
from pathlib import Path

import pytest

from pytest_cookie.deployment.applications.sandbox_control import NoReplyError, SandboxControl


def reply(far: socket.socket, number: int, *files: int, **message: object) -> None:
    attached = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", files))] if files else []
    far.sendmsg([json.dumps({**message, "number": number}).encode()], attached)


def test_a_late_reply_is_not_taken_for_the_next_one():
    near, far = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with far, Path(os.devnull).open("rb") as file:
        control = SandboxControl(near)
        reply(far, 0)
        assert control.receive(60) == ({}, [])
        with pytest.raises(NoReplyError, match="does not answer"):
            control.ask({"order": "run"}, 0.01)
        before = len([*Path("/proc/self/fd").iterdir()])
        reply(far, 1, file.fileno(), code=7)
        reply(far, 2, code=0)
        assert control.ask({"order": "states"}, 60) == ({"code": 0}, [])
        assert len([*Path("/proc/self/fd").iterdir()]) == before, "the late file is closed"
        assert [json.loads(far.recv(1000))["number"] for _ in range(2)] == [1, 2]
        reply(far, 3, file.fileno())
        _, (given,) = control.ask({"order": "socket"}, 60)
        os.close(given)
    with pytest.raises(NoReplyError, match="ended its own sandbox"):
        control.ask({"order": "states"}, 60)
    control.close()
