"""Projects that others made: templates of a registry package, with lock files as their managers write them."""

import json
import os
import shutil
import subprocess
import tarfile
from pathlib import Path

import pytest

from pytest_cookie.sandbox.packages import default_store
from tests.acceptance.conftest import Project

PACKAGE = "create-vite@9.3.0"
TEMPLATES = {"jsx": "react-ts", "vue": "vue-ts", "without": "vanilla"}
"""By the id of the case, which may hold no label such as `react`."""
STORE, HOME = default_store(), Path.home()
"""Read before pytester gives each test a home of its own."""
NO_SANDBOX = shutil.which("bwrap") is None or shutil.which("npm") is None
CASE = """  - id: {name}
    leaf: product-landing
    language: en
    brief: A first page of a new web app. It shows logos with links, explains how to begin, and counts clicks.
    artifact: {name}/
"""


def npm(folder: Path, *arguments: str) -> str:
    """The output of npm with the configuration of the user who runs these tests. Skips if npm reaches no registry."""
    environment = {**os.environ, "HOME": str(HOME)}
    command = ["npm", *arguments, "--no-audit", "--no-fund"]
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, timeout=1200, check=False
    )
    if done.returncode != 0:
        pytest.skip(f"npm {arguments[0]} does not work here: {done.stderr.strip()[-300:]}")
    return done.stdout


def without_linter(manifest: Path) -> None:
    """Builds do not need it, and mirrors of a registry may lack its parts for other systems."""
    told = json.loads(manifest.read_text())
    told["devDependencies"].pop("oxlint", None)
    manifest.write_text(json.dumps(told))


@pytest.fixture
def templates(project: Project, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The package's folder of templates, unpacked; npm is the user's own from now on."""
    monkeypatch.setenv("npm_config_userconfig", str(HOME / ".npmrc"))
    monkeypatch.setenv("npm_config_cache", npm(project.path, "config", "get", "cache").strip())
    (archive,) = json.loads(npm(project.path, "pack", PACKAGE, "--json"))
    with tarfile.open(project.path / archive["filename"]) as packed:
        packed.extractall(project.path / "packed", filter="data")
    return project.path / "packed/package"


@pytest.mark.slow
@pytest.mark.skipif(NO_SANDBOX, reason="needs bubblewrap and npm (make sandbox)")
def test_templates_of_a_registry_package_are_built_used_and_judged(project: Project, templates: Path):
    for name, template in TEMPLATES.items():
        folder = shutil.copytree(templates / f"template-{template}", project.path / name)
        without_linter(folder / "package.json")
        npm(folder, "install", "--package-lock-only", "--ignore-scripts")
    (project.path / "cases.yaml").write_text("cases:\n" + "".join(CASE.format(name=name) for name in TEMPLATES))
    (project.path / "pyproject.toml").write_text(
        f'[tool.pytest-cookie]\nmax_steps = 6\nmax_seconds = 20\npackages = "{STORE}"\n'
    )
    project.run("-n", "2", timeout_seconds=3600)
    records = {record["case"]: record for record in project.records()}
    assert {name: records[name]["outcome"] for name in TEMPLATES} == dict.fromkeys(TEMPLATES, "scored"), [
        (record["cause"], record["build"]) for record in records.values()
    ]
    for record in records.values():
        build = record["build"]
        assert (build["tool"], build["isolation"], build["folder"]) == ("vite", "bubblewrap", "dist")
        assert build["failure"] is None
        assert (build["types"] or {"errors": 0})["errors"] == 0
        assert record["scores"]["functionality"] > 50
