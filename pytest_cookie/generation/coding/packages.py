"""The `npm_install` tool's answers: the scaffold's packages are installed already; any other is refused."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from pytest_cookie.core.errors import GenerationError
from pytest_cookie.core.wording import did_you_mean
from pytest_cookie.sandbox.project import ManifestError, read_project

_WANTED = re.compile(r"((?:@[a-z0-9][\w.~-]*/)?[a-z0-9][\w.~-]*)(?:@(\S*))?", re.ASCII)
_SHOWN = 60


def kept_packages(folder: Path) -> Mapping[str, str]:
    """The packages that the project in `folder` can import, name to version. Raises `GenerationError`."""
    try:
        project = read_project(folder)
    except (ManifestError, OSError) as error:
        raise GenerationError(f"the scaffold is no project: {error}") from error
    return {name: version for kind in project.dependencies.values() for name, version in kind.items()}


def installed(wanted: Sequence[str], kept: Mapping[str, str]) -> str:
    """A line for each of `wanted` (`name` or `name@version`)."""
    return "\n".join(_one(text.strip(), kept) for text in wanted)


def _one(text: str, kept: Mapping[str, str]) -> str:
    named = _WANTED.fullmatch(text)
    if named is None:
        return f"{_shown(text)}: refused: it is no name of a package, such as clsx or @scope/name"
    name = named[1]
    if name in kept:
        other = f" (no other version can be had, so not {named[2][:_SHOWN]})" if named[2] else ""
        return f"{name} {kept[name]}: is installed; import it{other}"
    hint = did_you_mean(name, list(kept), cutoff=0.7)
    return f"{_shown(name)}: refused: it is not kept here, and there is no network{hint}"


def _shown(text: str) -> str:
    return ascii(text[:_SHOWN])[1:-1]


def offered(kept: Mapping[str, str]) -> str:
    """All that can be imported, in a line."""
    return ", ".join(f"{name} {version}" for name, version in sorted(kept.items()))
