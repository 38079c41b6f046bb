"""`BuiltModules`: packages as ES modules that a browser can import, built by `build_modules.mjs`.

Imports of other packages are stored in a module as a name and a version range. They are replaced by addresses when the
module is requested, because the page can choose the versions (`?deps=` of esm.sh).
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from pytest_cookie.core.parsing import load_json
from pytest_cookie.deployment.library.addresses import built_address
from pytest_cookie.deployment.library.package_request import BuiltFile, LibraryRefusedError
from pytest_cookie.deployment.library.shelf import InstalledPackage, PackageFolder
from pytest_cookie.deployment.library.versions import find_candidates, find_highest
from pytest_cookie.records.plain_tree import read_bounded

INDEX = "index.json"
PLACEHOLDER = "pytest-cookie-library:"

_IMPORTED = re.compile(rb'"' + PLACEHOLDER.encode() + rb'([^"@]*+(?:@[^"@]*+(?=@))?+)@([^"#]*+)#([^"]*+)"')
"""`"pytest-cookie-library:NAME@RANGE#SUBPATH"`."""
_MAX_BYTES = 40_000_000

Versions: TypeAlias = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class ModuleEntry:
    """An importable part of a package: its `file`, and whether it has a default export."""

    file: str
    has_default: bool


@dataclass(frozen=True)
class BuiltModules:
    """`folder` contains a folder per package and version, each with an `index.json`; it may be missing."""

    folder: Path
    shelf: PackageFolder
    _indexes: dict[Path, Mapping[str, ModuleEntry]] = field(default_factory=dict, repr=False, compare=False)
    _imported: dict[Path, Mapping[str, str]] = field(default_factory=dict, repr=False, compare=False)

    def entry(self, held: InstalledPackage, part: str) -> ModuleEntry | None:
        """The part `client` of `react-dom`, "" for the package itself; None if it was not built."""
        entries = self._index(held)
        bare = re.sub(r"\.[cm]?js$", "", part)
        return next((entries[name] for name in (part, bare, f"{bare}/index") if name in entries), None)

    def file(self, wanted: BuiltFile) -> bytes:
        """The content, with addresses as imports of other packages. Raises `LibraryRefusedError`."""
        if wanted.version not in self.shelf.versions(wanted.package):
            raise LibraryRefusedError(f"{wanted.package} {wanted.version} is not in the library")
        folder = self._folder(self.shelf.get(wanted.package, wanted.version)).resolve()
        path = (folder / wanted.file).resolve()
        if not path.is_relative_to(folder) or not path.is_file() or path.stat().st_size > _MAX_BYTES:
            raise LibraryRefusedError("no such ES module in the library")
        return _IMPORTED.sub(lambda found: self._address(found, wanted).encode(), read_bounded(path, _MAX_BYTES))

    def address(self, held: InstalledPackage, entry: ModuleEntry, chosen: Versions) -> str:
        """The address of a part of a package. Equal modules have equal addresses: a page must not get two Reacts.

        So the address contains, of the versions `chosen` by the page for other packages, only those that change it.
        """
        kept: dict[str, str] = {}
        self._gather(held, dict(chosen), kept, set())
        return built_address(held.name, held.version, entry.file, tuple(sorted(kept.items())))

    def _gather(self, held: InstalledPackage, chosen: Mapping[str, str], kept: dict[str, str], seen: set[Path]) -> None:
        if held.folder in seen:
            return
        seen.add(held.folder)
        for name, wanted in self._imports(held).items():
            version = self._version(name, wanted, chosen)
            if version is not None:
                if version != self._version(name, wanted, {}):
                    kept[name] = version
                self._gather(self.shelf.get(name, version), chosen, kept, seen)

    def _version(self, name: str, wanted: str, chosen: Mapping[str, str]) -> str | None:
        """The imported version of `name`: the one chosen by the page, otherwise the highest in the importer's range."""
        held = self.shelf.versions(name)
        asked = find_candidates(chosen[name], held, name) if name in chosen else ()
        return next(iter(asked), None) or find_highest(held, wanted) or next(iter(find_candidates("", held)), None)

    def _address(self, found: re.Match[bytes], importing: BuiltFile) -> str:
        name, wanted, part = (text.decode() for text in found.groups())
        version = self._version(name, wanted, dict(importing.with_versions))
        held = self.shelf.get(name, version) if version else None
        entry = self.entry(held, part) if held else None
        if held is None or entry is None:
            raise LibraryRefusedError(f"{importing.package} needs {name}, which is not in the library as an ES module")
        return json.dumps(self.address(held, entry, importing.with_versions))

    def _imports(self, held: InstalledPackage) -> Mapping[str, str]:
        """The packages it imports: name to version range."""
        folder = self._folder(held)
        if folder not in self._imported:
            found: dict[str, str] = {}
            for path in sorted(folder.rglob("*.js")):
                found |= {one[1].decode(): one[2].decode() for one in _IMPORTED.finditer(read_bounded(path))}
            self._imported[folder] = found
        return self._imported[folder]

    def _folder(self, held: InstalledPackage) -> Path:
        return self.folder / f"{held.name.replace('/', '+')}@{held.version}"

    def _index(self, held: InstalledPackage) -> Mapping[str, ModuleEntry]:
        folder = self._folder(held)
        if folder not in self._indexes:
            try:
                index = load_json(read_bounded(folder / INDEX))
                self._indexes[folder] = {part: ModuleEntry(*entry) for part, entry in index.items()}
            except (OSError, ValueError, TypeError, AttributeError):
                self._indexes[folder] = {}
        return self._indexes[folder]


def as_module(address: str, entry: ModuleEntry) -> str:
    """A module that re-exports everything from `address`, so that each module is loaded only once."""
    at = json.dumps(address)
    default = f"export {{ default }} from {at};\n" if entry.has_default else ""
    return f"export * from {at};\n{default}"
