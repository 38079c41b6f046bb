"""The library of packages of a run."""

from pytest_cookie.deployment.library.install import find_library
from pytest_cookie.deployment.library.library import Library
from pytest_cookie.protocols.contract.settings import Settings


def library_of(settings: Settings) -> Library | None:
    """The packages that answer requests to content delivery networks; None if disabled or not installed."""
    return None if settings.library is False else find_library(settings.library)
