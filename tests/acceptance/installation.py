"""Fresh virtual environments with exactly what `pip install` of a wheel of ours would install, made without a network.

The wheel is built from these sources; its requirements are links to the environment that runs the tests.
"""

import subprocess
import sys
import venv
import zipfile
from importlib.metadata import PackageNotFoundError, PathDistribution, distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
OURS = "pytest-cookie"


def build_wheel(into: Path) -> Path:
    """The wheel of these sources, by hatchling."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(into)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, timeout=300)
    (wheel,) = into.glob("*.whl")
    return wheel


class Environment:
    """A virtual environment without pip."""

    def __init__(self, folder: Path) -> None:
        self.python = folder / "bin/python"
        venv.create(folder, with_pip=False, symlinks=True)
        (self.packages,) = folder.glob("lib/python*/site-packages")
        self.installed: set[str] = set()

    def install(self, requirement: str) -> None:
        """Link a distribution, the named extras, and all their requirements on this platform."""
        waiting, seen = [Requirement(requirement)], set()
        while waiting:
            wanted = waiting.pop()
            name = canonicalize_name(wanted.name)
            if (key := (name, frozenset(wanted.extras))) in seen:
                continue
            seen.add(key)
            if name not in self.installed:
                self._link(name)
            waiting += self._required(name, wanted.extras)

    def install_wheel(self, wheel: Path, extras: str = "") -> None:
        """Unpack a wheel of pytest-cookie, then link its requirements and those of `extras` (`[all]`)."""
        with zipfile.ZipFile(wheel) as packed:
            packed.extractall(self.packages)
        self.installed.add(OURS)
        self.install(OURS + extras)

    def _link(self, name: str) -> None:
        self.installed.add(name)
        found = distribution(name)
        for file in found.files or ():
            source, target = Path(str(found.locate_file(file))), self.packages / file
            if ".." not in file.parts and source.is_file():
                target.parent.mkdir(parents=True, exist_ok=True)
                if not target.exists():
                    target.symlink_to(source)

    def _required(self, name: str, extras: set[str]) -> list[Requirement]:
        found = _distribution_in(self.packages, name)
        requirements = map(Requirement, found.requires or ())
        return [requirement for requirement in requirements if _applies(requirement, extras)]


def _distribution_in(packages: Path, name: str) -> PathDistribution:
    for folder in packages.glob("*.dist-info"):
        found = PathDistribution(folder)
        if canonicalize_name(found.metadata["Name"]) == name:
            return found
    raise PackageNotFoundError(name)


def _applies(requirement: Requirement, extras: set[str]) -> bool:
    """Whether it is required here by a distribution with these extras."""
    marker = requirement.marker
    return marker is None or any(marker.evaluate({"extra": extra}) for extra in {"", *extras})
