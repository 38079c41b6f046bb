"""`Crawler`: the deterministic agent, without a model or randomness: it tests a page as a patient tester would."""

from collections import Counter, deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from pytest_cookie.core.action import Action, Reload, Wait
from pytest_cookie.core.case import Case
from pytest_cookie.core.game_play import GamePlay
from pytest_cookie.core.page import Control
from pytest_cookie.core.trace import Step
from pytest_cookie.exploration.agent_protocol import Agent, Briefing, Decision, View
from pytest_cookie.exploration.crawler.closing_round import ClosingRound
from pytest_cookie.exploration.crawler.dialogs import DialogHandler
from pytest_cookie.exploration.crawler.drags import Drags
from pytest_cookie.exploration.crawler.excursion import Excursion
from pytest_cookie.exploration.crawler.follow_ups import FollowUps, list_cells
from pytest_cookie.exploration.crawler.forms import PageContext, find_form, plan_form
from pytest_cookie.exploration.crawler.game_play import RehearsedGame
from pytest_cookie.exploration.crawler.games import is_played, plan_game, point_at_canvas
from pytest_cookie.exploration.crawler.own_tactics import make_own_tactics
from pytest_cookie.exploration.crawler.pickers import is_choice
from pytest_cookie.exploration.crawler.plan import (
    DESTRUCTIVE,
    OFF_SITE,
    START,
    Candidate,
    Memory,
    act_on,
    describe_control,
    is_field,
    rank_candidates,
)
from pytest_cookie.exploration.crawler.repeats import is_productive
from pytest_cookie.exploration.crawler.settings import Settings, describe_put_back
from pytest_cookie.exploration.crawler.trial_steps import (
    choose_options,
    describe_row,
    describe_thought,
    is_obsolete,
    move_slider,
    open_by_pointer,
    point_at,
)
from pytest_cookie.exploration.tactic import Phase, Tactic, Turn

_MAX_OFF_SITE = 2  # a page that leaves twice leaves again
_STEPS_FOR_ALL_OF_A_KIND = 26  # later, other kinds of controls are worth more
_ENOUGH_OF_A_KIND = 3  # first, second and a later one show how all of a kind work
_A_FEW_OF_A_KIND = 6  # few enough to try each
_STEPS_WORTH_A_RELOAD = 3  # the reload, a press, and a look at its effect
_STEPS_FOR_A_REMOVAL = 5  # the press, its confirmation, undo, and checks
_TACTICS_IN_A_RUN = 4  # so many could share all steps; the built-in ones take a seventh at most on the samples
_GAME_WAITS_AT_LEAST, _GAME_WAITS = 2, 5


_Plan = Callable[[Case, View], Decision | None]


class Crawler(Agent):
    """Plans every turn from the inventory; forms, dialogs, games and the closing round have their own files.

    A scheduler: at every turn its own plans and the `tactics` of checks are asked in the order of their worth, and the
    first step that is proposed is taken. Of equal worth, tactics come first, in their order. A tactic that has had its
    share of the steps is not asked again, so none can starve the others. If fewer steps are left than there are kinds
    of controls, those that the brief mentions are tried first.
    """

    name = "crawler"

    def __init__(self, tactics: Mapping[str, Sequence[Tactic]] | None = None) -> None:
        """`tactics` are those of checks, by the id of the check."""
        self._checks = {tactic: check for check, listed in (tactics or {}).items() for tactic in listed}
        self._game = RehearsedGame()
        self._tactics = [self._game, *self._checks, *make_own_tactics()]
        self._taken: Counter[Tactic] = Counter()
        self._plans = self._order_plans()
        self._memory = Memory()
        self._queue: deque[Decision] = deque()
        self._dialogs = DialogHandler()
        self._closing = ClosingRound(partial(self._ask_tactics, "reloaded"))
        self._texts: list[str] = []
        self._named_keys: dict[str, None] = {}
        self._steps_at_first = self._off_site = 0
        self._played = self._has_reloaded_for_hidden = False
        self._kinds_at_first: frozenset[str] = frozenset()
        self._pointer_turn = 0
        self._follow_ups = FollowUps(self._memory, self._dialogs)
        self._excursion = Excursion()
        self._settings = Settings()
        self._productive: Action | None = None
        self._waits = 0
        self._removed = False
        self._drags = Drags()
        self._hovered: set[str] = set()
        self._taken_empty: set[str] = set()

    def receive_briefing(self, briefing: Briefing) -> None:
        """Take the rehearsal."""
        self._game.rehearsal = briefing.rehearsal

    def find_play(self) -> GamePlay | None:
        """How far it came in a game."""
        return self._game.play

    def decide(self, case: Case, view: View) -> Decision:
        """Return the first step that the page and the budget allow, in order of priority."""
        self._remember(view)
        self._case = case
        if self._closing.is_due(view):
            return self._ask_tactics("closing", view) or self._closing.next(view)
        for plan in self._plans:
            if decision := plan(case, view):
                return decision
        return self._closing.next(view)

    def _order_plans(self) -> list[_Plan]:
        """The crawler's own plans and the tactics, the most urgent first."""
        plans: list[tuple[int, _Plan]] = [
            (95, self._plan_follow_up),
            (90, self._next_queued),
            (85, self._retry_form),
            (60, self._handle_dialog),
            (55, self._explore_elsewhere),
            (50, self._press_start),
            (35, self._play_game),
            (25, self._check_persistence),
            (20, self._remove_something),
            (15, self._try_control),
            (10, self._try_extra),
            (5, self._reload_for_hidden),
        ]
        asked: list[tuple[int, _Plan]] = [
            (tactic.worth, partial(self._ask, tactic, "open")) for tactic in self._tactics if "open" in tactic.phases
        ]
        return [plan for _, plan in sorted([*asked, *plans], key=lambda pair: -pair[0])]

    def _ask(self, tactic: Tactic, phase: Phase, case: Case, view: View) -> Decision | None:
        if phase == "open" and self._taken[tactic] >= max(1, self._steps_at_first // _TACTICS_IN_A_RUN):
            return None
        room, spare = self._remaining_room(view), self._closing.spare_steps(view)
        decision = tactic.propose(Turn(case, view, room, spare, phase, self._follow_ups.find_undo(view)))
        self._taken[tactic] += decision is not None
        return decision and replace(decision, check=self._checks.get(tactic, ""))

    def _ask_tactics(self, phase: Phase, view: View) -> Decision | None:
        """The first proposal for a phase of the closing round."""
        asked = (self._ask(tactic, phase, self._case, view) for tactic in self._tactics if phase in tactic.phases)
        return next((decision for decision in asked if decision), None)

    def _remember(self, view: View) -> None:
        self._memory.look(view)
        for tactic in self._tactics:
            tactic.look(view)
        self._steps_at_first = self._steps_at_first or view.steps_left
        self._excursion.look(view)
        self._settings.look(view)
        self._drags.look(view)
        self._follow_ups.look(view)
        self._named_keys.update(dict.fromkeys(view.page_facts.named_keys))
        controls = view.observation.inventory.controls
        self._kinds_at_first = self._kinds_at_first or frozenset(control.kind for control in controls)
        if view.last and is_productive(view.last):
            self._productive = view.last.action
        text = view.observation.inventory.whole_text
        if text not in self._texts[-3:]:
            self._texts.append(text)

    def _remaining_room(self, view: View) -> int:
        return view.steps_left - self._closing.reserved_steps(view)

    # --- steps by priority, most urgent first ---

    def _plan_follow_up(self, case: Case, view: View) -> Decision | None:
        """Plan what the last step calls for, before anything already planned."""
        if resuming := self._closing.after_reload(view):
            return resuming
        last = view.last
        if last and last.action.kind == "reload" and last.change.as_at_first and self._productive:
            self._queue.append(
                Decision(
                    self._productive,
                    "The page is back in its first state. Repeat the change, so that a reload has something to lose.",
                )
            )
        self._queue.extendleft(reversed(self._follow_ups.plan_urgent(view)))
        return None

    def _next_queued(self, _: Case, view: View) -> Decision | None:
        """Continue with planned steps, as long as their controls and their form still exist."""
        last = view.last
        if last and last.action.kind == "click" and last.change.fields_gone and not is_choice(last):
            self._forget_unfilled(last)
            self._queue.clear()
        there = {control.ref: control for control in view.observation.inventory.controls}
        while self._queue:
            decision = self._queue.popleft()
            control = there.get(decision.action.ref)
            if is_obsolete(decision, view):
                continue
            if not decision.action.ref or (control and not control.disabled):
                return decision
            if control and decision.action.intent == "valid":
                self._memory.forget(control)  # a button that sends may be enabled later
        return None

    def _forget_unfilled(self, last: Step) -> None:
        """Forget the fields of a form that the page took while it was empty: they are filled in when they are back."""
        form = self._follow_ups.sent
        if form is None or last.action.intent != "invalid" or not self._queue or not form.fields:
            return
        self._taken_empty.add(form.fields[0][0].ref)
        for control, _ in form.fields:
            self._memory.forget(control)

    def _retry_form(self, case: Case, view: View) -> Decision | None:
        follow_ups = self._follow_ups
        steps = follow_ups.plan_retry(case, view) or follow_ups.plan_another_entry(case, view)
        steps = steps or follow_ups.plan_own_removal(view)
        self._queue.extend(steps if len(steps) <= self._remaining_room(view) else [])
        return self._next_queued(case, view)

    def _handle_dialog(self, case: Case, view: View) -> Decision | None:
        """A dialog blocks the page: use it a little, then close it."""
        inside = self._dialogs.inside(view)
        if inside is None:
            return None
        refs = {control.ref for control in inside}
        open_ones = [candidate for candidate in rank_candidates(view, self._memory) if candidate.control.ref in refs]
        useful = [one for one in open_ones if not self._dialogs.closes(one.control) and one.tier != DESTRUCTIVE]
        if useful and self._dialogs.has_patience():
            useful.sort(key=lambda candidate: not is_field(candidate.control))
            return self._use_control(useful[0], case, view)
        return self._dialogs.leave(inside)

    def _explore_elsewhere(self, case: Case, view: View) -> Decision | None:
        """On another page of the site: try new controls there, then go back."""
        if not self._excursion.is_away:
            return None
        fresh = next(
            (candidate for candidate in rank_candidates(view, self._memory) if candidate.tier in (START, START + 1)),
            None,
        )
        return self._use_control(fresh, case, view) if fresh and self._excursion.stay() else self._excursion.back()

    def _press_start(self, case: Case, view: View) -> Decision | None:
        first = next(iter(rank_candidates(view, self._memory)), None)
        if first is None or first.tier != START:
            return None
        self._memory.try_now(first.control)
        return Decision(
            act_on(first.control, "click"),
            f"The {describe_control(first.control)} seems to start the page: what follows?",
        )

    def _play_game(self, case: Case, view: View) -> Decision | None:
        """Play a game: first keys, then waiting, then the pointer."""
        if not is_played(case, view):
            return None
        if not self._played:
            self._played = True
            text = "\n".join(self._texts)
            self._queue.extend(
                plan_game(case, view, text=text, named=tuple(self._named_keys), room=self._remaining_room(view))
            )
        return self._next_queued(case, view) or self._point_at_canvas(view) or self._wait_for_end(case, view)

    def _wait_for_end(self, case: Case, view: View) -> Decision | None:
        """Wait: an untouched game ends soon, and then it can be restarted."""
        if case.domain != "games" or self._waits >= _GAME_WAITS or self._remaining_room(view) < _STEPS_WORTH_A_RELOAD:
            return None
        change = view.last.change if view.last and view.last.action.kind == "wait" else None
        goes_on = change is None or bool(change.appeared_text)
        if self._waits and not (view.restless and (goes_on or self._waits < _GAME_WAITS_AT_LEAST)):
            return None
        self._waits += 1
        return Decision(Wait(value="4000"), "Wait longer: does it end by itself?")

    def _point_at_canvas(self, view: View) -> Decision | None:
        """Try the pointer on a canvas."""
        decision = point_at_canvas(view, self._pointer_turn)
        self._pointer_turn += decision is not None
        return decision

    def _check_persistence(self, case: Case, view: View) -> Decision | None:
        """Before removing anything, reload the page: do all changes survive?"""
        if self._removed or not self._productive or is_played(case, view) or self._remaining_room(view) <= 1:
            return None
        other_steps = [
            candidate for candidate in rank_candidates(view, self._memory) if self._is_wanted(candidate, view)
        ]
        destructive = [candidate for candidate in other_steps if candidate.tier == DESTRUCTIVE]
        is_next = destructive and (
            len(other_steps) == len(destructive) or self._remaining_room(view) <= _STEPS_FOR_A_REMOVAL + 1
        )
        return self._closing.reload(view) if is_next else None

    def _remove_something(self, case: Case, view: View) -> Decision | None:
        """Remove one thing late, but before the time is up."""
        if self._removed or not 0 < self._remaining_room(view) <= _STEPS_FOR_A_REMOVAL:
            return None
        found = [candidate for candidate in rank_candidates(view, self._memory) if candidate.tier == DESTRUCTIVE]
        in_rows = [item for item in found if item.detail.within] or [one for one in found if one.of_kind > 1]
        best = next(iter(in_rows or found), None)
        return self._use_control(best, case, view) if best else None

    def _try_control(self, case: Case, view: View) -> Decision | None:
        """Try one control of each kind before the second of any, with extras in between."""
        if paused := self._settings.find_paused(view):
            self._memory.try_now(paused)
            return Decision(act_on(paused, "click"), "Go on: a pause would silence everything that is tried next.")
        wanted = [candidate for candidate in rank_candidates(view, self._memory) if self._is_wanted(candidate, view)]
        if not wanted:
            return None
        best = wanted[0]
        if len({self._memory.kind_of(one.control) for one in wanted}) > self._remaining_room(view):
            best = next(one for one in rank_candidates(view, self._memory, case.brief) if self._is_wanted(one, view))
        best = self._prefer_fields(best, case, view)
        put_back = self._settings.plan(view, [best.control, *(candidate.control for candidate in wanted)])
        extra = self._try_extra(case, view) if best.nth_of_kind else None
        decision = extra or self._use_control(best, case, view)
        return replace(decision, thought=describe_put_back(put_back) + decision.thought, put_back=put_back)

    def _prefer_fields(self, best: Candidate, case: Case, view: View) -> Candidate:
        """Before a button that submits a form, choose its fields."""
        form = find_form(best.control, view.observation.inventory.controls, view.page_facts)
        refs = {one.ref for one, _ in form.fields if is_field(one)}
        if form.submit is None or form.submit.ref != best.control.ref:
            return best
        return next(
            (candidate for candidate in rank_candidates(view, self._memory) if candidate.control.ref in refs),
            best,
        )

    def _try_extra(self, _: Case, view: View) -> Decision | None:
        """Drag a draggable element, or point at a canvas."""
        return self._drags.next(view) or self._point_at_canvas(view)

    def _reload_for_hidden(self, case: Case, view: View) -> Decision | None:
        """Reload once, so that controls hidden by a filter or a deletion can be tried."""
        in_sight = {control.kind for control in view.observation.inventory.controls}
        untried_and_hidden = self._kinds_at_first - in_sight - self._memory.tries_of_kind.keys()
        too_late = self._remaining_room(view) < _STEPS_WORTH_A_RELOAD
        if self._has_reloaded_for_hidden or too_late or not untried_and_hidden or is_played(case, view):
            return None
        self._has_reloaded_for_hidden = True
        return Decision(
            Reload(),
            "Some untried controls disappeared: does a reload bring them back?",
        )

    # --- how a control is used ---

    def _is_wanted(self, prospect: Candidate, view: View) -> bool:
        """Later on, skip the fourth and further controls of a kind: they reveal little, and every step costs."""
        if prospect.tier == OFF_SITE:
            return self._off_site < _MAX_OFF_SITE
        if prospect.tier == DESTRUCTIVE or prospect.of_kind <= _A_FEW_OF_A_KIND:
            return True
        is_late = self._steps_at_first - view.steps_left >= _STEPS_FOR_ALL_OF_A_KIND
        return not is_late or prospect.nth_of_kind < _ENOUGH_OF_A_KIND

    def _use_control(self, prospect: Candidate, case: Case, view: View) -> Decision:
        control, detail = prospect.control, prospect.detail
        if detail.hidden_menu and control.ref not in self._hovered:
            self._hovered.add(control.ref)
            return open_by_pointer(control)
        self._memory.try_now(control)
        if prospect.tier == OFF_SITE:
            self._off_site += 1
            return point_at(control)
        if is_field(control):
            return self._fill_form(control, case, view)
        if control.tag == "select" or control.role == "slider":
            first, *other_steps = choose_options(prospect) if control.tag == "select" else move_slider(control)
            self._queue.extend(other_steps)
            return first
        self._removed = self._removed or prospect.tier == DESTRUCTIVE
        action = act_on(control, "click").model_copy(update={"within": describe_row(detail, view)})
        if detail.movable and not action.purpose:
            action = action.model_copy(update={"purpose": "move"})
        return Decision(action, describe_thought(prospect))

    def _fill_form(self, control: Control, case: Case, view: View) -> Decision:
        controls = view.observation.inventory.controls
        form = find_form(control, controls, view.page_facts)
        for item in (*(field for field, _ in form.fields), *form.ticks, *form.pickers):
            self._memory.try_now(item, counts=item is control)
        if form.submit and not form.is_guessed:
            self._memory.try_now(form.submit)
        self._follow_ups.sent = form
        page = PageContext(case.language, text=view.observation.inventory.text, cells=list_cells(view))
        taken = control.ref in self._taken_empty
        first, *other_steps = plan_form(form, page, room=self._remaining_room(view), may_be_empty=taken) or [
            Decision(act_on(control, "click"), "Press it.")
        ]
        self._queue.extend(other_steps)
        return first
