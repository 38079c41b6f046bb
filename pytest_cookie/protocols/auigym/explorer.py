"""`TaskExplorer`: has all tasks done, each in a browser session of its own, and the artifact revised between rounds."""

from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path

from pytest_cookie.browser.errors import PageGoneError, PageUnusableError
from pytest_cookie.browser.host import BrowserHost
from pytest_cookie.browser.session import Session
from pytest_cookie.browser.settings import SessionSettings
from pytest_cookie.core.case import Case
from pytest_cookie.core.deployment import Deployment
from pytest_cookie.core.errors import StageError
from pytest_cookie.core.evidence import Evidence, SessionEvidence
from pytest_cookie.core.perception import StaticPerception
from pytest_cookie.core.spend import NOTHING, Spend
from pytest_cookie.core.stages import Deployer
from pytest_cookie.core.trace import Trace
from pytest_cookie.core.wording import count
from pytest_cookie.exploration.explorer import LOCALES, STATIC
from pytest_cookie.exploration.fitting_clock import ClockAttempt, explore_by_fitting_clock
from pytest_cookie.exploration.item_time import ItemTime
from pytest_cookie.exploration.perception.static_perception import perceive
from pytest_cookie.exploration.retry import retry_in_fresh_browser
from pytest_cookie.generation.ready_files import SAMPLE_PREFIX
from pytest_cookie.llm.errors import BudgetSpentError
from pytest_cookie.protocols.auigym.episode import Episode
from pytest_cookie.protocols.auigym.performers import ModelPerformer, Performer
from pytest_cookie.protocols.auigym.revise import ARTIFACT, Reviser
from pytest_cookie.protocols.auigym.rounds import CODER, TASKS, VERIFIER, Revision, Round, round_prefix, task_session
from pytest_cookie.protocols.auigym.run_episode import SETTLE_MS
from pytest_cookie.protocols.auigym.tasks import Task, TaskFields
from pytest_cookie.protocols.auigym.verifier import Verification, VerifiedTask, read_source
from pytest_cookie.protocols.auigym.verify_page import verify_page
from pytest_cookie.records.item import ItemFolder
from pytest_cookie.records.item_sessions import SessionOutcome, SessionStore, StoredSession


@dataclass(frozen=True)
class Revising:
    """How an artifact is revised. `reviser_for` gets the artifact's model and the repeat."""

    revisions: int
    deployer: Deployer
    reviser_for: Callable[[str, int], Reviser]


@dataclass
class _Item:
    """One item while it is explored."""

    case: Case
    fields: TaskFields
    folder: Path
    attempt: ClockAttempt
    time: ItemTime
    repeat: int
    sessions: list[StoredSession] = field(default_factory=list)

    @property
    def tasks(self) -> tuple[Task, ...]:
        return self.fields.tasks

    @property
    def fits_checkers(self) -> bool:
        """Whether the checkers of the case were written for pages such as this one."""
        if not self.fields.only_samples:
            return True
        return ItemFolder(self.folder.parent).read_artifact().key.model.startswith(SAMPLE_PREFIX)

    @property
    def spend(self) -> Spend:
        return sum((session.spend for session in self.sessions), self.attempt.lost)


@dataclass(frozen=True)
class _Version:
    """One version of the artifact while it is served."""

    number: int
    deployment: Deployment
    source: Path | None


class TaskExplorer:
    """An `Explorer` whose `performer` does the tasks: reference solutions, or a model."""

    def __init__(
        self,
        host: BrowserHost,
        performer: Performer,
        *,
        seed: int,
        max_item_seconds: float,
        revising: Revising | None = None,
    ) -> None:
        self.id = performer.id
        self._host = host
        self._performer = performer
        self._seed = seed
        self._max_seconds = max_item_seconds
        self._revising = revising

    def explore(
        self, case: Case, deployment: Deployment, folder: Path, *, source: Path | None = None, repeat: int = 1
    ) -> Evidence:
        """Write `static/` and a folder for each session below `folder`.

        Complete sessions of an interrupted run are not run again. Raises `BrowserError`, `ExplorationError`,
        `RecordingError`, `BudgetSpentError`; they carry what models have cost.
        """
        fields = TaskFields.model_validate(case.fields)
        settings = SessionSettings(gateway=deployment.gateway, locale=LOCALES[case.language], seed=self._seed)
        seconds = self._max_seconds * (1 + (self._revising.revisions if self._revising else 0))

        def explore(attempt: ClockAttempt) -> Evidence:
            item = _Item(case, fields, folder, attempt, ItemTime(self._host, seconds), repeat)
            return self._explore(item, _Version(0, deployment, source))

        return explore_by_fitting_clock(self._host, settings, explore)

    def _explore(self, item: _Item, version: _Version) -> Evidence:
        perception = self._perceive(item, version)
        done = 0
        try:
            if perception.loaded and not perception.crashed:
                done = self._run_rounds(item, version)
        except (StageError, BudgetSpentError) as error:
            error.spend = item.spend + error.spend
            raise
        told = f"{count(len(item.tasks), 'task')}, each in a session of its own, by {self.id}."
        told += f" {count(done, 'revision')}." if done else ""
        return Evidence(
            artifact_digest=version.deployment.artifact_digest,
            explorer=self.id,
            browser=self._host.version,
            clock=item.attempt.clock,
            clock_note=item.attempt.note,
            sessions=(_static(item.folder / STATIC), *(session.evidence for session in item.sessions)),
            perception=perception,
            trace=Trace(policy=TASKS, summary=told),
            prompt=self._performer.prompt,
            spend=item.spend,
        )

    def _run_rounds(self, item: _Item, version: _Version) -> int:
        """The tasks on the artifact, then on each revision. Returns the number of revisions with a page."""
        done = self._run_round(item, version)
        revising = self._revising
        while revising and done.number < revising.revisions and len(done.solved) < len(item.tasks):
            source = version.source
            if source is None:
                break
            stored = self._revise(item, revising, done, source)
            if stored is None:
                break
            revision = stored.read_result(Revision)
            if revision.artifact.problem is not None:
                break
            folder = item.folder / stored.name
            with ExitStack() as stack:
                served = revising.deployer.deploy(
                    revision.artifact, folder / ARTIFACT, built=folder / "dist", log=folder.parent / "deployment.log"
                )
                version = _Version(done.number + 1, stack.enter_context(served), folder / ARTIFACT)
                done = self._run_round(item, version, revision)
        return done.number

    def _run_round(self, item: _Item, version: _Version, revision: Revision | None = None) -> Round:
        store = SessionStore(
            item.folder,
            {
                "explorer": self.id, "artifact": version.deployment.artifact_digest, "seed": self._seed,
                "clock": item.attempt.clock, "settle_ms": SETTLE_MS, "repeat": item.repeat,
                "language": item.case.language, **self._performer.facts,
            },
        )  # fmt: skip
        verified = self._verify(item, store, version)
        episodes = {task.id: self._episode(item, store, version, task, verified.get(task.id)) for task in item.tasks}
        return Round(version.number, episodes, revision=revision)

    def _verify(self, item: _Item, store: SessionStore, version: _Version) -> dict[str, VerifiedTask]:
        """The verifier's results for the tasks that need it, by task."""
        performer = self._performer
        if not isinstance(performer, ModelPerformer):
            return {}
        fits = item.fits_checkers
        asked = [task for task in item.tasks if performer.needs_checker(task, fits=fits)]
        if not asked:
            return {}
        verifier = performer.verifier(item.repeat)

        def perform(folder: Path) -> SessionOutcome:
            url, source = version.deployment.url, read_source(version.source)
            return verify_page(self._host, lambda: _open_session(item, version), verifier, asked, url, source)

        stored = store.run(f"{round_prefix(version.number)}{VERIFIER}", verifier.list_facts(asked), perform)
        item.sessions.append(stored)
        return {task.id: task for task in stored.read_result(Verification).tasks}

    def _episode(
        self, item: _Item, store: SessionStore, version: _Version, task: Task, verified: VerifiedTask | None
    ) -> Episode:
        name = task_session(version.number, task)
        if verified is not None:
            task = task.model_copy(update={"checker": verified.checker})

        def perform(folder: Path) -> SessionOutcome:
            if verified is not None and not verified.supported:
                return SessionOutcome(Episode(task=task.id, ending="unsupported", reason=verified.reason))
            return self._perform(item, version, task, folder, name)

        facts = task.model_dump(mode="json", include={"do", "outcome", "checker", *self._performer.reads})
        stored = store.run(name, facts | {"reason": verified.reason if verified else ""}, perform)
        item.sessions.append(stored)
        return stored.read_result(Episode)

    def _perform(self, item: _Item, version: _Version, task: Task, folder: Path, name: str) -> SessionOutcome:
        spent: list[Spend] = []

        def once() -> Episode:
            url = version.deployment.url
            try:
                return self._performer.perform(
                    lambda: _open_session(item, version), task, url, folder, name=name, repeat=item.repeat, spent=spent
                )
            except (PageGoneError, PageUnusableError):
                return Episode(task=task.id, ending="page_gone", checker=task.checker)

        try:
            episode = retry_in_fresh_browser(
                once, died=lambda one: one.ending == "page_gone", host=self._host, written=(folder,)
            )
        except (StageError, BudgetSpentError) as error:
            error.spend = sum(spent, NOTHING)
            raise
        return SessionOutcome(episode, sum(spent, NOTHING))

    def _revise(self, item: _Item, revising: Revising, before: Round, source: Path) -> StoredSession | None:
        """The coder's session; None if there is no feedback for it."""
        artifact = ItemFolder(item.folder.parent).read_artifact()
        reviser = revising.reviser_for(artifact.key.model, item.repeat)
        if not reviser.has_feedback(before):
            return None
        facts = reviser.list_facts(item.case, item.tasks, before, artifact.digest)

        def perform(folder: Path) -> SessionOutcome:
            with self._host.workplace.yield_turn():
                revision, spent = reviser.revise(
                    item.case, item.tasks, before, artifact.key, source, item.folder, folder
                )
            return SessionOutcome(revision, spent)

        stored = SessionStore(item.folder, {"explorer": self.id}).run(
            f"{round_prefix(before.number + 1)}{CODER}", facts, perform
        )
        item.sessions.append(stored)
        return stored

    def _perceive(self, item: _Item, version: _Version) -> StaticPerception:
        folder = item.folder / STATIC

        def once() -> StaticPerception:
            with _open_session(item, version) as session:
                seen = perceive(session, version.deployment.url, folder)
                return seen.model_copy(update={"crashed": session.crashed})

        try:
            return retry_in_fresh_browser(once, died=lambda seen: seen.crashed, host=self._host, written=(folder,))
        except PageUnusableError as error:
            return StaticPerception(loaded=False, load_problem=str(error), unusable=True)


def _open_session(item: _Item, version: _Version) -> AbstractContextManager[Session]:
    return item.time.open_session(replace(item.attempt.settings, gateway=version.deployment.gateway))


def _static(folder: Path) -> SessionEvidence:
    files = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    return SessionEvidence(name=folder.name, files=tuple(files))
