"""`StaticDeployer`: serves an artifact's files in-process."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

from pytest_cookie.core.artifact import Artifact
from pytest_cookie.core.deployment import ORIGIN, Deployment
from pytest_cookie.core.errors import DeploymentError
from pytest_cookie.deployment.gateway import Gateway
from pytest_cookie.deployment.site import StaticSite
from pytest_cookie.records.files import write_text


class StaticDeployer:
    """Each artifact at `http://artifact.localhost/`, behind a gateway of its own."""

    @contextmanager
    def deploy(self, artifact: Artifact, folder: Path, *, log: Path) -> Iterator[Deployment]:
        """Serve the files in `folder` until the context ends, then write `log`. Raises `DeploymentError`."""
        try:
            gateway = Gateway(StaticSite(root=folder, entry=artifact.entry or "index.html"))
        except OSError as error:
            raise DeploymentError(f"no port to serve the artifact on: {error.strerror or error}") from error
        try:
            page = "" if artifact.entry in (None, "index.html") else quote(artifact.entry)
            yield Deployment(url=f"{ORIGIN}/{page}", gateway=gateway.address, artifact_digest=artifact.digest)
        finally:
            gateway.close()
            write_text(log, "".join(f"{line}\n" for line in gateway.logs))
