"""Minimal stages that leave the same files as the real ones, and count their calls."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from pytest_cookie.core.artifact import Artifact, ArtifactFile, ArtifactProblem, ItemKey
from pytest_cookie.core.build import Build
from pytest_cookie.core.case import Case
from pytest_cookie.core.deployment import Deployment
from pytest_cookie.core.evidence import Evidence, SessionEvidence
from pytest_cookie.core.perception import StaticPerception
from pytest_cookie.core.spend import Spend
from pytest_cookie.core.trace import Trace
from pytest_cookie.core.verdict import Verdict
from pytest_cookie.dataset.load import load_cases
from pytest_cookie.protocols.contract.stages import Facts, Inputs, Stages
from pytest_cookie.protocols.cookie.scores import COOKIE_SCORES
from pytest_cookie.protocols.run.pipeline import ItemLocation, ItemPipeline
from pytest_cookie.records.files import write_text
from pytest_cookie.records.run import RunFolder
from tests.scores import scores

CASE = "{id: one, leaf: article, language: en, brief: b, artifact: p.html}"
PAGE = "<p>page</p>"


@dataclass
class OnePage:
    """All four stages. `break_in` has the errors that they raise; each call appends a line to the file `calls`."""

    calls: Path | None = None
    id: str = "little"
    version: str = "1"
    problem: ArtifactProblem | None = None
    build: Build | None = None
    break_in: dict[str, Exception] = field(default_factory=dict)
    functionality: float | None = 60
    opened: int = 0
    judges: int = 0
    """The number of verdicts before the judge breaks."""
    facts: dict[str, Facts | None] = field(default_factory=dict)

    @property
    def counts(self) -> Counter[str]:
        """How often each stage was called, in all processes."""
        return Counter(self.calls.read_text().splitlines()) if self.calls and self.calls.exists() else Counter()

    @property
    def inputs(self) -> Inputs:
        """The inputs of each stage: `facts`."""
        return Inputs(
            lambda case, key: self.facts.get("generate", {}),
            self.facts.get("explore") or {},
            self.facts.get("judge") or {},
        )

    def generate(self, case: Case, key: ItemKey, folder: Path) -> Artifact:
        self._begin("generate")
        write_text(folder.parent / "reply-1.md", "Here it is.")
        folder.mkdir(parents=True)
        (folder / "index.html").write_text(PAGE)
        file = ArtifactFile(path="index.html", size_bytes=len(PAGE), sha256="s")
        spend = Spend(calls=1, cost_usd=0.5)
        return Artifact(key=key, files=(file,), entry="index.html", digest="d", problem=self.problem, spend=spend)

    @contextmanager
    def deploy(
        self, artifact: Artifact, folder: Path, *, built: Path, log: Path, before: Build | None = None
    ) -> Iterator[Deployment]:
        self._begin("deploy")
        self.opened += 1
        write_text(log, "GET /x: 404\n")
        try:
            yield Deployment(
                url="http://artifact.localhost/", gateway="http://127.0.0.1:1", artifact_digest="d", build=self.build
            )
        finally:
            self.opened -= 1

    def explore(
        self, case: Case, deployment: Deployment, folder: Path, *, source: Path | None = None, repeat: int = 1
    ) -> Evidence:
        self._begin("explore")
        session = folder / "little"
        session.mkdir(parents=True)
        (session / "a.png").write_bytes(b"a")
        half = session / f"half-made-{self.counts['explore']}"
        half.touch()
        (session / "b.png").write_bytes(b"b")
        half.unlink()
        return Evidence(
            artifact_digest="d",
            explorer="little",
            browser="b",
            clock="cooperative",
            sessions=(SessionEvidence(name="little", files=("a.png", "b.png")),),
            perception=StaticPerception(loaded=True),
            trace=Trace(policy="little"),
            spend=Spend(calls=2, cost_usd=0.25),
        )

    def judge(
        self, case: Case, artifact: Artifact, evidence: Evidence, folder: Path, *, source: Path | None = None
    ) -> Verdict:
        self.judges -= 1
        self._begin("judge", breaks=self.judges < 0)
        runnable = evidence.perception.loaded
        points = (self.functionality, 80) if runnable else (0, 0)
        return Verdict(
            judge=self.id,
            judge_version=self.version,
            runnable=runnable,
            scores=scores(*points),
            spend=Spend(calls=3, cost_usd=0.125),
        )

    def _begin(self, stage: str, *, breaks: bool = True) -> None:
        if self.calls:
            with self.calls.open("a") as lines:
                lines.write(f"{stage}\n")
        if breaks and stage in self.break_in:
            raise self.break_in[stage]


def pipeline(run: RunFolder, stages: OnePage, repeat: int = 1, *, case: str = CASE, retry_errors: bool = False):
    """A started item of the run."""
    (run.path / "cases.yaml").write_text(f"- {case}")
    (read,) = load_cases(run.path / "cases.yaml")
    composed = Stages(lambda model: stages, stages, stages, stages, stages.inputs, COOKIE_SCORES)
    key = ItemKey(case="one", model="ready", mode="html", repeat=repeat)
    folder = f"items/one/ready/html/{repeat}"
    place = ItemLocation(item=run.item(folder), folder=folder, node_id="n")
    made = ItemPipeline(read, key, place, composed, retry_errors=retry_errors)
    made.start()
    return made


def walk(item: ItemPipeline) -> Verdict:
    """All its phases, in order."""
    artifact = item.generate()
    with item.deploy(artifact) as deployment:
        evidence = item.explore(artifact, deployment)
    return item.judge(artifact, evidence)
