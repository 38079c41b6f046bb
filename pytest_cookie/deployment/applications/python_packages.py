"""`find_packages`: the installed distributions that an application may import, with their dependencies."""

import re
from collections.abc import Iterable, Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from packaging.markers import UndefinedComparison, UndefinedEnvironmentName
from packaging.requirements import InvalidRequirement, Requirement
from packaging.utils import canonicalize_name

from pytest_cookie.deployment.applications.manifest import ManifestError
from pytest_cookie.deployment.applications.not_offered import NotOfferedError
from pytest_cookie.records.plain_tree import read_bounded_text

REQUIREMENTS = "requirements.txt"
_NOT_OFFERED = frozenset({"pytest-cookie"})
"""This package has the solutions of the benchmark's samples."""
_MAX_BYTES = 200_000
_MAX_FILES = 20
_LONGEST_REQUIREMENT = 1_000
_INCLUDED = re.compile(r"(?:-r\s*|--requirement[\s=]\s*)(\S.*)")
_OF_AN_OPTION = re.compile(r"\s--(?:hash|config-settings|global-option|install-option)\b.*")
_ITSELF = re.compile(r"(?:(?:-e\s*|--editable[\s=]\s*))?\.(?:\[[^\]]*\])?")
_ADDRESS = re.compile(r"(?:-e|--editable)\b|[./]|(?:git\+|hg\+|svn\+|bzr\+)?[a-z]+://|\S+\.(?:whl|zip|tar\.gz)(?:\s|$)")


def find_packages(requirements: Iterable[str]) -> tuple[Path, ...]:
    """The files and folders to show, one for each importable module of the distributions and their requirements.

    Requirements are those of PEP 508. Versions are not compared: the application gets the installed one. Raises
    `ManifestError` for one that cannot be read, `NotOfferedError` for one that is not installed here: applications
    cause no downloads.
    """
    waiting, done, found = (
        [_parse(requirement) for requirement in requirements],
        set[tuple[str, str]](),
        dict[str, Distribution](),
    )
    while waiting:
        wanted = waiting.pop()
        name = canonicalize_name(wanted.name)
        if name in _NOT_OFFERED or not _applies(wanted):
            continue
        found[name] = found.get(name) or _installed(name)
        for extra in {"", *wanted.extras}:
            if (name, extra) not in done:
                done.add((name, extra))
                waiting.extend(_needs(found[name], extra))
    return tuple(sorted({path for one in found.values() for path in _tops(one)}))


def _parse(line: str) -> Requirement:
    try:
        if len(line) > _LONGEST_REQUIREMENT:
            raise InvalidRequirement(f"it has more than {_LONGEST_REQUIREMENT:,} characters")
        wanted = Requirement(line)
        _applies(wanted)
    except (ValueError, RecursionError, UndefinedComparison, UndefinedEnvironmentName) as error:
        raise ManifestError(f"{line[:200]!r} is no requirement of a Python package: {error}") from error
    return wanted


def _applies(wanted: Requirement, extra: str = "") -> bool:
    return wanted.marker is None or wanted.marker.evaluate({"extra": extra})


def _installed(name: str) -> Distribution:
    try:
        return distribution(name)
    except (PackageNotFoundError, ValueError) as error:
        raise NotOfferedError(
            f"the application needs the Python package {name}; install it where pytest runs (pip install {name})"
        ) from error


def _needs(one: Distribution, extra: str) -> Iterator[Requirement]:
    """What a distribution needs with an extra, or without one (""). What another system needs is not installed here."""
    for line in one.requires or []:
        wanted = Requirement(line)
        if _applies(wanted, extra) and _is_installed(wanted.name):
            wanted.marker = None
            yield wanted


def required_packages(folder: Path) -> tuple[str, ...]:
    """The requirements in `requirements.txt` and the files that it includes; () without one.

    Raises `ManifestError` for files that cannot be read or lie outside of `folder`, `NotOfferedError` for packages
    that are given by an address or path, which would need a download or build.
    """
    first = folder / REQUIREMENTS
    return tuple(_read(first, folder.resolve(), set())) if first.is_file() else ()


def _read(path: Path, folder: Path, seen: set[Path]) -> Iterator[str]:
    place = path.resolve()
    if not place.is_relative_to(folder) or not place.is_file():
        raise ManifestError(f"{path.name} is not a file of the application")
    if place in seen:
        return
    seen.add(place)
    if len(seen) > _MAX_FILES or place.stat().st_size > _MAX_BYTES:
        raise ManifestError(f"{path.name}: more than {_MAX_FILES} files or {_MAX_BYTES:,} bytes of requirements")
    for line in _lines(read_bounded_text(place, _MAX_BYTES, encoding="utf-8-sig", errors="replace")):
        if included := _INCLUDED.fullmatch(line):
            yield from _read(place.parent / included[1].strip("\"'"), folder, seen)
        elif _ITSELF.fullmatch(line):
            continue
        elif _ADDRESS.match(line):
            raise NotOfferedError(
                f"{path.name}: {line[:200]!r} is not a name, and nothing is downloaded or built for Python; install it "
                "where pytest runs, and list its name in `python_packages` of app.yaml"
            )
        elif not line.startswith("-"):  # constraints, indexes and other options are no requirements
            yield _OF_AN_OPTION.sub("", line).strip()


def _lines(text: str) -> Iterator[str]:
    """As pip reads them: a backslash joins lines, `#` at the start or after a space begins a comment."""
    for line in re.sub(r"\\\r?\n", "", text).splitlines():
        if stripped := re.sub(r"(?:^|\s)#.*", "", line).strip():
            yield stripped


def _is_installed(name: str) -> bool:
    try:
        distribution(name)
    except PackageNotFoundError:
        return False
    return True


def _tops(one: Distribution) -> Iterable[Path]:
    """Modules and metadata beside each other in `site-packages`; no programs, which lie elsewhere."""
    for top in {file.parts[0] for file in one.files or () if file.parts and file.parts[0] != ".."}:
        path = Path(str(one.locate_file(top)))
        if top != "__pycache__" and path.exists():
            yield path
