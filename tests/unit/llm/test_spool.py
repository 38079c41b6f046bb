"""The folder in which requests wait for their batch."""

import tempfile
from pathlib import Path

import pytest

from pytest_cookie.llm.batch.spool import Spool


def test_the_folder_exists_from_the_first_request_until_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    spool = Spool()
    assert list(tmp_path.iterdir()) == []
    spool.add("key", {"custom_id": "key"}, model="m", purpose="judge", most_usd=None, pictures=0, in_words=False)
    assert len(list(tmp_path.iterdir())) == 1
    assert spool.write(spool.calls).read_bytes() == b'{"custom_id": "key"}\n'
    spool.close()
    assert list(tmp_path.iterdir()) == []
