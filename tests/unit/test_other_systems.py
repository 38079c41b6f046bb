"""What macOS and Windows lack: refused with a way out, or done differently. These systems themselves are not tested."""

import subprocess
import sys

import psutil
import pytest

from pytest_cookie.core.errors import BuildError
from pytest_cookie.page_check.served_page import end_tree
from pytest_cookie.sandbox.bubblewrap import find_bubblewrap
from pytest_cookie.sandbox.no_sandbox import bare
from pytest_cookie.sandbox.tools import NodeTools

_NEVER = "import time; time.sleep(600)"
_PARENT = f"import subprocess, sys; subprocess.Popen([sys.executable, '-c', {_NEVER!r}]); print('begun', flush=True)"


def test_a_sandbox_elsewhere_names_the_container(
    subtests: pytest.Subtests, monkeypatch: pytest.MonkeyPatch, tmp_path
) -> None:
    tools = NodeTools(tmp_path, ())
    for system, name in (("darwin", "Darwin"), ("win32", "Windows")):
        monkeypatch.setattr(sys, "platform", system)
        monkeypatch.setattr("platform.system", lambda name=name: name)
        with subtests.test(system), pytest.raises(BuildError, match=f"needs Linux, and this is {name}.*container"):
            find_bubblewrap(tools)
    with pytest.raises(BuildError, match="only on Linux and macOS"):
        bare(tools)


def test_a_server_and_what_it_started_end_without_groups_of_processes() -> None:
    command = subprocess.Popen([sys.executable, "-c", f"{_PARENT}; {_NEVER}"], stdout=subprocess.PIPE)
    assert command.stdout
    assert command.stdout.readline() == b"begun\n"
    (child,) = psutil.Process(command.pid).children()
    end_tree(command)
    command.stdout.close()
    assert command.returncode is not None
    child.wait(10)
    end_tree(command)
