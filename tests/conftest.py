import os

import pytest

from pytest_cookie.plugin.shard import VARIABLES

pytest_plugins = ["pytester"]


def pytest_configure(config: pytest.Config) -> None:
    """Where these tests are themselves a part of a CI's parallel job, the runs that they start are not."""
    for name in VARIABLES:
        os.environ.pop(name, None)
