"""`PackageFolder`: the packages of a `node_modules` folder, in several versions, and their files."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from pytest_cookie.core.parsing import load_json

MAX_MANIFEST_BYTES = 1_000_000


@dataclass(frozen=True)
class InstalledPackage:
    """A package in one version. All its files are below `folder`."""

    name: str
    version: str
    folder: Path
    manifest: Mapping[str, object] = field(compare=False, repr=False)

    def field(self, *names: str) -> str:
        """The first of these manifest fields that contains a path, "" if there is none."""
        return next((text for name in names if isinstance(text := self.manifest.get(name), str) and text), "")

    def file(self, relative: str) -> Path | None:
        """The file at a path in the package, None if it is missing or a link out of the package."""
        parts = relative.split("/")
        if not relative or ".." in parts or "\0" in relative or "\\" in relative:
            return None
        try:
            path = (self.folder / relative.removeprefix("./")).resolve()
            return path if path.is_relative_to(self.folder) and path.is_file() else None
        except (OSError, RuntimeError):  # a name too long, a loop of links
            return None


@dataclass(frozen=True)
class PackageFolder:
    """`folder` is a `node_modules` folder, scanned once, on first use."""

    folder: Path

    def versions(self, name: str) -> tuple[str, ...]:
        """The installed versions of a package."""
        return tuple(self._held.get(name, {}))

    def get(self, name: str, version: str) -> InstalledPackage:
        """The package in an installed version."""
        return self._held[name][version]

    def __iter__(self) -> Iterator[InstalledPackage]:
        for versions in self._held.values():
            yield from versions.values()

    @cached_property
    def _held(self) -> dict[str, dict[str, InstalledPackage]]:
        held: dict[str, dict[str, InstalledPackage]] = defaultdict(dict)
        for folder in sorted(_folders(self.folder.resolve())):
            if package := _package(folder):
                held[package.name][package.version] = package
        return dict(held)


def _folders(modules: Path) -> Iterator[Path]:
    for path in modules.iterdir() if modules.is_dir() else ():
        if path.name.startswith(".") or path.is_symlink() or not path.is_dir():
            continue
        if path.name.startswith("@"):
            yield from (inner for inner in path.iterdir() if inner.is_dir() and not inner.is_symlink())
        else:
            yield path


def _package(folder: Path) -> InstalledPackage | None:
    try:
        with (folder / "package.json").open("rb") as file:
            manifest = load_json(file.read(MAX_MANIFEST_BYTES))
    except (OSError, ValueError):
        return None
    if not isinstance(manifest, dict):
        return None
    name, version = manifest.get("name"), manifest.get("version")
    return (
        InstalledPackage(name, version, folder, manifest)
        if isinstance(name, str) and isinstance(version, str)
        else None
    )
