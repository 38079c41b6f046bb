"""`find_packages`: the installed distributions that an application may import, with their dependencies."""

import re
from collections.abc import Iterable
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from pytest_cookie.core.errors import DeploymentError

_NAME = re.compile(r"^[A-Za-z0-9._-]+")
_NOT_OFFERED = frozenset({"pytest-cookie"})
"""This package has the solutions of the benchmark's samples."""


def find_packages(names: Iterable[str]) -> tuple[Path, ...]:
    """The files and folders to show, one for each importable module of the distributions and of their dependencies.

    Raises `DeploymentError` for one that is not installed here: applications cannot download packages.
    """
    waiting, found = [*names], dict[str, Distribution]()
    while waiting:
        name = _plain(waiting.pop())
        if name in found or name in _NOT_OFFERED:
            continue
        try:
            found[name] = distribution(name)
        except (PackageNotFoundError, ValueError) as error:
            raise DeploymentError(
                f"the application needs the Python package {name}; install it where pytest runs (pip install {name})"
            ) from error
        required = (_NAME.match(line) for line in found[name].requires or [] if "extra ==" not in line)
        waiting.extend(needed[0] for needed in required if needed and _is_installed(needed[0]))
    return tuple(sorted({path for one in found.values() for path in _tops(one)}))


def required_packages(folder: Path) -> tuple[str, ...]:
    """The names in `requirements.txt`; () without one."""
    try:
        lines = (folder / "requirements.txt").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return ()
    return tuple(found[0] for line in lines if (found := _NAME.match(line.strip())))


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _is_installed(name: str) -> bool:
    """What another system or Python needs is not installed here."""
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
