"""`BrowserExplorer`: Deployment → Evidence, in two sessions: one that only observes, one for an agent's actions."""

import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from pytest_cookie.browser.capture.settings import FILM_FILE, SOUND_FILE, FilmSettings
from pytest_cookie.browser.errors import (
    BrowserGoneError,
    PageGoneError,
    PageUnsettledError,
    PageUnusableError,
)
from pytest_cookie.browser.host import BrowserHost
from pytest_cookie.browser.page.observation import LoadOutcome
from pytest_cookie.browser.session import Session
from pytest_cookie.browser.settings import SessionSettings
from pytest_cookie.core.case import Case
from pytest_cookie.core.deployment import Deployment
from pytest_cookie.core.errors import ExplorationError, JudgingError, StageError
from pytest_cookie.core.evidence import Evidence, SessionEvidence
from pytest_cookie.core.film import FilmSummary
from pytest_cookie.core.labels import Device, Language
from pytest_cookie.core.legibility import RecolouredView
from pytest_cookie.core.machine import MACHINE_FILE, MachineDescription
from pytest_cookie.core.perception import MOBILE, StaticPerception
from pytest_cookie.core.spend import NOTHING
from pytest_cookie.core.trace import Trace, Trial
from pytest_cookie.core.verdict import StageOpinion
from pytest_cookie.exploration.agent_protocol import Agent, Briefing
from pytest_cookie.exploration.briefing import build_briefing
from pytest_cookie.exploration.effects.canvas_trials import CanvasTrials
from pytest_cookie.exploration.effects.fresh_trials import FreshTrials
from pytest_cookie.exploration.effects.replays import Replays
from pytest_cookie.exploration.fitting_clock import ClockAttempt, explore_by_fitting_clock
from pytest_cookie.exploration.item_time import ItemTime
from pytest_cookie.exploration.loop import Budget, Exploration
from pytest_cookie.exploration.machine_time import compute_machine_time
from pytest_cookie.exploration.perception.static_perception import perceive
from pytest_cookie.exploration.perception.wheel_tour import without_drawn
from pytest_cookie.exploration.recoloured_views import look_at_recoloured_views
from pytest_cookie.exploration.recorder import DOWNLOADS, Recorder
from pytest_cookie.exploration.rehearsal.rehearsal import Rehearsal
from pytest_cookie.exploration.retry import retry_in_fresh_browser
from pytest_cookie.exploration.trace_summary import with_play
from pytest_cookie.exploration.watch import Watch
from pytest_cookie.llm.errors import BudgetSpentError
from pytest_cookie.records.files import write_text
from pytest_cookie.records.plain_tree import read_plain

STATIC = "static"
TRANSCRIPT_FILE = "transcript.jsonl"

Impression = Callable[[Case, StaticPerception, Path, Path | None], StageOpinion]
"""Stage 1 of a judge: case, static perception, folder of its files, folder of the source → provisional scores. Raises
`JudgingError`."""

Watches = Callable[[], Mapping[str, Watch]]
"""Makes the watches of all checks for one exploration, by the id of the check."""

LOCALES: dict[Language, str] = {
    "zh": "zh-CN", "en": "en-US", "fr": "fr-FR", "es": "es-ES",
    "ja": "ja-JP", "de": "de-DE", "ko": "ko-KR", "pt": "pt-BR",
}  # fmt: skip

_DEFAULT_BUDGET = Budget()
_TRIALS_SECONDS = 240.0
_VIEWS_SECONDS = 60.0


@dataclass(frozen=True)
class _Assignment:
    """The arguments of one call of `explore`."""

    case: Case
    deployment: Deployment
    folder: Path
    source: Path | None
    repeat: int


class BrowserExplorer:
    """An `Explorer` (`core.stages`). `id` is the agent's; `agent` creates a fresh one for every exploration.

    With `film`, the agent's session is filmed. With `impression`, the agent is briefed with the result of the judge's
    stage 1 (Cookie-Bench C.3.1); without it, it does not know the judge.
    `watches` note the facts of checks around every action.
    """

    def __init__(
        self,
        host: BrowserHost,
        agent: Callable[[], Agent],
        *,
        budget: Budget = _DEFAULT_BUDGET,
        seed: int = 0,
        film: FilmSettings | None = None,
        impression: Impression | None = None,
        watches: Watches = dict,
    ) -> None:
        self._host = host
        self._new_agent = agent
        self._budget = budget
        self._seed = seed
        self._film = film
        self._impression = impression
        self.keeps_dom = False
        """Whether the rendered HTML is kept."""
        self.device: Device = "desktop"
        """What the agent uses the page on. The page at rest is measured at all widths in any case."""
        self._new_watches = watches
        self._time: ItemTime
        self._notes: tuple[str, ...] = ()
        self._hears = False
        self._drawn_texts: frozenset[str] = frozenset()
        self._spend = NOTHING
        self._prompt = ""
        kind = agent()
        self.id, self._name = kind.id, kind.name

    def explore(
        self, case: Case, deployment: Deployment, folder: Path, *, source: Path | None = None, repeat: int = 1
    ) -> Evidence:
        """Write `static/` and `<agent's name>/` below `folder`.

        Raises `BrowserError`, `ExplorationError`, `RecordingError`; they carry what the agent's model has spent. If the
        page or the browser dies, there is one retry in a fresh browser: see `retry_in_fresh_browser`. The budget's
        `max_item_seconds` cover all sessions together. A page that the stepped clock cannot drive is explored again in
        real time, with a new budget, unless the stepped clock was requested.
        """
        self._spend, self._prompt = NOTHING, ""
        locale = LOCALES[case.language]
        settings = SessionSettings(deployment.gateway, locale=locale, seed=self._seed, state=deployment.state)
        try:
            assignment = _Assignment(case, deployment, folder, source, repeat)
            return explore_by_fitting_clock(self._host, settings, lambda attempt: self._explore(assignment, attempt))
        except (StageError, BudgetSpentError) as error:
            error.spend = self._spend
            raise

    def _explore(self, assignment: _Assignment, attempt: ClockAttempt) -> Evidence:
        self._time = ItemTime(self._host, self._budget.max_item_seconds)
        self._notes = ()
        self._hears = False
        folder, impression, settings = assignment.folder, None, attempt.settings
        for name in (STATIC, self._name):
            shutil.rmtree(folder / name, ignore_errors=True)
        perception = self._perceive(settings, assignment.deployment, folder / STATIC)
        trace = Trace(policy=self._name, stopped="crashed", summary="The page could not be loaded; nothing was tried.")
        if perception.loaded and not perception.crashed:
            impression = self._first_impression(assignment, perception)
            briefing = build_briefing(impression, perception, assignment.source) if impression else Briefing()
            briefing = replace(briefing, repeat=assignment.repeat, artifact=assignment.deployment.artifact_digest)
            settings = replace(settings, downloads=folder / self._name / DOWNLOADS)
            if self.device == "phone":
                settings = replace(settings, viewport=MOBILE, touch=True)
            try:
                trace = self._with_trials(self._act(assignment, settings, briefing), assignment, settings)
                update = {
                    "crashed": trace.stopped == "crashed",
                    "undrawn": without_drawn(perception.undrawn, self._drawn_texts),
                    "recoloured": self._look_at_recoloured(trace, assignment, settings),
                }
                perception = perception.model_copy(update=update)
            except PageUnusableError as error:
                perception = perception.model_copy(update=_unusable_fields(error))
        write_text(folder / STATIC / "perception.json", perception.model_dump_json(indent=1), durable=False)
        return Evidence(
            artifact_digest=assignment.deployment.artifact_digest,
            explorer=self.id,
            browser=self._host.version,
            clock=attempt.clock,
            clock_note=attempt.note,
            sessions=(
                _session_evidence(folder / STATIC),
                _session_evidence(folder / self._name, self._notes, supports_sound=self._hears),
            ),
            perception=perception,
            trace=trace,
            impression=impression,
            prompt=self._prompt,
            spend=self._spend,
        )

    def _first_impression(self, assignment: _Assignment, perception: StaticPerception) -> StageOpinion | None:
        if self._impression is None:
            return None
        try:
            opinion = self._impression(assignment.case, perception, assignment.folder / STATIC, assignment.source)
        except JudgingError as error:
            self._spend += error.spend
            raise ExplorationError(
                f"the judge's first impression, which the explorer needs, is missing: {error}"
            ) from error
        except BudgetSpentError as error:
            self._spend += error.spend
            raise
        self._spend += opinion.spend
        return opinion

    def _open_deaf(self, settings: SessionSettings) -> Session:
        """Open a session for a replay; its processor time is counted with that of the session that it repeats."""
        return self._host.open_session(self._time.limit(replace(settings, downloads=None, can_be_deaf=True)))

    def _perceive(self, settings: SessionSettings, deployment: Deployment, folder: Path) -> StaticPerception:
        def once() -> StaticPerception:
            with self._time.open_session(settings) as session:
                perception = perceive(session, deployment.url, folder, keeps_dom=self.keeps_dom)
                return perception.model_copy(update={"crashed": session.crashed})

        try:
            return retry_in_fresh_browser(once, died=lambda seen: seen.crashed, host=self._host, written=(folder,))
        except PageUnusableError as error:
            return StaticPerception.model_validate(_unusable_fields(error))

    def _act(self, assignment: _Assignment, settings: SessionSettings, briefing: Briefing) -> Trace:
        machine = self._host.describe_machine(settings.clock)

        def once() -> Trace:
            agent = self._new_agent()
            agent.receive_briefing(replace(briefing, rehearsal=self._make_rehearsal(assignment, settings)))
            try:
                with self._time.open_session(settings) as session:
                    replays = Replays(lambda: self._open_deaf(settings)) if agent.is_told_hidden_effects else None
                    trace = self._explore_once(assignment, session, agent, machine=machine, replays=replays)
                trace = trace.model_copy(update={"report": self._conclude(agent, trace)})
                return with_play(trace, agent.find_play())
            finally:
                self._record_account(agent, assignment.folder / self._name)

        return retry_in_fresh_browser(  # `Recorder` replaces the files of an earlier attempt
            once, died=lambda trace: trace.stopped == "crashed", host=self._host, written=()
        )

    def _make_rehearsal(self, assignment: _Assignment, settings: SessionSettings) -> Rehearsal | None:
        """Only stepped time comes to the same moments again."""
        if (settings.clock or self._host.clock) != "stepped":
            return None
        own = replace(settings, downloads=None, rehearses=True)
        return Rehearsal(lambda: self._host.open_session(self._time.limit(own)), assignment.deployment.url)

    def _with_trials(self, trace: Trace, assignment: _Assignment, settings: SessionSettings) -> Trace:
        """Add trials to the trace. The evidence is already complete, so a page that can no longer run only ends the
        trials."""
        if trace.stopped in ("crashed", "cpu"):
            return trace
        settings = replace(settings, downloads=None)
        url, deaf = assignment.deployment.url, replace(settings, can_be_deaf=True)
        self._time.shorten(_TRIALS_SECONDS)
        trials: tuple[Trial, ...] = ()
        if (settings.clock or self._host.clock) == "stepped":
            folder = assignment.folder / self._name
            canvases = CanvasTrials(lambda: self._time.open_session(deaf), url, folder)
            trials += self._try_inputs("on moving canvases", lambda: canvases.of(trace.steps))
        silent = FreshTrials(lambda: self._time.open_session(settings), url)
        trials += self._try_inputs("of silent controls", lambda: silent.of(trace.steps))
        return trace.model_copy(update={"trials": trials})

    def _try_inputs(self, of: str, trials: Callable[[], tuple[Trial, ...]]) -> tuple[Trial, ...]:
        try:
            return trials()
        except ExplorationError as error:
            if isinstance(error, (PageGoneError, BrowserGoneError)):
                self._host.renew()
            self._notes += (f"trials of inputs {of} were not completed: {error}",)
            return ()

    def _look_at_recoloured(
        self, trace: Trace, assignment: _Assignment, settings: SessionSettings
    ) -> tuple[RecolouredView, ...]:
        """Look at the page in its other themes, with the same reservations as for trials."""
        if trace.stopped in ("crashed", "cpu"):
            return ()
        settings = replace(settings, downloads=None)
        self._time.shorten(_VIEWS_SECONDS)
        url, folder = assignment.deployment.url, assignment.folder / STATIC
        try:
            return look_at_recoloured_views(lambda: self._time.open_session(settings), url, trace.steps, folder)
        except ExplorationError as error:
            if isinstance(error, (PageGoneError, BrowserGoneError)):
                self._host.renew()
            self._notes += (f"the page in other colours was not looked at: {error}",)
            return ()

    def _explore_once(
        self,
        assignment: _Assignment,
        session: Session,
        agent: Agent,
        *,
        machine: MachineDescription,
        replays: Replays | None,
    ) -> Trace:
        folder = assignment.folder / self._name
        with Recorder(folder, item_folder=assignment.folder) as recorder:
            outcome = self._begin(session, assignment.deployment.url, folder)
            if session.crashed:
                return Trace(policy=agent.name, stopped="crashed", summary="The page crashed while it loaded.")
            if not outcome.loaded:
                raise PageUnsettledError(f"it loaded once but not again: {outcome.problem}")
            exploration = Exploration(
                session=session,
                agent=agent,
                case=assignment.case,
                budget=self._budget,
                recorder=recorder,
                replays=replays if session.clock == "stepped" else None,
                watches=self._new_watches(),
            )
            trace = exploration.run(outcome.happenings.dialogs)
            self._drawn_texts = frozenset(exploration.drawn_texts)
            session.end_film()
            self._notes, self._hears = session.notes, session.supports_sound
            cost = compute_machine_time(
                machine, load=outcome.happenings.effort, steps=trace.steps, efforts=recorder.efforts
            )
            write_text(folder / MACHINE_FILE, cost.model_dump_json(indent=1), durable=False)
            return trace

    def _begin(self, session: Session, url: str, folder: Path) -> LoadOutcome:
        try:
            if self._film:
                session.film(folder, self._film)
            else:
                session.listen(folder)
        except PageGoneError as gone:
            return LoadOutcome(loaded=False, problem=str(gone))
        return session.load(url)

    def _conclude(self, agent: Agent, trace: Trace) -> str:
        """Return the agent's report. The evidence is already complete, so a failure costs the report alone."""
        try:
            return agent.conclude(trace)
        except ExplorationError as error:
            self._notes += (f"the explorer's own report is missing: {error}",)
            return ""

    def _record_account(self, agent: Agent, folder: Path) -> None:
        """Count the agent's spend and keep its transcript, in every case."""
        account = agent.account()
        self._spend += account.spend
        self._prompt = account.prompt
        if account.transcript:
            write_text(folder / TRANSCRIPT_FILE, "\n".join(account.transcript) + "\n", durable=False)


def _unusable_fields(error: PageUnusableError) -> dict[str, bool | str]:
    """Return the perception fields of a page that cannot be observed, not even in a fresh browser."""
    return {"loaded": False, "load_problem": str(error), "unusable": not isinstance(error, PageUnsettledError)}


def _session_evidence(folder: Path, notes: tuple[str, ...] = (), *, supports_sound: bool = False) -> SessionEvidence:
    files = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    summary = folder / FILM_FILE
    film = FilmSummary.model_validate_json(read_plain(summary)) if summary.is_file() else None
    sound_file = (SOUND_FILE if SOUND_FILE in files else "") if supports_sound else None
    return SessionEvidence(name=folder.name, files=tuple(files), film=film, sound_file=sound_file, notes=notes)
