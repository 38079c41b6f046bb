"""`WorkspaceBuilder`: builds the current project and describes the result for the model."""

import re
from pathlib import Path
from typing import Protocol

from pytest_cookie.core.build import Build
from pytest_cookie.generation.coding.tool_output import cut
from pytest_cookie.generation.coding.workspace import Workspace
from pytest_cookie.sandbox.builder import BuildReport
from pytest_cookie.sandbox.job import BEGUN, PROJECT
from pytest_cookie.sandbox.output_cleaning import plain

_MAX_LOG = 6_000
_NOISE = re.compile(
    r"^(?:[^\S\n]+at .*|vite v\d.*|transforming\.\.\..*|✓ \d+ modules? transformed\.|rendering chunks.*"
    r"|computing gzip size.*|✗ Build failed in .*|error during build:|Build failed with \d+ errors?:"
    r"|[^\S\n]*errors: \[Getter/Setter\]|\})(?:\n|\Z)",
    re.MULTILINE,
)
"""Stacks, progress and frames that bundlers put around every error."""
_VARYING = (
    (re.compile(r"\b\d+(?:\.\d+)?\s?m?s\b"), "…"),
    (re.compile(r"\.timestamp-\d+-[0-9a-f]+"), ""),
)
"""Varying parts of a log: the same project must give the same answer, so that a run can be replayed."""


class ProjectBuilder(Protocol):
    """The interface of `sandbox.builder.Builder`."""

    def build(self, sources: Path, into: Path, *, entry: str = "index.html") -> BuildReport:
        """Build `sources` and write the site to `into`. Raises `BuildError`."""
        ...


class WorkspaceBuilder:
    """`last` is the last build, `good` the sources, by path, of the last one that was good."""

    def __init__(self, builder: ProjectBuilder, workspace: Workspace, site: Path) -> None:
        self._builder, self._workspace, self._site = builder, workspace, site
        self._built_at = -1
        self._log = ""
        self.builds: list[Build] = []
        self.good: dict[str, bytes] | None = None

    @property
    def last(self) -> Build | None:
        """The last build, None before the first."""
        return self.builds[-1] if self.builds else None

    @property
    def is_current(self) -> bool:
        """Whether the project is as it was at the last build."""
        return self._built_at == self._workspace.changes

    def build(self) -> Build:
        """Build the project unless it is unchanged. Raises `BuildError` if the build could not be attempted."""
        if self.is_current and self.last is not None:
            return self.last
        report = self._builder.build(self._workspace.root, self._site)
        self._built_at, self._log = self._workspace.changes, report.log
        self.builds.append(report.build)
        if report.build.failure is None:
            self.good = self._workspace.snapshot()
        return report.build

    def describe(self) -> str:
        """The last build in words for a model."""
        build = self.last
        if build is None:
            return "There is no build yet."
        if build.failure is None:
            return f"It builds: {build.files} files, {build.size_bytes / 1000:.0f} kB.{_types(build)}"
        place = f" in {build.failure.place}" if build.failure.place else ""
        log = cut(_clean_log(self._log), _MAX_LOG)
        return f"It does not build ({build.failure.kind.replace('_', ' ')}{place}):\n{build.failure.message}\n\n{log}"


def _types(build: Build) -> str:
    types = build.types
    if types is None:
        return ""
    if not types.errors:
        return f" Types: {types.note}." if types.note else " The type check found no errors."
    first = "\n".join(types.first)
    return f"\nThe type check found {types.errors} errors, which do not fail the build. The first:\n{first}"


def _clean_log(log: str) -> str:
    """The build's own output, without noise and varying parts."""
    text = plain(log).replace(f"file://{PROJECT}/", "./").replace(f"{PROJECT}/", "./").partition(f"{BEGUN}\n")[2]
    text = _NOISE.sub("", text)
    for pattern, steady in _VARYING:
        text = pattern.sub(steady, text)
    return text.strip()
