"""Concurrent processes have separate users, since limits count by user."""

from pathlib import Path

from pytest_cookie.sandbox import bubblewrap
from pytest_cookie.sandbox.bubblewrap import Bubblewrap
from pytest_cookie.sandbox.tools import NodeTools


def test_concurrent_processes_have_two_users_each():
    workers = [
        Bubblewrap(NodeTools(Path("node"), ()), bubblewrap._choose_user(pid)) for pid in range(5_000, 5_000 + 2_048)
    ]
    users = [sandbox.user for worker in workers for sandbox in (worker, worker.for_service())]
    assert len(set(users)) == 2 * 2_048
    assert {user for user in users if user is not None} <= set(range(61_184, 65_520)), "dynamic users of systemd"


def test_without_root_all_run_as_the_current_user():
    sandbox = Bubblewrap(NodeTools(Path("node"), ()), None)
    assert sandbox.for_service() == sandbox
