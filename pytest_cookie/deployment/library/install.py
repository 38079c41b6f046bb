"""Finds the installed library, or installs it with npm, once and never during a run."""

import hashlib
import os
import shutil
from collections.abc import Callable
from pathlib import Path

from pytest_cookie.core.errors import BuildError, DeploymentError
from pytest_cookie.deployment.library.library import MODULES, Library
from pytest_cookie.records.plain_tree import read_bounded
from pytest_cookie.sandbox import running
from pytest_cookie.sandbox.limits import Limits
from pytest_cookie.sandbox.lock_file import LockError
from pytest_cookie.sandbox.packages import Packages, PackageStore, default_store
from pytest_cookie.sandbox.project import ManifestError, Project, read_project
from pytest_cookie.sandbox.tools import NodeTools, find_node

OWN = Path(__file__).parent / "packages"
"""The default packages: a manifest and a lock file."""
HOW_TO_GET_ONE = "pytest-cookie library --install"

_SCRIPT = Path(__file__).with_name("build_modules.mjs")
_LIMITS = Limits(seconds=1_800.0, output_mb=8)
_NO_TOOLS = NodeTools(Path("node"), ())
"""Placeholder for look-ups, which run no tools."""


def find_library(project: Path | None = None) -> Library | None:
    """The installed packages of `project`, or the default ones; None if they are not installed.

    Raises `DeploymentError` if `project` has no readable manifest and lock file.
    """
    packages = _store(_NO_TOOLS).held(_read(project))
    return None if packages is None else _library(packages)


def install_library(project: Path | None = None, say: Callable[[str], None] = lambda line: None) -> Library:
    """Install missing packages and build ES modules of them. Raises `DeploymentError`.

    `say` receives progress lines and the packages that could not be built.
    """
    tools = find_node()
    try:
        say("installing packages; this can take several minutes")
        packages = _store(tools).packages(_read(project))
    except LockError as error:
        raise DeploymentError(str(error)) from error
    library = _library(packages)
    if not (library.folder / MODULES).is_dir():
        say("building ES modules")
        _make_modules(library.folder, tools, say)
    return _library(packages)


def _store(tools: NodeTools) -> PackageStore:
    return PackageStore(default_store().with_name("library"), tools)


def _read(project: Path | None) -> Project:
    folder = (project or OWN).expanduser()
    try:
        return read_project(folder)
    except (ManifestError, OSError) as error:
        raise DeploymentError(f"the library {folder} needs a package.json and a package-lock.json: {error}") from error


def _library(packages: Packages) -> Library:
    if packages.folder is None:
        raise DeploymentError("the library is empty: its package.json lists no packages")
    folder = packages.folder.parent
    built = hashlib.sha256(read_bounded(_SCRIPT)).hexdigest()[:8] if (folder / MODULES).is_dir() else "files"
    return Library(folder, f"{packages.key}-{built}")


def _make_modules(folder: Path, tools: NodeTools, say: Callable[[str], None]) -> None:
    """Build ES modules with esbuild, which does not execute any package code."""
    part = folder / f".{MODULES}.{os.getpid()}.part"
    shutil.rmtree(part, ignore_errors=True)
    try:
        with Path(os.devnull).open("rb") as nothing:
            command = [str(tools.node), str(_SCRIPT), str(folder), str(part)]
            ended = running.run(command, _LIMITS, stdin=nothing, environment=dict(os.environ), folder=str(folder))
        if ended.code != 0 or ended.stopped:
            raise BuildError(f"cannot build ES modules: {ended.log.strip()[-600:] or ended.stopped}")
        for line in ended.output.decode(errors="replace").splitlines():
            say(f"  {line}")
        part.rename(folder / MODULES)
    except OSError as error:
        raise DeploymentError(f"cannot write the library {folder}: {error.strerror or error}") from error
    finally:
        shutil.rmtree(part, ignore_errors=True)
