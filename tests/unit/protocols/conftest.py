from pathlib import Path

import pytest

from pytest_cookie.records.run import RunFolder
from tests.synthetic_run import make_manifest


@pytest.fixture
def run(tmp_path: Path) -> RunFolder:
    """A run without items."""
    run = RunFolder.create(tmp_path / "run")
    run.write_manifest(make_manifest())
    return run
