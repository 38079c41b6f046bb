"""`ReferenceExplorer`: replays the reference solutions of all tasks, each in a browser session of its own."""

from dataclasses import replace
from pathlib import Path

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
from pytest_cookie.protocols.auigym.episode import EPISODES, EPISODES_FILE, Episode
from pytest_cookie.protocols.auigym.run_episode import run_episode
from pytest_cookie.protocols.auigym.tasks import Task, TaskFields
from pytest_cookie.records.files import write_bytes

TASKS = "tasks"
"""The folder of the episodes' files, below the evidence folder."""


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
        """Write `static/` and `tasks/` below `folder`. Raises `BrowserError`, `ExplorationError`, `RecordingError`."""
        tasks = TaskFields.model_validate(case.fields).tasks
        with self._host.use_browser():
            self._ends_at = self._host.workplace.now() + self._max_seconds
            settings = SessionSettings(gateway=deployment.gateway, locale=LOCALES[case.language], seed=self._seed)
            perception = self._perceive(settings, deployment.url, folder / STATIC)
            (folder / TASKS).mkdir(parents=True, exist_ok=True)
            usable = perception.loaded and not perception.crashed
            episodes = [self._run(settings, task, deployment.url, folder) for task in tasks] if usable else []
        write_bytes(folder / TASKS / EPISODES_FILE, EPISODES.dump_json(tuple(episodes), indent=1))
        return Evidence(
            artifact_digest=deployment.artifact_digest,
            explorer=self.id,
            browser=self._host.version,
            clock=self._host.clock,
            sessions=(_session_evidence(folder / STATIC), _session_evidence(folder / TASKS)),
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

    def _run(self, settings: SessionSettings, task: Task, url: str, folder: Path) -> Episode:
        name = f"{TASKS}/{task.id}.png"

        def once() -> Episode:
            try:
                with self._host.open_session(self._remaining(settings)) as session:
                    return run_episode(session, task, url, folder / name, name=name)
            except (PageGoneError, PageUnusableError):
                return Episode(task=task.id, ending="page_gone")

        return retry_in_fresh_browser(once, died=lambda episode: episode.ending == "page_gone", host=self._host)


def _session_evidence(folder: Path) -> SessionEvidence:
    files = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    return SessionEvidence(name=folder.name, files=tuple(files))
