"""The observe–think–act loop (Cookie-Bench 4.1, stage 2): an agent decides, the session acts, effects are recorded."""

from collections import Counter
from collections.abc import Mapping
from contextlib import nullcontext
from dataclasses import dataclass, replace

from pytest_cookie.browser.errors import PageGoneError, PageUnsettledError, TimeIsUpError
from pytest_cookie.browser.page.observation import ActionOutcome, Happenings, Observation
from pytest_cookie.browser.session import Session
from pytest_cookie.core.action import Action, Back, Look, hover_over
from pytest_cookie.core.case import Case
from pytest_cookie.core.legibility import Legibility
from pytest_cookie.core.page import NativeDialog
from pytest_cookie.core.parsing import url_parts
from pytest_cookie.core.step_text import describe_hidden
from pytest_cookie.core.trace import Change, Comparison, HiddenBy, Step, StopReason, Trace
from pytest_cookie.exploration.agent_protocol import Agent, Decision, View, check_decision
from pytest_cookie.exploration.coverage import CoverageLedger
from pytest_cookie.exploration.effects.action_effect import SETTLE_MS, ActionEffects
from pytest_cookie.exploration.effects.canvas_trials import save_comparison
from pytest_cookie.exploration.effects.change import compare
from pytest_cookie.exploration.effects.replays import HiddenInput, ReplayedEffect, Replays, may_replay, with_effect
from pytest_cookie.exploration.legibility import StateLegibility
from pytest_cookie.exploration.page_facts import read_page_facts
from pytest_cookie.exploration.recorder import Recorder
from pytest_cookie.exploration.sight import NO_SIGHT, read_sight
from pytest_cookie.exploration.step_notes import CanvasTexts, NumberReadings
from pytest_cookie.exploration.trace_summary import summarize
from pytest_cookie.exploration.watch import Watch

_ENOUGH_REPLAYS = 2
"""An input that had an effect in so many replays is not replayed again, such as a key that moves a figure."""


@dataclass(frozen=True)
class Budget:
    """The limits of an exploration.

    `max_steps` counts actions: `finish` is none, and the first look is one only if the agent's `look_is_a_step`. A form
    that an agent fills in at once is one.
    `max_seconds` is page time of actions and waiting; observing does not count, so a busy machine does not shorten it.
    `max_wall_seconds` bounds the walk, `max_item_seconds` both sessions with their retries. The walk also ends if the
    browser has used `max_cpu_seconds` of processor time in it, or the item's evidence exceeds `max_evidence_bytes`.
    """

    max_steps: int = 50
    max_seconds: float = 90.0
    max_wall_seconds: float = 600.0
    max_item_seconds: float = 900.0
    max_cpu_seconds: float = 900.0
    max_evidence_bytes: int = 256_000_000


class Exploration:
    """One walk through a loaded page. Call `run` once; the session stays where the walk ended.

    `replays` find the effects that the page's own
    motion hides; their time and cost do not count for the budget.
    """

    def __init__(
        self,
        *,
        session: Session,
        agent: Agent,
        case: Case,
        budget: Budget,
        recorder: Recorder,
        replays: Replays | None = None,
        watches: Mapping[str, Watch] | None = None,
    ) -> None:
        self._session = session
        self._agent = agent
        self._case = case
        self._budget = budget
        self._recorder = recorder
        self._replays = replays
        self._replay_seconds = self._replay_cpu_seconds = 0.0
        self._legibility = StateLegibility(session)
        self._answered: Counter[tuple[str, ...]] = Counter()
        self._ledger = CoverageLedger()
        self._effects = ActionEffects(session, watches)
        self._tried: set[Action] = set()
        self._unseen_streak = 0
        self._began = session.now()
        self._is_tabbed = False
        self._continued, self._is_unfinished = 0, False
        self._put_back: list[Action] = []
        self._canvas_texts = CanvasTexts()
        self._readings = NumberReadings()
        self.drawn_texts: set[str] = set()
        """Texts that a user of the pointer could see at some look, as `ElementState.text`."""

    def run(self, load_dialogs: tuple[NativeDialog, ...] = ()) -> Trace:
        """Observe, then decide and act until the budget, the agent or the page ends it.

        `load_dialogs` are the dialogs that appeared while the page loaded.

        Raises `BrowserError`, and `TimeIsUpError` and `PageUnsettledError` if they come before the first step.
        """
        try:
            self._first_look(load_dialogs)
            with self._replays or nullcontext():
                stopped = self._walk()
        except PageGoneError:
            stopped = "crashed"
        except PageUnsettledError:
            if not self._recorder.steps:
                raise
            stopped = "left_the_page"
        except TimeIsUpError:
            if not self._recorder.steps:
                raise
            stopped = "time"
        steps = tuple(self._recorder.steps)
        coverage = self._ledger.coverage
        return Trace(
            policy=self._agent.name,
            steps=steps,
            stopped=stopped,
            coverage=coverage,
            summary=summarize(steps, coverage, stopped),
            restless=self._effects.restless_share,
        )

    def _first_look(self, load_dialogs: tuple[NativeDialog, ...]) -> None:
        look = Look()
        self._begin_chapter(look)
        self._effects.first_look()
        self._home = self._now.url
        self._text_at_first = self._now.inventory.text
        thought = "What does the page show before anyone touches it, and what moves by itself?"
        since = self._session.drain(0)
        self._effects.note_first_sounds(since.sounds)
        self._record_step(
            Decision(look, thought),
            ActionOutcome(done=True),
            Change(dialogs=(*load_dialogs, *since.dialogs), sounds=since.sounds),
            since,
        )

    def _walk(self) -> StopReason:
        while True:
            if reached := self._reached_limit():
                return reached
            decision = check_decision(self._agent.decide(self._case, self._view()), self._agent.id)
            if self._steps_left <= 0 and not decision.continues:
                return "steps"
            self._is_unfinished = decision.unfinished
            if decision.action.kind == "finish":
                self._record_step(decision, ActionOutcome(done=True), Change(), self._session.drain(self._index))
                return decision.stopped
            if self._is_out_of_patience() and decision.action in self._tried and not decision.asked:
                return "no_progress"
            if not self._carry_out(decision):
                return "left_the_page"

    def _reached_limit(self) -> StopReason | None:
        budget = self._budget
        if self._steps_left <= 0 and not self._is_unfinished:
            return "steps"
        if self._seconds_left <= 0:
            return "time"
        if self._session.cpu_seconds - self._replay_cpu_seconds >= budget.max_cpu_seconds:
            return "cpu"
        if self._recorder.evidence_bytes >= budget.max_evidence_bytes:
            return "evidence"
        return None

    def _is_out_of_patience(self) -> bool:
        return self._agent.patience is not None and self._unseen_streak >= self._agent.patience

    @property
    def _index(self) -> int:
        return len(self._recorder.steps)

    @property
    def _steps_left(self) -> int:
        looks = 0 if self._agent.look_is_a_step else 1
        return self._budget.max_steps - (self._index - looks - self._continued)

    @property
    def _seconds_left(self) -> float:
        wall_seconds_used = self._session.now() - self._began - self._replay_seconds
        wall_seconds_left = self._budget.max_wall_seconds - wall_seconds_used
        return min(self._page_seconds_left, wall_seconds_left)

    @property
    def _page_seconds_left(self) -> float:
        return self._budget.max_seconds - self._effects.used_ms / 1000

    @property
    def _now(self) -> Observation:
        return self._effects.now

    def _view(self) -> View:
        controls = self._now.inventory.controls
        return View(
            observation=self._now,
            page_facts=read_page_facts(self._session, controls),
            last=self._recorder.steps[-1] if self._recorder.steps else None,
            steps_left=self._steps_left,
            seconds_left=self._seconds_left,
            page_seconds_left=self._page_seconds_left,
            page_seconds_used=self._effects.used_ms / 1000,
            restless=not self._effects.is_calm,
            sight=read_sight(self._session, controls, moment=self._index) if self._agent.reads_window else NO_SIGHT,
        )

    def _begin_chapter(self, action: Action) -> None:
        """Begin the film's chapter of the next step."""
        title = f"{self._index} {action.kind} {action.target or action.value}".strip()[:80]
        self._session.chapter(title, self._index)

    def _carry_out(self, decision: Decision) -> bool:
        """Carry out one turn; return false if the page was left for good."""
        action = decision.action
        self._tried.add(action)
        self._begin_chapter(action)
        try:
            self._carry_out_put_back(decision)
            if decision.put_back and not self._is_there(action):
                return self._is_home() or self._return()
            before, outcome = self._approach(action)
            if not outcome.done:
                self._effects.now = before
                self._record_step(decision, outcome, Change(), self._session.drain(self._index))
                return True
            self._effects.before_action(pointed=_is_pointed(action))
            called = len(self._session.log.calls)
            outcome = self._effects.spend(lambda: self._session.act(action))
            change, happenings = self._effects.of(
                action, before, step=self._index, carried_out=outcome.done, held=outcome.held
            )
        except PageGoneError as gone:
            self._record_death(decision, gone)
            raise
        if action.kind == "reload" and self._now.inventory.text == self._text_at_first:
            change = change.model_copy(update={"as_at_first": True})
        left = "" if self._is_home() else self._now.url
        hidden_by = self._effects.hidden_by if outcome.done and _is_unseen(change) and not left else ""
        effect = self._replay(action, HiddenInput(called, before, self._now, outcome.held)) if hidden_by else None
        compared = None
        if effect and effect.change.seen:
            change = with_effect(change, effect.change)
            compared = save_comparison(effect.without, effect.then, self._recorder.folder, self._index)
        if change.seen:
            hidden_by = ""
        if hidden_by:
            is_known = self._answered[_identity(action)] > 0
            told = describe_hidden(hidden_by, is_replayed=effect is not None, is_known=is_known)
            outcome = replace(outcome, problem=outcome.problem or told)
        if left:
            outcome = replace(outcome, problem=f"left the page for {left[:200]}; gone back")
        replayed = effect.change.seen if effect else None
        self._record_step(
            decision, outcome, change, happenings, hidden_by=hidden_by, replayed=replayed, compared=compared
        )
        return not left or self._return()

    def _carry_out_put_back(self, decision: Decision) -> None:
        """Put settings back.

        An input that makes the page report something is a step of its own, so that nothing is lost or blamed on the
        next action.
        """
        for action in decision.put_back:
            before = self._now
            outcome = self._effects.put_back(action)
            happenings = self._session.drain(self._index)
            if happenings.page_errors or happenings.dialogs or happenings.popups or happenings.downloads:
                change = compare(before, self._now, happenings=happenings)
                self._record_step(Decision(action, "Put the setting back."), outcome, change, happenings)
                self._begin_chapter(decision.action)
            elif outcome.done:
                self._put_back.append(action)

    def _is_there(self, action: Action) -> bool:
        """Whether the control that an action names, if it does, is on the page."""
        return not action.ref or any(control.ref == action.ref for control in self._now.inventory.controls)

    def _replay(self, action: Action, hidden: HiddenInput) -> ReplayedEffect | None:
        """The effect of a hidden input; None if it is unknown."""
        if self._replays is None or not may_replay(action) or self._answered[_identity(action)] >= _ENOUGH_REPLAYS:
            return None
        began, cpu_seconds = self._session.now(), self._session.cpu_seconds
        effect = self._replays.find_effect(self._session.log.calls, hidden)
        self._replay_seconds += self._session.now() - began
        self._replay_cpu_seconds += self._session.cpu_seconds - cpu_seconds
        if effect and effect.change.seen:
            self._answered[_identity(action)] += 1
        return effect

    def _approach(self, action: Action) -> tuple[Observation, ActionOutcome]:
        """Move the pointer first, so that effects of hovering and scrolling are not attributed to the action."""
        if not _is_pointed(action):
            return self._now, ActionOutcome(done=True)
        hover = hover_over(action)
        outcome = self._effects.spend(lambda: self._session.act(hover))
        self._effects.let_rest()
        return self._session.observe(), outcome

    def _is_home(self) -> bool:
        here, home = url_parts(self._now.url), url_parts(self._home)
        return (here.scheme, here.netloc) == (home.scheme, home.netloc)

    def _return(self) -> bool:
        self._session.act(Back())
        self._session.settle(SETTLE_MS)
        self._effects.look()
        if not self._is_home():
            if not self._session.load(self._home).loaded:
                return False
            self._effects.look()
        return self._is_home()

    def _record_step(
        self,
        decision: Decision,
        outcome: ActionOutcome,
        change: Change,
        happenings: Happenings,
        *,
        hidden_by: HiddenBy = "",
        replayed: bool | None = None,
        compared: Comparison | None = None,
    ) -> None:
        self._ledger.meet(self._now.inventory.controls)
        canvas_texts = self._canvas_texts.note(self._now.inventory.canvas_texts)
        self._note_drawn_texts(decision.action)
        self._continued += decision.continues
        if outcome.done:
            self._ledger.use(decision.action.ref or decision.under)
        self._unseen_streak = 0 if change.seen else self._unseen_streak + 1
        step = Step(
            index=self._index,
            thought=decision.thought,
            check=decision.check,
            asked=decision.asked,
            put_back=tuple(self._put_back),
            action=decision.action,
            outcome="done" if outcome.done else "unreachable",
            problem=outcome.problem,
            cover=outcome.cover,
            moved_away=outcome.moved_away,
            press_went_to=outcome.press_went_to,
            hidden_by=hidden_by,
            replayed=replayed,
            compared=compared,
            change=change,
            console=happenings.console,
            page_errors=happenings.page_errors,
            failed_requests=happenings.failed_requests,
            library_answers=happenings.library_answers,
            popups=self._recorder.popups(self._index, happenings.seen_popups),
            downloads=happenings.files,
            screenshot=self._recorder.picture(self._index, self._now.screenshot),
            page_ms=self._session.page_ms,
            controls=len(self._now.inventory.controls),
            usable_controls=self._now.usable_controls,
            drawn_letters=self._now.drawn_letters,
            legibility=self._measure_legibility(decision.action),
            canvas_texts=canvas_texts,
            readings=self._readings.note(self._now.inventory.whole_text),
            read_ms=self._now.page_ms,
        )
        self._put_back.clear()
        self._recorder.scene(step.index, self._now)
        self._recorder.note(step, happenings.effort)

    def _measure_legibility(self, action: Action) -> Legibility | None:
        """Measure the window unless the page is gone."""
        if action.kind == "finish" or self._session.crashed:
            return None
        return self._legibility.note(self._now)

    def _note_drawn_texts(self, action: Action) -> None:
        """Note the visible texts. The focus scrolls boxes that no pointer can scroll, so not after Tab."""
        self._is_tabbed = (self._is_tabbed or action.value == "Tab") and not action.begins_anew
        if not self._is_tabbed:
            self.drawn_texts |= self._now.drawn_texts

    def _record_death(self, decision: Decision, gone: PageGoneError) -> None:
        """Record the action under which the page died."""
        outcome = ActionOutcome(done=True, problem=f"the page died: {gone}")
        self._record_step(decision, outcome, Change(), self._session.drain(self._index))


def _identity(action: Action) -> tuple[str, ...]:
    return action.kind, action.selector, action.value, str(action.x), str(action.y)


def _is_unseen(change: Change) -> bool:
    """Whether no visible change was noticed, even if a sound was."""
    return not change.seen or change.only_sounded


def _is_pointed(action: Action) -> bool:
    return action.is_pointing and (action.names_element or action.x is not None)
