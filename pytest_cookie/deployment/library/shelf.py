"""`Shelf`: the packages of a `node_modules`, several versions of some, and the files in them. Never a file outside."""

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

MAX_MANIFEST_BYTES = 1_000_000


@dataclass(frozen=True)
class Held:
    """A package in one version, in `folder`, outside of which no file of it may lie."""

    name: str
    version: str
    folder: Path
    manifest: Mapping[str, object] = field(compare=False, repr=False)

    def field(self, *names: str) -> str:
        """The first of these fields of its manifest that is a path, "" where none is."""
        return next((text for name in names if isinstance(text := self.manifest.get(name), str) and text), "")

    def file(self, relative: str) -> Path | None:
        """The file at a path in the package, None where there is none, or where it is a link that leads out of it."""
        parts = relative.split("/")
        if not relative or ".." in parts or "\0" in relative or "\\" in relative:
            return None
        try:
            path = (self.folder / relative.removeprefix("./")).resolve()
            return path if path.is_relative_to(self.folder) and path.is_file() else None
        except (OSError, RuntimeError):  # too long a name, a loop of links
            return None


@dataclass(frozen=True)
class Shelf:
    """`folder` is a `node_modules`. Looked through once, at the first question."""

    folder: Path

    def versions(self, name: str) -> tuple[str, ...]:
        """Which versions of a package are held."""
        return tuple(self._held.get(name, {}))

    def get(self, name: str, version: str) -> Held:
        """The package in a version that is held."""
        return self._held[name][version]

    def __iter__(self) -> Iterator[Held]:
        for versions in self._held.values():
            yield from versions.values()

    @cached_property
    def _held(self) -> dict[str, dict[str, Held]]:
        held: dict[str, dict[str, Held]] = defaultdict(dict)
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


def _package(folder: Path) -> Held | None:
    try:
        with (folder / "package.json").open("rb") as file:
            manifest = json.loads(file.read(MAX_MANIFEST_BYTES))
    except (OSError, ValueError, RecursionError):
        return None
    if not isinstance(manifest, dict):
        return None
    name, version = manifest.get("name"), manifest.get("version")
    return Held(name, version, folder, manifest) if isinstance(name, str) and isinstance(version, str) else None
