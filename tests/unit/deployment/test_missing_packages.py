"""Python packages that are not installed: the machine's fault for existing applications, the model's for its own."""

from pathlib import Path

import pytest

from pytest_cookie.core.artifact import Artifact, ItemKey
from pytest_cookie.deployment.applications.deployer import ApplicationDeployer
from pytest_cookie.deployment.applications.python_packages import MissingPackagesError, find_packages


def test_a_model_is_at_fault_for_packages_that_it_was_not_offered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    deployer = ApplicationDeployer(tmp_path / "store")
    monkeypatch.setattr(deployer, "_make", lambda folder: find_packages(["no-such-distribution"]))
    artifact = Artifact(key=ItemKey(case="c", model="m", mode="html"), files=(), entry=None, digest="d")
    places = {"built": tmp_path / "b", "log": tmp_path / "log"}
    with (
        pytest.raises(MissingPackagesError, match="pip install no-such-distribution"),
        deployer.deploy(artifact, tmp_path, **places),
    ):
        pass
    by_a_model = artifact.model_copy(update={"prompt": "application-system 1"})
    with deployer.deploy(by_a_model, tmp_path, **places) as deployment:
        assert deployment.build is not None
        assert deployment.build.failure is not None
        assert deployment.build.failure.kind == "config"
