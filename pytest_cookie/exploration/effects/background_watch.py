"""Learns what a page changes by itself: from observations without an action between them, and from step to step."""

from collections import Counter, deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Literal

from pytest_cookie.browser.page.observation import Observation
from pytest_cookie.core.parsing import strip_fragment
from pytest_cookie.exploration.effects.background_changes import (
    BackgroundChanges,
    Bounds,
    Cell,
    container_of,
    join_bounds,
)
from pytest_cookie.exploration.effects.mutation_observer import MutationObserver

Kind = Literal["content", "appearance", "containers", "cells", "loose", "canvases", "controls"]
"""`content` of an element: its text, its state, or that it is there; `appearance`: its style or its place."""
ChangingPart = tuple[Kind, str | Cell]
"""Something that changes: its kind, and its path, cell or name."""

_RECENT_PAIRS = 5
_LASTING = 2
"""A part is lasting after it has changed between so many separate pairs of observations."""
_STOPPED_AFTER = 1.5
"""A part has stopped when it has been still for this many times the longest interval between its changes."""
_SLOW_MS = 500
"""Whether something with shorter intervals has stopped is seen at a glance."""
_CROWD = 3
"""If as many elements of a container come or go at once, the container counts as a whole."""
_BY_PATH: tuple[Kind, ...] = ("content", "appearance")
_ENDING: frozenset[Kind] = frozenset({"content", "canvases"})


@dataclass
class _ChangeHistory:
    """`gap_ms` is the longest time between two observed changes; before the second one, the time it was looked at."""

    changes: int
    last_ms: int
    gap_ms: int

    @property
    def is_lasting(self) -> bool:
        return self.changes >= _LASTING

    def has_stopped(self, at_ms: int) -> bool:
        return at_ms - self.last_ms > _STOPPED_AFTER * self.gap_ms


@dataclass(frozen=True)
class ReportedMotion:
    """Paths of elements about which more is known than two observations show.

    The document changed those in `mutated` in the meantime, perhaps there and back; those in `endless` have an
    animation without an end; those in `seen_before` have already been seen to change once.
    """

    mutated: frozenset[str] = frozenset()
    endless: frozenset[str] = frozenset()
    seen_before: frozenset[str] = frozenset()


NOTHING_REPORTED = ReportedMotion()


@dataclass
class BackgroundRhythm:
    """Parts of a page that changed in two separate pairs of observations are lasting until they stop.

    Until a pair shows a still page, a single change may be the first of many. So everything in the last pair counts,
    too, and where pixels changed in the last few. Times are page time in ms.
    """

    _pairs: deque[BackgroundChanges] = field(default_factory=lambda: deque(maxlen=_RECENT_PAIRS))
    _histories: dict[ChangingPart, _ChangeHistory] = field(default_factory=dict)
    _tracks: dict[str, Bounds] = field(default_factory=dict)
    _met: set[str] = field(default_factory=set)
    _has_stopped: bool = False

    def learn(
        self,
        pair: BackgroundChanges,
        *,
        since_ms: int,
        at_ms: int,
        reported: ReportedMotion = NOTHING_REPORTED,
        lasting_only: bool = False,
    ) -> None:
        """Learn from two observations, at `since_ms` and `at_ms`, with no action between them.

        With `lasting_only`, a single change does not count.
        """
        pair = replace(pair, containers=self._filled(pair))
        self._met |= pair.toggled
        parts = _parts_of(pair) | self._known_at(reported.mutated)
        for part in parts:
            history = self._histories.setdefault(part, _ChangeHistory(0, at_ms, at_ms - since_ms))
            history.gap_ms = max(history.gap_ms, at_ms - history.last_ms)
            history.changes += 2 if part[0] == "content" and part[1] in reported.seen_before else 1
            history.last_ms = at_ms
        self._extend_tracks(pair)
        self._drop_stopped(at_ms, but=parts | self._known_at(reported.endless))
        if pair.calm:
            self._pairs.clear()
        elif not lasting_only:
            self._pairs = deque(map(_without_elements, self._pairs), maxlen=_RECENT_PAIRS)
            self._pairs.append(pair)

    def follow(self, pair: BackgroundChanges, *, at_ms: int, going_on: frozenset[str] = frozenset()) -> None:
        """Note what changed while an action may have changed it as well: this shows what goes on and what stopped.

        Elements in `going_on` have not stopped, whatever the observations show.
        """
        parts = _parts_of(pair) | self._known_at(going_on)
        for part in parts & self._histories.keys():
            self._histories[part].last_ms = at_ms
        self._drop_stopped(at_ms, but=parts)

    def meet(self, paths: Iterable[str]) -> None:
        """Take note of the elements that an observation shows."""
        self._met.update(paths)

    def forget(self) -> None:
        """Start over for another document or window."""
        self._pairs.clear()
        self._histories.clear()
        self._tracks.clear()
        self._met.clear()
        self._has_stopped = False

    @property
    def is_known(self) -> bool:
        """Whether anything has been seen to change by itself."""
        return bool(self._histories)

    @property
    def longest_gap_ms(self) -> int:
        """The longest interval between two changes of a lasting part; 0 without one."""
        return max((history.gap_ms for history in self._histories.values() if history.is_lasting), default=0)

    def take_stopped(self) -> bool:
        """Whether something lasting has stopped since the last call."""
        stopped, self._has_stopped = self._has_stopped, False
        return stopped

    @property
    def known(self) -> BackgroundChanges:
        """Everything that the page currently changes by itself."""
        lasting: dict[Kind, set[str]] = {}
        cells: dict[Kind, set[Cell]] = {}
        for (kind, name), history in self._histories.items():
            if history.is_lasting and isinstance(name, str):
                lasting.setdefault(kind, set()).add(name)
            elif history.is_lasting and isinstance(name, tuple):
                cells.setdefault(kind, set()).add(name)
        paths = lasting.get("content", set()) | lasting.get("appearance", set())
        together = BackgroundChanges(
            elements=frozenset(lasting.get("content", ())),
            looks=frozenset(lasting.get("appearance", ())),
            containers=frozenset(lasting.get("containers", ())),
            tracks={path: self._tracks[path] for path in paths & self._tracks.keys()},
            cells=frozenset(cells.get("cells", ())),
            loose=frozenset(cells.get("loose", ())),
            canvases=frozenset(lasting.get("canvases", ())),
            controls=frozenset(lasting.get("controls", ())),
        )
        for pair in self._pairs:
            together |= pair
        return together

    def _known_at(self, paths: frozenset[str]) -> set[ChangingPart]:
        return {(kind, path) for path in paths for kind in _BY_PATH if (kind, path) in self._histories}

    def _filled(self, pair: BackgroundChanges) -> frozenset[str]:
        """The containers that get new elements. A few known ones that come and go are covered by their own paths."""
        toggled = Counter(map(container_of, pair.toggled))
        crowded = frozenset(path for path, count in toggled.items() if count >= _CROWD)
        return (crowded | frozenset(map(container_of, pair.toggled - self._met))) & pair.containers

    def _extend_tracks(self, pair: BackgroundChanges) -> None:
        for path, bounds in pair.tracks.items():
            self._tracks[path] = join_bounds(self._tracks[path], bounds) if path in self._tracks else bounds

    def _drop_stopped(self, at_ms: int, *, but: set[ChangingPart]) -> None:
        stopped = [part for part, history in self._histories.items() if part not in but and history.has_stopped(at_ms)]
        for part in stopped:
            history = self._histories.pop(part)
            if history.is_lasting and part[0] in _ENDING and history.gap_ms >= _SLOW_MS:
                self._has_stopped = True
            if not any((kind, part[1]) in self._histories for kind in _BY_PATH):
                self._tracks.pop(str(part[1]), None)


def _without_elements(pair: BackgroundChanges) -> BackgroundChanges:
    nothing = BackgroundChanges()
    return replace(nothing, cells=pair.cells, loose=pair.loose, canvases=pair.canvases, animations=pair.animations)


def _parts_of(pair: BackgroundChanges) -> set[ChangingPart]:
    names: dict[Kind, frozenset[str] | frozenset[Cell]] = {
        "content": pair.elements | pair.toggled,
        "appearance": pair.looks | pair.tracks.keys(),
        "containers": pair.containers,
        "cells": pair.cells,
        "loose": pair.loose,
        "canvases": pair.canvases,
        "controls": pair.controls,
    }
    return {(kind, name) for kind, those in names.items() for name in those}


class BackgroundWatch:
    """Gets every observation in order: with `learn` if no action came since the last one, else with `follow`.

    It hands each on to the `listener`.
    """

    def __init__(
        self, first: Observation, pulse: MutationObserver, listener: Callable[[Observation], None] = lambda _: None
    ) -> None:
        self._last = first
        self._listener = listener
        self._pulse = pulse
        self._rhythm = BackgroundRhythm()
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
        self._listener(now)

    def take_stopped(self) -> bool:
        """Whether something that kept changing has stopped since the last call."""
        return self._rhythm.take_stopped()

    def forget(self) -> None:
        """Start over for another document or window."""
        self._rhythm.forget()


def _endless(seen: Observation) -> frozenset[str]:
    return frozenset(path for path, state in seen.elements.items() if state.endless)
