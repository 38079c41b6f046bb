"""The folder in which requests wait for their batch."""

import tempfile
from pathlib import Path

import pytest

from pytest_cookie.llm.batch.spool import Spool, SpooledCall


def test_the_folder_exists_from_the_first_request_until_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    spool = Spool()
    assert list(tmp_path.iterdir()) == []
    call = SpooledCall(key="key", model="m", purpose="judge", most_usd=None, pictures=0, in_words=False)
    spool.add(call, {"custom_id": "key"})
    assert len(list(tmp_path.iterdir())) == 1
    assert spool.write(spool.calls).read_bytes() == b'{"custom_id": "key"}\n'
    spool.close()
    assert list(tmp_path.iterdir()) == []
