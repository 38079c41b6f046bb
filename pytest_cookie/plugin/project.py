"""`ProjectLocation`: the folder of a session, and the file of its settings.

pytest's `rootdir` is unsuitable: it is the common folder of all paths on the command line, so it depends on the named
tests, and on the value of options such as `--cookie-resume RUN`.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_cookie.protocols.contract.settings import (
    SETTINGS_FILE,
    find_differing_settings,
    find_settings,
    has_settings,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pytest


@dataclass(frozen=True)
class ProjectLocation:
    """`folder` holds `reports/`; paths in settings are relative to it. `file` is None if all settings are defaults.

    `unread` is another file with settings, of the working directory or of pytest's `rootdir`, whose table differs.
    """

    folder: Path
    file: Path | None
    unread: Path | None = None


def find_project_location(config: pytest.Config) -> ProjectLocation:
    """The first of these files with a `[tool.pytest-cookie]` table. Raises `UsageError` for an unreadable file.

    1. The file of `-c FILE`; the `pyproject.toml` of `--rootdir DIR`, or else of the folder of FILE.
    2. The `pyproject.toml` of the working directory, or of the nearest folder above it.
    3. The `pyproject.toml` of pytest's `rootdir`, which depends on the named tests.

    Without any, the folder is pytest's `rootdir` if it contains the working directory and was named or found by a
    configuration file; otherwise it is the working directory.
    """
    here, of_rootdir = config.invocation_params.dir, config.rootpath / SETTINGS_FILE
    found = next((path for path in _named(config) if has_settings(path)), None) or find_settings(here)
    if found is None and has_settings(of_rootdir):
        found = of_rootdir
    if found is not None:
        others = [folder / SETTINGS_FILE for folder in (here, *here.parents)]
        others += [of_rootdir] if _holds_a_test(config) else []
        return ProjectLocation(found.parent, found, find_differing_settings(found, others))
    is_known = config.inipath is not None or bool(config.option.rootdir)
    return ProjectLocation(config.rootpath if is_known and here.is_relative_to(config.rootpath) else here, None)


def _holds_a_test(config: pytest.Config) -> bool:
    """Whether a named test is in pytest's `rootdir`, which may also come from the value of an option."""
    named = (config.invocation_params.dir / argument.partition("::")[0] for argument in config.args)
    return any(path.resolve().is_relative_to(config.rootpath) for path in named)


def _named(config: pytest.Config) -> Iterator[Path]:
    option = config.option
    if option.inifilename and config.inipath is not None and config.inipath.suffix == ".toml":
        yield config.inipath
    if option.rootdir or option.inifilename:
        yield config.rootpath / SETTINGS_FILE
