"""`Build`: how a project's sources became files that can be served. Part of `Deployment`, `Evidence` and `Record`."""

from typing import Literal, TypeAlias

from pytest_cookie.core.frozen_model import FrozenModel

BuildTool: TypeAlias = Literal["vite", "next", "script", ""]
"""What built it: `script` is the project's own `build` script, "" where it never came to a build."""

Isolation: TypeAlias = Literal["bubblewrap", "none", ""]
"""What kept the build from the machine. `none` only where the user allows builds without a sandbox."""

FailureKind: TypeAlias = Literal[
    "syntax", "phantom_import", "missing_dependency", "lock_file", "config", "timeout", "memory", "output", "other",
]  # fmt: skip
"""Why a project does not build, each the artifact's fault; what is the machinery's is a `Cause` of kind `BuildError`.

- `syntax`: a source, a style sheet, a page or a JSON file that cannot be parsed.
- `phantom_import`: a file of its own, or a name or path of an installed package, that is not there.
- `missing_dependency`: a package that is not among its dependencies, or that no registry has.
- `lock_file`: its lock file does not hold all: not those of this platform, or not what was added to `package.json`.
- `config`: the bundler, its configuration or its entry; a lock file that cannot be used; a build without a page.
- `timeout`, `memory`: it took longer, or more, than a build may.
- `output`: what it made cannot be served: links, too much, names that lead elsewhere; or it said too much.
- `other`: it ended with an error that none of these words fits.
"""


class BuildFailure(FrozenModel):
    """`message` is what the build said, bounded, without control characters; the artifact's words, not ours.

    `place` is the file it speaks of, below the project, with line and column where it tells them.
    """

    kind: FailureKind
    message: str
    place: str = ""


class TypeCheck(FrozenModel):
    """What `tsc --noEmit` says. `errors` counts, `first` quotes the first of them; `note` says why there are none."""

    errors: int = 0
    first: tuple[str, ...] = ()
    note: str = ""


class Build(FrozenModel):
    """One build. `packages` is the key of the store's entry that it used, "" for none; `seconds` are of the wall.

    `folder` is the folder of the project that became the site (`dist`, `build`, `out`, `.`), `files` and `size_bytes`
    what it holds. `types` is None where the project has no TypeScript to check, or was not built.
    """

    tool: BuildTool
    isolation: Isolation = ""
    packages: str = ""
    seconds: float = 0.0
    folder: str = ""
    files: int = 0
    size_bytes: int = 0
    failure: BuildFailure | None = None
    types: TypeCheck | None = None
