"""`WorkflowExplorer`: executes each workflow in a fresh browser session, on the application in its seeded state."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Protocol

from pydantic import JsonValue

from pytest_cookie.browser.errors import ClockCannotCarryError, PageGoneError, PageUnusableError
from pytest_cookie.browser.host import BrowserHost
from pytest_cookie.browser.session import Session
from pytest_cookie.browser.settings import SessionSettings
from pytest_cookie.core.case import Case
from pytest_cookie.core.deployment import Deployment
from pytest_cookie.core.errors import ExplorationError, StageError
from pytest_cookie.core.evidence import Evidence, SessionEvidence
from pytest_cookie.core.perception import DESKTOP, StaticPerception, Viewport
from pytest_cookie.core.spend import NOTHING
from pytest_cookie.core.trace import Trace
from pytest_cookie.deployment.applications.app_fault import AppFaultError
from pytest_cookie.deployment.applications.deployer import Application
from pytest_cookie.exploration.explorer import LOCALES, STATIC
from pytest_cookie.exploration.perception.static_perception import perceive
from pytest_cookie.exploration.retry import retry_in_fresh_browser
from pytest_cookie.llm.errors import BudgetSpentError
from pytest_cookie.protocols.vibecode.results import StepResult, WorkflowResult
from pytest_cookie.protocols.vibecode.run_workflow import PATIENCE_MS, SETTLE_MS, run_workflow
from pytest_cookie.protocols.vibecode.workflows import Workflow, WorkflowFields
from pytest_cookie.records.item_sessions import SessionOutcome, SessionStore, StoredSession

REFERENCE = "reference"
"""The evaluator that follows the scripts of the workflows."""
WORKFLOWS = "workflows"
"""The folder of the workflows' files, below the evidence folder."""


class Evaluator(Protocol):
    """Executes a workflow in an open session."""

    id: str

    @property
    def facts(self) -> dict[str, JsonValue]:
        """What its results depend on."""
        ...

    def execute(
        self, session: Session, workflow: Workflow, case: Case, folder: Path, *, name: str, repeat: int
    ) -> SessionOutcome:
        """The outcome, whose result is a `WorkflowResult`."""
        ...


class ReferenceEvaluator:
    """Follows the scripts. It measures applications that keep the selectors of their specification."""

    id = REFERENCE

    @property
    def facts(self) -> dict[str, JsonValue]:
        """What its results depend on."""
        return {"settle_ms": SETTLE_MS, "patience_ms": PATIENCE_MS}

    def execute(
        self, session: Session, workflow: Workflow, case: Case, folder: Path, *, name: str, repeat: int
    ) -> SessionOutcome:
        """Follow the workflow's script. Raises as the session."""
        return SessionOutcome(run_workflow(session, workflow, folder, name=name))


@dataclass(frozen=True)
class _Item:
    """One item while it is explored."""

    case: Case
    deployment: Deployment
    application: Application
    folder: Path
    repeat: int


@dataclass
class WorkflowExplorer:
    """`running` has the deployed applications by the address of their gateway."""

    host: BrowserHost
    running: Mapping[str, Application]
    evaluator: Evaluator
    seed: int
    max_item_seconds: float
    viewport: Viewport = DESKTOP
    _ends_at: float = field(default=0.0, init=False)

    def __post_init__(self) -> None:
        self.id = self.evaluator.id

    def explore(
        self, case: Case, deployment: Deployment, folder: Path, *, source: Path | None = None, repeat: int = 1
    ) -> Evidence:
        """Write `static/` and `workflows/<id>/` below `folder`.

        Complete sessions of an interrupted run are not run again. Raises `BrowserError`, `ExplorationError`,
        `RecordingError`, `DeploymentError`.
        """
        application = self.running.get(deployment.gateway)
        if application is None:
            raise ExplorationError("the application is no longer deployed")
        settings = SessionSettings(
            gateway=deployment.gateway, locale=LOCALES[case.language], seed=self.seed, viewport=self.viewport
        )
        item = _Item(case, deployment, application, folder, repeat)
        with self.host.use_browser():
            try:
                return self._explore(item, settings)
            except ClockCannotCarryError:
                if not self.host.may_change_clock:
                    raise
            return self._explore(item, replace(settings, clock="cooperative"))

    def _explore(self, item: _Item, settings: SessionSettings) -> Evidence:
        self._ends_at = self.host.workplace.now() + self.max_item_seconds
        workflows = WorkflowFields.model_validate(item.case.fields).workflows
        static = item.folder / STATIC
        perception = self._perceive(settings, item.deployment.url, static)
        store = SessionStore(item.folder, self._facts(item, settings))
        stored: list[StoredSession] = []
        try:
            stored.extend(self._workflow(store, settings, item, one) for one in workflows)
        except (StageError, BudgetSpentError) as error:
            error.spend = sum((one.spend for one in stored), NOTHING) + error.spend
            raise
        return Evidence(
            artifact_digest=item.deployment.artifact_digest,
            explorer=self.id,
            browser=self.host.version,
            clock=settings.clock or self.host.clock,
            sessions=(_session_evidence(static), *(one.evidence for one in stored)),
            perception=perception,
            trace=Trace(policy=WORKFLOWS, summary=f"{len(stored)} workflows, each in a session of its own."),
            spend=sum((one.spend for one in stored), NOTHING),
        )

    def _remaining(self, settings: SessionSettings) -> SessionSettings:
        return replace(settings, max_seconds=self._ends_at - self.host.workplace.now())

    def _perceive(self, settings: SessionSettings, url: str, folder: Path) -> StaticPerception:
        def once() -> StaticPerception:
            with self.host.open_session(self._remaining(replace(settings, viewport=DESKTOP))) as session:
                return perceive(session, url, folder).model_copy(update={"crashed": session.crashed})

        try:
            return retry_in_fresh_browser(once, died=lambda seen: seen.crashed, host=self.host)
        except PageUnusableError as error:
            return StaticPerception(loaded=False, load_problem=str(error), unusable=True)

    def _facts(self, item: _Item, settings: SessionSettings) -> dict[str, JsonValue]:
        return {
            "evaluator": self.id, "artifact": item.deployment.artifact_digest, "seed": self.seed,
            "clock": settings.clock or self.host.clock, "viewport": [self.viewport.width, self.viewport.height],
            "repeat": item.repeat, **self.evaluator.facts,
        }  # fmt: skip

    def _workflow(
        self, store: SessionStore, settings: SessionSettings, item: _Item, workflow: Workflow
    ) -> StoredSession:
        name = session_name(workflow)

        def once(folder: Path) -> SessionOutcome:
            try:
                item.application.reset()
            except AppFaultError as error:
                return SessionOutcome(_failed(workflow, "application_failed", str(error)))
            try:
                with self.host.open_session(self._remaining(settings)) as session:
                    outcome = self.evaluator.execute(
                        session, workflow, item.case, folder, name=name, repeat=item.repeat
                    )
            except (PageGoneError, PageUnusableError) as error:
                return SessionOutcome(_failed(workflow, "page_gone", str(error)))
            return _with_fault(outcome, item.application)

        def perform(folder: Path) -> SessionOutcome:
            return retry_in_fresh_browser(
                lambda: once(folder), died=lambda outcome: _of(outcome).ending == "page_gone", host=self.host
            )

        return store.run(name, workflow.model_dump(mode="json", exclude={"broken"}), perform)


def session_name(workflow: Workflow) -> str:
    """Name of the session of a workflow."""
    return f"{WORKFLOWS}/{workflow.id}"


def _of(outcome: SessionOutcome) -> WorkflowResult:
    return WorkflowResult.model_validate(outcome.result)


def _failed(workflow: Workflow, ending: str, why: str) -> WorkflowResult:
    step = StepResult(passed=False, reason=why, failure="other")
    steps = (step,) * len(workflow.steps)
    return WorkflowResult.model_validate({"workflow": workflow.id, "ending": ending, "steps": steps, "fault": why})


def _with_fault(outcome: SessionOutcome, application: Application) -> SessionOutcome:
    """The outcome with what the application did wrong meanwhile."""
    fault = application.fault or application.describe_ended()
    return replace(outcome, result=_of(outcome).model_copy(update={"fault": fault})) if fault else outcome


def _session_evidence(folder: Path) -> SessionEvidence:
    files = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    return SessionEvidence(name=folder.name, files=tuple(files))
