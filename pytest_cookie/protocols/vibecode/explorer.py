"""`WorkflowExplorer`: executes each workflow in a fresh browser session, on the application in its seeded state."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

from pydantic import JsonValue

from pytest_cookie.browser.errors import PageGoneError, PageUnusableError, TimeIsUpError
from pytest_cookie.browser.host import BrowserHost
from pytest_cookie.browser.settings import SessionSettings
from pytest_cookie.core.case import Case
from pytest_cookie.core.deployment import Deployment
from pytest_cookie.core.errors import ExplorationError, StageError
from pytest_cookie.core.evidence import Evidence, SessionEvidence
from pytest_cookie.core.perception import DESKTOP, StaticPerception, Viewport
from pytest_cookie.core.spend import NOTHING, Spend
from pytest_cookie.core.trace import Trace
from pytest_cookie.core.wording import count
from pytest_cookie.deployment.applications.app_fault import AppFaultError
from pytest_cookie.deployment.applications.deployer import Application
from pytest_cookie.exploration.explorer import LOCALES, STATIC
from pytest_cookie.exploration.fitting_clock import ClockAttempt, explore_by_fitting_clock
from pytest_cookie.exploration.item_time import ItemTime
from pytest_cookie.exploration.perception.static_perception import perceive
from pytest_cookie.exploration.retry import retry_in_fresh_browser
from pytest_cookie.llm.errors import BudgetSpentError
from pytest_cookie.protocols.contract.stages import Facts
from pytest_cookie.protocols.vibecode.evaluators import Evaluator
from pytest_cookie.protocols.vibecode.results import WorkflowResult, fail_all
from pytest_cookie.protocols.vibecode.workflows import Workflow, WorkflowFields
from pytest_cookie.records.item_sessions import SessionOutcome, SessionStore, StoredSession

WORKFLOWS = "workflows"
"""The folder of the workflows' files, below the evidence folder."""


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
    """`running` has the deployed applications by the address of their gateway.

    `facts` are what all its evidence depends on, for the keys of its sessions.
    """

    host: BrowserHost
    running: Mapping[str, Application]
    evaluator: Evaluator
    seed: int
    max_item_seconds: float
    facts: Facts
    viewport: Viewport = DESKTOP
    _time: ItemTime = field(init=False)

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
        return explore_by_fitting_clock(self.host, settings, lambda attempt: self._explore(item, attempt))

    def _explore(self, item: _Item, attempt: ClockAttempt) -> Evidence:
        self._time = ItemTime(self.host, self.max_item_seconds)
        workflows = WorkflowFields.model_validate(item.case.fields).workflows
        static = item.folder / STATIC
        store = SessionStore(item.folder, self._facts(item, attempt))
        stored: list[StoredSession] = []
        try:
            perception = self._perceive(attempt.settings, item.deployment.url, static)
            stored.extend(self._workflow(store, attempt.settings, item, workflow) for workflow in workflows)
        except (StageError, BudgetSpentError) as error:
            error.spend = sum((session.spend for session in stored), attempt.lost) + error.spend
            raise
        return Evidence(
            artifact_digest=item.deployment.artifact_digest,
            explorer=self.id,
            browser=self.host.version,
            clock=attempt.clock,
            clock_note=attempt.note,
            sessions=(_session_evidence(static), *(session.evidence for session in stored)),
            perception=perception,
            trace=Trace(policy=WORKFLOWS, summary=f"{count(len(stored), 'workflow')}, each in a session of its own."),
            prompt=self.evaluator.prompt,
            spend=sum((session.spend for session in stored), attempt.lost),
        )

    def _perceive(self, settings: SessionSettings, url: str, folder: Path) -> StaticPerception:
        def once() -> StaticPerception:
            with self._time.open_session(replace(settings, viewport=DESKTOP)) as session:
                return perceive(session, url, folder).model_copy(update={"crashed": session.crashed})

        try:
            return retry_in_fresh_browser(once, died=lambda seen: seen.crashed, host=self.host, written=(folder,))
        except (PageUnusableError, TimeIsUpError) as error:
            unusable = isinstance(error, PageUnusableError)
            return StaticPerception(loaded=False, load_problem=str(error), unusable=unusable)

    def _facts(self, item: _Item, attempt: ClockAttempt) -> dict[str, JsonValue]:
        return {
            **self.facts, "artifact": item.deployment.artifact_digest, "clock": attempt.clock,
            "language": item.case.language, "repeat": item.repeat,
        }  # fmt: skip

    def _workflow(
        self, store: SessionStore, settings: SessionSettings, item: _Item, workflow: Workflow
    ) -> StoredSession:
        name = session_name(workflow)

        def once(folder: Path, spent: list[Spend]) -> WorkflowResult:
            try:
                self._time.check()
                item.application.reset()
                with self._time.open_session(settings) as session:
                    result = self.evaluator.execute(
                        session, workflow, folder, name=name, repeat=item.repeat, spent=spent
                    )
            except AppFaultError as error:
                return _fail(workflow, "application_failed", str(error))
            except (PageGoneError, PageUnusableError) as error:
                return _fail(workflow, "page_gone", str(error))
            except TimeIsUpError as error:
                return fail_all(workflow, "time_limit", str(error))
            return _with_fault(result, item.application)

        def perform(folder: Path) -> SessionOutcome:
            spent: list[Spend] = []
            try:
                result = retry_in_fresh_browser(
                    lambda: once(folder, spent),
                    died=lambda one: one.ending == "page_gone",
                    host=self.host,
                    written=(folder,),
                )
            except (StageError, BudgetSpentError) as error:
                error.spend = sum(spent, NOTHING)
                raise
            return SessionOutcome(result, sum(spent, NOTHING))

        return store.run(name, self.evaluator.facts_of(workflow), perform)


def session_name(workflow: Workflow) -> str:
    """Name of the session of a workflow."""
    return f"{WORKFLOWS}/{workflow.id}"


def _fail(workflow: Workflow, ending: Literal["application_failed", "page_gone"], why: str) -> WorkflowResult:
    return fail_all(workflow, ending, why).model_copy(update={"fault": why})


def _with_fault(result: WorkflowResult, application: Application) -> WorkflowResult:
    """The result with what the application did wrong meanwhile."""
    fault = application.fault or application.describe_ended()
    return result.model_copy(update={"fault": fault}) if fault else result


def _session_evidence(folder: Path) -> SessionEvidence:
    files = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    return SessionEvidence(name=folder.name, files=tuple(files))
