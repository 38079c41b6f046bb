"""Collects the benchmark at the repository's root: `pytest --model=sample/polished`."""

from pytest_cookie.benchmark import test_artifact

__all__ = ["test_artifact"]
