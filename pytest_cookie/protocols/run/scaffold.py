"""The scaffold of the React projects of a run."""

from pytest_cookie.generation.react.scaffold import SCAFFOLD, Scaffold
from pytest_cookie.protocols.contract.settings import Settings


def scaffold_of(settings: Settings) -> Scaffold:
    """The scaffold, with the packages that the settings add. Raises `UsageError`."""
    return SCAFFOLD.with_packages(settings.coding_packages.expanduser()) if settings.coding_packages else SCAFFOLD
