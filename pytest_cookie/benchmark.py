"""The benchmark as a test module: `pytest --pyargs pytest_cookie.benchmark --model=…` runs it from any folder."""

import pytest


def test_artifact(cookie_complaint: str) -> None:
    """A bad artifact fails; a scored one passes, unless the project sets a total that it must reach."""
    if cookie_complaint:
        pytest.fail(cookie_complaint, pytrace=False)
