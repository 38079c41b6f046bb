"""`Library`: answers requests to content delivery networks from a folder of packages. Reads only; no network access."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from pytest_cookie.deployment.library.addresses import parse_package_address
from pytest_cookie.deployment.library.font_styles import build_font_face_rules
from pytest_cookie.deployment.library.modules import BuiltModules, as_module
from pytest_cookie.deployment.library.package_request import (
    BuiltFile,
    FileRequest,
    Files,
    FontStyles,
    LibraryRefusedError,
    NoSuchFileError,
)
from pytest_cookie.deployment.library.shelf import InstalledPackage, PackageFolder
from pytest_cookie.deployment.library.versions import find_candidates
from pytest_cookie.deployment.site import guess_content_type

MODULES = "modules"
"""The folder of ES modules, beside the packages."""
MAX_BYTES = 40_000_000
"""The limit for one response."""


@dataclass(frozen=True)
class ProvidedFile:
    """A file of a package that was sent. `asked` is the version as written in the address, "" for none."""

    package: str
    asked: str
    version: str
    file: str


@dataclass(frozen=True)
class LibraryResponse:
    """A response; `kind` is a media type. With a `location` it is a redirect."""

    content: bytes
    kind: str
    given: tuple[ProvidedFile, ...]
    location: str = ""


@dataclass(frozen=True)
class Library:
    """`folder` contains `node_modules` and, if ES modules were built, `modules`; `key` identifies the content."""

    folder: Path
    key: str = field(default="", compare=False)

    @cached_property
    def shelf(self) -> PackageFolder:
        """The packages."""
        return PackageFolder(self.folder / "node_modules")

    @cached_property
    def _built(self) -> BuiltModules:
        return BuiltModules(self.folder / MODULES, self.shelf)

    def answer(self, url: str) -> LibraryResponse:
        """The response for the address.

        Raises `LibraryRefusedError` if the library cannot answer, and `NoSuchFileError` if no server could.
        """
        try:
            match parse_package_address(url):
                case Files(parts=(one,)):
                    return self._one(one)
                case Files(parts=parts):
                    return self._several(parts)
                case FontStyles() as styles:
                    rules, faces = build_font_face_rules(styles, self.shelf)
                    given = tuple(ProvidedFile(held.name, "", held.version, file) for held, file in faces)
                    return LibraryResponse(rules.encode(), "text/css; charset=utf-8", given)
                case BuiltFile() as file:
                    given_file = ProvidedFile(file.package, file.version, file.version, file.file)
                    return _script(self._built.file(file), given_file)
        except OSError as error:
            raise LibraryRefusedError(f"cannot read the library: {error.strerror or error}") from error

    def _one(self, wanted: FileRequest) -> LibraryResponse:
        if wanted.form == "module":
            return self._module(wanted)
        held, path = self._found(wanted)
        file = path.relative_to(held.folder).as_posix()
        given = ProvidedFile(held.name, wanted.version, held.version, file)
        if wanted.redirects:
            return LibraryResponse(b"", "text/plain", (given,), location=f"/{held.name}@{held.version}/{file}")
        content = _read(path)
        return LibraryResponse(content, guess_content_type(path, content), (given,))

    def _several(self, parts: tuple[FileRequest, ...]) -> LibraryResponse:
        answers = []
        size = 0
        for part in parts:
            answers.append(self._one(part))
            size += len(answers[-1].content)
            if size > MAX_BYTES:
                raise LibraryRefusedError("the combined files are too large")
        content = b"\n".join(answer.content for answer in answers)
        return LibraryResponse(content, answers[0].kind, tuple(given for answer in answers for given in answer.given))

    def _module(self, wanted: FileRequest) -> LibraryResponse:
        for held in self._acceptable(wanted):
            if entry := self._built.entry(held, wanted.file):
                address = self._built.address(held, entry, wanted.with_versions)
                return _script(
                    as_module(address, entry).encode(),
                    ProvidedFile(held.name, wanted.version, held.version, entry.file),
                )
        raise LibraryRefusedError(
            f"{wanted.package}{wanted.file and '/'}{wanted.file} is in the library, but not as an ES module"
        )

    def _found(self, wanted: FileRequest) -> tuple[InstalledPackage, Path]:
        acceptable = self._acceptable(wanted)
        for held in acceptable:
            if path := next(_paths(held, wanted), None):
                return held, path
        if acceptable[0].version == wanted.version.removeprefix("v") and wanted.folders == ("",):
            raise NoSuchFileError(f"{wanted.package}@{wanted.version} has no file {wanted.file}")
        raise LibraryRefusedError(f"{wanted.package} is in the library in another version, without this file")

    def _acceptable(self, wanted: FileRequest) -> list[InstalledPackage]:
        held = self.shelf.versions(wanted.package)
        if not held:
            raise LibraryRefusedError(f"{wanted.package} is not in the library")
        versions = find_candidates(wanted.version, held, wanted.package)
        if not versions:
            raise LibraryRefusedError(
                f"{wanted.package} {wanted.version} is not in the library, only {', '.join(held)}"
            )
        return [self.shelf.get(wanted.package, version) for version in versions]


def _paths(held: InstalledPackage, wanted: FileRequest) -> Iterator[Path]:
    """The files that a request can mean, most likely first."""
    for name in _names(held, wanted):
        for folder in wanted.folders:
            if path := held.file(f"{folder}/{name}".strip("/")):
                yield path


def _names(held: InstalledPackage, wanted: FileRequest) -> Iterator[str]:
    if not wanted.file:
        own = held.field(*wanted.fields) or "index.js"
        yield from (own, f"{own}.js", f"{own.rstrip('/')}/index.js")
        return
    yield wanted.file
    if wanted.is_minified_on_demand:
        for ending in (".js", ".css", ".mjs"):
            if wanted.file.endswith(f".min{ending}"):
                yield wanted.file.removesuffix(f".min{ending}") + ending
    if not wanted.is_minified_on_demand and "." not in wanted.file.rpartition("/")[2]:
        yield from (f"{wanted.file}.js", f"{wanted.file}/index.js")


def _script(content: bytes, given: ProvidedFile) -> LibraryResponse:
    return LibraryResponse(content, "text/javascript; charset=utf-8", (given,))


def _read(path: Path) -> bytes:
    with path.open("rb") as file:
        content = file.read(MAX_BYTES + 1)
    if len(content) > MAX_BYTES:
        raise LibraryRefusedError("the file is too large")
    return content
