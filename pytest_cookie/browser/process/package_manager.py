"""The system's package manager: finds it, checks whether we may use it, and runs commands with a time limit."""

import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass

from pytest_cookie.browser.process import process_tree
from pytest_cookie.records.process_end import kill_processes

_END_SECONDS = 3.0


@dataclass(frozen=True)
class PackageManager:
    """How one package manager installs packages, and its names for Chromium, its headless shell and CJK fonts."""

    program: str
    arguments: tuple[str, ...]
    chromium_names: tuple[str, ...]
    fonts: str
    needs_root: bool = True
    refresh_argument: str = ""
    shell_names: tuple[str, ...] = ()

    def install(self, package: str) -> list[str]:
        """Return the command that installs `package`."""
        return self._command(*self.arguments, package)

    def refresh(self) -> list[list[str]]:
        """Return the command that updates the package lists, which a new machine needs first; none if not necessary."""
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
    """Return the first one that is installed and that we may use."""
    for manager in _MANAGERS:
        if shutil.which(manager.program) and (may_install() or not manager.needs_root):
            return manager
    return None


def may_install() -> bool:
    """Whether packages can be installed without a prompt: as root, or by sudo without a password."""
    if _is_root() or sys.platform == "win32":
        return True
    return shutil.which("sudo") is not None and not run_bounded(["sudo", "-n", "true"], seconds=10)


def _is_root() -> bool:
    return sys.platform != "win32" and os.geteuid() == 0


def run_bounded(command: list[str], *, seconds: float) -> str:
    """Run a command without a terminal; return "" on success, else why it failed. After `seconds` its processes are
    killed."""
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
            kill_processes(process_tree.tree(frozenset({process.pid})), wait_seconds=_END_SECONDS)
            return f"took longer than {seconds:g} s"
        output.seek(0)
        lines = [line.strip() for line in output if line.strip()]
    return "" if code == 0 else f"exit code {code}: {lines[-1][:300] if lines else 'no output'}"
