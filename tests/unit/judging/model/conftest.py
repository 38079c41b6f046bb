"""A provider on loopback, and a judge that calls it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.provider import Provider
from tests.unit.judging.model.over_http import HttpJudge, scripted


@pytest.fixture
def http_judge(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[HttpJudge]:
    """A judge whose requests are kept as they were sent."""
    monkeypatch.delenv("OPENAI_API_BASE", raising=False)
    with Provider(scripted()) as provider:
        for name, value in provider.environment.items():
            monkeypatch.setenv(name, value)
        yield HttpJudge(provider, tmp_path / "models")
