"""`Crawler`: the deterministic policy. No model, no chance: it tries a page the way a patient tester would."""

from collections import deque

from pytest_cookie.core.case import Case
from pytest_cookie.core.page import Control
from pytest_cookie.core.trace import Action
from pytest_cookie.exploration.agent_protocol import Agent, Decision, View
from pytest_cookie.exploration.crawler.closing_round import Closing
from pytest_cookie.exploration.crawler.dialogs import DialogManners
from pytest_cookie.exploration.crawler.excursion import Excursion
from pytest_cookie.exploration.crawler.follow_ups import FollowUps, cells_of_lists
from pytest_cookie.exploration.crawler.forms import Page, errands, form_around
from pytest_cookie.exploration.crawler.games import is_played, play, point_at_canvas
from pytest_cookie.exploration.crawler.plan import (
    DESTRUCTIVE,
    OFF_SITE,
    START,
    Memory,
    Prospect,
    called,
    is_field,
    on,
    prospects,
)
from pytest_cookie.exploration.crawler.repeats import Repeats, is_productive
from pytest_cookie.exploration.crawler.shortcuts import Shortcuts
from pytest_cookie.exploration.crawler.trial_steps import (
    choose,
    drag,
    is_answered,
    open_by_pointer,
    point_at,
    row_of,
    slide,
    thought_of,
)

_MAX_OFF_SITE = 2
_STEPS_FOR_ALL_OF_A_KIND = 26
_ENOUGH_OF_A_KIND = 3
_A_FEW_OF_A_KIND = 6
_STEPS_WORTH_A_RELOAD = 3
_STEPS_FOR_A_REMOVAL = 5
_GAME_WAITS_AT_LEAST, _GAME_WAITS = 2, 5


class Crawler(Agent):
    """Plans over the inventory anew at every turn; forms, dialogs, games and the closing round have their own files."""

    name = "crawler"

    def __init__(self) -> None:
        self._memory = Memory()
        self._queue: deque[Decision] = deque()
        self._dialogs = DialogManners()
        self._closing = Closing()
        self._texts: list[str] = []
        self._named_keys: dict[str, None] = {}
        self._steps_at_first = self._off_site = 0
        self._played = self._renewed = False
        self._kinds_at_first: frozenset[str] = frozenset()
        self._pointer_turn = 0
        self._sequels = FollowUps(self._memory, self._dialogs)
        self._repeats = Repeats()
        self._shortcuts = Shortcuts()
        self._excursion = Excursion()
        self._productive: Action | None = None
        self._waits = 0
        self._removed = False
        self._dragged: set[str] = set()
        self._hovered: set[str] = set()

    def decide(self, case: Case, view: View) -> Decision:
        """The first of its wishes that the page and the budget allow."""
        self._remember(view)
        if self._closing.is_due(view):
            return self._closing.next(view)
        urgent = self._sequel, self._queued, self._retry, self._again, self._in_dialog, self._elsewhere, self._start
        rest = self._keeping, self._removal, self._control, self._extra, self._afresh
        for wish in (*urgent, self._play, self._keys, *rest):
            if decision := wish(case, view):
                return decision
        return self._closing.next(view)

    def _remember(self, view: View) -> None:
        self._memory.look(view)
        self._steps_at_first = self._steps_at_first or view.steps_left
        self._excursion.look(view)
        self._named_keys.update(dict.fromkeys(view.surroundings.named_keys))
        controls = view.observation.inventory.controls
        self._kinds_at_first = self._kinds_at_first or frozenset(control.kind for control in controls)
        if view.last and is_productive(view.last):
            self._productive = view.last.action
        text = view.observation.inventory.text
        if text not in self._texts[-3:]:
            self._texts.append(text)

    def _room(self, view: View) -> int:
        return view.steps_left - self._closing.steps_kept(view)

    # --- wishes, most urgent first ---

    def _sequel(self, case: Case, view: View) -> Decision | None:
        """What the last step calls for, before anything that is under way."""
        if resuming := self._closing.after_reload(view):
            return resuming
        last = view.last
        if last and last.action.kind == "reload" and last.change.as_at_first and self._productive:
            self._queue.append(Decision(self._productive, "All is as at first; once more, to have something to lose."))
        self._queue.extendleft(reversed(self._sequels.at_once(view)))
        return None

    def _queued(self, _: Case, view: View) -> Decision | None:
        """What is under way comes first, as long as its controls are still there, and its form is."""
        if view.last and view.last.action.kind == "click" and view.last.change.fields_gone:
            self._queue.clear()
        there = {control.ref for control in view.observation.inventory.controls if not control.disabled}
        while self._queue:
            decision = self._queue.popleft()
            if is_answered(decision, view):
                continue
            if not decision.action.ref or decision.action.ref in there:
                return decision
        return None

    def _retry(self, case: Case, view: View) -> Decision | None:
        steps = self._sequels.retry(case, view) or self._sequels.enter_another(case, view)
        self._queue.extend(steps if len(steps) <= self._room(view) else [])
        return self._queued(case, view)

    def _again(self, case: Case, view: View) -> Decision | None:
        """What worked is done again; in a game that is the player's affair."""
        return None if is_played(case, view) else self._repeats.next(view, room=self._room(view))

    def _in_dialog(self, case: Case, view: View) -> Decision | None:
        """A dialog blocks the rest: use it a little, then close it."""
        inside = self._dialogs.inside(view)
        if inside is None:
            return None
        refs = {control.ref for control in inside}
        open_ones = [one for one in prospects(view, self._memory) if one.control.ref in refs]
        useful = [one for one in open_ones if not self._dialogs.closes(one.control) and one.tier != DESTRUCTIVE]
        if useful and self._dialogs.has_patience():
            return self._use(useful[0], case, view)
        return self._dialogs.leave(inside)

    def _elsewhere(self, case: Case, view: View) -> Decision | None:
        """On another page of the site: try what is new there, then go back."""
        if not self._excursion.is_away:
            return None
        fresh = next((one for one in prospects(view, self._memory) if one.tier in (START, START + 1)), None)
        return self._use(fresh, case, view) if fresh and self._excursion.stay() else self._excursion.back()

    def _start(self, case: Case, view: View) -> Decision | None:
        first = next(iter(prospects(view, self._memory)), None)
        if first is None or first.tier != START:
            return None
        self._memory.try_now(first.control)
        return Decision(on(first.control, "click"), f"The {called(first.control)} seems to begin it all: what follows?")

    def _play(self, case: Case, view: View) -> Decision | None:
        """Keys, patience, then the pointer."""
        if not is_played(case, view):
            return None
        if not self._played:
            self._played = True
            said = "\n".join(self._texts)
            self._queue.extend(play(case, view, text=said, named=tuple(self._named_keys), room=self._room(view)))
        return self._queued(case, view) or self._point(view) or self._watch(case, view)

    def _keys(self, case: Case, view: View) -> Decision | None:
        """Also where nothing is played."""
        return None if is_played(case, view) else self._shortcuts.next(view, room=self._room(view))

    def _watch(self, case: Case, view: View) -> Decision | None:
        """A game that is left alone ends before long; then it can be seen whether it begins anew as it should."""
        if case.domain != "games" or self._waits >= _GAME_WAITS or self._room(view) < _STEPS_WORTH_A_RELOAD:
            return None
        change = view.last.change if view.last and view.last.action.kind == "wait" else None
        goes_on = change is None or bool(change.appeared_text)
        if self._waits and not (view.restless and (goes_on or self._waits < _GAME_WAITS_AT_LEAST)):
            return None
        self._waits += 1
        return Decision(Action(kind="wait", value="4000"), "Leave it alone for longer: does it come to an end?")

    def _point(self, view: View) -> Decision | None:
        """Try the pointer on what is drawn."""
        decision = point_at_canvas(view, self._pointer_turn)
        self._pointer_turn += decision is not None
        return decision

    def _keeping(self, case: Case, view: View) -> Decision | None:
        """Before the first thing is taken away: what was done until now, does it survive a reload?"""
        if self._removed or not self._productive or is_played(case, view) or self._room(view) <= 1:
            return None
        rest = [one for one in prospects(view, self._memory) if self._is_wanted(one, view)]
        destructive = [one for one in rest if one.tier == DESTRUCTIVE]
        is_next = destructive and (len(rest) == len(destructive) or self._room(view) <= _STEPS_FOR_A_REMOVAL + 1)
        return self._closing.reload(view) if is_next else None

    def _removal(self, case: Case, view: View) -> Decision | None:
        """Removing comes last, but not too late: before the time is up one thing is taken away."""
        if self._removed or not 0 < self._room(view) <= _STEPS_FOR_A_REMOVAL:
            return None
        found = [one for one in prospects(view, self._memory) if one.tier == DESTRUCTIVE]
        best = next((one for one in found if one.detail.within), next(iter(found), None))
        return self._use(best, case, view) if best else None

    def _control(self, case: Case, view: View) -> Decision | None:
        """One of each kind before the second of any; the extras come between."""
        best = next((one for one in prospects(view, self._memory) if self._is_wanted(one, view)), None)
        if best is None:
            return None
        best = self._fields_first(best, case, view)
        if best.nth_of_kind and (extra := self._extra(case, view)):
            return extra
        return self._use(best, case, view)

    def _fields_first(self, best: Prospect, case: Case, view: View) -> Prospect:
        """Before a button that sends a form, its fields."""
        form = form_around(best.control, view.observation.inventory.controls, view.surroundings)
        refs = {one.ref for one, _ in form.fields if is_field(one)}
        if form.submit is None or form.submit.ref != best.control.ref:
            return best
        return next((one for one in prospects(view, self._memory) if one.control.ref in refs), best)

    def _extra(self, _: Case, view: View) -> Decision | None:
        """Drag what can be dragged, point at what is drawn."""
        for thing in view.surroundings.draggables:
            if thing.selector not in self._dragged and len(self._dragged) < 2:
                self._dragged.add(thing.selector)
                return drag(thing)
        return self._point(view)

    def _afresh(self, case: Case, view: View) -> Decision | None:
        """What a filter or a deletion took out of sight can be tried after a reload, once."""
        in_sight = {control.kind for control in view.observation.inventory.controls}
        untried_and_gone = self._kinds_at_first - in_sight - self._memory.tries_of_kind.keys()
        too_late = self._room(view) < _STEPS_WORTH_A_RELOAD
        if self._renewed or too_late or not untried_and_gone or is_played(case, view):
            return None
        self._renewed = True
        return Decision(
            Action(kind="reload"),
            "Some of what is left to try went out of sight on the way: is it back from the start?",
        )

    # --- how a control is used ---

    def _is_wanted(self, prospect: Prospect, view: View) -> bool:
        """After a while the fourth of many of a kind tells little more, and every step costs."""
        if prospect.tier == OFF_SITE:
            return self._off_site < _MAX_OFF_SITE
        if prospect.tier == DESTRUCTIVE or prospect.of_kind <= _A_FEW_OF_A_KIND:
            return True
        is_late = self._steps_at_first - view.steps_left >= _STEPS_FOR_ALL_OF_A_KIND
        return not is_late or prospect.nth_of_kind < _ENOUGH_OF_A_KIND

    def _use(self, prospect: Prospect, case: Case, view: View) -> Decision:
        control, detail = prospect.control, prospect.detail
        if detail.hidden_menu and control.ref not in self._hovered:
            self._hovered.add(control.ref)
            return open_by_pointer(control)
        self._memory.try_now(control)
        if prospect.tier == OFF_SITE:
            self._off_site += 1
            return point_at(control)
        if is_field(control):
            return self._fill(control, case, view)
        if control.tag == "select" or control.role == "slider":
            first, *rest = choose(prospect) if control.tag == "select" else slide(control)
            self._queue.extend(rest)
            return first
        self._removed = self._removed or prospect.tier == DESTRUCTIVE
        action = on(control, "click").model_copy(update={"within": row_of(detail, view)})
        return Decision(action, thought_of(prospect))

    def _fill(self, control: Control, case: Case, view: View) -> Decision:
        controls = view.observation.inventory.controls
        form = form_around(control, controls, view.surroundings)
        for one in (*(field for field, _ in form.fields), *form.ticks):
            self._memory.try_now(one, counts=one is control)
        if form.submit:
            self._memory.try_now(form.submit)
        self._sequels.sent = form
        page = Page(case.language, text=view.observation.inventory.text, cells=cells_of_lists(view))
        first, *rest = errands(form, page, room=self._room(view)) or [Decision(on(control, "click"), "Press it.")]
        self._queue.extend(rest)
        return first
