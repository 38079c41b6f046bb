"""`ReferenceExplorer`: replays the reference solutions of all tasks, each in a browser session of its own."""

from dataclasses import replace
from pathlib import Path

from pydantic import JsonValue

from pytest_cookie.browser.errors import PageGoneError, PageUnusableError
from pytest_cookie.browser.host import BrowserHost
from pytest_cookie.browser.settings import SessionSettings
from pytest_cookie.core.case import Case
from pytest_cookie.core.deployment import Deployment
from pytest_cookie.core.evidence import Evidence, SessionEvidence
from pytest_cookie.core.perception import StaticPerception
from pytest_cookie.core.trace import Trace
from pytest_cookie.exploration.explorer import LOCALES, STATIC
from pytest_cookie.exploration.perception.static_perception import perceive
from pytest_cookie.exploration.retry import retry_in_fresh_browser
from pytest_cookie.protocols.auigym.episode import Episode
from pytest_cookie.protocols.auigym.run_episode import SETTLE_MS, run_episode
from pytest_cookie.protocols.auigym.tasks import Task, TaskFields
from pytest_cookie.records.item_sessions import SessionOutcome, SessionStore, StoredSession

TASKS = "tasks"
"""The folder of the episodes' files, below the evidence folder."""
END = "end.png"
"""The window at the end of an episode, in the folder of its session."""


class ReferenceExplorer:
    """An `Explorer` that knows the solutions. It measures the page and the checkers, not an agent."""

    id = "reference"

    def __init__(self, host: BrowserHost, *, seed: int, max_item_seconds: float) -> None:
        self._host = host
        self._seed = seed
        self._max_seconds = max_item_seconds
        self._ends_at = 0.0

    def explore(
        self, case: Case, deployment: Deployment, folder: Path, *, source: Path | None = None, repeat: int = 1
    ) -> Evidence:
        """Write `static/` and `tasks/<id>/` below `folder`, and the result of each task into its session's file.

        Complete sessions of an interrupted run are not run again. Raises `BrowserError`, `ExplorationError`,
        `RecordingError`.
        """
        tasks = TaskFields.model_validate(case.fields).tasks
        with self._host.use_browser():
            self._ends_at = self._host.workplace.now() + self._max_seconds
            settings = SessionSettings(gateway=deployment.gateway, locale=LOCALES[case.language], seed=self._seed)
            perception = self._perceive(settings, deployment.url, folder / STATIC)
            usable = perception.loaded and not perception.crashed
            store = SessionStore(folder, self._facts(deployment))
            episodes = [self._episode(store, settings, task, deployment.url) for task in tasks] if usable else []
        return Evidence(
            artifact_digest=deployment.artifact_digest,
            explorer=self.id,
            browser=self._host.version,
            clock=self._host.clock,
            sessions=(_session_evidence(folder / STATIC), *(episode.evidence for episode in episodes)),
            perception=perception,
            trace=Trace(policy=TASKS, summary=f"{len(episodes)} tasks, each in a session of its own."),
        )

    def _remaining(self, settings: SessionSettings) -> SessionSettings:
        return replace(settings, max_seconds=self._ends_at - self._host.workplace.now())

    def _perceive(self, settings: SessionSettings, url: str, folder: Path) -> StaticPerception:
        def once() -> StaticPerception:
            with self._host.open_session(self._remaining(settings)) as session:
                return perceive(session, url, folder).model_copy(update={"crashed": session.crashed})

        try:
            return retry_in_fresh_browser(once, died=lambda seen: seen.crashed, host=self._host)
        except PageUnusableError as error:
            return StaticPerception(loaded=False, load_problem=str(error), unusable=True)

    def _facts(self, deployment: Deployment) -> dict[str, JsonValue]:
        return {
            "explorer": self.id, "artifact": deployment.artifact_digest, "seed": self._seed, "clock": self._host.clock,
            "settle_ms": SETTLE_MS,
        }  # fmt: skip

    def _episode(self, store: SessionStore, settings: SessionSettings, task: Task, url: str) -> StoredSession:
        name = session_name(task)
        facts = task.model_dump(mode="json", include={"checker", "solution"})
        return store.run(name, facts, lambda folder: SessionOutcome(self._run(settings, task, url, folder, name=name)))

    def _run(self, settings: SessionSettings, task: Task, url: str, folder: Path, *, name: str) -> Episode:
        def once() -> Episode:
            try:
                with self._host.open_session(self._remaining(settings)) as session:
                    return run_episode(session, task, url, folder / END, name=f"{name}/{END}")
            except (PageGoneError, PageUnusableError):
                return Episode(task=task.id, ending="page_gone")

        return retry_in_fresh_browser(once, died=lambda episode: episode.ending == "page_gone", host=self._host)


def session_name(task: Task) -> str:
    """Name of the session of a task."""
    return f"{TASKS}/{task.id}"


def _session_evidence(folder: Path) -> SessionEvidence:
    files = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    return SessionEvidence(name=folder.name, files=tuple(files))
