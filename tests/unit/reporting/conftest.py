import shutil
from pathlib import Path

import pytest

from pytest_cookie.records.run import RunFolder
from tests.item_pages import write_loud_run
from tests.synthetic_run import write_synthetic_run


@pytest.fixture(scope="session")
def stored_runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The runs that tests get copies of."""
    folder = tmp_path_factory.mktemp("stored")
    write_synthetic_run(folder / "synthetic")
    write_loud_run(folder / "loud")
    return folder


@pytest.fixture
def run(stored_runs: Path, tmp_path: Path) -> RunFolder:
    """A run of two models on four cases, on disk, without a report."""
    return RunFolder.open(shutil.copytree(stored_runs / "synthetic", tmp_path / "run"))


@pytest.fixture
def loud(stored_runs: Path, tmp_path: Path) -> RunFolder:
    """A run of models; in its first item something sounds, the console speaks, requests fail."""
    return RunFolder.open(shutil.copytree(stored_runs / "loud", tmp_path / "run"))
