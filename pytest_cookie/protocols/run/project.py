"""`find_project`: the project of a command, and its settings."""

import sys
from pathlib import Path

from pytest_cookie.protocols.contract.settings import (
    SETTINGS_FILE,
    Settings,
    describe_settings_source,
    find_differing_settings,
    find_settings,
    read_settings,
)


def find_project(run: Path | None = None) -> tuple[Path, Settings]:
    """The project of the current folder, to which paths in settings are relative, and its settings.

    Prints the file that was read if another one differs: one above it, or above `run`.
    """
    here = Path.cwd()
    read = find_settings(here)
    if read is None:
        return here, Settings()
    folders = (*(run.absolute().parents if run else ()), *read.parent.parents)
    if unread := find_differing_settings(read, (folder / SETTINGS_FILE for folder in folders)):
        print(f"settings: {describe_settings_source(read, unread)}", file=sys.stderr)
    return read.parent, read_settings(read)
