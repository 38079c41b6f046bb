"""The pipeline: one item from case to record. Fixtures and commands call its phases; nobody writes it twice."""

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field

from pytest_cookie.core.artifact import Artifact, ItemKey
from pytest_cookie.core.case import Case
from pytest_cookie.core.deployment import Deployment
from pytest_cookie.core.errors import JudgingError, OutOfBudgetError, RecordingError, StageError
from pytest_cookie.core.evidence import Evidence
from pytest_cookie.core.perception import StaticPerception
from pytest_cookie.core.record import Cause, Outcome, Record, Stage
from pytest_cookie.core.spend import NOTHING, Spend
from pytest_cookie.core.stages import Deployer, Explorer, Generator, Judge
from pytest_cookie.core.trace import Trace
from pytest_cookie.core.verdict import Verdict
from pytest_cookie.llm.errors import BudgetSpentError
from pytest_cookie.records.item import ItemFolder

_INTERRUPTED = Cause(
    stage="worker",
    kind="interrupted",
    message="the run ended before this item did: it was stopped, or its worker was killed or crashed",
)


_LEFT_OUT = Cause(
    stage="worker", kind="OutOfBudgetError", message="the budget was spent before this item began: nothing was asked"
)


@dataclass(frozen=True)
class Stages:
    """What a protocol composes: a generator a model, and one of each of the others."""

    generator_of: Callable[[str], Generator]
    deployer: Deployer
    explorer: Explorer
    judge: Judge


@dataclass(frozen=True)
class Place:
    """Where an item's files are, and which test runs it."""

    item: ItemFolder
    folder: str
    """Below the run's folder, as the record names it."""
    node_id: str = ""


@dataclass
class ItemPipeline:
    """One item on its way. Call the phases in order; `record` says how far it came.

    A record stands on disk from the start, as unscored, so that an item whose worker dies is not lost.
    Every phase raises `StageError` where the machinery is at fault, after the record says so.
    """

    case: Case
    key: ItemKey
    place: Place
    stages: Stages
    seconds: dict[str, float] = field(default_factory=dict)
    spend: dict[Stage, Spend] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.record = self._unscored(_INTERRUPTED)

    def start(self) -> None:
        """Leave the first trace of the item on disk."""
        self.place.item.write_case(self.case)
        self.place.item.write_record(self.record)

    def leave_out(self) -> None:
        """It is not begun: it stays in the denominator, and its record says why."""
        self._fail(_LEFT_OUT)

    def generate(self) -> Artifact:
        """Case → Artifact."""
        with self._phase("generate"):
            generator = self.stages.generator_of(self.key.model)
            artifact = generator.generate(self.case, self.key, self.place.item.artifact)
            self.place.item.write_artifact(artifact)
        self.spend["generate"] = artifact.spend
        return artifact

    @contextmanager
    def deploy(self, artifact: Artifact) -> Iterator[Deployment]:
        """Artifact → Deployment, as long as the context lasts."""
        with ExitStack() as stack:
            with self._phase("deploy"):
                item = self.place.item
                deployment = stack.enter_context(self.stages.deployer.deploy(artifact, item.artifact, log=item.log))
                item.write_deployment(deployment)
            yield deployment

    def explore(self, artifact: Artifact, deployment: Deployment) -> Evidence:
        """Deployment → Evidence. An artifact that can be no page is not opened."""
        with self._phase("explore"):
            if artifact.problem is None:
                item = self.place.item
                evidence = self.stages.explorer.explore(
                    self.case, deployment, item.evidence, source=item.artifact, repeat=self.key.repeat
                )
            else:
                evidence = _nothing_to_see(artifact, self.stages.explorer.id)
            self.place.item.write_evidence(evidence)
        self.spend["explore"] = evidence.spend
        return evidence

    def judge(self, artifact: Artifact, evidence: Evidence) -> Verdict:
        """Evidence → Verdict, and with it the record."""
        with self._phase("judge"):
            item = self.place.item
            verdict = self.stages.judge.judge(self.case, artifact, evidence, item.evidence, source=item.artifact)
            item.write_verdict(verdict)
            self.spend["judge"] = verdict.spend
            require_both_scores(verdict, self.case.id)
        self.record = judged(self._unscored(None), verdict)
        self.place.item.write_record(self.record)
        return verdict

    @contextmanager
    def _phase(self, stage: Stage) -> Iterator[None]:
        """Time a phase; whatever ends it early is written into the record as the cause, and raised on."""
        started = time.monotonic()
        try:
            yield
        except StageError as error:
            self.spend.setdefault(stage, error.spend)
            self._fail(Cause(stage=stage, kind=type(error).__name__, message=str(error)))
            raise
        except BudgetSpentError as error:
            self.spend.setdefault(stage, error.spend)
            self._fail(Cause(stage=stage, kind="OutOfBudgetError", message=str(error)))
            raise OutOfBudgetError(str(error), spend=error.spend) from error
        except OSError as error:
            problem = f"{error.strerror or error}: {error.filename or self.place.item.path}"
            self._fail(Cause(stage=stage, kind="RecordingError", message=problem))
            raise RecordingError(problem) from error
        except Exception as error:
            self._fail(Cause(stage=stage, kind=type(error).__name__, message=f"a bug in pytest-cookie: {error}"))
            raise
        finally:
            self.seconds[stage] = round(time.monotonic() - started, 3)

    def _fail(self, cause: Cause) -> None:
        self.record = self._unscored(cause)
        self.place.item.write_record(self.record)

    def _unscored(self, cause: Cause | None) -> Record:
        case, item = self.case, self.place.item
        thumbnail = "evidence/static/viewport.png"
        return Record(
            case=case.id,
            model=self.key.model,
            mode=self.key.mode,
            repeat=self.key.repeat,
            outcome="unscored",
            page_type=case.page_type,
            domain=case.domain,
            leaf=case.leaf,
            difficulty=case.difficulty,
            language=case.language,
            brief=case.brief,
            cause=cause,
            agent=self.stages.explorer.id,
            judge=self.stages.judge.id,
            cost_usd=sum(self.spend.values(), NOTHING).cost_usd,
            spend={stage: spend for stage, spend in self.spend.items() if spend.calls},
            phase_seconds=dict(self.seconds),
            folder=self.place.folder,
            thumbnail=thumbnail if (item.path / thumbnail).is_file() else "",
            node_id=self.place.node_id,
        )


def require_both_scores(verdict: Verdict, case: str) -> None:
    """Raise `JudgingError` where a page was judged in one dimension alone: there is no total, and 0 would be a lie."""
    if verdict.runnable and verdict.total is None:
        raise JudgingError(f"{verdict.judge} could judge only one dimension of {case}")


def judged(record: Record, verdict: Verdict) -> Record:
    """The record with what the judge said."""
    outcome: Outcome = "scored" if verdict.runnable else "failed"
    scores = {"functionality": verdict.functionality, "aesthetics": verdict.aesthetics, "total": verdict.total}
    said = {"outcome": outcome, "findings": verdict.findings, "judge": verdict.judge, "cause": None}
    return record.model_copy(update=scores | said)


def _nothing_to_see(artifact: Artifact, explorer: str) -> Evidence:
    message = artifact.problem.message if artifact.problem else ""
    return Evidence(
        artifact_digest=artifact.digest,
        explorer=explorer,
        browser="",
        perception=StaticPerception(loaded=False, load_problem=message),
        trace=Trace(policy=explorer),
    )
