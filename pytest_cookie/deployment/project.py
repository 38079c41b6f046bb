"""`ProjectDeployer`: builds what needs it, and serves the site that comes of it."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from pytest_cookie.core.artifact import Artifact
from pytest_cookie.core.build import Build
from pytest_cookie.core.deployment import Deployment
from pytest_cookie.deployment.static import StaticDeployer
from pytest_cookie.records.files import write_text
from pytest_cookie.records.item import BUILD_LOG
from pytest_cookie.sandbox.builder import Builder
from pytest_cookie.sandbox.output_cleaning import plain


@dataclass(frozen=True)
class ProjectDeployer:
    """Serves by `static`. A project that does not build is deployed with nothing in it; its `build` says why."""

    static: StaticDeployer
    builder: Builder

    @contextmanager
    def deploy(
        self, artifact: Artifact, folder: Path, *, built: Path, log: Path, before: Build | None = None
    ) -> Iterator[Deployment]:
        """Serve until the context ends; `build.log` stands beside `log`.

        Raises `DeploymentError`, and `BuildError` where a build could not even be tried.
        """
        if artifact.problem or not artifact.needs_build:
            with self.static.deploy(artifact, folder, built=built, log=log) as deployment:
                yield deployment
            return
        entry = artifact.entry or "index.html"
        if before is None or not (before.failure or (built / entry).is_file()):
            told = self.builder.build(folder, built, entry=entry)
            before = told.build
            write_text(log.with_name(BUILD_LOG), plain(told.log))
        with self.static.deploy(artifact, built, built=built, log=log) as deployment:
            yield deployment.model_copy(update={"build": before})
