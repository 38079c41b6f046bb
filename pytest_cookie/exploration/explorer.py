"""`BrowserExplorer`: Deployment → Evidence, in two sessions: one that only looks, one in which a policy acts."""

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from pytest_cookie.browser.host import BrowserHost, SessionSettings
from pytest_cookie.browser.session import Session
from pytest_cookie.core.case import Case
from pytest_cookie.core.deployment import Deployment
from pytest_cookie.core.errors import ExplorationError, RecordingError
from pytest_cookie.core.evidence import Evidence, SessionEvidence
from pytest_cookie.core.labels import Language
from pytest_cookie.core.perception import StaticPerception
from pytest_cookie.core.trace import Trace
from pytest_cookie.exploration.loop import Budget, Exploration
from pytest_cookie.exploration.perception import perceive
from pytest_cookie.exploration.policy import Policy
from pytest_cookie.exploration.recorder import Recorder

STATIC = "static"

LOCALES: dict[Language, str] = {
    "zh": "zh-CN", "en": "en-US", "fr": "fr-FR", "es": "es-ES",
    "ja": "ja-JP", "de": "de-DE", "ko": "ko-KR", "pt": "pt-BR",
}  # fmt: skip

_DEFAULT_BUDGET = Budget()


class BrowserExplorer:
    """An `Explorer` (`core.stages`). `id` is the policy's name; `policy` makes a fresh one for every exploration."""

    def __init__(
        self, host: BrowserHost, policy: Callable[[], Policy], *, budget: Budget = _DEFAULT_BUDGET, seed: int = 0
    ) -> None:
        self._host = host
        self._policy = policy
        self._budget = budget
        self._seed = seed
        self._ends = 0.0
        self.id = policy().name

    def explore(self, case: Case, deployment: Deployment, folder: Path) -> Evidence:
        """Write `static/` and `<policy>/` below `folder`. Raises `BrowserError`, `ExplorationError`, `RecordingError`.

        A renderer that dies is given a second, fresh session; only if it dies again is it the artifact's fault.
        The budget's `max_item_seconds` are for all sessions together.
        """
        self._ends = time.monotonic() + self._budget.max_item_seconds
        settings = SessionSettings(gateway=deployment.gateway, locale=LOCALES[case.language], seed=self._seed)
        perception = self._perceive(settings, deployment, folder / STATIC)
        trace = Trace(policy=self.id, stopped="crashed", summary="The page could not be loaded; nothing was tried.")
        if perception.loaded and not perception.crashed:
            trace = self._act(case, settings, deployment, folder / self.id)
            perception = perception.model_copy(update={"crashed": trace.stopped == "crashed"})
        _write(folder / STATIC / "perception.json", perception.model_dump_json(indent=1))
        return Evidence(
            artifact_digest=deployment.artifact_digest,
            explorer=self.id,
            browser=self._host.version,
            sessions=tuple(_session_evidence(folder / name) for name in (STATIC, self.id)),
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
        for _ in range(2):
            with self._open(settings) as session:
                trace = self._explore_once(case, session, deployment, folder)
                if trace.stopped != "crashed":
                    return trace
        return trace

    def _explore_once(self, case: Case, session: Session, deployment: Deployment, folder: Path) -> Trace:
        policy = self._policy()
        with Recorder(folder) as recorder:
            outcome = session.load(deployment.url)
            if session.crashed:
                return Trace(policy=policy.name, stopped="crashed", summary="The page died while it loaded.")
            if not outcome.loaded:
                raise ExplorationError(f"the page loaded once but not again: {outcome.problem}")
            exploration = Exploration(session=session, policy=policy, case=case, budget=self._budget, recorder=recorder)
            return exploration.run()


def _session_evidence(folder: Path) -> SessionEvidence:
    files = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    return SessionEvidence(name=folder.name, files=tuple(files))


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as problem:
        raise RecordingError(f"cannot write {path}: {problem}. Is the disk full?") from problem
