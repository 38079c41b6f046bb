"""`Scaffold`: the empty project that a model builds upon in React mode. Vite, React, TypeScript, Tailwind, components.

Its packages are those of its lock file, installed once for all projects (`sandbox.packages`): a project is its sources.
"""

import hashlib
import shutil
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path, PurePosixPath

from pytest_cookie.core.errors import GenerationError, UsageError
from pytest_cookie.generation.coding.project_paths import is_read_only
from pytest_cookie.records.plain_tree import read_bounded
from pytest_cookie.sandbox.project import DERIVED, ManifestError, read_project

_COMPONENTS = "src/components/ui"
PACKAGE_FILES = ("package.json", "package-lock.json")


@dataclass(frozen=True)
class Scaffold:
    """A folder of sources. `read_only` are the paths that a model must not change: dependencies, and how they
    are built. Each is a file, a folder with all that is below it, or a pattern; none has to be there.

    `packages` is a folder whose `package.json` and `package-lock.json` take the place of its own.
    """

    folder: Path
    read_only: frozenset[str] = frozenset(
        {"package.json", "package-lock.json", "npm-shrinkwrap.json", ".npmrc", "tsconfig.json", "vite.config.*"}
    )

    packages: Path | None = None

    def with_packages(self, folder: Path) -> "Scaffold":
        """The scaffold with the packages of the project in `folder`, which has all of its own and others.

        Raises `UsageError` if a file is missing, or one of its own packages, or the versions are not exact.
        """
        if missing := [name for name in PACKAGE_FILES if not (folder / name).is_file()]:
            raise UsageError(f"coding_packages: {folder} has no {missing[0]}")
        try:
            own, given = (read_project(place).dependencies for place in (self.folder, folder))
        except (ManifestError, OSError) as error:
            raise UsageError(f"coding_packages: {folder} is no project: {error}") from error
        for kind, named in own.items():
            for name, version in named.items():
                if given.get(kind, {}).get(name) != version:
                    raise UsageError(
                        f"coding_packages: the {kind} of {folder / PACKAGE_FILES[0]} must have {name} {version}, as "
                        "the scaffold does; add packages to a copy of the scaffold's file"
                    )
        return replace(self, packages=folder)

    def source(self, path: str) -> Path:
        """Where the file at `path` of the project comes from."""
        return (self.packages if self.packages and path in PACKAGE_FILES else self.folder) / path

    @cached_property
    def paths(self) -> tuple[str, ...]:
        """Every file, relative to the project, with slashes, in order. Raises `GenerationError`."""
        try:
            names = (path.relative_to(self.folder) for path in self.folder.rglob("*") if path.is_file())
            return tuple(sorted(name.as_posix() for name in names if DERIVED.isdisjoint(name.parts)))
        except OSError as error:
            raise GenerationError(f"cannot read the scaffold {self.folder}: {error.strerror or error}") from error

    @property
    def components(self) -> tuple[str, ...]:
        """The names of the components, as they are imported from `@/components/ui/`."""
        found = map(PurePosixPath, self.paths)
        return tuple(path.stem for path in found if path.parent.as_posix() == _COMPONENTS)

    @cached_property
    def digest(self) -> str:
        """SHA-256 of its files, computed like an artifact's digest; records name the scaffold by it."""
        lines = (f"{_sha256(self.source(path))}  {path}\n" for path in self.paths)
        return hashlib.sha256("".join(lines).encode()).hexdigest()

    def lay_out(self, into: Path) -> None:
        """Copy it to `into`, which is empty or missing. All files are writable; the tools enforce `read_only`.

        Raises `GenerationError`, also if the folder is not empty.
        """
        try:
            if into.is_dir() and any(into.iterdir()):
                raise GenerationError(f"{into} is not empty; a project begins in a folder of its own")
            for path in self.paths:
                target = into / path
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(self.source(path), target)
        except OSError as error:
            raise GenerationError(f"cannot lay out a project in {into}: {error.strerror or error}") from error

    def may_write(self, path: str) -> bool:
        """Whether a model may change, create or delete the file at `path`, relative to the project.

        False for paths out of the project, judged by their text alone; the caller checks links.
        """
        parts = PurePosixPath(path.replace("\\", "/")).parts
        if not parts or parts[0] == "/" or ".." in parts or not DERIVED.isdisjoint(parts):
            return False
        return not is_read_only("/".join(parts), self.read_only)


SCAFFOLD = Scaffold(Path(__file__).parent / "template")
"""The project's own."""


def _sha256(path: Path) -> str:
    return hashlib.sha256(read_bounded(path)).hexdigest()
