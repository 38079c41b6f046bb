"""`Build`: how a project's sources were built into a site. Part of `Deployment`, `Evidence` and `Record`."""

from typing import Literal, TypeAlias

from pytest_cookie.core.frozen_model import FrozenModel

BuildTool: TypeAlias = Literal["vite", "next", "script", "application", ""]
"""`application`: servers were started instead. `script` is the project's own `build` script; "" if the build did not
start."""

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
    """Why a project does not build. This is the artifact's fault; a failure of the machinery is a `Cause` of kind
    `BuildError`.
    """

    kind: FailureKind
    """`syntax`: a file cannot be parsed. `phantom_import`: an import that does not exist. `missing_dependency`: a
    package that is not declared or not published. `lock_file`: incomplete lock file. `config`: bad configuration or no
    page. `timeout`, `memory`: over the limits. `output`: the result cannot be served. `other`: any other error."""
    message: str
    """The output of the build, shortened, without control characters."""
    place: str = ""
    """The file with the error, with line and column where the build names them."""


class TypeCheck(FrozenModel):
    """The result of `tsc --noEmit`. Type errors do not fail a build."""

    errors: int = 0
    """Number of type errors."""
    first: tuple[str, ...] = ()
    """The first 20 errors."""
    note: str = ""
    """Why the check did not finish."""


class Build(FrozenModel):
    """One build of a project."""

    tool: BuildTool
    """The build tool. `application`: servers were started instead. `script` is the project's own; empty if the build
    did not start."""
    isolation: Isolation = ""
    """The sandbox of the build. `none`: it ran as the user who ran pytest."""
    packages: str = ""
    """Key of the stored npm packages that the build used. Empty for none."""
    seconds: float = 0.0
    """Wall-clock time of the build."""
    folder: str = ""
    """Folder of the project that became the site, such as `dist` or `out`."""
    files: int = 0
    """Number of files in it."""
    size_bytes: int = 0
    """Size of these files."""
    failure: BuildFailure | None = None
    """Why the build failed. Null after success."""
    types: TypeCheck | None = None
    """The result of the type check. Null without TypeScript."""
