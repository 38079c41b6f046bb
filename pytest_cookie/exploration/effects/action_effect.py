"""`ActionEffects`: what follows an action, apart from background changes; waits for late responses."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeVar

from pytest_cookie.browser.errors import PageScriptError
from pytest_cookie.browser.page.observation import ActionOutcome, Happenings, Observation
from pytest_cookie.browser.session import Session
from pytest_cookie.core.action import Action
from pytest_cookie.core.page import FIELD_ROLES
from pytest_cookie.core.sound import SoundOnset
from pytest_cookie.core.trace import Change, HiddenBy, Motion
from pytest_cookie.exploration.effects.background_changes import COLUMNS, ROWS, BackgroundChanges, without_known
from pytest_cookie.exploration.effects.background_watch import BackgroundWatch
from pytest_cookie.exploration.effects.before_and_after import (
    find_boxes,
    find_other_texts,
    is_loaded_anew,
    stays_off,
)
from pytest_cookie.exploration.effects.change import compare, detect_motion_change
from pytest_cookie.exploration.effects.late_responses import (
    MOVING_KEYS,
    SoundResponse,
    join_happenings,
    patience_ms,
    without_leftovers,
)
from pytest_cookie.exploration.effects.mutation_observer import MutationObserver
from pytest_cookie.exploration.pictures import changed_share, round_share
from pytest_cookie.exploration.watch import Act, Watch, show_all, watch_all

FIRST_LOOK_MS = 1_200  # covers a clock's second
SECOND_LOOK_MS = 4_200  # four more seconds of a clock that ticks
_FIRST_LOOKS = 2
"""The first look is taken in so many parts: an element that changes in two of them keeps changing."""
GLANCE_MS = 80  # a few frames: enough for running animations
IDLE_MS = 220
LATE_IDLE_MS = 1_150  # covers a clock's second, with a frame to spare
MAX_IDLE_PAIRS = 4
SETTLE_MS = 900
RESTLESS_SETTLE_MS = 350
_STRIDE_MS = 238
_STRIDES_TO_THE_END = 6
_LATE_MS = 700
_RESTLESS_SHARE = 0.25
_BLUR = "() => { if (document.activeElement) document.activeElement.blur(); return null; }"

T = TypeVar("T")


@dataclass(frozen=True)
class _Answer:
    """The page's response to an action. `latency_ms` is None if the document did not report it."""

    after: Observation
    change: Change
    happenings: Happenings
    latency_ms: int | None


class ActionEffects:
    """Observes the page for an exploration: `now` is its current state, `used_ms` the page time spent on using it.

    Waiting for a late response does not count as use. `watches` note the facts of checks, by the id of each.
    """

    def __init__(self, session: Session, watches: Mapping[str, Watch] | None = None) -> None:
        self._session = session
        self._watches = watches or {}
        self._pulse = MutationObserver(session)
        self._sounds = SoundResponse()
        self._pair = BackgroundChanges()
        self._lately: list[tuple[str, ...]] = []
        self._acted_ms = 0
        self._is_waiting = False
        self.used_ms = 0
        self.hidden_by: HiddenBy = ""
        self.restless_share = 0.0

    def spend(self, work: Callable[[], T]) -> T:
        """Do what lets page time pass, and count it."""
        began = self._session.page_ms
        result = work()
        self.used_ms += self._session.page_ms - began
        return result

    def first_look(self) -> None:
        """Observe the initial state of the page, and its own motion.

        A page that changes is looked at again, long enough for a clock's next second. A still page is looked at for
        longer, since carousels are slow.
        """
        first = self._session.observe()
        self.now, self._background = first, BackgroundWatch(first, self._pulse, partial(show_all, self._watches))
        self._pulse.idle()
        is_still = True
        for _ in range(_FIRST_LOOKS):
            self.spend(lambda: self._session.wait(FIRST_LOOK_MS // _FIRST_LOOKS))
            is_still = self._look_idle().calm and is_still
        self.restless_share = round_share(changed_share(first.screenshot, self.now.screenshot))
        if not is_still:
            self._session.wait(LATE_IDLE_MS)
            self._look_idle()
        if self._pair.calm and not self.now.inventory.canvases:
            self._session.wait(SECOND_LOOK_MS)
            if not self._look_idle().calm:
                self._session.wait(SECOND_LOOK_MS)
                self._look_idle()

    def _look_idle(self) -> BackgroundChanges:
        """Return the changes since the last look; there was no action."""
        if self._is_still(self.now):
            animations = self.now.running_animations
            self._pair = self._background.learn_stillness(self._session.page_ms, animations=animations)
        else:
            self.now = self._session.observe()
            self._pair = self._background.learn(self.now)
        return self._pair

    def _is_still(self, seen: Observation) -> bool:
        """Whether the page is unchanged since it was `seen`; far cheaper than an observation."""
        return not self._pulse.read().changed and self._picture() == seen.screenshot

    def _picture(self) -> bytes | None:
        """A picture of the window, None if the page does not allow one in time."""
        try:
            return self._session.picture()
        except PageScriptError:
            return None

    @property
    def is_calm(self) -> bool:
        """Whether the page was still at the last observation without an action."""
        return self._pair.calm

    def let_rest(self) -> None:
        """The pointer has come to its place: wait for what that has set in motion."""
        if self._pulse.watch().running or not self._pair.calm:
            self.spend(lambda: self._session.settle(RESTLESS_SETTLE_MS))

    def before_action(self, *, pointed: bool) -> None:
        """An input comes now; where the pointer was `pointed` before, `let_rest` has begun to watch."""
        if not pointed:
            self._pulse.watch()

    def of(
        self, action: Action, before: Observation, *, step: int, carried_out: bool = True, held: bytes = b""
    ) -> tuple[Change, Happenings]:
        """What `action` changed since `before`; the happenings are marked with `step`.

        Does not wait for a response unless the action was `carried_out`. `held` is the picture of the window while a
        key was held: a jump may be over when the key is released.
        """
        self._acted_ms = self._session.page_ms
        # an agent waits to see the page's own changes, so a wait reports all of them
        self._is_waiting = action.kind == "wait"
        self._background.follow(before)
        self._background.take_stopped()
        known = self._background.known
        quiet = known if not self._is_waiting else BackgroundChanges()
        calm_before = self._pair
        self.hidden_by = _hiding(quiet) if action.is_input else ""
        if action.replaces_view:
            self._background.forget()
        self.spend(lambda: self._session.wait(GLANCE_MS))
        beat = self._pulse.read()
        stayed_restless = self._settle()
        waits = carried_out and not self.hidden_by
        answer = self._asked(before, quiet, self._session.drain(step), beat.answer_ms)
        if answer.change.seen and answer.latency_ms is None:
            answer = replace(answer, latency_ms=self._pulse.read().answer_ms)
        answer = self._late(answer, action, before, quiet, step) if waits else answer
        if action.is_lasting:
            answer = replace(answer, latency_ms=None)
        self.now = answer.after
        late = answer.change.seen and (answer.latency_ms or 0) >= _LATE_MS
        self._pair, fresh = self._idle_pair(before, known, stayed_restless, late=late)
        happenings = join_happenings(answer.happenings, self._session.drain(step))
        stirred = self._detect_motion(calm_before, fresh, late=late) if not action.replaces_view else ""
        change = self._with_motion(action, before, answer.change, quiet, stirred)
        change = change if change.seen or not held else _while_held(change, before, held, quiet)
        self._lately = [*self._lately[-2:], change.appeared_text]
        facts = watch_all(self._watches, Act(action, before, self.now, known))
        caused = frozenset(text for fact in facts.values() for text in fact.caused_texts)
        sounded = self._sounds.is_answer(happenings.sounds, before.page_ms if action.is_input else None)
        update = {
            "seen": change.seen or sounded or bool(caused),
            "sounds": happenings.sounds,
            "sounded": sounded if self._session.is_heard else None,
            "animated": beat.begun > 0 and beat.running > quiet.animations,
            "latency_ms": answer.latency_ms if change.seen else None,
            "stays_off": stays_off(action, before, self.now),
            "by_itself": () if action.replaces_view else find_other_texts(before, self.now, known, caused),
            "reloaded": is_loaded_anew(action, before, happenings),
            "facts": facts,
            "sent_form": bool(happenings.forms),
        }
        return change.model_copy(update=update), happenings

    def note_first_sounds(self, onsets: tuple[SoundOnset, ...]) -> None:
        """Take note of sounds before the first action, which are the page's own."""
        self._sounds.is_answer(onsets, None)

    def _with_motion(
        self, action: Action, before: Observation, change: Change, quiet: BackgroundChanges, stirred: Motion
    ) -> Change:
        """What set the page in motion did something; else a focus mark may be all that was seen."""
        if stirred:
            return change.model_copy(update={"seen": True, "motion": stirred})
        if self._might_be_focus_mark(action, change):
            return self._without_focus_mark(action, before, change, quiet)
        if action.kind == "press" and action.value not in MOVING_KEYS and change.focus and not change.shown:
            return self._without_moved_mark(before, change, quiet)
        return change

    def _without_moved_mark(self, before: Observation, change: Change, quiet: BackgroundChanges) -> Change:
        """A mark at another place only means that the focus moved there."""
        around = find_boxes(before, focused=True) + find_boxes(self.now, focused=True)
        reported = change.dialogs or change.popups or change.downloads or change.effects
        rest = compare(before, self.now, quiet=quiet, around=around)
        return change if reported or rest.seen else change.model_copy(update={"seen": False})

    def look(self) -> None:
        """Record the current state as the page's present one."""
        self.now = self._session.observe()
        self._background.follow(self.now)

    def put_back(self, action: Action) -> ActionOutcome:
        """Carry out an input whose effect is not measured, and wait for it."""
        outcome = self.spend(lambda: self._session.act(action))
        self.spend(lambda: self._session.settle(SETTLE_MS))
        self.look()
        return outcome

    # --- answers ---

    def _late(
        self, answer: _Answer, action: Action, before: Observation, quiet: BackgroundChanges, step: int
    ) -> _Answer:
        """The answer that comes after this one, which may be none; else the same."""
        left_ms = self._patience_ms(action, before, answer, quiet)
        while left_ms > 0:
            began_ms = self._session.page_ms
            came, latency_ms = self._stands_by(left_ms, answer.after)
            left_ms -= self._session.page_ms - began_ms
            happenings = self._session.drain(step)
            together = join_happenings(answer.happenings, happenings)
            if not came and not happenings.dialogs and not happenings.popups and not happenings.downloads:
                self._background.learn_stillness(self._session.page_ms)
                return _Answer(answer.after, answer.change, together, answer.latency_ms)
            later = self._asked(
                before, quiet, together, answer.latency_ms if answer.latency_ms is not None else latency_ms
            )
            new = compare(answer.after, later.after, quiet=quiet, happenings=happenings)
            is_answer = without_leftovers(new, self._lately).seen
            answer = later if is_answer else replace(answer, after=later.after, happenings=together)
            left_ms = min(left_ms, self._patience_ms(action, before, answer, quiet))
        return answer

    def _patience_ms(self, action: Action, before: Observation, answer: _Answer, quiet: BackgroundChanges) -> int:
        change = answer.change
        if answer.happenings.page_errors:
            return 0  # the new document is the whole effect
        if self._might_be_focus_mark(action, change) and self._is_mark_alone(action, before, answer.after, quiet):
            change = change.model_copy(update={"seen": bool(change.states or change.dialogs)})
        return patience_ms(action, change)

    def _asked(
        self, before: Observation, quiet: BackgroundChanges, happenings: Happenings, latency_ms: int | None
    ) -> _Answer:
        after = self._session.observe()
        if self._is_waiting:
            self._background.learn(after, lasting_only=True)
        else:
            self._background.follow(after)
        change = compare(before, after, quiet=quiet, happenings=happenings)
        return _Answer(after, change, happenings, latency_ms)

    def _stands_by(self, most_ms: int, after: Observation) -> tuple[bool, int | None]:
        """Wait until the page changes again: whether it did, and how long after the input, if that was seen."""
        self._pulse.watch_on()
        ends_ms = self._session.page_ms + most_ms
        came, latency_ms = False, None
        while not came and self._session.page_ms < ends_ms:
            self._session.wait(_STRIDE_MS)
            latency_ms = self._pulse.read().answer_ms
            came = latency_ms is not None
            # drawing on a canvas does not change the document; nor does a field's value, which is checked once below
            if not came and after.inventory.canvases and self._is_redrawn(after):
                came, latency_ms = True, self._session.page_ms - self._acted_ms
        came = came or self._is_redrawn(after)
        if came:
            self._session.settle(SETTLE_MS)
        return came, latency_ms

    def _is_redrawn(self, after: Observation) -> bool:
        return self._picture() not in (None, after.screenshot)

    # --- motion ---

    def _settle(self) -> bool:
        """Whether something still moved when patience ended.

        What the action has set in motion and will end, such as a long transition, is no motion of the page's own, and
        is let come to its end.
        """
        cap = SETTLE_MS if self._pair.calm else RESTLESS_SETTLE_MS
        began = self._session.page_ms
        self.spend(lambda: self._session.settle(cap))
        stayed_restless = self._session.page_ms - began >= cap - 20
        for _ in range(_STRIDES_TO_THE_END):
            if not self._pulse.read().ending:
                break
            self.spend(lambda: self._session.wait(_STRIDE_MS))
        return stayed_restless

    def _idle_pair(
        self, before: Observation, known: BackgroundChanges, stayed_restless: bool, *, late: bool
    ) -> tuple[BackgroundChanges, BackgroundChanges]:
        """Return the motion without an action, and the part of it that was not `known`.

        Waits for motion that ends within another second.

        A `late` change may be the first of many, as when a clock was started.
        """
        after = self.now
        moves = bool(stayed_restless or after.running_animations or after.inventory.canvases or not self._pair.calm)
        if not moves and not late:
            return BackgroundChanges(), BackgroundChanges()
        self._pulse.idle()
        pair = fresh = BackgroundChanges()
        answered = BackgroundChanges.between(before, after).elements if late else frozenset()
        for _ in range(MAX_IDLE_PAIRS if self._pair.calm and not late else 1):
            self.spend(lambda: self._session.wait(LATE_IDLE_MS if late else IDLE_MS))
            earlier = self.now
            if self._is_still(earlier):
                animations = after.running_animations
                pair = self._background.learn_stillness(self._session.page_ms, animations=animations)
                return pair, pair
            self.now = self._session.observe()
            pair = self._background.learn(self.now, seen_before=answered)
            fresh = without_known(pair, earlier, self.now, known)
            if pair.calm:
                break
        return pair, fresh

    def _detect_motion(self, before: BackgroundChanges, fresh: BackgroundChanges, *, late: bool) -> Motion:
        """Whether the action started or stopped motion; what keeps changing slowly is still for a while in between."""
        if self._background.take_stopped():
            return "stopped"
        motion = detect_motion_change(before, self._pair, fresh, late=late)
        return "" if motion == "stopped" and self._background.longest_gap_ms > IDLE_MS else motion

    # --- focus ---

    def _might_be_focus_mark(self, action: Action, change: Change) -> bool:
        return action.is_click and action.role not in FIELD_ROLES and change.seen

    def _without_focus_mark(
        self, action: Action, before: Observation, change: Change, quiet: BackgroundChanges
    ) -> Change:
        """Remove the focus: a ring around a pressed button shows the press, not an effect."""
        reported = change.dialogs or change.popups or change.downloads or change.effects
        pressed_again = bool(change.states) and before.focus == action.selector  # its mark was there already
        is_valued = change.shown and any(state.property == "value" for state in change.states)
        if reported or pressed_again or is_valued or not self._is_mark_alone(action, before, self.now, quiet):
            return change
        try:
            self._session.evaluate(_BLUR)
        except PageScriptError:  # the focus stays, so a mark and an effect look the same
            return change
        self.spend(lambda: self._session.settle(RESTLESS_SETTLE_MS))
        self.look()
        rest = compare(before, self.now, quiet=quiet, around=find_boxes(before, focused=True))
        return change if rest.seen else change.model_copy(update={"seen": False, "shown": False})

    def _is_mark_alone(self, action: Action, before: Observation, after: Observation, quiet: BackgroundChanges) -> bool:
        pressed = find_boxes(before, ref=action.ref, selector=action.selector)
        around = pressed + find_boxes(before, focused=True)
        return bool(pressed) and not compare(before, after, quiet=quiet, around=around).seen


def _while_held(change: Change, before: Observation, held: bytes, quiet: BackgroundChanges) -> Change:
    """The change with what only the picture during the hold shows."""
    during = compare(before, replace(before, screenshot=held), quiet=quiet)
    return change.model_copy(update={name: getattr(during, name) for name in ("seen", "pixels", "regions")})


def _hiding(quiet: BackgroundChanges) -> HiddenBy:
    """Note in the step that much moves by itself, so an unseen effect proves no lack of one."""
    if quiet.canvases:
        return "canvas"
    if len(quiet.cells) > _RESTLESS_SHARE * ROWS * COLUMNS:
        return "window"
    return ""
