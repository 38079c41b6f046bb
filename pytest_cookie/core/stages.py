"""The four stages as Protocols: what a protocol composes and a pipeline runs. Stages meet only through the nouns."""

from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol

from pytest_cookie.core.artifact import Artifact, ItemKey
from pytest_cookie.core.build import Build
from pytest_cookie.core.case import Case
from pytest_cookie.core.deployment import Deployment
from pytest_cookie.core.evidence import Evidence
from pytest_cookie.core.verdict import Verdict


class Generator(Protocol):
    """Case → Artifact. Writes the files below `folder`."""

    def generate(self, case: Case, key: ItemKey, folder: Path) -> Artifact:
        """Make the artifact. Raises `GenerationError` where the machinery, not the model, is at fault."""
        ...


class Deployer(Protocol):
    """Artifact → Deployment."""

    def deploy(
        self, artifact: Artifact, folder: Path, *, built: Path, log: Path, before: Build | None = None
    ) -> AbstractContextManager[Deployment]:
        """Serve the files in `folder` until the context ends, and log what is refused. Raises `DeploymentError`.

        Of sources, what is built of them is served instead, from the folder `built`; a build of `before` that is still
        there is not made again.
        """
        ...


class Explorer(Protocol):
    """Deployment → Evidence. Uses the page in a real browser and writes below `folder`."""

    id: str

    def explore(
        self, case: Case, deployment: Deployment, folder: Path, *, source: Path | None = None, repeat: int = 1
    ) -> Evidence:
        """Record how the page behaves. Raises `ExplorationError` where the browser, not the page, is at fault.

        `source` is the folder of the artifact's files, for an explorer that may read them; of another `repeat` a model
        is asked anew.
        """
        ...


class Judge(Protocol):
    """Evidence → Verdict. Never sees a browser, so every verdict can be made again from what is stored."""

    id: str
    version: str

    def judge(
        self, case: Case, artifact: Artifact, evidence: Evidence, folder: Path, *, source: Path | None = None
    ) -> Verdict:
        """Score it. `folder` holds the evidence's files, `source` the artifact's. Raises `JudgingError`."""
        ...
