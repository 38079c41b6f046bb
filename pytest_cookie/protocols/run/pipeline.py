"""The pipeline: takes one item from case to record. Fixtures and commands call its phases."""

import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from errno import ENOSPC
from itertools import chain, repeat

from pytest_cookie.core.artifact import Artifact, ItemKey
from pytest_cookie.core.build import Build
from pytest_cookie.core.case import Case
from pytest_cookie.core.deployment import ORIGIN, Deployment
from pytest_cookie.core.errors import CookieError, JudgingError, OutOfBudgetError, RecordingError, StageError
from pytest_cookie.core.evidence import Evidence
from pytest_cookie.core.labels import ClockKind
from pytest_cookie.core.perception import StaticPerception
from pytest_cookie.core.record import INTERRUPTED, MODEL_REFUSED, OUT_OF_BUDGET, Cause, Outcome, Record, bug_cause
from pytest_cookie.core.score_spec import ScoreSet
from pytest_cookie.core.spend import NOTHING, Spend
from pytest_cookie.core.stages import Stage
from pytest_cookie.core.trace import Trace
from pytest_cookie.core.verdict import RefereeScores, Verdict, count_criteria
from pytest_cookie.generation.ready_files import FILES
from pytest_cookie.llm.errors import BudgetSpentError, ProviderError
from pytest_cookie.protocols.contract.checked_judge import validate_verdict
from pytest_cookie.protocols.contract.stages import Stages
from pytest_cookie.protocols.run.cached_phases import BEFORE_EVIDENCE, CachedPhases, find_cached_phases
from pytest_cookie.protocols.run.error_source import find_package
from pytest_cookie.protocols.run.phase_keys import NO_KEYS, PhaseKeys
from pytest_cookie.records.item import ItemFolder
from pytest_cookie.records.item_sessions import SessionStore
from pytest_cookie.records.temp_dir import TempDir
from pytest_cookie.sandbox.attribution import failure

_NEXT: dict[Stage, str] = {"generate": BEFORE_EVIDENCE, "explore": "judge"}

_LEFT_OUT = Cause(
    stage="worker", kind=OUT_OF_BUDGET, message="the budget was exhausted before this item began; no model was called"
)


@dataclass(frozen=True)
class ItemLocation:
    """The location of an item's files, and the test that runs it."""

    item: ItemFolder
    folder: str
    """Below the run's folder, as in the record."""
    node_id: str = ""


@dataclass
class ItemPipeline:
    """One item. Call the phases in order; `record` describes its current state.

    The record is on disk from the start, as unscored, so that an item is not lost when its worker dies. A phase returns
    the stored result if it is complete and its inputs are unchanged (`phase_keys`). `retry_errors` runs items again
    that were unscored because of an error.
    Every phase raises `StageError` for an infrastructure failure, after writing it into the record.
    """

    case: Case
    key: ItemKey
    place: ItemLocation
    stages: Stages
    retry_errors: bool = False
    seconds: dict[str, float] = field(default_factory=dict)
    spend: dict[Stage, Spend] = field(default_factory=dict)
    build: Build | None = None
    clock: ClockKind | None = None

    def __post_init__(self) -> None:
        self._kept = CachedPhases(NO_KEYS)
        self._began = 0.0
        self.is_settled = False
        nothing = dict.fromkeys(self.stages.scores.ids)
        self._labels = self.stages.labels_of(self.case)
        self._referees = tuple(RefereeScores(judge=referee, scores=nothing) for referee in self.stages.referees)
        self.record = self._unscored(_interrupted("generate"))

    def start(self) -> None:
        """Load stored results and, unless the item `is_settled`, write its first record.

        A settled item writes no file, and `record` is the stored one. Raises `RecordingError`.
        """
        with self._phase("worker"):
            self._load()
            if not self.is_settled:
                item = self.place.item
                item.tidy()
                item.write_case(self.case)
                item.write_record(self.record)

    def _load(self) -> None:
        item, judge = self.place.item, self.stages.judge.id
        self._kept = kept = find_cached_phases(
            item, self.case, self.key, self.stages.inputs, judge=judge, ranking=self.stages.scores.ranking.id
        )
        if kept.record is not None and kept.is_settled(retry_errors=self.retry_errors):
            self.is_settled, self.record = True, kept.record
            self.seconds.update(kept.record.phase_seconds)
            self.spend.update(kept.record.spend)
            self.build, self.clock = kept.record.build, kept.record.clock
            return
        self.seconds.update(kept.seconds)
        self.spend.update(kept.spend)
        if kept.evidence:
            self.build, self.clock = kept.evidence.build, kept.evidence.clock
        self.record = self._unscored(_interrupted(kept.next_phase))

    def leave_out(self, refusal: str = "") -> None:
        """Record that the item was skipped for lack of budget, or because of a model's `refusal`.

        It still counts as planned.
        """
        cause = Cause(stage="worker", kind=MODEL_REFUSED, message=f"not begun: {refusal}") if refusal else _LEFT_OUT
        self._fail(cause)

    def keep_open(self) -> None:
        """Record that the item failed because a model refuses every call, so that a resumed run runs it."""
        if self.record.cause is not None:
            self._fail(self.record.cause.model_copy(update={"kind": MODEL_REFUSED}))

    def generate(self) -> Artifact:
        """Case → Artifact."""
        if self._kept.artifact:
            return self._kept.artifact
        item = self.place.item
        with self._phase("generate"):
            item.forget_artifact()
            made = self.stages.generator_of(self.key.model).generate(self.case, self.key, item.artifact)
            self._key_by(made)
            artifact = made.model_copy(update={"made_from": self._kept.keys.artifact})
            self._note("generate", artifact.spend)
            item.write_artifact(artifact)
        return artifact

    @contextmanager
    def deploy(self, artifact: Artifact) -> Iterator[Deployment]:
        """Artifact → Deployment, until the context exits. Explored before, it is served without new files.

        An artifact whose files make a deployer of ours raise anything but a `CookieError` does not build.
        """
        item, deploy, explored = self.place.item, self.stages.deployer.deploy, self._kept.evidence
        with ExitStack() as stack:
            with self._phase("deploy"):
                log = stack.enter_context(TempDir("log")) / "log" if explored else item.log
                before = explored.build if explored else None
                try:
                    served = deploy(artifact, item.artifact, built=item.built, log=log, before=before)
                    deployment = stack.enter_context(served)
                except (CookieError, BudgetSpentError, OSError, MemoryError):
                    raise
                except Exception as error:  # what an artifact makes our code raise is its own fault
                    if find_package(error):
                        raise
                    deployment = _not_deployed(artifact, error)
                if not explored:
                    self.build = deployment.build
                    item.write_deployment(deployment)
                    self._time("deploy")
            yield deployment

    def deployed_before(self) -> Deployment | None:
        """The deployment during exploration, if the item was explored."""
        try:
            return self.place.item.read_deployment() if self._kept.evidence else None
        except RecordingError:
            return None

    def explore(self, artifact: Artifact, deployment: Deployment) -> Evidence:
        """Deployment → Evidence. An artifact that is no page, or a project that does not build, is not opened."""
        if self._kept.evidence:
            return self._kept.evidence
        item, build = self.place.item, deployment.build
        with self._phase("explore"):
            item.forget_evidence(keep_sessions=True)
            if artifact.problem is None and not (build and build.failure):
                seen = self.stages.explorer.explore(
                    self.case, deployment, item.evidence, source=item.artifact, repeat=self.key.repeat
                )
            else:
                seen = _no_evidence(artifact, self.stages.explorer.id)
            SessionStore(item.evidence, {}).drop_others(session.name for session in seen.sessions)
            evidence = seen.model_copy(update={"made_from": self._kept.keys.evidence, "build": build})
            self.clock = evidence.clock
            self._note("explore", evidence.spend)
            item.write_evidence(evidence)
        return evidence

    def judge(self, artifact: Artifact, evidence: Evidence) -> Verdict:
        """Evidence → Verdict; also writes the record."""
        verdict = self._kept.verdict
        if verdict is not None and self.is_settled:
            return verdict
        with self._phase("judge"):
            if verdict is None:
                item = self.place.item
                opinion = self.stages.judge.judge(self.case, artifact, evidence, item.evidence, source=item.artifact)
                verdict = validate_verdict(opinion, self.stages.judge.id)
                verdict = verdict.model_copy(update={"made_from": self._kept.keys.verdict})
                self._note("judge", verdict.spend)
                item.write_verdict(verdict)
            self._referees = verdict.referees
            check_verdict(verdict, self.stages.scores, self.case.id)
            self.record = apply_verdict(self._unscored(None), verdict)
            self.place.item.write_record(self.record)
        return verdict

    @contextmanager
    def _phase(self, stage: Stage) -> Iterator[None]:
        """Time a phase. An error is written into the record as the cause, and raised."""
        self._began = time.monotonic()
        try:
            yield
        except StageError as error:
            cause = Cause(
                stage=stage, kind=type(error).__name__, message=str(error), by_provider=_is_by_provider(error)
            )
            self._stop(cause, error.spend)
            raise
        except BudgetSpentError as error:
            self._stop(Cause(stage=stage, kind=OUT_OF_BUDGET, message=str(error)), error.spend)
            raise OutOfBudgetError(str(error), spend=error.spend) from error
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            package = find_package(error)
            if isinstance(error, OSError) and (not package or error.errno == ENOSPC):
                problem = f"{error.strerror or error}: {error.filename or self.place.item.path}"
                self._stop(Cause(stage=stage, kind="RecordingError", message=problem))
                raise RecordingError(problem) from error
            if package or isinstance(error, Exception):
                before = self._kept.record.cause if self._kept.record else None
                self._stop(bug_cause(stage, error, before=before, package=package))
            raise

    def _note(self, stage: Stage, spend: Spend) -> None:
        """Write time and cost of a phase to disk before its result, so that no result lacks them."""
        self._time(stage)
        self.spend[stage] = spend
        self.record = self._unscored(_interrupted(_NEXT.get(stage, stage)))
        self.place.item.write_record(self.record)

    def _key_by(self, made: Artifact) -> None:
        """Recompute the keys if the provided files changed since the item began."""
        facts = self.stages.inputs.generate(self.case, self.key)
        if self._kept.keys != NO_KEYS and facts and FILES in facts:
            keys = PhaseKeys.of(self.case, self.key, self.stages.inputs, generated={**facts, FILES: made.digest})
            self._kept = replace(self._kept, keys=keys)

    def _time(self, stage: Stage) -> None:
        self.seconds[stage] = round(time.monotonic() - self._began, 3)

    def _stop(self, cause: Cause, spend: Spend = NOTHING) -> None:
        self._time(cause.stage)
        self.spend.setdefault(cause.stage, spend)
        self._fail(cause)

    def _fail(self, cause: Cause) -> None:
        self.record = self._unscored(cause)
        item = self.place.item
        try:
            item.write_record(self.record)
        except RecordingError:
            item.squeeze_in(self.record, unfinished=cause.stage)

    def _unscored(self, cause: Cause | None) -> Record:
        case, item = self.case, self.place.item
        pictures = ("evidence/static/thumbnail.jpg", "evidence/static/viewport.png")
        return Record(
            protocol=self.stages.protocol,
            case=case.id,
            model=self.key.model,
            mode=self.key.mode,
            repeat=self.key.repeat,
            outcome="unscored",
            scores=dict.fromkeys(self.stages.scores.ids),
            referees=self._referees,
            page_type=case.page_type,
            domain=case.domain,
            leaf=case.leaf,
            difficulty=case.difficulty,
            language=case.language,
            voice=case.voice,
            slices=self._labels.slices,
            parts=self._labels.parts,
            brief=case.brief,
            cause=cause,
            build=self.build,
            clock=self.clock,
            agent=self.stages.explorer.id,
            judge=self.stages.judge.id,
            cost_usd=sum(self.spend.values(), NOTHING).cost_usd,
            spend={stage: spend for stage, spend in self.spend.items() if spend.calls},
            phase_seconds=dict(self.seconds),
            folder=self.place.folder,
            thumbnail=next((name for name in pictures if (item.path / name).is_file()), ""),
            node_id=self.place.node_id,
            made_from=self._kept.keys.verdict,
        )


def _is_by_provider(error: BaseException) -> bool:
    """Whether a stage failed because a provider did not answer."""
    return isinstance(error, ProviderError) or (error.__cause__ is not None and _is_by_provider(error.__cause__))


def _interrupted(phase: str) -> Cause:
    """The cause in a record until its item ends; `phase` is the current or next one."""
    reason = "it was stopped, or its worker was killed or crashed"
    return Cause(stage="worker", kind=INTERRUPTED, message=f"the run ended before this item did, in {phase}: {reason}")


def check_verdict(verdict: Verdict, scores: ScoreSet, case: str) -> None:
    """Raise `JudgingError` if the score that ranks is missing, since the worst would be wrong, or one is impossible."""
    given = (verdict.scores, *(referee.scores for referee in verdict.referees))
    wrong = [text for values in given for text in scores.complaints(values)]
    dimensions = (finding.dimension for finding in verdict.findings)
    wrong += [f"{name} is not a score of the protocol" for name in dimensions if name not in scores.ids]
    if wrong:
        raise JudgingError(f"the verdict of {verdict.judge} on {case} cannot be used: {wrong[0]}")
    ranking = scores.ranking
    if verdict.runnable and verdict.scores.get(ranking.id) is None:
        missing = [spec.label for spec in scores if spec.id in ranking.mean_of and verdict.scores.get(spec.id) is None]
        because = f", because {' and '.join(missing)} could not be judged" if missing else ""
        raise JudgingError(verdict.missing_because or f"{verdict.judge} gave no {ranking.label} of {case}{because}")


def apply_verdict(record: Record, verdict: Verdict) -> Record:
    """The record with the verdict's outcome, scores, criteria, findings and labels.

    A part of the verdict has the labels of the case's part at its place, too.
    """
    outcome: Outcome = "scored" if verdict.runnable else "failed"
    result = {
        "outcome": outcome, "scores": verdict.scores, "findings": verdict.findings, "judge": verdict.judge,
        "criteria": count_criteria(verdict.items),
    }  # fmt: skip
    several = {
        "spreads": verdict.spreads, "referees": verdict.referees, "classifications": verdict.classifications
    }  # fmt: skip
    known: Iterable[dict[str, tuple[str, ...]]] = (part.slices for part in record.parts)
    parts = tuple(
        part.model_copy(update={"slices": {**of_case, **part.slices}})
        for part, of_case in zip(verdict.parts, chain(known, repeat({})), strict=False)
    )
    labels = {"slices": {**record.slices, **verdict.slices}, "parts": parts or record.parts}
    return record.model_copy(update=result | several | labels | {"cause": None})


def _not_deployed(artifact: Artifact, error: Exception) -> Deployment:
    wrong = failure("other", f"its files cannot be read: {type(error).__name__}: {error}")
    build = Build(tool="", failure=wrong)
    return Deployment(url=f"{ORIGIN}/", gateway="http://127.0.0.1:9", artifact_digest=artifact.digest, build=build)


def _no_evidence(artifact: Artifact, explorer: str) -> Evidence:
    message = artifact.problem.message if artifact.problem else ""
    return Evidence(
        artifact_digest=artifact.digest,
        explorer=explorer,
        browser="",
        perception=StaticPerception(loaded=False, load_problem=message),
        trace=Trace(policy=explorer),
    )
