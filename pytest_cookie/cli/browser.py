"""`pytest-cookie browser`: shows or installs the Chromium for runs."""

import argparse

from pytest_cookie.browser.process.chromium import find_chromium, find_missing_fonts, install_chromium, install_fonts
from pytest_cookie.core.errors import CookieError
from pytest_cookie.protocols.contract.commands import Commands
from pytest_cookie.protocols.run.project import find_project


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    browser = commands.add_parser("browser", help="show or install the Chromium that runs use")
    browser.add_argument("--install", action="store_true", help="install Chromium and fonts where they are missing")
    browser.set_defaults(command=_run)


def _run(options: argparse.Namespace) -> None:
    explicit = find_project()[1].chromium
    chromium = find_chromium(explicit)
    if chromium is None and not options.install:
        raise CookieError("no Chromium found; install one with: pytest-cookie browser --install")
    is_unsuitable = chromium is None or not (chromium.is_headless_shell or chromium.origin == "setting")
    if chromium is None or (options.install and is_unsuitable):
        chromium = install_chromium(print)
    if options.install:
        install_fonts(print)
    print(f"Chromium {chromium.version} at {chromium.path} ({chromium.origin})")
    if not chromium.is_headless_shell:
        print("not a headless shell: page time is real time, so evidence depends on the machine")
    if lacking := find_missing_fonts():
        names = ", ".join(lacking)
        print(f"no fonts for {names}, so pictures of pages show boxes; install fonts-noto-cjk or similar")
