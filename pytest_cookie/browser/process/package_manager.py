"""The system's package manager: which there is, whether we may use it, and runs that end in time."""

import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass

from pytest_cookie.browser.process import process_tree as processes


@dataclass(frozen=True)
class PackageManager:
    """How one package manager installs, and what Chromium, its headless shell and fonts for Asia are called in it."""

    program: str
    arguments: tuple[str, ...]
    chromium_names: tuple[str, ...]
    fonts: str
    needs_root: bool = True
    refresh_argument: str = ""
    shell_names: tuple[str, ...] = ()

    def install(self, package: str) -> list[str]:
        """The command that installs `package`."""
        return self._command(*self.arguments, package)

    def refresh(self) -> list[list[str]]:
        """The command to run first, where a new machine knows of no packages yet; none where that needs no word."""
        return [self._command(self.refresh_argument)] if self.refresh_argument else []

    def _command(self, *arguments: str) -> list[str]:
        elevation = ["sudo", "-n"] if self.needs_root and not _is_root() else []
        return [*elevation, self.program, *arguments]


_MANAGERS = (
    PackageManager(
        "apt-get",
        ("install", "-y", "--no-install-recommends"),
        ("chromium", "chromium-browser"),
        "fonts-noto-cjk",
        shell_names=("chromium-headless-shell",),
        refresh_argument="update",
    ),
    PackageManager("dnf", ("install", "-y"), ("chromium",), "google-noto-sans-cjk-fonts"),
    PackageManager("apk", ("add",), ("chromium",), "font-noto-cjk"),
    PackageManager("pacman", ("-S", "--noconfirm"), ("chromium",), "noto-fonts-cjk"),
    PackageManager("brew", ("install", "--cask"), ("chromium", "google-chrome"), "", needs_root=False),
)


def system_package_manager() -> PackageManager | None:
    """The first that is there and that we may use."""
    for manager in _MANAGERS:
        if shutil.which(manager.program) and (may_install() or not manager.needs_root):
            return manager
    return None


def may_install() -> bool:
    """Whether packages can be installed without asking anybody: as root, or by sudo without a password."""
    if _is_root() or sys.platform == "win32":
        return True
    return shutil.which("sudo") is not None and not run_bounded(["sudo", "-n", "true"], seconds=10)


def _is_root() -> bool:
    return sys.platform != "win32" and os.geteuid() == 0


def run_bounded(command: list[str], *, seconds: float) -> str:
    """Run it without a terminal; "" where it ended well, else why not. After `seconds` its process tree is ended."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as output:
        try:
            process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT, env=environment
            )
        except OSError as error:
            return str(error)
        try:
            code = process.wait(seconds)
        except subprocess.TimeoutExpired:
            processes.end(processes.tree(frozenset({process.pid})))
            return f"took longer than {seconds:g} s"
        output.seek(0)
        lines = [line.strip() for line in output if line.strip()]
    return "" if code == 0 else f"exit code {code}: {lines[-1][:300] if lines else 'no output'}"
