"""`Chromium`: which browser there is on this machine, and how to get one; before anything starts."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

from pytest_cookie.browser.process.package_manager import (
    PackageManager,
    may_install,
    run_bounded,
    system_package_manager,
)
from pytest_cookie.core.errors import BrowserError

ENVIRONMENT_VARIABLE = "PYTEST_COOKIE_CHROMIUM"

HOW_TO_GET_ONE = (
    "No Chromium found. Run `pytest-cookie browser --install`, or `playwright install --with-deps chromium`, or "
    f"install Chromium or Chrome with your system's package manager, or set {ENVIRONMENT_VARIABLE} to its executable."
)

HOW_TO_STEP = (
    "The stepped clock needs a headless shell of Chromium (and no window). Run `playwright install "
    "chromium-headless-shell`, or install chromium-headless-shell with your system's package manager, or leave the "
    "clock to be chosen."
)

Origin = Literal["setting", "playwright", "system"]

_SHELL_NAMES = ("chromium-headless-shell", "chrome-headless-shell", "headless_shell")
_SYSTEM_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge")
_MAC_PLACES = (
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
)
_WINDOWS_PLACES = (
    "Chromium/Application/chrome.exe",
    "Google/Chrome/Application/chrome.exe",
    "Microsoft/Edge/Application/msedge.exe",
)
_VERSION_SECONDS = 15
_INSTALL_SECONDS = 900
_FONT_LANGUAGES = ("zh", "ja", "ko")


@dataclass(frozen=True)
class Chromium:
    """An executable, its version ("" where it does not tell), and who put it there."""

    path: Path
    version: str
    origin: Origin

    @property
    def is_headless_shell(self) -> bool:
        """Whether it is the small build without windows, the only one whose frames can be asked for."""
        return any(name in self.path.name for name in ("headless-shell", "headless_shell"))


def find_chromium(explicit: Path | None = None, *, headed: bool = False) -> Chromium | None:
    """The first of: an explicit setting (argument, else environment), Playwright's own, the system's.

    A headless shell comes before a whole browser, except where there shall be a window.

    Raises `BrowserError` where the explicit setting is no executable file: a wish that cannot be met is not ignored.
    """
    setting = explicit or _from_environment()
    if setting is not None:
        if not (setting.is_file() and os.access(setting, os.X_OK)):
            raise BrowserError(f"{setting} is not an executable file; correct {ENVIRONMENT_VARIABLE} or leave it out")
        return Chromium(setting, _version(setting), "setting")
    candidates = [found for found in (_playwrights_own(headed=headed), _on_system(headed=headed)) if found]
    shells = [found for found in candidates if found.is_headless_shell]
    return next(iter(shells or candidates), None)


def install_chromium(say: Callable[[str], None] = lambda line: None) -> Chromium:
    """Get one: Playwright's download first, then the system's package manager; fonts for Chinese, Japanese, Korean too.

    A headless shell is what is wanted; a whole browser is taken where there is none to be had. Each attempt ends after
    15 minutes. `say` hears what is being tried. Raises `BrowserError` that says what to do.
    """
    problems: list[str] = []
    attempts, whole = _attempts()
    for command in (*attempts, *whole):
        say(f"trying: {' '.join(command)}")
        problem = run_bounded(command, seconds=_INSTALL_SECONDS)
        found = find_chromium()
        if found is not None and (found.is_headless_shell or command in whole):
            break
        problems.append(f"  {' '.join(command)}: {problem or 'ended well, but there is no headless shell'}")
    if found := find_chromium():
        install_fonts(say)
        return found
    raise BrowserError("\n".join([HOW_TO_GET_ONE, "Tried without success:", *problems]))


def _attempts() -> tuple[list[list[str]], list[list[str]]]:
    """What may bring a headless shell, and then what brings a whole browser."""
    with_libraries = ["--with-deps"] if may_install() else []
    attempts = [[sys.executable, "-m", "playwright", "install", *with_libraries, "chromium"]]
    manager = system_package_manager()
    if manager is None:
        return attempts, []
    attempts += manager.refresh() + [manager.install(name) for name in manager.shell_names]
    return attempts, [manager.install(name) for name in manager.chromium_names]


def missing_fonts() -> tuple[str, ...]:
    """Which of zh, ja, ko no font covers; pages in them would show boxes. Empty where `fc-list` cannot be asked."""
    if sys.platform != "linux" or shutil.which("fc-list") is None:
        return ()
    return tuple(language for language in _FONT_LANGUAGES if not _fonts_for(language))


def _fonts_for(language: str) -> str:
    command = ["fc-list", f":lang={language}"]
    asked = subprocess.run(command, capture_output=True, encoding="utf-8", errors="replace", timeout=60, check=False)
    return asked.stdout.strip()


def install_fonts(say: Callable[[str], None]) -> None:
    """Get what `missing_fonts` names, on Linux, by the system's package manager.

    Only wished for: without them the browser still runs, so a failure is told and no error.
    """
    manager: PackageManager | None = system_package_manager()
    if sys.platform != "linux" or manager is None or not (missing := missing_fonts()):
        return
    commands = [*manager.refresh(), manager.install(manager.fonts)]
    say(f"no fonts for {', '.join(missing)}; trying to get {manager.fonts}")
    problems = [run_bounded(command, seconds=_INSTALL_SECONDS) for command in commands]
    if problem := problems[-1]:
        say(f"pages in {', '.join(missing)} will show boxes: {problem}")


def _from_environment() -> Path | None:
    value = os.environ.get(ENVIRONMENT_VARIABLE, "").strip()
    return Path(value).expanduser() if value else None


def _version(executable: Path) -> str:
    if sys.platform == "win32":  # `--version` opens a window there
        numbers = [folder.name for folder in executable.parent.iterdir() if re.fullmatch(r"[\d.]{5,}", folder.name)]
        return max(numbers, default="")
    try:
        told = subprocess.run(
            [executable, "--version"],
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=_VERSION_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    number = re.search(r"(?<![\d.])\d+(?:\.\d+)+", told.stdout)
    return number.group() if number else ""


def _playwrights_own(*, headed: bool) -> Chromium | None:
    """Playwright keeps browsers in `<name>-<revision>` folders; which revision it wants stands in its package."""
    driver = _playwright_driver()
    listing = driver / "package" / "browsers.json" if driver else None
    if listing is None or not listing.is_file():
        return None
    entries = {entry["name"]: entry for entry in json.loads(listing.read_text(encoding="utf-8"))["browsers"]}
    for name in ("chromium",) if headed else ("chromium-headless-shell", "chromium"):
        entry = entries.get(name, {})
        folder = _browsers_folder() / f"{name.replace('-', '_')}-{entry.get('revision')}"
        executable = _executable_below(folder)
        if executable is not None:
            return Chromium(executable, entry.get("browserVersion", ""), "playwright")
    return None


def _playwright_driver() -> Path | None:
    spec = find_spec("playwright")
    return Path(spec.origin).parent / "driver" if spec and spec.origin else None


def _browsers_folder() -> Path:
    wanted = os.environ.get("PLAYWRIGHT_BROWSERS_PATH", "")
    if wanted == "0":
        driver = _playwright_driver()
        return (driver or Path()) / "package" / ".local-browsers"
    if wanted:
        return Path(wanted).expanduser()
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "ms-playwright"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local")) / "ms-playwright"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "ms-playwright"


_EXECUTABLES = (
    "*/chrome-headless-shell", "*/headless_shell", "*/chrome", "*/*.app/Contents/MacOS/*",
    "*/chrome-headless-shell.exe", "*/headless_shell.exe", "*/chrome.exe",
)  # fmt: skip


def _executable_below(folder: Path) -> Path | None:
    candidates = (path for pattern in _EXECUTABLES for path in sorted(folder.glob(pattern)))
    return next((path for path in candidates if path.is_file() and os.access(path, os.X_OK)), None)


def _on_system(*, headed: bool) -> Chromium | None:
    found = _system_path(_SYSTEM_NAMES if headed else (*_SHELL_NAMES, *_SYSTEM_NAMES))
    return None if found is None else Chromium(found, _version(found), "system")


def _system_path(names: Sequence[str]) -> Path | None:
    for name in names:
        if found := shutil.which(name):
            return Path(found)
    roots = [os.environ.get(name, "") for name in ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA")]
    places = [Path(place) for place in _MAC_PLACES]
    places += [Path(root) / place for root in roots if root for place in _WINDOWS_PLACES]
    return next((place for place in places if place.is_file()), None)
