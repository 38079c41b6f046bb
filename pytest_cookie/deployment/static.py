"""`StaticDeployer`: serves an artifact's files in-process."""

import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from pytest_cookie.core.artifact import Artifact
from pytest_cookie.core.build import Build
from pytest_cookie.core.deployment import ORIGIN, Deployment
from pytest_cookie.core.errors import DeploymentError, RecordingError
from pytest_cookie.deployment.gateway import Gateway
from pytest_cookie.deployment.library.library import Library
from pytest_cookie.deployment.site import StaticSite


@dataclass(frozen=True)
class StaticDeployer:
    """Serves each artifact at `http://artifact.localhost/`, through its own gateway.

    With a `library`, requests to content delivery networks are answered from it.
    """

    library: Library | None = None

    @contextmanager
    def deploy(
        self, artifact: Artifact, folder: Path, *, built: Path, log: Path, before: Build | None = None
    ) -> Iterator[Deployment]:
        """Serve the files in `folder` until the context ends. Raises `DeploymentError`.

        Refused and missing requests are written to `log` immediately, so evidence is complete before the deployment
        ends. Raises `RecordingError` if the log cannot be written.
        """
        with closing(DeploymentLog(log)) as lines:
            try:
                site = StaticSite(root=folder, entry=artifact.entry or "index.html")
                gateway = Gateway(site, lines.add, library=self.library)
            except OSError as error:
                raise DeploymentError(f"cannot open a port to serve the artifact: {error.strerror or error}") from error
            try:
                page = "" if artifact.entry in (None, "index.html") else quote(artifact.entry)
                yield Deployment(url=f"{ORIGIN}/{page}", gateway=gateway.address, artifact_digest=artifact.digest)
            finally:
                gateway.close()
        lines.check()


class DeploymentLog:
    """A log file, emptied at the start, written by many threads. `add` never raises; `check` reports write errors."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._problem: OSError | None = None
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_APPEND, 0o644)
        except OSError as error:
            raise RecordingError(f"cannot write {path}: {error.strerror or error}") from error

    def add(self, line: str) -> None:
        """Write a line."""
        try:
            os.write(self._handle, f"{line}\n".encode(errors="replace"))
        except OSError as problem:
            self._problem = problem

    def check(self) -> None:
        """Raise `RecordingError` if a line could not be written."""
        if self._problem:
            raise RecordingError(f"cannot write {self._path}: {self._problem.strerror}") from self._problem

    def close(self) -> None:
        """Close the file."""
        os.close(self._handle)
