"""`Build`: how a project's sources were built into a site. Part of `Deployment`, `Evidence` and `Record`."""

from typing import Literal, TypeAlias

from pytest_cookie.core.frozen_model import FrozenModel

BuildTool: TypeAlias = Literal["vite", "next", "script", ""]
"""`script` is the project's own `build` script; "" if the build did not start."""

Isolation: TypeAlias = Literal["bubblewrap", "none", ""]
"""How the build was sandboxed. `none` only if the user allows builds without a sandbox."""

FailureKind: TypeAlias = Literal[
    "syntax", "phantom_import", "missing_dependency", "lock_file", "config", "timeout", "memory", "output", "other",
]  # fmt: skip
"""Why a project does not build. All of these are the artifact's fault; infrastructure failures are a `BuildError`.

- `syntax`: a source, style sheet, page or JSON file does not parse.
- `phantom_import`: an import of a missing file, or of a missing path in an installed package.
- `missing_dependency`: a package that is not in `package.json`, or that the registry does not have.
- `lock_file`: the lock file is incomplete: it lacks this platform's packages, or additions to `package.json`.
- `config`: the bundler, its configuration or its entry; an unusable lock file; a build without a page.
- `timeout`, `memory`: the build exceeded its limit.
- `output`: the result cannot be served (links, size, paths outside its folder), or the log is too long.
- `other`: any other error.
"""


class BuildFailure(FrozenModel):
    """`message` is the build's output, shortened, without control characters. It is untrusted text.

    `place` is the file that it names, below the project, with line and column if it gives them.
    """

    kind: FailureKind
    message: str
    place: str = ""


class TypeCheck(FrozenModel):
    """The result of `tsc --noEmit`. `errors` counts, `first` quotes the first ones; `note` explains a missing check."""

    errors: int = 0
    first: tuple[str, ...] = ()
    note: str = ""


class Build(FrozenModel):
    """One build. `packages` is the key of its entry in the package store, "" for none; `seconds` are wall time.

    `folder` is the project's folder with the built site (`dist`, `build`, `out`, `.`); `files` and `size_bytes` are
    its size. `types` is None if the project has no TypeScript or did not build.
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
