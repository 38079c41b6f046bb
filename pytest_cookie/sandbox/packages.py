"""`PackageStore`: the installed packages of projects, one entry for each lock file, shared by the builds of all runs.

Only installation uses the network, and it runs no code of a project: the managers see its dependencies and its lock
file, not its scripts or configuration, and run no package scripts.
"""

import os
import platform
import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from pytest_cookie.core.errors import BuildError, RecordingError
from pytest_cookie.records.plain_tree import read_head
from pytest_cookie.sandbox.inventory import PackageInventory, seal
from pytest_cookie.sandbox.lock_file import (
    LockError,
    LockFile,
    check_origins,
    installable_manifest,
    packages_key,
    read_lock_file,
)
from pytest_cookie.sandbox.managers import install
from pytest_cookie.sandbox.project import MANIFEST, Project
from pytest_cookie.sandbox.tools import NodeTools

_DAY_SECONDS = 86_400.0
WRITABLE = (".vite-temp", ".vite", ".cache", ".tmp")
"""Folders below `node_modules` that tools write to. They are empty; a sandbox mounts memory over them."""


@dataclass(frozen=True)
class Packages:
    """`folder` is the `node_modules`, None for a project without dependencies; `key` names its entry in the store."""

    folder: Path | None = None
    key: str = ""

    def names(self) -> frozenset[str]:
        """The names of the packages that can be imported."""
        if self.folder is None:
            return frozenset()
        top = [path for path in self.folder.iterdir() if not path.name.startswith(".")]
        scoped = [f"{path.name}/{inner.name}" for path in top if path.name.startswith("@") for inner in path.iterdir()]
        return frozenset({*(path.name for path in top if not path.name.startswith("@")), *scoped})


@dataclass(frozen=True)
class PackageStore:
    """`root/<key>/node_modules`. An entry is written under another name and renamed, so it is complete or missing.

    A changed entry is installed again; each process checks an entry once. If the store exceeds `most_bytes`, entries
    unused for a day are removed, the longest unused first.
    """

    root: Path
    tools: NodeTools
    most_bytes: int = 5_000_000_000
    most_of_one_bytes: int = 2_000_000_000
    _sound: set[str] = field(default_factory=set, init=False, repr=False, compare=False)

    def packages(self, project: Project) -> Packages:
        """The project's packages, installed now unless they are in the store.

        Raises `LockError` for a fault of the project, `BuildError` for one of the infrastructure.
        """
        lock = read_lock_file(project)
        if lock is None:
            if not project.named:
                return Packages()
            raise BuildError(
                f"{MANIFEST} names dependencies, but the project has no lock file with their exact versions; "
                "run `npm install --package-lock-only` in the project"
            )
        check_origins(project, lock)
        manifest = installable_manifest(project)
        key = packages_key(manifest, lock, f"{sys.platform}-{platform.machine()}")
        entry = self.root / key
        try:
            if not self._is_sound(entry):
                with self._locked(key):
                    self._fill(entry, manifest, lock, legacy_peers=_wants_legacy_peers(project))
            os.utime(entry)
        except OSError as error:
            raise BuildError(f"cannot write the package store {self.root}: {error.strerror or error}") from error
        return Packages(entry / "node_modules", key)

    def held(self, project: Project) -> Packages | None:
        """The project's packages if they are in the store already, else None. Raises `LockError`."""
        lock = read_lock_file(project)
        if lock is None:
            return None
        key = packages_key(installable_manifest(project), lock, f"{sys.platform}-{platform.machine()}")
        entry = self.root / key
        return Packages(entry / "node_modules", key) if PackageInventory.read(entry) else None

    def _is_sound(self, entry: Path) -> bool:
        """Whether the entry exists and is unchanged since its installation."""
        if entry.name in self._sound and entry.is_dir():
            return True
        known = PackageInventory.read(entry)
        try:
            if known is None or known != PackageInventory.of(entry / "node_modules"):
                return False
        except FileNotFoundError:  # another process is removing it
            return False
        self._sound.add(entry.name)
        return True

    def _fill(self, entry: Path, manifest: str, lock: LockFile, *, legacy_peers: bool) -> None:
        if self._is_sound(entry):  # another worker was first
            return
        part = self.root / f".{entry.name}.{os.getpid()}.part"
        shutil.rmtree(part, ignore_errors=True)
        part.mkdir()
        try:
            (part / MANIFEST).write_text(manifest, encoding="utf-8")
            (part / lock.name).write_text(lock.text, encoding="utf-8", errors="replace")
            if legacy_peers:
                (part / ".npmrc").write_text("legacy-peer-deps=true\n", encoding="utf-8")
            install(lock, part, self.tools, self.root / "managers")
            for name in WRITABLE:
                (part / "node_modules" / name).mkdir(parents=True, exist_ok=True)
            self._close(part, lock)
            self._set_aside(entry)
            part.rename(entry)
            self._sound.add(entry.name)
            with suppress(OSError):  # another process does it now, or a later installation will
                self._make_room(entry)
        finally:  # also leftovers of killed processes: the lock makes us the entry's only writer
            for left in self.root.glob(f".{entry.name}.*part"):
                shutil.rmtree(left, ignore_errors=True)

    def _close(self, part: Path, lock: LockFile) -> None:
        """Make the entry read-only, check its size and write its inventory."""
        seal(part / "node_modules")
        inventory = PackageInventory.of(part / "node_modules")
        if inventory.size_bytes > self.most_of_one_bytes:
            most = f"{self.most_of_one_bytes / 1e9:g} GB"
            size = f"{inventory.size_bytes / 1e9:.1f} GB"
            raise LockError(f"the packages of {lock.name} take {size}; the limit is {most}")
        inventory.write(part)

    def _make_room(self, newest: Path) -> None:
        """Remove old entries. A build takes minutes, so an entry untouched for a day is not in use."""
        long_ago = time.time() - _DAY_SECONDS
        sizes: dict[Path, int] = {}
        for path in self.root.iterdir():
            if path.name.endswith(".part") and path.stat().st_mtime < long_ago:
                shutil.rmtree(path, ignore_errors=True)
            elif (known := PackageInventory.read(path)) is not None:
                sizes[path] = known.size_bytes
        for path in sorted(sizes, key=lambda path: path.stat().st_mtime):
            if sum(sizes.values()) <= self.most_bytes or path.stat().st_mtime > long_ago:
                return
            if path != newest:
                shutil.rmtree(self._set_aside(path), ignore_errors=True)
                del sizes[path]

    def _set_aside(self, entry: Path) -> Path:
        """Rename the entry, so that no process sees it half removed."""
        aside = self.root / f".{entry.name}.{os.getpid()}.old.part"
        with suppress(FileNotFoundError):
            entry.rename(aside)
        return aside

    @contextmanager
    def _locked(self, key: str) -> Iterator[None]:
        """Let one process at a time install an entry; the others wait for it."""
        import fcntl  # Windows lacks it, and projects are not built there

        self.root.mkdir(parents=True, exist_ok=True)
        with (self.root / f".{key}.lock").open("wb") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield


def default_store() -> Path:
    """The store in the user's cache: `$XDG_CACHE_HOME/pytest-cookie/packages`, by default below `~/.cache`."""
    cache = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(cache, "pytest-cookie", "packages")


def _wants_legacy_peers(project: Project) -> bool:
    """Whether the project's `.npmrc` sets `legacy-peer-deps`, without which its lock file cannot be installed."""
    try:
        text = read_head(project.folder / ".npmrc", 10_000).decode("utf-8", errors="replace")
    except RecordingError:
        return False
    return "legacy-peer-deps=true" in text.replace(" ", "")
