"""`LockFile`: the exact packages that a project needs, and the check that all of them come from a registry."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Literal
from urllib.parse import urlsplit

from pytest_cookie.core.build import FailureKind
from pytest_cookie.core.parsing import load_json
from pytest_cookie.core.yaml_document import UnreadableError
from pytest_cookie.sandbox.lock_origins import (
    TARBALL,
    Elsewhere,
    elsewhere_in_pnpm,
    elsewhere_in_yarn,
    is_name,
    is_of_a_registry,
)
from pytest_cookie.sandbox.project import KINDS, Project

Manager = Literal["npm", "pnpm", "yarn"]

_NAMES: dict[str, Manager] = {
    "package-lock.json": "npm",
    "npm-shrinkwrap.json": "npm",
    "pnpm-lock.yaml": "pnpm",
    "yarn.lock": "yarn",
}
_MAX_BYTES = 10_000_000
_MAX_DEPTH = 50
_RESOLVED_BY_YARN = re.compile(r'^[^\S\n]+resolved "?([^"\s]+)', re.MULTILINE)
_TARBALL = re.compile(TARBALL, re.ASCII)
_MANIFEST_FIELDS = ("overrides", "resolutions", "pnpm")


class LockError(Exception):
    """The project's packages cannot be installed, by the project's own fault; `kind` classifies it.

    `log` is the package manager's whole output, "" if none ran.
    """

    def __init__(self, message: str, kind: FailureKind = "config", *, log: str = "") -> None:
        super().__init__(message)
        self.kind, self.log = kind, log


@dataclass(frozen=True)
class LockFile:
    """`name` is the file's name in the project, `text` its content."""

    name: str
    text: str

    @property
    def manager(self) -> Manager:
        """The package manager that wrote it."""
        return _NAMES[self.name]


def read_lock_file(project: Project) -> LockFile | None:
    """The project's first lock file, npm's before pnpm's and yarn's. Raises `LockError`, `OSError`."""
    for name in _NAMES:
        path = project.folder / name
        if path.is_file():
            with path.open("rb") as file:
                raw = file.read(_MAX_BYTES + 1)
            if len(raw) > _MAX_BYTES:
                raise LockError(f"{name} is larger than {_MAX_BYTES / 1e6:.0f} MB")
            return LockFile(name, raw.decode("utf-8-sig", errors="replace"))
    return None


def installable_manifest(project: Project) -> str:
    """The manifest reduced to its dependencies, as canonical JSON, without scripts or settings."""
    fields = {name: project.manifest[name] for name in _MANIFEST_FIELDS if isinstance(project.manifest.get(name), dict)}
    kinds = {kind: dict(named) for kind, named in project.dependencies.items()}
    return json.dumps({"name": "project", "version": "0.0.0", "private": True, **kinds, **fields}, sort_keys=True)


def packages_key(manifest: str, lock: LockFile, machine: str) -> str:
    """The key of the packages: equal for all projects with these dependencies and this lock file."""
    return sha256("\0".join((lock.name, lock.text, manifest, machine)).encode(errors="replace")).hexdigest()[:32]


def check_origins(project: Project, lock: LockFile) -> None:
    """Raise `LockError` for the first package that does not come from a registry: a URL, a repository, a path."""
    for name, wanted in _wanted(project):
        if not is_of_a_registry(wanted):
            raise LockError(f"the dependency {name} is {wanted[:200]!r}; only packages from a registry are installed")
    if "workspaces" in project.manifest:
        raise LockError("the project has workspaces; point `artifact:` at a project with a single package")
    try:
        found = next(_elsewhere(lock), None)
    except UnreadableError as error:
        raise LockError(f"{lock.name}, line {error.line}: it {error}") from error
    if found:
        line, what = found
        raise LockError(
            f"{lock.name}, line {line}: {what[:200]!r} is not from a registry, or not of a version that is "
            "read (npm, pnpm 6 and 9, yarn 1); only packages from a registry are installed"
        )


def _elsewhere(lock: LockFile) -> Elsewhere:
    match lock.manager:
        case "npm":
            for what in _elsewhere_in_npm(lock):
                yield lock.text.count("\n", 0, max(0, lock.text.find(json.dumps(what)))) + 1, what
        case "pnpm":
            yield from elsewhere_in_pnpm(lock.text)
        case "yarn":
            yield from elsewhere_in_yarn(lock.text)


def from_registry(lock: LockFile, registry: str) -> str:
    """The text of a yarn lock file with every URL replaced by `registry`: yarn would contact any host in the file.

    npm has an option for this, and pnpm's lock files name no hosts.
    """

    def replace_host(found: re.Match[str]) -> str:
        tarball = _TARBALL.search(urlsplit(found[1]).path)
        fragment = urlsplit(found[1]).fragment
        address = f"{registry.rstrip('/')}{tarball[0]}" if tarball else found[1]
        return found[0].replace(found[1], f"{address}#{fragment}" if fragment else address)

    return _RESOLVED_BY_YARN.sub(replace_host, lock.text)


def _wanted(project: Project) -> Iterator[tuple[str, str]]:
    for kind in project.dependencies.values():
        yield from kind.items()
    for field in _MANIFEST_FIELDS:
        yield from _leaves(project.manifest.get(field), field)


def _leaves(value: object, name: str) -> Iterator[tuple[str, str]]:
    """The leaves of nested overrides; `$name` in them refers to a direct dependency."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _leaves(inner, str(key))
    elif isinstance(value, str):
        yield name, value.removeprefix("$")


def _elsewhere_in_npm(lock: LockFile) -> Iterator[str]:
    """The packages that are not from a registry. Raises `LockError` if the file is not an npm lock file."""
    try:
        whole = load_json(lock.text)
        packages = whole.get("packages", {})
        older = whole.get("dependencies", {})
        for place, entry in packages.items():
            if place and (not place.startswith("node_modules/") or ".." in place.split("/") or entry.get("link")):
                yield place
            if place:  # npm installs a package without `resolved` by name and version
                named = ((is_name, entry.get("name")), (is_of_a_registry, entry.get("version")))
                yield from (str(text) for form, text in named if text and not form(str(text)))
            yield from _addresses(entry)
        yield from _of_version_1(older, depth=0)
    except (ValueError, RecursionError, AttributeError, TypeError) as error:
        raise LockError(f"{lock.name} is not a valid npm lock file: {error}") from error


def _of_version_1(entries: Mapping[str, dict[str, object]], *, depth: int) -> Iterator[str]:
    for entry in entries.values():
        yield from _addresses(entry)
        version = entry.get("version", "")
        if isinstance(version, str) and not is_of_a_registry(version):
            yield version
        inner = entry.get("dependencies")
        if isinstance(inner, dict) and depth < _MAX_DEPTH:
            yield from _of_version_1(inner, depth=depth + 1)


def _addresses(entry: Mapping[str, object]) -> Iterator[str]:
    resolved = entry.get("resolved")
    if resolved is not None and not (isinstance(resolved, str) and _is_of_a_registry(resolved)):
        yield str(resolved)
    for kind in KINDS:
        wanted = entry.get(kind)
        if isinstance(wanted, dict) and kind != "devDependencies":
            yield from (str(text) for text in wanted.values() if not is_of_a_registry(str(text)))


def _is_of_a_registry(address: str) -> bool:
    """Judged by the URL's form alone: npm replaces the host by the user's registry."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(_TARBALL.search(parts.path)) and not parts.query
