"""`Library`: answers requests to content delivery networks from a folder of packages. Only reads, knows no network."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from pytest_cookie.deployment.library.addresses import wanted_at
from pytest_cookie.deployment.library.font_styles import font_face_rules
from pytest_cookie.deployment.library.modules import BuiltModules, as_module
from pytest_cookie.deployment.library.package_request import (
    BuiltFile,
    Files,
    FontStyles,
    NoSuchFileError,
    RefusedError,
    Wanted,
)
from pytest_cookie.deployment.library.shelf import Held, Shelf
from pytest_cookie.deployment.library.versions import candidates
from pytest_cookie.deployment.site import content_type

MODULES = "modules"
"""The folder of ES modules, beside the packages."""
MAX_BYTES = 40_000_000
"""Of one answer."""


@dataclass(frozen=True)
class Given:
    """What was given: a `file` of a package. `asked` is the version as the address has it, "" where it has none."""

    package: str
    asked: str
    version: str
    file: str


@dataclass(frozen=True)
class Answer:
    """`kind` is a media type. With a `location` the answer is only the way there."""

    content: bytes
    kind: str
    given: tuple[Given, ...]
    location: str = ""


@dataclass(frozen=True)
class Library:
    """`folder` holds `node_modules`, and `modules` where ES modules were built of them; `key` names what is in it."""

    folder: Path
    key: str = field(default="", compare=False)

    @cached_property
    def shelf(self) -> Shelf:
        """The packages."""
        return Shelf(self.folder / "node_modules")

    @cached_property
    def _built(self) -> BuiltModules:
        return BuiltModules(self.folder / MODULES, self.shelf)

    def answer(self, url: str) -> Answer:
        """What is given for the address.

        Raises `RefusedError` where nothing can be, and `NoSuchFileError` where nobody could give it.
        """
        try:
            match wanted_at(url):
                case Files(parts=(one,)):
                    return self._one(one)
                case Files(parts=parts):
                    return self._several(parts)
                case FontStyles() as styles:
                    rules, faces = font_face_rules(styles, self.shelf)
                    given = tuple(Given(held.name, "", held.version, file) for held, file in faces)
                    return Answer(rules.encode(), "text/css; charset=utf-8", given)
                case BuiltFile() as file:
                    given_file = Given(file.package, file.version, file.version, file.file)
                    return _script(self._built.file(file), given_file)
        except OSError as error:
            raise RefusedError(f"the library cannot be read: {error.strerror or error}") from error

    def _one(self, wanted: Wanted) -> Answer:
        if wanted.form == "module":
            return self._module(wanted)
        held, path = self._found(wanted)
        file = path.relative_to(held.folder).as_posix()
        given = Given(held.name, wanted.version, held.version, file)
        if wanted.redirects:
            return Answer(b"", "text/plain", (given,), location=f"/{held.name}@{held.version}/{file}")
        content = _read(path)
        return Answer(content, content_type(path, content), (given,))

    def _several(self, parts: tuple[Wanted, ...]) -> Answer:
        answers = []
        size = 0
        for part in parts:
            answers.append(self._one(part))
            size += len(answers[-1].content)
            if size > MAX_BYTES:
                raise RefusedError("the files together are too large")
        content = b"\n".join(answer.content for answer in answers)
        return Answer(content, answers[0].kind, tuple(given for answer in answers for given in answer.given))

    def _module(self, wanted: Wanted) -> Answer:
        for held in self._acceptable(wanted):
            if entry := self._built.entry(held, wanted.file):
                address = self._built.address(held, entry, wanted.with_versions)
                return _script(
                    as_module(address, entry).encode(), Given(held.name, wanted.version, held.version, entry.file)
                )
        raise RefusedError(f"{wanted.package}{wanted.file and '/'}{wanted.file} is held, but not as an ES module")

    def _found(self, wanted: Wanted) -> tuple[Held, Path]:
        acceptable = self._acceptable(wanted)
        for held in acceptable:
            if path := next(_paths(held, wanted), None):
                return held, path
        if acceptable[0].version == wanted.version.removeprefix("v") and wanted.folders == ("",):
            raise NoSuchFileError(f"{wanted.package}@{wanted.version} has no file {wanted.file}")
        raise RefusedError(f"{wanted.package} is held in another version, without that file")

    def _acceptable(self, wanted: Wanted) -> list[Held]:
        held = self.shelf.versions(wanted.package)
        if not held:
            raise RefusedError(f"{wanted.package} is not in the library")
        versions = candidates(wanted.version, held, wanted.package)
        if not versions:
            raise RefusedError(f"{wanted.package} {wanted.version} is not in the library, only {', '.join(held)}")
        return [self.shelf.get(wanted.package, version) for version in versions]


def _paths(held: Held, wanted: Wanted) -> Iterator[Path]:
    """The files that it can mean, the likeliest first."""
    for name in _names(held, wanted):
        for folder in wanted.folders:
            if path := held.file(f"{folder}/{name}".strip("/")):
                yield path


def _names(held: Held, wanted: Wanted) -> Iterator[str]:
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


def _script(content: bytes, given: Given) -> Answer:
    return Answer(content, "text/javascript; charset=utf-8", (given,))


def _read(path: Path) -> bytes:
    with path.open("rb") as file:
        content = file.read(MAX_BYTES + 1)
    if len(content) > MAX_BYTES:
        raise RefusedError("the file is too large")
    return content
