import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import psutil

from pytest_cookie.browser.process import process_tree as processes
from pytest_cookie.browser.process.process_tree import tree
from pytest_cookie.records.process_end import kill_processes

_NEST = "import subprocess, sys; subprocess.run([sys.executable, '-c', {inner!r}])"
_INNER = "import sys, time; print('there', flush=True); time.sleep(60)"


@contextmanager
def running(program: str, *, leaves: int = 1) -> Iterator[subprocess.Popen[bytes]]:
    """The root of a tree, once so many of its leaves are there; whoever asks for it ends it."""
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE) as root:
        assert root.stdout is not None
        for _ in range(leaves):
            root.stdout.readline()
        yield root


def test_a_tree_is_a_process_and_everything_below_it_whichever_thread_started_it():
    threaded = (
        "import subprocess, sys, threading\n"
        f"work = lambda: subprocess.run([sys.executable, '-c', {_NEST.format(inner=_INNER)!r}])\n"
        "thread = threading.Thread(target=work); thread.start(); thread.join()"
    )
    with running(threaded) as root:
        found = tree(frozenset({root.pid}))
        listed = {child.pid for child in psutil.Process(root.pid).children(recursive=True)}
        kill_processes(found, wait_seconds=3)
    assert {process.pid for process in found} == {root.pid, *listed}
    assert len(listed) == 2
    assert not any(process.is_running() and process.status() != psutil.STATUS_ZOMBIE for process in found)


def test_a_kernel_that_does_not_list_children_hides_none(monkeypatch, tmp_path):
    monkeypatch.setattr(processes, "_CHILDREN_LIST", tmp_path / "children")
    nested = _NEST.format(inner=_INNER)
    with running(nested) as root:
        found = tree(frozenset({root.pid}))
        kill_processes(found, wait_seconds=3)
    assert len(found) == 2


def test_a_child_that_goes_while_it_is_asked_for_hides_no_sibling(monkeypatch):
    real = processes._read_descendants
    parent = (
        "import subprocess, sys, time\n"
        f"for _ in range(2): subprocess.Popen([sys.executable, '-c', {_INNER!r}])\n"
        "time.sleep(60)"
    )
    with running(parent, leaves=2) as root:

        def gone(pid: int) -> list[int]:
            if pid != root.pid:
                raise FileNotFoundError(pid)
            return real(pid)

        monkeypatch.setattr(processes, "_read_descendants", gone)
        found = tree(frozenset({root.pid}))
        kill_processes(found, wait_seconds=3)
    assert len(found) == 3


def test_a_process_that_is_gone_has_no_tree():
    with subprocess.Popen([sys.executable, "-c", ""]) as gone:
        gone.wait()
    assert tree(frozenset({gone.pid})) == []
