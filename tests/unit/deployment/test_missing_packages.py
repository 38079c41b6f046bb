"""Missing packages and services: the machine's fault for existing applications, the model's for its own."""

import json
from pathlib import Path

import pytest

from pytest_cookie.core.artifact import Artifact, ItemKey
from pytest_cookie.core.errors import BuildError
from pytest_cookie.deployment.applications import deployer as deploying
from pytest_cookie.deployment.applications.deployer import ApplicationDeployer
from pytest_cookie.deployment.applications.not_offered import NotOfferedError

START = {"processes": {"web": {"command": "true", "port": 8000}}}


@pytest.fixture(autouse=True)
def bare_machine(monkeypatch: pytest.MonkeyPatch):
    def lack():
        raise BuildError("Node.js is missing; install it")

    monkeypatch.setattr(deploying, "find_node", lack)
    monkeypatch.setattr(deploying, "find_bubblewrap", lambda tools: None)
    monkeypatch.setattr(deploying, "absent_services", lambda: {"mail": "install the mail catcher"})


@pytest.mark.parametrize(
    ("files", "told"),
    [
        ({"app.yaml": START | {"python_packages": ["no-such-distribution"]}}, "pip install no-such-distribution"),
        ({"app.yaml": START, "package.json": {"dependencies": {"express": "^4"}}}, "Node.js is missing"),
        ({"app.yaml": START | {"services": ["mail"]}}, "install the mail catcher"),
    ],
)
def test_a_model_is_at_fault_for_what_it_was_not_offered(tmp_path: Path, files: dict[str, object], told: str):
    sources = tmp_path / "sources"
    sources.mkdir()
    for name, content in files.items():
        (sources / name).write_text(json.dumps(content))
    deployer = ApplicationDeployer(tmp_path / "store")
    artifact = Artifact(key=ItemKey(case="c", model="m", mode="html"), files=(), entry=None, digest="d")
    places = {"built": tmp_path / "b", "log": tmp_path / "log"}
    with pytest.raises(NotOfferedError, match=told), deployer.deploy(artifact, sources, **places):
        pass
    by_a_model = artifact.model_copy(update={"prompt": "application-system 1"})
    with deployer.deploy(by_a_model, sources, **places) as deployment:
        assert deployment.build is not None
        assert deployment.build.failure is not None
        assert deployment.build.failure.kind == "config"
        assert told in deployment.build.failure.message
