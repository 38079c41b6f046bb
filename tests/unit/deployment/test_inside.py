"""The first program of a sandbox: commands that cannot be started, and commands that take too long."""

import json
import os
import socket
import tarfile
from contextlib import suppress
from pathlib import Path

import pytest

from pytest_cookie.deployment.applications import inside


def run(command: str, seconds: float) -> object:
    near, far = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with near, far:
        inside._run(far, {"number": 1, "command": command, "environment": {}, "seconds": seconds}, {})
        return json.loads(near.recv(inside.MAX_PACKET))["code"]


@pytest.fixture(autouse=True)
def project(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setattr(inside, "PROJECT", tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("command", "code"), [("exit 3", 3), ("echo \0", 127), ("echo \ud800", 127), ("x" * 200_000, 127)]
)
def test_a_command_that_cannot_be_started_does_not_end_the_sandbox(command: str, code: int):
    assert run(command, 60) == code


def test_a_command_that_takes_too_long_is_ended_with_its_children(project: Path):
    os.mkfifo(project / "alive")
    reader = os.open(project / "alive", os.O_RDONLY | os.O_NONBLOCK)
    try:
        assert run("exec 3>alive; sleep 600 & sleep 600", 1) is None
        os.set_blocking(reader, True)
        assert os.read(reader, 1) == b"", "its pipe has no open end left"
    finally:
        with suppress(OSError):
            os.close(reader)


def test_further_names_of_a_file_are_files_in_the_archive(project: Path):
    (project / "server.py").write_text("print('ready')")
    (project / "copies").mkdir()
    (project / "copies" / "server.py").hardlink_to(project / "server.py")
    near, far = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with near, far:
        inside._archive(far, {"number": 1}, {})
        _, handles, _, _ = socket.recv_fds(near, inside.MAX_PACKET, 1)
        with os.fdopen(handles[0], "rb") as pipe, tarfile.open(fileobj=pipe, mode="r|") as archive:
            found = {member.name: archive.extractfile(member).read() for member in archive if member.isfile()}
    assert found == dict.fromkeys(("copies/server.py", "server.py"), b"print('ready')")
