"""Finds the commands of protocols: the built-in ones, and the entry points of installed packages."""

from collections.abc import Collection
from importlib.metadata import EntryPoint

from pytest_cookie.core.errors import CookieError, UsageError
from pytest_cookie.protocols.contract.commands import Commands
from pytest_cookie.protocols.contract.entry_points import describe_error, describe_source, list_added, load_added

_HERE = "pytest_cookie.protocols"
_BUILT_IN = {
    "tasks": f"{_HERE}.auigym.commands.tasks",
    "workflows": f"{_HERE}.vibecode.commands.workflows",
    "rebuilds": f"{_HERE}.interaction2code.commands.rebuilds",
    "dataset tasks": f"{_HERE}.auigym.commands.write_tasks",
    "dataset draft-checklists": f"{_HERE}.artifactsbench.commands.draft_checklists",
    "dataset classify-queries": f"{_HERE}.artifactsbench.commands.classify_queries",
    "dataset record": f"{_HERE}.interaction2code.commands.record",
}
"""Modules with a function `add` (`contract.commands`)."""


def list_commands(others: Collection[str]) -> dict[str, EntryPoint]:
    """The commands by name. Nothing is imported. `others` are the commands that belong to no protocol.

    Raises `UsageError` for two commands with one name.
    """
    built_in = {name: EntryPoint(name, f"{module}:add", "pytest_cookie.commands") for name, module in _BUILT_IN.items()}
    added = list_added("commands")
    if taken := next((point for point in added.values() if point.name in {*built_in, *others}), None):
        source = describe_source(taken)
        raise UsageError(
            f"{source} adds the command {taken.name}, which is built in; uninstall it or rename the command"
        )
    return built_in | added


def add_command(point: EntryPoint, commands: Commands) -> None:
    """Let a protocol add its command. Raises `UsageError` that names the package if it fails."""
    try:
        load_added(point)(commands)  # type: ignore[operator]
    except CookieError:
        raise
    except Exception as error:  # an installed package can fail in any way
        reason = f"{type(error).__name__}: {describe_error(error)}"
        raise UsageError(f"{describe_source(point)}: the command {point.name} fails: {reason}") from error
