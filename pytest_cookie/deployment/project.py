"""`ProjectDeployer`: builds artifacts that need it, and serves the result."""

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
    """Serves with `static`. If a build fails, the deployment is empty and its `build` contains the reason."""

    static: StaticDeployer
    builder: Builder

    @contextmanager
    def deploy(
        self, artifact: Artifact, folder: Path, *, built: Path, log: Path, before: Build | None = None
    ) -> Iterator[Deployment]:
        """Serve until the context ends; writes `build.log` beside `log`.

        Raises `DeploymentError`, and `BuildError` if a build could not be started.
        """
        if artifact.problem or not artifact.needs_build:
            with self.static.deploy(artifact, folder, built=built, log=log) as deployment:
                yield deployment
            return
        entry = artifact.entry or "index.html"
        if before is None or not (before.failure or (built / entry).is_file()):
            report = self.builder.build(folder, built, entry=entry)
            before = report.build
            write_text(log.with_name(BUILD_LOG), plain(report.log))
        with self.static.deploy(artifact, built, built=built, log=log) as deployment:
            yield deployment.model_copy(update={"build": before})
