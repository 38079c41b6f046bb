"""`Builder`: turns a project's sources into files that can be served, and reports on the build."""

import shutil
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from pytest_cookie.core.build import Build, BuildFailure, TypeCheck
from pytest_cookie.core.errors import BuildError
from pytest_cookie.sandbox.archive_extraction import Allowance, OutputRefusedError, lay_down
from pytest_cookie.sandbox.attribution import attribute, failure
from pytest_cookie.sandbox.bubblewrap import find_bubblewrap
from pytest_cookie.sandbox.job import Ended, Job, Sandbox
from pytest_cookie.sandbox.limits import Limits
from pytest_cookie.sandbox.lock_file import LockError
from pytest_cookie.sandbox.no_sandbox import bare
from pytest_cookie.sandbox.packages import Packages, PackageStore
from pytest_cookie.sandbox.project import ManifestError, Project, read_project
from pytest_cookie.sandbox.tools import find_node
from pytest_cookie.sandbox.type_check import check_command, read_check


@dataclass(frozen=True)
class BuildSettings:
    """`store` is the package store's folder. Without `allow_unsandboxed`, a build without a sandbox is an error."""

    store: Path
    limits: Limits = field(default_factory=Limits)
    allowance: Allowance = field(default_factory=Allowance)
    allow_unsandboxed: bool = False


@dataclass(frozen=True)
class BuildReport:
    """A build and its whole log."""

    build: Build
    log: str = ""


@dataclass
class Builder:
    """Builds any number of projects; the first build finds the sandbox."""

    settings: BuildSettings

    def build(self, sources: Path, into: Path, *, entry: str = "index.html") -> BuildReport:
        """Build the project in `sources`, which is not changed, and write the site to `into`, which is emptied first.

        The result reports a failed build. Raises `BuildError` if the build could not be attempted.
        """
        shutil.rmtree(into, ignore_errors=True)
        into.mkdir(parents=True)
        try:
            project = read_project(sources)
            if not project.tool:
                return _report_failure(
                    failure("config", "package.json has no script `build`, and names neither vite nor next")
                )
            packages = self._store.packages(project)
        except ManifestError as error:
            return _report_failure(failure("syntax", str(error), place="package.json"))
        except LockError as error:
            return _report_failure(failure(error.kind, str(error)), error.log)
        except OSError as error:
            raise BuildError(f"cannot read the project {sources}: {error.strerror or error}") from error
        return self._run(project, packages, into, entry)

    def _run(self, project: Project, packages: Packages, into: Path, entry: str) -> BuildReport:
        job = Job(project.folder, project.command, packages.folder, project.built_folders, entry)
        ended = self._sandbox.run(job, self._limits)
        build = Build(
            tool=project.tool, isolation=self._sandbox.isolation, packages=packages.key, seconds=ended.seconds
        )
        wrong = attribute(ended, self._limits, packages.names()) or _check_page(ended, project, entry)
        if wrong is None:
            try:
                laid = lay_down(ended.output, into, self.settings.allowance)
            except OutputRefusedError as error:
                wrong = failure("output", str(error))
        if wrong is not None:
            shutil.rmtree(into, ignore_errors=True)
            into.mkdir(parents=True)
            return BuildReport(build.model_copy(update={"failure": wrong}), ended.log)
        site = {"folder": ended.folder, "files": laid.files, "size_bytes": laid.size_bytes}
        types, log = self._check_types(project, packages)
        return BuildReport(build.model_copy(update={**site, "types": types}), f"{ended.log}{log}")

    def _check_types(self, project: Project, packages: Packages) -> tuple[TypeCheck | None, str]:
        command = check_command(project, packages.names())
        if not command:
            return None, ""
        ended = self._sandbox.run(Job(project.folder, command, packages.folder), self._limits)
        return read_check(ended), f"\n$ {command}\n{ended.log}"

    @property
    def _limits(self) -> Limits:
        """With room for the archive's overhead."""
        return replace(self.settings.limits, output_mb=round(self.settings.allowance.total_bytes / 1e6) + 16)

    @cached_property
    def _store(self) -> PackageStore:
        return PackageStore(self.settings.store, find_node())

    @cached_property
    def _sandbox(self) -> Sandbox:
        tools = find_node()
        try:
            return find_bubblewrap(tools)
        except BuildError as error:
            if self.settings.allow_unsandboxed:
                return bare(tools)
            raise BuildError(
                f"{error}; builds run untrusted programs and need a sandbox. To build without one, set "
                "`allow_unsandboxed_builds` in [tool.pytest-cookie]"
            ) from error


def _report_failure(wrong: BuildFailure, log: str = "") -> BuildReport:
    """A failure before the build started; `log` is the package manager's whole output, which the message shortens."""
    return BuildReport(Build(tool="", failure=wrong), f"{wrong.message}\n{log}")


def _check_page(ended: Ended, project: Project, entry: str) -> BuildFailure | None:
    if ended.output:
        return None
    searched = " or ".join(project.built_folders)
    advice = "; a Next.js project is served only as a static export: output: 'export'" if project.tool == "next" else ""
    return failure("config", f"the build succeeded but left no {entry} in {searched}{advice}")
