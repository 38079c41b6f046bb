"""`pytest-cookie library`: shows or installs the packages that answer requests to content delivery networks."""

import argparse

from pytest_cookie.core.errors import CookieError
from pytest_cookie.core.wording import count
from pytest_cookie.deployment.library.install import HOW_TO_GET_ONE, OWN, find_library, install_library
from pytest_cookie.protocols.contract.commands import Commands
from pytest_cookie.protocols.run.project import find_project


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    library = commands.add_parser(
        "library",
        help="show or install the npm packages that replace content delivery networks",
        epilog=f"To add a package: copy package.json and package-lock.json from {OWN} to a folder of yours, run "
        "`npm install --package-lock-only NAME@VERSION` in it, set `library` in [tool.pytest-cookie] to that folder, "
        "and run `pytest-cookie library --install`.",
    )
    library.add_argument(
        "--install", action="store_true", help="install the packages with npm; needed once, several hundred MB"
    )
    library.add_argument("--list", action="store_true", help="list the packages with their versions")
    library.set_defaults(command=_run)


def _run(options: argparse.Namespace) -> None:
    project = find_project()[1].library
    if project is False:
        raise CookieError(
            "`library = false` in [tool.pytest-cookie]: requests to content delivery networks are blocked"
        )
    library = install_library(project, print) if options.install else find_library(project)
    if library is None:
        raise CookieError(f"no package library found; install one with: {HOW_TO_GET_ONE}")
    packages = sorted((package.name, package.version) for package in library.shelf)
    if options.list:
        for name, version in packages:
            print(f"{name} {version}")
    print(f"{count(len(packages), 'package')} at {library.folder}")
