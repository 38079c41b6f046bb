"""`BackgroundWatch`: follows a page from observation to observation to learn its own motion."""

from pytest_cookie.browser.page.observation import Observation
from pytest_cookie.core.parsing import strip_fragment
from pytest_cookie.exploration.effects.background_changes import BackgroundChanges
from pytest_cookie.exploration.effects.background_rhythm import BackgroundRhythm, ReportedMotion
from pytest_cookie.exploration.effects.mutation_observer import MutationObserver
from pytest_cookie.exploration.effects.number_pace import NumberPaces


class BackgroundWatch:
    """Gets every observation in order: with `learn` if no action came since the last one, else with `follow`."""

    def __init__(self, first: Observation, pulse: MutationObserver) -> None:
        self._last = first
        self._pulse = pulse
        self._rhythm = BackgroundRhythm()
        self.paces = NumberPaces()
        self._take(first)

    @property
    def known(self) -> BackgroundChanges:
        """Everything that the page currently changes by itself."""
        return self._rhythm.known

    @property
    def longest_gap_ms(self) -> int:
        """The longest interval between changes of something that keeps changing; 0 without it."""
        return self._rhythm.longest_gap_ms

    def learn(
        self, now: Observation, *, seen_before: frozenset[str] = frozenset(), lasting_only: bool = False
    ) -> BackgroundChanges:
        """Return what changed by itself since the last observation, having learnt from it.

        Elements in `seen_before` have been seen to change already. With `lasting_only`, a single change does not count.
        """
        pair = BackgroundChanges.between(self._last, now)
        self._rhythm.learn(
            pair,
            since_ms=self._last.page_ms,
            at_ms=now.page_ms,
            reported=ReportedMotion(self._pulse.take_mutated(), _endless(now), seen_before),
            lasting_only=lasting_only,
        )
        self._take(now)
        return pair

    def learn_stillness(self, at_ms: int, *, animations: int = 0) -> BackgroundChanges:
        """As `learn`, if the page is known to be unchanged since the last observation."""
        pair = BackgroundChanges(animations=animations)
        reported = ReportedMotion(self._pulse.take_mutated(), _endless(self._last))
        self._rhythm.learn(pair, since_ms=self._last.page_ms, at_ms=at_ms, reported=reported)
        return pair

    def follow(self, now: Observation) -> None:
        """Take an observation that an action may have changed."""
        mutated = self._pulse.take_mutated()
        if strip_fragment(now.url) != strip_fragment(self._last.url):
            self.forget()
        elif self._rhythm.is_known and now is not self._last:
            pair = BackgroundChanges.between(self._last, now)
            self._rhythm.follow(pair, at_ms=now.page_ms, going_on=mutated | _endless(now))
        self._take(now)

    def _take(self, now: Observation) -> None:
        self._last = now
        self._rhythm.meet(now.elements)
        self.paces.note(now)

    def take_stopped(self) -> bool:
        """Whether something that kept changing has stopped since the last call."""
        return self._rhythm.take_stopped()

    def forget(self) -> None:
        """Start over for another document or window."""
        self._rhythm.forget()
        self.paces.forget()


def _endless(seen: Observation) -> frozenset[str]:
    return frozenset(path for path, state in seen.elements.items() if state.endless)
