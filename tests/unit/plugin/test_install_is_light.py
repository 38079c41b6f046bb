"""Starts that run no item load no stage: planning a session and listing its items, and the list of all commands."""

import subprocess
import sys

HEAVY = (
    "pytest_cookie.judging.measures", "pytest_cookie.judging.model", "pytest_cookie.exploration.crawler",
    "pytest_cookie.exploration.agent.model_agent", "pytest_cookie.exploration.explorer", "pytest_cookie.browser.host",
    "pytest_cookie.deployment.static", "pytest_cookie.reporting.site", "playwright", "av",
)  # fmt: skip
ALSO_HEAVY_FOR_PLANNING = ("pytest_cookie.exploration", "pytest_cookie.deployment", "numpy")
PLANNING = "import pytest_cookie.plugin.install, pytest_cookie.protocols.cookie.protocol"
COMMANDS = "from pytest_cookie.cli import _parser; _parser()"


def loaded_by(code: str) -> list[str]:
    probe = f"import sys; {code}; print(*sys.modules)"
    return subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True).stdout.split()


def test_planning_loads_no_stage():
    loaded = loaded_by(PLANNING)
    assert "pytest_cookie.protocols.run.suite" in loaded
    assert not [name for name in loaded if name.startswith((*HEAVY, *ALSO_HEAVY_FOR_PLANNING))]


def test_the_list_of_commands_loads_no_stage():
    loaded = loaded_by(COMMANDS)
    assert "pytest_cookie.protocols.auigym.commands.tasks" in loaded
    assert not [name for name in loaded if name.startswith(HEAVY)]
