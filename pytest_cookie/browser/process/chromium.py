"""`Chromium`: finds the browser of this machine, and installs one."""

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
from pytest_cookie.core.parsing import load_json
from pytest_cookie.records.plain_tree import read_bounded

ENVIRONMENT_VARIABLE = "PYTEST_COOKIE_CHROMIUM"

INSTALL_HINT = (
    "No Chromium found. Run `pytest-cookie browser --install`, or `playwright install --with-deps chromium`, or "
    f"install Chromium or Chrome with your system's package manager, or set {ENVIRONMENT_VARIABLE} to its executable."
)

HOW_TO_STEP = (
    "The stepped clock needs a headless shell of Chromium (and no window). Run `playwright install "
    "chromium-headless-shell`, or install chromium-headless-shell with your system's package manager, or leave the "
    "clock unset."
)

Origin = Literal["setting", "playwright", "system"]

_SHELL_NAMES = ("chromium-headless-shell", "chrome-headless-shell", "headless_shell")
_SYSTEM_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge")
_MAC_PATHS = (
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
)
_WINDOWS_PATHS = (
    "Chromium/Application/chrome.exe",
    "Google/Chrome/Application/chrome.exe",
    "Microsoft/Edge/Application/msedge.exe",
)
_VERSION_SECONDS = 15
_INSTALL_SECONDS = 900
_FONT_LANGUAGES = ("zh", "ja", "ko")


@dataclass(frozen=True)
class Chromium:
    """An executable, its version ("" if unknown), and where it was found."""

    path: Path
    version: str
    origin: Origin

    @property
    def is_headless_shell(self) -> bool:
        """Whether it is the small build without windows, the only one that draws frames on demand."""
        return any(name in self.path.name for name in ("headless-shell", "headless_shell"))


def find_chromium(explicit: Path | None = None, *, headed: bool = False) -> Chromium | None:
    """Return the first of: an explicit setting (argument, else environment), Playwright's own browser, the system's.

    A headless shell is preferred to a full browser, unless `headed`. Raises `BrowserError` if the explicit setting is
    not an executable file.
    """
    setting = explicit or _from_environment()
    if setting is not None:
        if not (setting.is_file() and os.access(setting, os.X_OK)):
            raise BrowserError(f"{setting} is not an executable file; correct or unset {ENVIRONMENT_VARIABLE}")
        return Chromium(setting, _read_version(setting), "setting")
    candidates = [
        found for found in (_find_playwright_chromium(headed=headed), _find_system_chromium(headed=headed)) if found
    ]
    shells = [found for found in candidates if found.is_headless_shell]
    return next(iter(shells or candidates), None)


def install_chromium(say: Callable[[str], None] = lambda line: None) -> Chromium:
    """Install a browser: Playwright's download first, then the system's package manager; also fonts for zh, ja, ko.

    Prefers a headless shell and accepts a full browser if none can be installed. Each attempt is limited to 15 minutes.
    `say` receives a line per attempt. Raises `BrowserError` with the remedy.
    """
    problems: list[str] = []
    attempts, whole = _install_commands()
    for command in (*attempts, *whole):
        say(f"trying: {' '.join(command)}")
        problem = run_bounded(command, seconds=_INSTALL_SECONDS)
        found = find_chromium()
        if found is not None and (found.is_headless_shell or command in whole):
            break
        problems.append(f"  {' '.join(command)}: {problem or 'succeeded, but there is still no headless shell'}")
    if found := find_chromium():
        install_fonts(say)
        return found
    raise BrowserError("\n".join([INSTALL_HINT, "These commands did not help:", *problems]))


def _install_commands() -> tuple[list[list[str]], list[list[str]]]:
    """Commands that may install a headless shell, then commands that install a full browser."""
    with_libraries = ["--with-deps"] if may_install() else []
    attempts = [[sys.executable, "-m", "playwright", "install", *with_libraries, "chromium"]]
    manager = system_package_manager()
    if manager is None:
        return attempts, []
    attempts += manager.refresh() + [manager.install(name) for name in manager.shell_names]
    return attempts, [manager.install(name) for name in manager.chromium_names]


def find_missing_fonts() -> tuple[str, ...]:
    """The languages among zh, ja, ko that no font covers: pages would show boxes. Empty if `fc-list` cannot be run."""
    if sys.platform != "linux" or shutil.which("fc-list") is None:
        return ()
    return tuple(language for language in _FONT_LANGUAGES if not _list_fonts(language))


def _list_fonts(language: str) -> str:
    command = ["fc-list", f":lang={language}"]
    result = subprocess.run(command, capture_output=True, encoding="utf-8", errors="replace", timeout=60, check=False)
    return result.stdout.strip()


def install_fonts(say: Callable[[str], None]) -> None:
    """Install the fonts that `find_missing_fonts` names, on Linux, with the system's package manager.

    The browser also runs without them, so a failure is reported to `say` and not raised.
    """
    manager: PackageManager | None = system_package_manager()
    if sys.platform != "linux" or manager is None or not (missing := find_missing_fonts()):
        return
    commands = [*manager.refresh(), manager.install(manager.fonts)]
    say(f"no fonts for {', '.join(missing)}; trying to install {manager.fonts}")
    problems = [run_bounded(command, seconds=_INSTALL_SECONDS) for command in commands]
    if problem := problems[-1]:
        say(f"pages in {', '.join(missing)} will show boxes: {problem}")


def _from_environment() -> Path | None:
    value = os.environ.get(ENVIRONMENT_VARIABLE, "").strip()
    return Path(value).expanduser() if value else None


def _read_version(executable: Path) -> str:
    if sys.platform == "win32":  # `--version` opens a window there
        numbers = [folder.name for folder in executable.parent.iterdir() if re.fullmatch(r"[\d.]{5,}", folder.name)]
        return max(numbers, default="")
    try:
        result = subprocess.run(
            [executable, "--version"],
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=_VERSION_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    number = re.search(r"(?<![\d.])\d+(?:\.\d+)+", result.stdout)
    return number.group() if number else ""


def _find_playwright_chromium(*, headed: bool) -> Chromium | None:
    """Find Playwright's browser. It lies in a `<name>-<revision>` folder; Playwright's package lists the revision."""
    driver = _playwright_driver()
    listing = driver / "package" / "browsers.json" if driver else None
    if listing is None or not listing.is_file():
        return None
    entries = {entry["name"]: entry for entry in load_json(read_bounded(listing))["browsers"]}
    for name in ("chromium",) if headed else ("chromium-headless-shell", "chromium"):
        entry = entries.get(name, {})
        folder = _browsers_folder() / f"{name.replace('-', '_')}-{entry.get('revision')}"
        executable = _find_executable_below(folder)
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


def _find_executable_below(folder: Path) -> Path | None:
    candidates = (path for pattern in _EXECUTABLES for path in sorted(folder.glob(pattern)))
    return next((path for path in candidates if path.is_file() and os.access(path, os.X_OK)), None)


def _find_system_chromium(*, headed: bool) -> Chromium | None:
    found = _find_executable(_SYSTEM_NAMES if headed else (*_SHELL_NAMES, *_SYSTEM_NAMES))
    return None if found is None else Chromium(found, _read_version(found), "system")


def _find_executable(names: Sequence[str]) -> Path | None:
    for name in names:
        if found := shutil.which(name):
            return Path(found)
    roots = [os.environ.get(name, "") for name in ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA")]
    paths = [Path(path) for path in _MAC_PATHS]
    paths += [Path(root) / path for root in roots if root for path in _WINDOWS_PATHS]
    return next((path for path in paths if path.is_file()), None)
