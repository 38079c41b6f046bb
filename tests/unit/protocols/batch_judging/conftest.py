import shutil
import ssl
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from pytest_cookie.records.run import RunFolder
from tests.provider import Provider
from tests.provider.critic import opinion
from tests.unit.protocols.batch_judging.runs import NAMES, PRICES, SETTINGS
from tests.unit.protocols.judgeable_run import write_judgeable_run

_certificates = cache(ssl.create_default_context)


@pytest.fixture
def provider(monkeypatch: pytest.MonkeyPatch) -> Iterator[Provider]:
    """Without TLS: to read certificates for each call of litellm takes most of a test's time."""
    monkeypatch.setattr(ssl, "create_default_context", lambda *_, **__: _certificates())
    with Provider(opinion) as provider:
        for name, value in provider.environment.items():
            monkeypatch.setenv(name, value)
        yield provider


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_judgeable_run(tmp_path_factory.mktemp("template") / "run", NAMES).path


@pytest.fixture
def run(template: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> RunFolder:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pyproject.toml").write_text(SETTINGS)
    (tmp_path / "prices.toml").write_text(PRICES)
    return RunFolder.open(shutil.copytree(template, tmp_path / "run"))
