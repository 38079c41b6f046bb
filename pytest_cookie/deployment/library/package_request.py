"""`Wanted`: what a request to a content delivery network asks for, in a registry's terms."""

import re
from dataclasses import dataclass
from typing import Literal, TypeAlias

Form = Literal["file", "module"]

_NAME = re.compile(r"(?:@[a-z0-9~-][\w.~-]*/)?[a-zA-Z0-9~_-][\w.~-]*", re.ASCII)
_MAX_NAME = 120
_MAX_PATH = 500


class RefusedError(Exception):
    """Nothing can be given for this address; the message says why, in a few words."""


class NoSuchFileError(RefusedError):
    """The very version that was asked for is held, and has no such file: nobody could give it."""


@dataclass(frozen=True)
class Wanted:
    """A file of a package, or with the form `module` a part of it as an ES module that a browser can import.

    `version` is as the address has it, "" for none; `file` is a path in the package, "" for what the package itself
    names; `folders` are where in the package it may lie; `fields` where `package.json` names it. With
    `is_minified_on_demand` a missing `x.min.js` is `x.js`; with `redirects` the answer leads to the file's own address.
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
            raise RefusedError("that is no name of a package")
        parts = self.file.split("/")
        if len(self.file) > _MAX_PATH or ".." in parts or "\\" in self.file or "\0" in self.file:
            raise RefusedError("that is no path in a package")


@dataclass(frozen=True)
class Face:
    """A weight of a family: a number, or two for a variable one."""

    weight: str
    italic: bool = False


@dataclass(frozen=True)
class Family:
    """A family of fonts as a style sheet of Google Fonts is asked for it."""

    name: str
    faces: tuple[Face, ...]

    @property
    def slug(self) -> str:
        """As packages are named after it."""
        return re.sub(r"[^a-z0-9]+", "-", self.name.lower()).strip("-")


@dataclass(frozen=True)
class Files:
    """One file, or several one after the other."""

    parts: tuple[Wanted, ...]


@dataclass(frozen=True)
class FontStyles:
    """A style sheet of Google Fonts."""

    families: tuple[Family, ...]
    display: str = ""
    icons: bool = False


@dataclass(frozen=True)
class BuiltFile:
    """A file of an ES module that the library has built, at the address that it has given it itself."""

    package: str
    version: str
    file: str
    with_versions: tuple[tuple[str, str], ...] = ()


Request: TypeAlias = Files | FontStyles | BuiltFile
