"""npm, pnpm and yarn: how each installs a lock file without running scripts, and what its errors mean."""

import os
import platform
import re
import shutil
import subprocess
from pathlib import Path

from pytest_cookie.core.build import FailureKind
from pytest_cookie.core.errors import BuildError
from pytest_cookie.sandbox import running
from pytest_cookie.sandbox.job import Ended
from pytest_cookie.sandbox.limits import Limits
from pytest_cookie.sandbox.lock_file import LockError, LockFile, Manager, from_registry
from pytest_cookie.sandbox.tools import NodeTools

INSTALL_LIMITS = Limits(seconds=1_800.0)
"""A slow registry takes seconds for a package, and a project has hundreds."""

_ARGUMENTS: dict[Manager, tuple[str, ...]] = {
    "npm": (
        "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline", "--include=dev", "--include=optional",
        "--replace-registry-host=always", "--loglevel=error", "--no-update-notifier",
    ),
    "pnpm": ("install", "--frozen-lockfile", "--ignore-scripts", "--prefer-offline", "--ignore-workspace"),
    "yarn": ("install", "--frozen-lockfile", "--ignore-scripts", "--non-interactive", "--prefer-offline"),
}  # fmt: skip
_FETCHED = {"pnpm": {"9": "pnpm@10.18.0", "6": "pnpm@8.15.9"}, "yarn": {"1": "yarn@1.22.22"}}
"""The packages that npm fetches for a manager that is not installed, by the lock file's version."""
_LOCK_VERSION: dict[Manager, re.Pattern[str]] = {
    "pnpm": re.compile(r"^lockfileVersion: '?(\d+)", re.MULTILINE),
    "yarn": re.compile(r"^# yarn lockfile v(\d+)", re.MULTILINE),
}
_FAULTS: dict[str, FailureKind] = {
    "EUSAGE": "lock_file",
    "E404": "missing_dependency",
    "ETARGET": "missing_dependency",
    "ENOVERSIONS": "missing_dependency",
    "EINTEGRITY": "config",
    "ERESOLVE": "config",
    "EJSONPARSE": "syntax",
    "EINVALIDPACKAGENAME": "config",
    "ERR_PNPM_OUTDATED_LOCKFILE": "lock_file",
    "ERR_PNPM_FETCH_404": "missing_dependency",
    "ERR_PNPM_NO_MATCHING_VERSION": "missing_dependency",
    "ERR_PNPM_BROKEN_LOCKFILE": "syntax",
    "ERR_PNPM_LOCKFILE_CONFIG_MISMATCH": "config",
    "Your lockfile needs to be updated": "lock_file",
    "Couldn't find package": "missing_dependency",
    "Couldn't find any versions": "missing_dependency",
}
"""Error codes and messages of a manager that blame the project, not the machine or the registry."""
_MISSING = re.compile(r"\bMissing: (\S+) from lock file")
_NAMED_MISSING = 3
_ARCHITECTURES = {"x86_64": "x64", "aarch64": "arm64"}


def install(lock: LockFile, folder: Path, tools: NodeTools, managers: Path) -> None:
    """Install into `folder`, which holds manifest and lock file. A missing manager is installed into `managers`.

    Raises `LockError` if the registry cannot satisfy the project, `BuildError` if the installation could not run.
    """
    if lock.manager == "yarn":
        text = from_registry(lock, _registry(folder))
        (folder / lock.name).write_text(text, encoding="utf-8", errors="replace")
    command = [*_program(lock, tools, managers), *_ARGUMENTS[lock.manager]]
    ended = _run(command, folder)
    if ended.code == 0 and ended.stopped is None:
        return
    for word, kind in _FAULTS.items():
        if re.search(rf"\b{re.escape(word)}\b", ended.log):
            reason = _list_missing(ended.log) or _error_text(ended.log)
            raise LockError(f"{lock.manager} cannot install {lock.name}: {reason}", kind, log=ended.log)
    raise BuildError(
        f"{lock.manager} could not install the packages of {lock.name}: {_error_text(ended.log) or ended.stopped}; "
        "check the registry and the cache it uses: `npm config get registry`, `npm config get cache`"
    )


def _registry(folder: Path) -> str:
    """The user's registry, from npm's configuration. Raises `BuildError`."""
    try:
        command = [shutil.which("npm") or "npm", "config", "get", "registry"]
        done = subprocess.run(
            command, cwd=folder, capture_output=True, encoding="utf-8", errors="replace", timeout=60, check=True
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise BuildError(
            f"`npm config get registry` failed, so yarn has no registry to install from: {error}"
        ) from error
    return done.stdout.strip().splitlines()[-1]


def _run(command: list[str], folder: Path) -> Ended:
    environment = {name: text for name, text in os.environ.items() if name not in ("NODE_ENV", "NODE_OPTIONS")}
    with open(os.devnull, "rb") as empty:  # noqa: PTH123 - a device, not one of our paths
        return running.run(command, INSTALL_LIMITS, stdin=empty, environment=environment, folder=str(folder))


def _list_missing(log: str) -> str:
    """The packages that npm misses in a lock file, this platform's first; "" for none."""
    lacking = list(dict.fromkeys(name.rstrip("@") for name in _MISSING.findall(log)))
    if not lacking:
        return ""
    here = re.compile(rf"linux-{_ARCHITECTURES.get(platform.machine(), platform.machine())}\b")
    lacking.sort(key=lambda name: (here.search(name) is None, "musl" in name))
    more = len(lacking) - _NAMED_MISSING
    named = ", ".join(name[:80] for name in lacking[:_NAMED_MISSING])
    return f"it does not contain {named}{f' and {more} more' if more > 0 else ''}"


def _error_text(log: str) -> str:
    """The error lines of the log, joined into one."""
    lines = [re.sub(r"^npm error ?", "", line).strip() for line in log.splitlines()]
    errors = [
        line for line in lines if line and "complete log of this run" not in line and not line.startswith("npm warn")
    ]
    return " ".join(errors)[:600]


def _program(lock: LockFile, tools: NodeTools, managers: Path) -> list[str]:
    manager = lock.manager
    if found := shutil.which(manager):
        return [found]
    if manager == "npm":
        raise BuildError("npm was not found, and packages cannot be installed without it; install Node.js 20 or newer")
    version = _LOCK_VERSION[manager].search(lock.text)
    package = _FETCHED[manager].get(version[1] if version else "")
    if package is None:
        known = " or ".join(_FETCHED[manager])
        raise LockError(
            f"{lock.name} has an unsupported version (supported: {known}); install {manager} yourself, or give "
            "the project a package-lock.json: npm install --package-lock-only"
        )
    return [str(tools.node), str(_fetch_manager(package, managers))]


def _fetch_manager(package: str, managers: Path) -> Path:
    """Install the manager from the user's registry, unless it is there, and return its script."""
    name = package.partition("@")[0]
    folder = managers / package
    scripts = [folder / "node_modules" / name / "bin" / f"{name}.{ending}" for ending in ("cjs", "js")]
    if not any(script.is_file() for script in scripts):
        npm = shutil.which("npm") or "npm"
        folder.mkdir(parents=True, exist_ok=True)
        ended = _run(
            [npm, "install", "--prefix", str(folder), "--ignore-scripts", "--no-audit", "--no-fund", package], folder
        )
        if ended.code != 0:
            reason = _error_text(ended.log)
            raise BuildError(f"{name} is missing, and npm could not install {package}: {reason}; install {name}")
    return next(script for script in scripts if script.is_file())
