"""Our wheel, installed beside somebody's test suite that does not use it, does not change it."""

import os
import re
import subprocess
import sys
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CONFTEST = """
import pytest

def pytest_addoption(parser):
    parser.addoption("--model", default="t-34")
    parser.addoption("--headed", action="store_true")

@pytest.fixture
def verdict(request):
    return request.config.getoption("--model")
"""
TESTS = """
from pathlib import Path

def test_their_option(verdict):
    assert verdict == "spitfire"

def test_their_files():
    assert Path("test-results/trace.zip").read_bytes() == b"kept"

def test_that_fails():
    assert 1 == 2
"""
PYPROJECT = """
[tool.pytest.ini_options]
addopts = "--strict-markers --strict-config"
filterwarnings = ["error"]
"""


def python_with(packages: list[str], folder: Path) -> Path:
    """The interpreter of a new virtual environment with `packages`. Skips if no package index is reachable."""
    venv.create(folder, with_pip=True)
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    done = subprocess.run(
        [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *packages],
        capture_output=True,
        encoding="utf-8",
        timeout=1200,
        check=False,
    )
    if done.returncode:
        pytest.skip(f"packages cannot be installed here: {done.stderr[-300:]}")
    return python


def suite(folder: Path) -> Path:
    (folder / "test-results/shots").mkdir(parents=True)
    (folder / "test-results/trace.zip").write_bytes(b"kept")
    (folder / "test-results/shots/one.png").write_bytes(b"\x89PNG")
    (folder / ".pytest_cache").mkdir()
    (folder / ".pytest_cache/mine.txt").write_text("kept", encoding="utf-8")
    (folder / "reports").mkdir()
    (folder / "conftest.py").write_text(CONFTEST, encoding="utf-8")
    (folder / "test_theirs.py").write_text(TESTS, encoding="utf-8")
    (folder / "pyproject.toml").write_text(PYPROJECT, encoding="utf-8")
    return folder


def outcome(python: Path, folder: Path) -> tuple[int, list[str], dict[str, bytes | None]]:
    """The exit code, the output without times and names of plugins, and every file afterwards."""
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "PYTEST_ADDOPTS": ""}
    done = subprocess.run(
        [python, "-m", "pytest", "--model=spitfire", "-p", "no:randomly"],
        cwd=folder,
        env=environment,
        capture_output=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    told = re.sub(r"in [\d.]+s", "in …s", done.stdout + done.stderr)
    lines = [line for line in told.splitlines() if not line.startswith(("plugins:", "platform", "rootdir"))]
    files = {
        path.relative_to(folder).as_posix(): path.read_bytes() if path.is_file() else None
        for path in sorted(folder.rglob("*"))
    }
    return done.returncode, lines, files


@pytest.mark.slow
def test_a_foreign_suite_runs_as_if_we_were_not_installed(tmp_path: Path):
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", tmp_path / "dist"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        timeout=300,
    )
    (wheel,) = (tmp_path / "dist").glob("*.whl")
    without = outcome(python_with(["pytest"], tmp_path / "without"), suite(tmp_path / "a"))
    with_us = outcome(python_with([str(wheel)], tmp_path / "with"), suite(tmp_path / "b"))
    assert without[0] == 1
    assert with_us == without
