"""`Replays`: the effects of inputs that the page's own motion hides, by comparison with the same session without them.

A second session repeats every call of the first one at the same page times, but its page does not hear the last input.
What differs then is the effect of the input, in text and pixels. `CanvasTrials` compare a fresh page after the
exploration; here the page is in the state that the explorer used, and the explorer gets the result.
"""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass, replace

from pytest_cookie.browser.call_log import LoggedCall
from pytest_cookie.browser.errors import PageScriptError
from pytest_cookie.browser.page.observation import ActionOutcome, Observation
from pytest_cookie.browser.session import Session
from pytest_cookie.core.action import Action, Click, DoubleClick, Drag, RightClick
from pytest_cookie.core.errors import ExplorationError
from pytest_cookie.core.trace import Change
from pytest_cookie.exploration.effects.canvas_trials import deafen
from pytest_cookie.exploration.effects.change import compare

MAX_REPLAYED_MS = 120_000
"""Page time that all replays of an exploration may take together."""


@dataclass(frozen=True)
class HiddenInput:
    """An input whose effect is hidden: the number of its call in the log, and the page before and after it.

    `held` is a picture while a key was held, empty for other inputs.
    """

    call: int
    before: Observation
    after: Observation
    held: bytes = b""


@dataclass(frozen=True)
class ReplayedEffect:
    """The `change` by an input, and the pictures `without` it and `then` with it, each at the same moments."""

    change: Change
    without: tuple[bytes, ...] = ()
    then: tuple[bytes, ...] = ()


class _NotComparableError(Exception):
    """The page does not come to the same state again, or hears of inputs in other ways."""


class Replays:
    """Compares an exploration with sessions from `opened`, whose pages can be deaf. A context manager.

    A replay without an effect is in the same state as the exploration, so the next one continues it. Once a page did
    not repeat itself, the comparison ends.
    """

    def __init__(
        self, opened: Callable[[], AbstractContextManager[Session]], *, most_ms: int = MAX_REPLAYED_MS
    ) -> None:
        self._opened = opened
        self._left_ms = most_ms
        self._deaf: _Replay | None = None

    def __enter__(self) -> "Replays":
        """Return itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the sessions."""
        self._close()

    def find_effect(self, calls: Sequence[LoggedCall], hidden: HiddenInput) -> ReplayedEffect | None:
        """The effect of the input, whose change is not `seen` if there is none; None if unknown."""
        try:
            return self._compare(calls, hidden)
        except (_NotComparableError, ExplorationError):
            self._left_ms = 0
            self._close()
            return None

    def _compare(self, calls: Sequence[LoggedCall], hidden: HiddenInput) -> ReplayedEffect | None:
        done_ms = self._deaf.page_ms if self._deaf else 0
        needed_ms = 2 * hidden.after.page_ms - done_ms  # one without the input, and one with it if they differ
        if needed_ms > self._left_ms:
            return None
        without, held = self._run(calls, hidden, is_deaf=True)
        change = _compare_moments((without, held), (hidden.after, hidden.held))
        if not change.seen:
            return ReplayedEffect(change)
        self._close()
        heard = self._run(calls, hidden, is_deaf=False)
        if _compare_moments(heard, (hidden.after, hidden.held)).seen:
            raise _NotComparableError
        # the replay with the input is where the exploration is, so the next one continues it
        moments = bool(held and hidden.held)
        old, new = (without.screenshot, held), (hidden.after.screenshot, hidden.held)
        return ReplayedEffect(change, old[: 1 + moments], new[: 1 + moments])

    def _run(self, calls: Sequence[LoggedCall], hidden: HiddenInput, *, is_deaf: bool) -> tuple[Observation, bytes]:
        replay = self._deaf = self._deaf or _Replay(self._opened)
        began_ms = replay.page_ms
        before = replay.follow(calls[: hidden.call])
        if before is None or compare(before, hidden.before).seen:
            raise _NotComparableError
        replay.hear(is_deaf=is_deaf)
        replay.follow(calls[: hidden.call + 1])
        held = replay.held
        replay.hear(is_deaf=None)
        after = replay.follow(calls)
        self._left_ms -= replay.page_ms - began_ms
        if after is None:
            raise _NotComparableError
        return after, held

    def _close(self) -> None:
        if self._deaf:
            self._deaf.close()
            self._deaf = None


class _Replay:
    """A session that repeats the calls of another one."""

    def __init__(self, opened: Callable[[], AbstractContextManager[Session]]) -> None:
        self._stack = ExitStack()
        self._session = self._stack.enter_context(opened())
        self._done = 0
        self._seen: Observation | None = None
        self.held = b""

    @property
    def page_ms(self) -> int:
        return self._session.page_ms

    def follow(self, calls: Sequence[LoggedCall]) -> Observation | None:
        """Repeat those that were not repeated before; return the last observation."""
        for call in calls[self._done :]:
            try:
                result = call.repeat(self._session)
            except PageScriptError:  # as it may have been in the first session
                result = None
            if isinstance(result, Observation):
                self._seen = result
            if isinstance(result, ActionOutcome):
                self.held = result.held
        self._done = max(self._done, len(calls))
        return self._seen

    def hear(self, *, is_deaf: bool | None) -> None:
        """From now on the page hears no inputs, or all, or all with what the browser does by itself (None)."""
        if not deafen(self._session, is_deaf=is_deaf) and is_deaf is not None:
            raise _NotComparableError

    def close(self) -> None:
        self._stack.close()


def _compare_moments(one: tuple[Observation, bytes], other: tuple[Observation, bytes]) -> Change:
    """The difference at the end, or else while the key was held."""
    (first, held), (then, held_then) = one, other
    change = compare(first, then)
    if change.seen or not held or not held_then:
        return change
    return compare(replace(then, screenshot=held), replace(then, screenshot=held_then))


def may_replay(action: Action) -> bool:
    """Whether a deaf page does not hear the action in another way, as it hears of a field that was filled."""
    if isinstance(action, Click | DoubleClick | RightClick):
        return action.role in ("button", "")
    return isinstance(action, Drag) or (action.is_keyboard and not action.selector and action.value != "Tab")


def with_effect(change: Change, effect: Change) -> Change:
    """The change of a step with the effect that a replay showed, besides the changes seen without it."""
    told = {
        name: tuple(dict.fromkeys((*getattr(change, name), *getattr(effect, name))))
        for name in ("appeared_text", "vanished_text", "states")
    }
    by_itself = tuple(text for text in change.by_itself if text not in effect.appeared_text)
    counted = {name: getattr(effect, name) for name in ("dom_added", "dom_removed", "dom_changed")}
    shown = {"seen": True, "shown": effect.shown, "pixels": effect.pixels, "regions": effect.regions}
    return change.model_copy(update={**told, **counted, **shown, "by_itself": by_itself})
