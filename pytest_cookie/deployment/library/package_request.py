"""Requests to a content delivery network, in terms of a package registry."""

import re
from dataclasses import dataclass
from typing import Literal, TypeAlias

Form = Literal["file", "module"]

_NAME = re.compile(r"(?:@[a-z0-9~-][\w.~-]*/)?[a-zA-Z0-9~_-][\w.~-]*", re.ASCII)
_MAX_NAME = 120
_MAX_PATH = 500


class LibraryRefusedError(Exception):
    """The library cannot answer a request; the message is a short reason, shown in the page's network log."""


class NoSuchFileError(LibraryRefusedError):
    """The library has exactly the requested version, and it does not contain the file, so no server has it."""


@dataclass(frozen=True)
class FileRequest:
    """A file of a package or, with the form `module`, a part of it as an ES module that a browser can import.

    `version` is as written in the address, "" for none. `file` is a path in the package, "" for its main file;
    `folders` are searched for it, and `fields` of `package.json` name the main file. With `is_minified_on_demand`, a
    missing `x.min.js` is answered with `x.js`; with `redirects`, the response redirects to the file's own address.
    """

    package: str
    version: str = ""
    file: str = ""
    form: Form = "file"
    folders: tuple[str, ...] = ("",)
    fields: tuple[str, ...] = ()
    with_versions: tuple[tuple[str, str], ...] = ()
    is_minified_on_demand: bool = False
    redirects: bool = False

    def __post_init__(self) -> None:
        if not _NAME.fullmatch(self.package) or len(self.package) > _MAX_NAME:
            raise LibraryRefusedError("invalid package name")
        parts = self.file.split("/")
        if len(self.file) > _MAX_PATH or ".." in parts or "\\" in self.file or "\0" in self.file:
            raise LibraryRefusedError("invalid path in a package")


@dataclass(frozen=True)
class Face:
    """A weight of a family: a number, or two for a variable one."""

    weight: str
    italic: bool = False


@dataclass(frozen=True)
class Family:
    """A font family, as requested from Google Fonts."""

    name: str
    faces: tuple[Face, ...]

    @property
    def slug(self) -> str:
        """The family's name in package names."""
        return re.sub(r"[^a-z0-9]+", "-", self.name.lower()).strip("-")


@dataclass(frozen=True)
class Files:
    """One file, or several to concatenate."""

    parts: tuple[FileRequest, ...]


@dataclass(frozen=True)
class FontStyles:
    """A style sheet of Google Fonts."""

    families: tuple[Family, ...]
    display: str = ""
    icons: bool = False


@dataclass(frozen=True)
class BuiltFile:
    """A file of an ES module built by the library, requested at the library's own address."""

    package: str
    version: str
    file: str
    with_versions: tuple[tuple[str, str], ...] = ()


PackageRequest: TypeAlias = Files | FontStyles | BuiltFile
