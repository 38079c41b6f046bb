"""What macOS and Windows lack: refused with a way out, or done differently. These systems themselves are not tested."""

import os
import re
import subprocess
import sys
from pathlib import PureWindowsPath

import psutil
import pytest

from pytest_cookie.core.errors import BuildError
from pytest_cookie.core.inner_path import leads_out
from pytest_cookie.core.labels import slug
from pytest_cookie.page_check.served_page import end_tree
from pytest_cookie.records.item import verdict_file
from pytest_cookie.records.run import new_run_path
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


def is_file_of_windows(name: str) -> bool:
    """Whether Windows takes it as the name of a file or folder, and keeps it as it is."""
    forbidden = re.search(r'[<>:"/\\\\|?*\x00-\x1f]|[. ]$', name)
    device = re.match(r"(con|prn|aux|nul|com\d|lpt\d)(\.|$)", name, re.IGNORECASE)
    return not forbidden and not device and PureWindowsPath("C:/runs", name).parent == PureWindowsPath("C:/runs")


def test_names_that_we_give_to_files_are_names_on_windows(subtests: pytest.Subtests, tmp_path) -> None:
    names = (
        "openai/gpt-5:free",
        "CON",
        "aux.js",
        "nul",
        "..",
        "x. ",
        "C:\\x",
        "a|b?*",
        "\u00fc",
        "com1",
        "lpt9.txt",
        "console",
    )
    for name in names:
        with subtests.test(name):
            assert is_file_of_windows(slug(name))
            assert is_file_of_windows(verdict_file(name).removeprefix("verdicts/"))
    assert slug("console") == "console"
    assert is_file_of_windows(verdict_file("openai/a*3,anthropic/b~no_video").removeprefix("verdicts/"))
    assert is_file_of_windows(new_run_path(tmp_path).name)


def test_paths_of_windows_do_not_lead_out(subtests: pytest.Subtests, monkeypatch: pytest.MonkeyPatch) -> None:
    for path, is_out in (
        ("evidence/film.mp4", False),
        ("evidence\\film.mp4", False),
        ("C:\\Windows\\win.ini", True),
        ("c:win.ini", True),
        ("\\\\server\\share\\x", True),
        ("\\x", True),
        ("a\\..\\..\\x", True),
        ("film.mp4:hidden", True),
    ):
        with subtests.test(path), monkeypatch.context() as windows:
            windows.setattr(os, "name", "nt")
            found = leads_out(path)
            windows.undo()
            assert found is is_out
