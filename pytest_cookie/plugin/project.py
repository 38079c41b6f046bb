"""`Project`: the folder that a session belongs to, and the file that its settings were read from.

pytest's own `rootdir` is no answer: it is the common folder of everything on the command line that is a path, so it
moves with the tests that are named, and with the value of an option such as `--cookie-resume RUN`.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_cookie.protocols.settings import SETTINGS_FILE, find_settings, has_settings

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pytest


@dataclass(frozen=True)
class Project:
    """`folder` is where `reports/` goes and to which paths in settings are relative; `file` is None for defaults."""

    folder: Path
    file: Path | None


def find_project(config: pytest.Config) -> Project:
    """The first of these that has our table; raises `UsageError` for a file that cannot be read.

    1. The file of `-c FILE`; the `pyproject.toml` of `--rootdir DIR`, else of the folder of FILE.
    2. The `pyproject.toml` of the folder in which pytest was started, or of the nearest folder above it.
    3. The `pyproject.toml` of pytest's `rootdir`, which depends on the tests that are named.

    Without any, the folder is pytest's `rootdir` where that holds the folder of the start and was found by a
    configuration file or named; else the folder of the start.
    """
    here = config.invocation_params.dir
    for path in _named(config):
        if has_settings(path):
            return Project(path.parent, path)
    found = find_settings(here)
    if found is None and has_settings(config.rootpath / SETTINGS_FILE):
        found = config.rootpath / SETTINGS_FILE
    if found is not None:
        return Project(found.parent, found)
    is_known = config.inipath is not None or bool(config.option.rootdir)
    return Project(config.rootpath if is_known and here.is_relative_to(config.rootpath) else here, None)


def _named(config: pytest.Config) -> Iterator[Path]:
    option = config.option
    if option.inifilename and config.inipath is not None and config.inipath.suffix == ".toml":
        yield config.inipath
    if option.rootdir or option.inifilename:
        yield config.rootpath / SETTINGS_FILE
