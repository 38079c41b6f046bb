"""`BuiltModules`: packages as ES modules that a browser can import, as `build_modules.mjs` has left them.

What such a module imports from another package stands in it as a name and a range of versions. Only when it is asked
for is that an address: which version it is depends on what the page wants with it (`?deps=` of esm.sh).
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from pytest_cookie.deployment.library.addresses import built_address
from pytest_cookie.deployment.library.package_request import BuiltFile, RefusedError
from pytest_cookie.deployment.library.shelf import Held, Shelf
from pytest_cookie.deployment.library.versions import candidates, highest

INDEX = "index.json"
PLACEHOLDER = "pytest-cookie-library:"

_IMPORTED = re.compile(rb'"' + PLACEHOLDER.encode() + rb'([^"@]*@?[^"@]*)@([^"]*?)#([^"]*)"')
"""`"pytest-cookie-library:NAME@RANGE#SUBPATH"`."""
_MAX_BYTES = 40_000_000

Versions: TypeAlias = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Entry:
    """A part of a package that can be imported: its `file`, and whether it has a default export."""

    file: str
    has_default: bool


@dataclass(frozen=True)
class BuiltModules:
    """`folder` has a folder a package and version, each with an `index.json`; it need not be there."""

    folder: Path
    shelf: Shelf
    _indexes: dict[Path, Mapping[str, Entry]] = field(default_factory=dict, repr=False, compare=False)
    _imported: dict[Path, Mapping[str, str]] = field(default_factory=dict, repr=False, compare=False)

    def entry(self, held: Held, part: str) -> Entry | None:
        """The part `client` of `react-dom`, "" for the package itself; None where it was not built."""
        entries = self._index(held)
        bare = re.sub(r"\.[cm]?js$", "", part)
        return next((entries[name] for name in (part, bare, f"{bare}/index") if name in entries), None)

    def file(self, wanted: BuiltFile) -> bytes:
        """The content, with an address wherever it imports something from another package. Raises `RefusedError`."""
        if wanted.version not in self.shelf.versions(wanted.package):
            raise RefusedError(f"{wanted.package} {wanted.version} is not in the library")
        folder = self._folder(self.shelf.get(wanted.package, wanted.version)).resolve()
        path = (folder / wanted.file).resolve()
        if not path.is_relative_to(folder) or not path.is_file() or path.stat().st_size > _MAX_BYTES:
            raise RefusedError("there is no such ES module")
        return _IMPORTED.sub(lambda found: self._address(found, wanted).encode(), path.read_bytes())

    def address(self, held: Held, entry: Entry, told: Versions) -> str:
        """Where a part of it is. There is one of each, however it is asked for: a page must not get two Reacts.

        So of `told`, the versions that the page wants of others, it has those alone that make it another module.
        """
        kept: dict[str, str] = {}
        self._gather(held, dict(told), kept, set())
        return built_address(held.name, held.version, entry.file, tuple(sorted(kept.items())))

    def _gather(self, held: Held, told: Mapping[str, str], kept: dict[str, str], seen: set[Path]) -> None:
        if held.folder in seen:
            return
        seen.add(held.folder)
        for name, wanted in self._imports(held).items():
            version = self._version(name, wanted, told)
            if version is not None:
                if version != self._version(name, wanted, {}):
                    kept[name] = version
                self._gather(self.shelf.get(name, version), told, kept, seen)

    def _version(self, name: str, wanted: str, told: Mapping[str, str]) -> str | None:
        """Which version of `name` is imported: as the page wants it, else the highest in the importing one's range."""
        held = self.shelf.versions(name)
        asked = candidates(told[name], held, name) if name in told else ()
        return next(iter(asked), None) or highest(held, wanted) or next(iter(candidates("", held)), None)

    def _address(self, found: re.Match[bytes], importing: BuiltFile) -> str:
        name, wanted, part = (text.decode() for text in found.groups())
        version = self._version(name, wanted, dict(importing.with_versions))
        held = self.shelf.get(name, version) if version else None
        entry = self.entry(held, part) if held else None
        if held is None or entry is None:
            raise RefusedError(f"{importing.package} needs {name}, which is not in the library as an ES module")
        return json.dumps(self.address(held, entry, importing.with_versions))

    def _imports(self, held: Held) -> Mapping[str, str]:
        """Which other packages it imports, name to range."""
        folder = self._folder(held)
        if folder not in self._imported:
            found: dict[str, str] = {}
            for path in sorted(folder.rglob("*.js")):
                found |= {one[1].decode(): one[2].decode() for one in _IMPORTED.finditer(path.read_bytes())}
            self._imported[folder] = found
        return self._imported[folder]

    def _folder(self, held: Held) -> Path:
        return self.folder / f"{held.name.replace('/', '+')}@{held.version}"

    def _index(self, held: Held) -> Mapping[str, Entry]:
        folder = self._folder(held)
        if folder not in self._indexes:
            try:
                told = json.loads((folder / INDEX).read_bytes())
                self._indexes[folder] = {part: Entry(*entry) for part, entry in told.items()}
            except (OSError, ValueError, TypeError, AttributeError):
                self._indexes[folder] = {}
        return self._indexes[folder]


def as_module(address: str, entry: Entry) -> str:
    """A module that hands on all that is exported at `address`: whoever asks how, there is one of each."""
    at = json.dumps(address)
    default = f"export {{ default }} from {at};\n" if entry.has_default else ""
    return f"export * from {at};\n{default}"
