"""`pytest-cookie browser`: says which Chromium is used, and gets one where there is none."""

import argparse
from pathlib import Path

from pytest_cookie.browser.process.chromium import find_chromium, install_chromium, install_fonts, missing_fonts
from pytest_cookie.cli.command import Commands
from pytest_cookie.core.errors import CookieError
from pytest_cookie.protocols.settings import load_settings, project_folder


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    browser = commands.add_parser("browser", help="say which Chromium is used")
    browser.add_argument("--install", action="store_true", help="get one where there is none")
    browser.set_defaults(command=_run)


def _run(options: argparse.Namespace) -> None:
    explicit = load_settings(project_folder(Path.cwd())).chromium
    chromium = find_chromium(explicit)
    if chromium is None and not options.install:
        raise CookieError("there is no Chromium here; get one with: pytest-cookie browser --install")
    wanting = chromium is None or not (chromium.is_headless_shell or chromium.origin == "setting")
    if chromium is None or (options.install and wanting):
        chromium = install_chromium(print)
    if options.install:
        install_fonts(print)
    print(f"Chromium {chromium.version} at {chromium.path} ({chromium.origin})")
    if not chromium.is_headless_shell:
        print("it is no headless shell: page time is real time here, and evidence depends on the machine")
    if lacking := missing_fonts():
        names = ", ".join(lacking)
        print(f"no fonts for {names} here, pictures of pages will show boxes; install fonts-noto-cjk or alike")
