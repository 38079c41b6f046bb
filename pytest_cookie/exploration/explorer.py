"""`BrowserExplorer`: Deployment → Evidence, in two sessions: one that only looks, one in which a policy acts."""

import shutil
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from pytest_cookie.browser.capture.settings import FILM_FILE, FilmSettings
from pytest_cookie.browser.errors import ClockCannotCarryError
from pytest_cookie.browser.host import BrowserHost
from pytest_cookie.browser.session import Session
from pytest_cookie.browser.settings import SessionSettings
from pytest_cookie.core.case import Case
from pytest_cookie.core.deployment import Deployment
from pytest_cookie.core.errors import ExplorationError, RecordingError
from pytest_cookie.core.evidence import Evidence, SessionEvidence
from pytest_cookie.core.film import FilmSummary
from pytest_cookie.core.labels import Language
from pytest_cookie.core.machine import MACHINE_FILE, MachineDescription
from pytest_cookie.core.perception import StaticPerception
from pytest_cookie.core.trace import Trace
from pytest_cookie.exploration.loop import Budget, Exploration
from pytest_cookie.exploration.machine_time import machine_time
from pytest_cookie.exploration.perception import perceive
from pytest_cookie.exploration.policy import Policy
from pytest_cookie.exploration.recorder import DOWNLOADS, Recorder

STATIC = "static"

LOCALES: dict[Language, str] = {
    "zh": "zh-CN", "en": "en-US", "fr": "fr-FR", "es": "es-ES",
    "ja": "ja-JP", "de": "de-DE", "ko": "ko-KR", "pt": "pt-BR",
}  # fmt: skip

_DEFAULT_BUDGET = Budget()


class BrowserExplorer:
    """An `Explorer` (`core.stages`). `id` is the policy's name; `policy` makes a fresh one for every exploration.

    With `film` the session in which the policy acts is filmed.
    """

    def __init__(
        self,
        host: BrowserHost,
        policy: Callable[[], Policy],
        *,
        budget: Budget = _DEFAULT_BUDGET,
        seed: int = 0,
        film: FilmSettings | None = None,
    ) -> None:
        self._host = host
        self._policy = policy
        self._budget = budget
        self._seed = seed
        self._film = film
        self._ends = 0.0
        self._notes: tuple[str, ...] = ()
        self.id = policy().name

    def explore(self, case: Case, deployment: Deployment, folder: Path, *, source: Path | None = None) -> Evidence:
        """Write `static/` and `<policy>/` below `folder`. Raises `BrowserError`, `ExplorationError`, `RecordingError`.

        A renderer that dies is given a second, fresh session; only if it dies again is it the artifact's fault.
        The budget's `max_item_seconds` are for all sessions together. A page that the stepped clock cannot carry is
        explored anew in real time, with a new budget, unless that clock was asked for.
        """
        settings = SessionSettings(gateway=deployment.gateway, locale=LOCALES[case.language], seed=self._seed)
        try:
            return self._explore(case, settings, deployment, folder, clock_note=self._host.clock_note)
        except ClockCannotCarryError as error:
            if not self._host.may_change_clock:
                raise
            note = f"the stepped clock could not carry this page: {error.obstacle}"
        for name in (STATIC, self.id):
            shutil.rmtree(folder / name, ignore_errors=True)
        return self._explore(case, replace(settings, clock="cooperative"), deployment, folder, clock_note=note)

    def _explore(
        self, case: Case, settings: SessionSettings, deployment: Deployment, folder: Path, *, clock_note: str
    ) -> Evidence:
        self._ends = time.monotonic() + self._budget.max_item_seconds
        self._notes = ()
        perception = self._perceive(settings, deployment, folder / STATIC)
        trace = Trace(policy=self.id, stopped="crashed", summary="The page could not be loaded; nothing was tried.")
        if perception.loaded and not perception.crashed:
            settings = replace(settings, downloads=folder / self.id / DOWNLOADS)
            trace = self._act(case, settings, deployment, folder / self.id)
            perception = perception.model_copy(update={"crashed": trace.stopped == "crashed"})
        _write(folder / STATIC / "perception.json", perception.model_dump_json(indent=1))
        return Evidence(
            artifact_digest=deployment.artifact_digest,
            explorer=self.id,
            browser=self._host.version,
            clock=settings.clock or self._host.clock,
            clock_note=clock_note,
            sessions=(_session_evidence(folder / STATIC), _session_evidence(folder / self.id, self._notes)),
            perception=perception,
            trace=trace,
        )

    def _open(self, settings: SessionSettings) -> Session:
        left = self._ends - time.monotonic()
        return self._host.open_session(replace(settings, max_seconds=left))

    def _perceive(self, settings: SessionSettings, deployment: Deployment, folder: Path) -> StaticPerception:
        for _ in range(2):
            with self._open(settings) as session:
                perception = perceive(session, deployment.url, folder)
                if not session.crashed:
                    return perception
        return perception.model_copy(update={"crashed": True})

    def _act(self, case: Case, settings: SessionSettings, deployment: Deployment, folder: Path) -> Trace:
        machine = self._host.describe_machine(settings.clock)
        for _ in range(2):
            with self._open(settings) as session:
                trace = self._explore_once(case, session, deployment, folder, machine=machine)
                if trace.stopped != "crashed":
                    return trace
        return trace

    def _explore_once(
        self, case: Case, session: Session, deployment: Deployment, folder: Path, *, machine: MachineDescription
    ) -> Trace:
        policy = self._policy()
        with Recorder(folder) as recorder:
            if self._film:
                session.film(folder, self._film)
            outcome = session.load(deployment.url)
            if session.crashed:
                return Trace(policy=policy.name, stopped="crashed", summary="The page died while it loaded.")
            if not outcome.loaded:
                raise ExplorationError(f"the page loaded once but not again: {outcome.problem}")
            exploration = Exploration(session=session, policy=policy, case=case, budget=self._budget, recorder=recorder)
            trace = exploration.run()
            session.end_film()
            self._notes = session.clock_notes
            cost = machine_time(machine, load=outcome.happenings.effort, steps=trace.steps, efforts=recorder.efforts)
            _write(folder / MACHINE_FILE, cost.model_dump_json(indent=1))
            return trace


def _session_evidence(folder: Path, notes: tuple[str, ...] = ()) -> SessionEvidence:
    files = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    summary = folder / FILM_FILE
    film = FilmSummary.model_validate_json(summary.read_bytes()) if summary.is_file() else None
    return SessionEvidence(name=folder.name, files=tuple(files), film=film, notes=notes)


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as problem:
        raise RecordingError(f"cannot write {path}: {problem}. Is the disk full?") from problem
