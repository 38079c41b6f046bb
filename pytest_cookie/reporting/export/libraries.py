"""Imports the library of a tracker, or says which extra to install."""

from importlib import import_module
from typing import Any

from pytest_cookie.core.errors import UsageError


def import_library(module: str, extra: str) -> Any:  # noqa: ANN401 - a module without types to us
    """The imported module. Raises `UsageError` that names the extra if it is not installed."""
    try:
        return import_module(module)
    except ImportError as error:
        package = module.partition(".")[0]
        raise UsageError(
            f"--to={extra} needs {package}, which cannot be imported ({error}): pip install 'pytest-cookie[{extra}]'"
        ) from error
