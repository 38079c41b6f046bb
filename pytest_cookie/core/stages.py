"""The stages of an item: their names, and the four Protocols that a protocol composes and the pipeline runs.

Stages exchange only the nouns of `core`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias

if TYPE_CHECKING:
    from contextlib import AbstractContextManager
    from pathlib import Path

    from pytest_cookie.core.artifact import Artifact, ItemKey
    from pytest_cookie.core.build import Build
    from pytest_cookie.core.case import Case
    from pytest_cookie.core.deployment import Deployment
    from pytest_cookie.core.evidence import Evidence
    from pytest_cookie.core.verdict import Verdict

Stage: TypeAlias = Literal["generate", "deploy", "explore", "judge", "worker"]
"""Where an item failed or spent: one of the four stages, or the worker process around them."""


class Generator(Protocol):
    """Case → Artifact."""

    def generate(self, case: Case, key: ItemKey, folder: Path) -> Artifact:
        """Generate the artifact's files below `folder`.

        Raises `GenerationError` if the machinery is at fault; a bad reply of the model is an artifact with a problem.
        """
        ...


class Deployer(Protocol):
    """Artifact → Deployment."""

    def deploy(
        self, artifact: Artifact, folder: Path, *, built: Path, log: Path, before: Build | None = None
    ) -> AbstractContextManager[Deployment]:
        """Serve the files in `folder` until the context exits. Raises `DeploymentError`.

        `log` lists the requests that were refused. An artifact that needs a build is built into the folder `built`,
        which is served instead; the build `before` is reused if its files still exist.
        """
        ...


class Explorer(Protocol):
    """Deployment → Evidence. Uses the page in a real browser."""

    id: str

    def explore(
        self, case: Case, deployment: Deployment, folder: Path, *, source: Path | None = None, repeat: int = 1
    ) -> Evidence:
        """Record the page's behavior below `folder`. Raises `ExplorationError` if the browser is at fault.

        `source` is the folder of the artifact's files, for an explorer that may read them. Each `repeat` makes new
        calls to a model.
        """
        ...


class Judge(Protocol):
    """Evidence → Verdict. Has no browser, so a stored run can be judged again."""

    id: str
    version: str

    def judge(
        self, case: Case, artifact: Artifact, evidence: Evidence, folder: Path, *, source: Path | None = None
    ) -> Verdict:
        """Score the artifact. `folder` holds the evidence files, `source` the artifact's. Raises `JudgingError`."""
        ...
