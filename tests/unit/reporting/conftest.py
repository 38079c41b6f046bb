from pathlib import Path

import pytest

from pytest_cookie.records.run import RunFolder
from tests.synthetic_run import write_synthetic_run


@pytest.fixture
def run(tmp_path: Path) -> RunFolder:
    """A run of two models on four cases, on disk, without a report."""
    return RunFolder.open(write_synthetic_run(tmp_path / "run"))
