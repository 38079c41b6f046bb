"""The factories `generate`, `deploy`, `explore`, `judge`: the pipeline's phases for the user's own tests."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest

from pytest_cookie.core.artifact import Artifact, ItemKey
from pytest_cookie.core.case import Case
from pytest_cookie.core.deployment import Deployment
from pytest_cookie.core.evidence import Evidence
from pytest_cookie.core.labels import slug
from pytest_cookie.core.verdict import Verdict
from pytest_cookie.plugin.session_state import SessionState
from pytest_cookie.protocols.run.pipeline import ItemLocation, ItemPipeline

if TYPE_CHECKING:
    from typing import TypeAlias

Generate: TypeAlias = Callable[[Case, str], Artifact]
Deploy: TypeAlias = Callable[[Artifact], Deployment]
Explore: TypeAlias = Callable[[Deployment], Evidence]
Judge: TypeAlias = Callable[[Evidence], Verdict]


@dataclass
class FactoryPipelines:
    """The pipelines of one test, by the digest of their artifact.

    Their files are in `tests/<test>/<n>/` of the run folder. They do not count in the leaderboard.
    """

    state: SessionState
    node_id: str
    open_deployments: ExitStack = field(default_factory=ExitStack)
    pipelines: dict[str, tuple[ItemPipeline, Artifact]] = field(default_factory=dict)

    def generate(self, case: Case, model: str) -> Artifact:
        """Case → Artifact."""
        folder = f"tests/{slug(self.node_id)}/{len(self.pipelines) + 1}"
        place = ItemLocation(item=self.state.folder.item(folder), folder=folder, node_id=self.node_id)
        pipeline = ItemPipeline(case, ItemKey(case=case.id, model=model, mode="html"), place, self.state.stages)
        pipeline.start()
        artifact = pipeline.generate()
        self.pipelines[artifact.digest] = (pipeline, artifact)
        return artifact

    def deploy(self, artifact: Artifact) -> Deployment:
        """Artifact → Deployment, until the test ends."""
        pipeline, _ = self.pipelines[artifact.digest]
        return self.open_deployments.enter_context(pipeline.deploy(artifact))

    def explore(self, deployment: Deployment) -> Evidence:
        """Deployment → Evidence."""
        pipeline, artifact = self.pipelines[deployment.artifact_digest]
        return pipeline.explore(artifact, deployment)

    def judge(self, evidence: Evidence) -> Verdict:
        """Evidence → Verdict."""
        pipeline, artifact = self.pipelines[evidence.artifact_digest]
        return pipeline.judge(artifact, evidence)


def pipelines_of(request: pytest.FixtureRequest) -> FactoryPipelines:
    """The pipelines of the requesting test, shared by all its factories."""
    node: pytest.Item = request.node
    if _PIPELINES not in node.stash:
        node.stash[_PIPELINES] = FactoryPipelines(SessionState.ensure(request.config), node.nodeid)
        node.addfinalizer(node.stash[_PIPELINES].open_deployments.close)
    return node.stash[_PIPELINES]


_PIPELINES = pytest.StashKey[FactoryPipelines]()
