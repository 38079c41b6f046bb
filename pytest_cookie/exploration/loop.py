"""The observe–think–act loop (Cookie-Bench 4.1, stage 2): a policy decides, the session acts, every change is kept."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar
from urllib.parse import urlsplit

from pytest_cookie.browser.errors import PageGoneError, PageScriptError, TimeIsUpError
from pytest_cookie.browser.observation import ActionOutcome, Happenings, Observation
from pytest_cookie.browser.session import Session
from pytest_cookie.core.case import Case
from pytest_cookie.core.trace import Action, Change, Step, StopReason, Trace
from pytest_cookie.exploration.change import compare, stir
from pytest_cookie.exploration.coverage import CoverageLedger
from pytest_cookie.exploration.page_scripts import run_script
from pytest_cookie.exploration.pictures import changed_share
from pytest_cookie.exploration.policy import Decision, Policy, View
from pytest_cookie.exploration.recorder import Recorder
from pytest_cookie.exploration.summary import summarize
from pytest_cookie.exploration.surroundings import look_around
from pytest_cookie.exploration.volatile import COLUMNS, ROWS, Stillness, Volatile

FIRST_LOOK_MS = 1_200
GLANCE_MS = 80
IDLE_MS = 220
MAX_IDLE_PAIRS = 4
SETTLE_MS = 900
RESTLESS_SETTLE_MS = 350
_PRESSES = frozenset({"click", "double_click", "right_click"})
_POINTED = _PRESSES | {"type", "clear", "select", "drag"}
_ACTING = _PRESSES | {"press", "hold", "drag", "select", "type"}
_FIELD_ROLES = frozenset({"textbox", "searchbox", "combobox", "spinbutton", "listbox"})
_RESTLESS_SHARE = 0.25

T = TypeVar("T")

_NEW_GROUND = frozenset({"resize", "reload", "back"})


@dataclass(frozen=True)
class Budget:
    """What an exploration may cost.

    `max_seconds` is page time in which the page is used or waited for; looking at it does not count, so that a busy
    machine does not see less. `max_wall_seconds` bounds the walk, `max_item_seconds` both sessions together with
    their second tries.
    """

    max_steps: int = 30
    max_seconds: float = 25.0
    max_wall_seconds: float = 600.0
    max_item_seconds: float = 900.0


class Exploration:
    """One walk through a loaded page. `run` once; the session is left where the walk ended."""

    def __init__(self, *, session: Session, policy: Policy, case: Case, budget: Budget, recorder: Recorder) -> None:
        self._session = session
        self._policy = policy
        self._case = case
        self._budget = budget
        self._recorder = recorder
        self._ledger = CoverageLedger()
        self._stillness = Stillness()
        self._done: set[Action] = set()
        self._unseen_in_a_row = 0
        self._restless = 0.0
        self._used_ms = 0
        self._hidden = ""
        self._began = time.monotonic()

    def run(self) -> Trace:
        """Look, then think and act until the budget, the policy or the page ends it.

        Raises `BrowserError`, and `TimeIsUpError` where there was no time for a single step.
        """
        try:
            self._first_look()
            stopped = self._walk()
        except PageGoneError:
            stopped = "crashed"
        except TimeIsUpError:
            if not self._recorder.steps:
                raise
            stopped = "time"
        steps = tuple(self._recorder.steps)
        coverage = self._ledger.coverage
        return Trace(
            policy=self._policy.name,
            steps=steps,
            stopped=stopped,
            coverage=coverage,
            summary=summarize(steps, coverage, stopped),
            restless=self._restless,
        )

    def _first_look(self) -> None:
        first = self._session.observe()
        self._home = first.url
        self._spend(lambda: self._session.wait(FIRST_LOOK_MS))
        self._now = self._session.observe()
        self._pair = Volatile.between(first, self._now)
        self._stillness.learn(self._pair)
        self._text_at_first = self._now.inventory.text
        self._restless = changed_share(first.screenshot, self._now.screenshot)
        thought = "What does the page show before anyone touches it, and what moves by itself?"
        look = Decision(Action(kind="look"), thought)
        self._note(look, ActionOutcome(done=True), Change(), self._session.drain(0))

    def _walk(self) -> StopReason:
        while True:
            if len(self._recorder.steps) >= self._budget.max_steps:
                return "steps"
            if self._seconds_left <= 0:
                return "time"
            decision = self._policy.decide(self._case, self._view())
            if decision.action.kind == "finish":
                self._note(decision, ActionOutcome(done=True), Change(), self._session.drain(self._index))
                return decision.stopped
            if self._has_lost_patience() and decision.action in self._done:
                return "no_progress"
            if not self._take(decision):
                return "left_the_page"

    def _has_lost_patience(self) -> bool:
        return self._policy.patience is not None and self._unseen_in_a_row >= self._policy.patience

    @property
    def _index(self) -> int:
        return len(self._recorder.steps)

    @property
    def _seconds_left(self) -> float:
        on_the_wall = self._budget.max_wall_seconds - (time.monotonic() - self._began)
        return min(self._page_seconds_left, on_the_wall)

    @property
    def _page_seconds_left(self) -> float:
        return self._budget.max_seconds - self._used_ms / 1000

    def _spend(self, work: Callable[[], T]) -> T:
        """Do what lets page time pass, and count it."""
        began = self._session.page_ms
        result = work()
        self._used_ms += self._session.page_ms - began
        return result

    def _view(self) -> View:
        controls = self._now.inventory.controls
        return View(
            observation=self._now,
            surroundings=look_around(self._session, controls),
            last=self._recorder.steps[-1] if self._recorder.steps else None,
            steps_left=self._budget.max_steps - self._index,
            seconds_left=self._seconds_left,
            page_seconds_left=self._page_seconds_left,
            restless=not self._pair.calm,
        )

    def _take(self, decision: Decision) -> bool:
        """One turn; false where the page was left for good."""
        action = decision.action
        self._done.add(action)
        self._session.chapter(f"{self._index} {action.kind} {action.target or action.value}".strip()[:80])
        try:
            before, outcome = self._approach(action)
            if not outcome.done:
                self._now = before
                self._note(decision, outcome, Change(), self._session.drain(self._index))
                return True
            outcome = self._spend(lambda: self._session.act(action))
            change, happenings = self._consequences(action, before)
        except PageGoneError as gone:
            self._note_death(decision, gone)
            raise
        if outcome.done and not change.seen and self._hidden:
            outcome = ActionOutcome(done=True, problem=self._hidden)
        left = "" if self._is_home() else self._now.url
        if left:
            outcome = ActionOutcome(outcome.done, f"left the page for {left[:200]}; gone back")
        self._note(decision, outcome, change, happenings)
        return not left or self._return()

    def _approach(self, action: Action) -> tuple[Observation, ActionOutcome]:
        """Bring the pointer to the place first: what hovering and scrolling do is not the action's effect."""
        if action.kind not in _POINTED or (not action.ref and not action.selector and action.x is None):
            return self._now, ActionOutcome(done=True)
        hover = action.model_copy(update={"kind": "hover", "value": ""})
        outcome = self._spend(lambda: self._session.act(hover))
        if self._moving() or not self._pair.calm:
            self._spend(lambda: self._session.settle(RESTLESS_SETTLE_MS))
        return self._session.observe(), outcome

    def _consequences(self, action: Action, before: Observation) -> tuple[Change, Happenings]:
        quiet, calm_before = self._stillness.known, self._pair
        self._hidden = _hiding(quiet) if action.kind in _ACTING else ""
        if action.kind in _NEW_GROUND:
            self._stillness.forget()
        self._spend(lambda: self._session.wait(GLANCE_MS))
        moving = self._moving()
        stayed_restless = self._settle()
        after = self._session.observe()
        self._now = after
        self._pair = self._idle_pair(after, stayed_restless)
        happenings = self._session.drain(self._index)
        change = compare(before, after, quiet=quiet, happenings=happenings)
        stirred = stir(calm_before, self._pair) if action.kind not in _NEW_GROUND else ""
        if stirred:
            change = change.model_copy(update={"seen": True, "states": (*change.states, stirred)})
        elif self._might_be_focus_mark(action, change):
            change = self._without_focus_mark(action, before, change, quiet)
        as_at_first = action.kind == "reload" and after.inventory.text == self._text_at_first
        update = {"animated": moving > quiet.animations, "as_at_first": as_at_first}
        return change.model_copy(update=update), happenings

    def _moving(self) -> int:
        try:
            told = run_script(self._session, "glance")
        except PageScriptError:
            return 0  # the document is just being replaced
        running = told.get("running") if isinstance(told, dict) else 0
        return running if isinstance(running, int) else 0

    def _settle(self) -> bool:
        """Whether something still moved when patience ended."""
        cap = SETTLE_MS if self._pair.calm else RESTLESS_SETTLE_MS
        began = self._session.page_ms
        self._spend(lambda: self._session.settle(cap))
        return self._session.page_ms - began >= cap - 20

    def _idle_pair(self, after: Observation, stayed_restless: bool) -> Volatile:
        """What moves though nobody acts. What ends within a second, such as a long transition, is waited for."""
        may_move = stayed_restless or after.running_animations or after.inventory.canvases or not self._pair.calm
        if not may_move:
            return Volatile()
        pair, earlier = Volatile(), after
        for _ in range(1 if not self._pair.calm else MAX_IDLE_PAIRS):
            self._spend(lambda: self._session.wait(IDLE_MS))
            self._now = self._session.observe()
            pair, earlier = Volatile.between(earlier, self._now), self._now
            if pair.calm:
                break
        self._stillness.learn(pair)
        return pair

    def _might_be_focus_mark(self, action: Action, change: Change) -> bool:
        return action.kind in _PRESSES and action.role not in _FIELD_ROLES and change.seen

    def _without_focus_mark(self, action: Action, before: Observation, change: Change, quiet: Volatile) -> Change:
        """A ring around a pressed button says that it was pressed, not that it did anything: take the focus away."""
        controls = before.inventory.controls
        pressed = tuple(one.box for one in controls if one.ref == action.ref)
        lost = tuple(one.box for one in controls if one.selector == before.focus)
        told = change.states or change.dialogs or change.popups or change.downloads
        if told or not pressed or compare(before, self._now, quiet=quiet, around=pressed + lost).seen:
            return change
        self._session.evaluate("() => { if (document.activeElement) document.activeElement.blur(); return null; }")
        self._spend(lambda: self._session.settle(RESTLESS_SETTLE_MS))
        self._now = self._session.observe()
        rest = compare(before, self._now, quiet=quiet, around=lost)
        return change if rest.seen else change.model_copy(update={"seen": False})

    def _is_home(self) -> bool:
        here, home = urlsplit(self._now.url), urlsplit(self._home)
        return (here.scheme, here.netloc) == (home.scheme, home.netloc)

    def _return(self) -> bool:
        self._session.act(Action(kind="back"))
        self._session.settle(SETTLE_MS)
        self._now = self._session.observe()
        if not self._is_home():
            if not self._session.load(self._home).loaded:
                return False
            self._now = self._session.observe()
        return self._is_home()

    def _note(self, decision: Decision, outcome: ActionOutcome, change: Change, happenings: Happenings) -> None:
        self._ledger.meet(self._now.inventory.controls)
        if outcome.done:
            self._ledger.use(decision.action.ref or decision.under)
        self._unseen_in_a_row = 0 if change.seen else self._unseen_in_a_row + 1
        step = Step(
            index=self._index,
            thought=decision.thought,
            action=decision.action,
            outcome="done" if outcome.done else "unreachable",
            problem=outcome.problem,
            change=change,
            console=happenings.console,
            page_errors=happenings.page_errors,
            failed_requests=happenings.failed_requests,
            popups=self._recorder.popups(self._index, happenings.seen_popups),
            downloads=happenings.files,
            screenshot=self._recorder.picture(self._index, self._now.screenshot),
            page_ms=self._now.page_ms,
        )
        self._recorder.note(step, happenings.effort)

    def _note_death(self, decision: Decision, gone: PageGoneError) -> None:
        """The last line of a page that died under the action."""
        outcome = ActionOutcome(done=True, problem=f"the page died: {gone}")
        self._note(decision, outcome, Change(), self._session.drain(self._index))


def _hiding(quiet: Volatile) -> str:
    """Where much moves by itself, that nothing was seen means nothing: the step says so."""
    if quiet.canvases:
        return "a canvas moves by itself: what this changed on it cannot be told"
    if len(quiet.cells) > _RESTLESS_SHARE * ROWS * COLUMNS:
        return "much of the window moves by itself: what this changed there cannot be told"
    return ""
