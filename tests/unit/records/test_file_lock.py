"""Locks on open files: exclusive, shared, and released with the file."""

import os
import sys

import pytest

from pytest_cookie.records.file_lock import try_lock, wait_for_lock

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="flock(2)")


@pytest.fixture
def handles(tmp_path):
    """Three descriptions of one open file, as three processes would have."""
    opened = [os.open(tmp_path / "lock", os.O_RDWR | os.O_CREAT) for _ in range(3)]
    yield opened
    for handle in opened:
        os.close(handle)


def test_an_exclusive_lock_excludes_every_other_lock(handles):
    first, second, third = handles
    assert try_lock(first) == "taken"
    assert try_lock(second) == "busy"
    assert try_lock(third, shared=True) == "busy"


def test_shared_locks_exclude_only_exclusive_ones(handles):
    first, second, third = handles
    assert try_lock(first, shared=True) == "taken"
    assert try_lock(second, shared=True) == "taken"
    assert try_lock(third) == "busy"


def test_a_lock_ends_with_its_file(handles, tmp_path):
    other = os.open(tmp_path / "lock", os.O_RDWR)
    wait_for_lock(other)
    assert try_lock(handles[0]) == "busy"
    os.close(other)
    assert try_lock(handles[0]) == "taken"


def test_what_cannot_be_locked_is_unknown(handles):
    closed = os.dup(handles[0])
    os.close(closed)
    assert try_lock(closed) == "unknown"
