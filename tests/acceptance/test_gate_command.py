"""`pytest-cookie gate`: an exit code that a release can hang on, and files for those who look."""

import json
import subprocess
import sys
from pathlib import Path
from subprocess import CompletedProcess
from xml.etree import ElementTree as Xml

import pytest

from tests.acceptance.command import pytest_cookie
from tests.synthetic_run import FLAWED, POLISHED, write_synthetic_run


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("run", "base"):
        write_synthetic_run(tmp_path / name)
    return tmp_path


def gate(folder: Path, *arguments: str) -> CompletedProcess[str]:
    return pytest_cookie(folder, "gate", *arguments)


@pytest.mark.parametrize(
    ("policy", "model", "code"),
    [
        ("[minimum]\ntotal = 70", POLISHED, 0),
        ("[minimum]\ntotal = 99", POLISHED, 10),
        ("[minimum]\ntotal = 86", POLISHED, 11),
        # one of four is unscored
        ("[minimum]\ncoverage = 0.9", FLAWED, 12),
    ],
)
def test_the_exit_code_is_the_decision(folder: Path, policy: str, model: str, code: int):
    (folder / "policy.toml").write_text(policy)
    result = gate(folder, "run", "--policy", "policy.toml", "--model", model)
    assert (result.returncode, result.stderr) == (code, "")
    assert f"(exit code {code})" in result.stdout.splitlines()[1]


def test_every_model_is_decided_on_and_the_gravest_counts(folder: Path):
    result = gate(
        folder, "run", "--baseline", "base", "--json", "g/gate.json", "--markdown", "g/gate.md", "--junit", "g/gate.xml"
    )
    assert (result.returncode, result.stderr) == (12, "")
    lines = result.stdout.splitlines()
    assert max(map(len, lines)) <= 100
    assert f"{POLISHED} against {POLISHED} · base" in lines
    assert f"{FLAWED} against {FLAWED} · base" in lines
    assert lines[-3:] == [f"written: g/gate.{ending}" for ending in ("json", "md", "xml")]
    assert json.loads((folder / "g" / "gate.json").read_text())["exit_code"] == 12
    assert (folder / "g" / "gate.md").read_text().count("## Gate: ") == 2
    assert len(Xml.parse(folder / "g" / "gate.xml").getroot().findall("testsuite")) == 2


def test_what_is_wrong_in_a_policy_is_said(folder: Path):
    (folder / "policy.toml").write_text("[minimum]\nrunable_rate = 0.9\n")
    result = gate(folder, "run", "--policy", "policy.toml")
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr == (
        "pytest-cookie: policy.toml: minimum.runable_rate: unknown rule; did you mean 'runnable_rate'?\n"
    )


def test_the_installed_command_ends_with_that_code(folder: Path):
    (folder / "policy.toml").write_text("[minimum]\ntotal = 99")
    program = Path(sys.executable).with_name("pytest-cookie")
    command = [program, "gate", "run", "--policy", "policy.toml", "--model", POLISHED]
    result = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60, check=False)
    assert (result.returncode, result.stderr) == (10, "")
    assert "(exit code 10)" in result.stdout.splitlines()[1]
