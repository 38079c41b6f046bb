"""`Search`: learns what a game answers, and finds inputs with which it goes on for long and gains. Pure.

The best play so far is cut some time before its end, earlier after every failure, and continued at random, from a seed.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Protocol

from pytest_cookie.core.action import PlayInput
from pytest_cookie.exploration.rehearsal.moves import (
    TAP_MS,
    Move,
    combine,
    count_pictures,
    count_vanished_lines,
    differ,
)
from pytest_cookie.exploration.rehearsal.performance import Performance, Sample, find_ticking

PLAY_MS = 14_000
"""How much of a game is played."""
MOST_PLAYS = 64
"""Plays of one search; each loads the page anew."""
_REACTION_MS = 34
_BEGUN_MS = 340
_PROBED_MS = 2_200
_IDLE_MS = 3_060
_LEAST_MOVING = 3
"""Different pictures in a second of a page that moves."""
_CUT_MS, _CUT_GROWTH, _MOST_CUT_MS = 300, 1.25, 6_000
_GAPS_MS = (85, 170, 255, 340, 425, 510, 680, 850)
_HOLDS_MS = (85, 170, 340, 680, 1_020)
_MOST_MOVES_AT_ONCE = 3
_MOST_SYSTEMATIC = 6
_PATCH_MS = (800, 3_000)
_INSERTS = 0.4
"""Of the variations of a play that does not end, this share has one more input and is else the same."""
_ENOUGH_FAILURES = 24
"""After so many plays in a row that were no better, one that gains and does not end is good enough."""


class PlaysSpentError(Exception):
    """The page's own work has used the processor time of all plays."""


class Perform(Protocol):
    """Plays and returns what is seen, until the game's end. Raises `PlaysSpentError`."""

    def __call__(self, inputs: Sequence[PlayInput], *, from_ms: int, until_ms: int) -> tuple[Sample, ...]:
        """Samples from `from_ms` to `until_ms` at most."""


@dataclass(frozen=True)
class Found:
    """The result of a search: the best play, the moves that the game answers and those that it does not.

    `untouched` is the same game without an input after its start.
    """

    best: Performance
    untouched: Performance
    moves: tuple[Move, ...]
    deaf: tuple[Move, ...]


class Search:
    """One search. `begins_ms` is the page time at which the first input may come."""

    def __init__(self, perform: Perform, *, begins_ms: int, most_plays: int = MOST_PLAYS, seed: int = 0) -> None:
        self._perform = perform
        self._begins_ms = begins_ms
        self._plays_left = most_plays
        self._chance = Random(seed)
        self._start: tuple[PlayInput, ...] = ()
        self._by_itself: frozenset[str] = frozenset()
        self._moves = False

    def run(self, candidates: Sequence[Move]) -> Found | None:
        """None if the page answers none of the candidates, or if nothing moves by itself, not even after an input.

        Then it waits for its player, who needs no rehearsal.
        """
        idle = self._play((), _IDLE_MS)
        self._note_motion(idle)
        if not self._moves and not any(move.key or move.starts for move in candidates):
            return None
        self._start = self._find_start(candidates, idle)
        from_ms = self._begins_ms + _REACTION_MS + (_BEGUN_MS if self._start else 0)
        untouched = self._play(self._start, PLAY_MS)
        self._by_itself = find_ticking(untouched.lived)
        answered = [move for move in candidates if self._is_answered(move, from_ms, untouched)]
        if not self._moves or not (answered or self._start):
            return None
        moves = [move for move in candidates if move in answered or self._may_be_answered(move, answered)]
        deaf = tuple(move for move in candidates if move not in moves)
        untouched = Performance(untouched.inputs, untouched.samples, self._by_itself)
        best = self._improve((*moves, *combine(answered)), untouched, from_ms)
        return Found(best, untouched, tuple(answered), deaf)

    def _may_be_answered(self, move: Move, answered: Sequence[Move]) -> bool:
        """Whether another moment may be its own: the start, or a key beside one that was answered, such as an arrow."""
        is_start = bool(self._start) and move.is_of(self._start[0])
        return is_start or any(move.family and move.family == other.family for other in answered)

    def _play(self, inputs: Sequence[PlayInput], for_ms: int) -> Performance:
        self._plays_left -= 1
        ordered = tuple(sorted(inputs, key=lambda one: one.at_ms))
        samples = self._perform(ordered, from_ms=self._begins_ms, until_ms=self._begins_ms + for_ms)
        return Performance(ordered, samples, self._by_itself)

    def _note_motion(self, play: Performance) -> None:
        self._moves = self._moves or len({one.picture for one in play.samples}) >= 2 * _LEAST_MOVING

    def _find_start(self, candidates: Sequence[Move], idle: Performance) -> tuple[PlayInput, ...]:
        """The input that starts the game: after it a page that stood still goes on moving, or a title is gone."""
        is_still = count_pictures(idle.samples) < _LEAST_MOVING
        for move in sorted(candidates, key=lambda one: not one.starts):
            if not (is_still or move.starts):
                continue
            start = move.at(self._begins_ms + _REACTION_MS)
            play = self._play((start,), _PROBED_MS)
            self._note_motion(play)
            seen = play.samples
            if seen[-1].picture == idle.samples[-1].picture:  # nothing, or a jump
                continue
            has_moved = len({one.picture for one in seen}) >= 2 * _LEAST_MOVING
            if has_moved and (is_still or count_vanished_lines(idle.samples[0], seen[-1])):
                return (start,)
        return ()

    def _is_answered(self, move: Move, from_ms: int, untouched: Performance) -> bool:
        play = self._play((*self._start, move.probe(from_ms)), from_ms - self._begins_ms + _PROBED_MS)
        self._note_motion(play)
        seen = play.samples
        return differ(seen, untouched.samples[: len(seen)])

    # --- the search itself ---

    def _improve(self, moves: Sequence[Move], best: Performance, from_ms: int) -> Performance:
        """Better plays, one after the other, until there are no more; what was found before a page is spent counts."""
        until_ms, failures = self._begins_ms + PLAY_MS, 0
        plans = [self._repeat(move, from_ms, until_ms) for move in moves[:_MOST_SYSTEMATIC]]
        while self._plays_left > 0 and moves:
            if failures >= _ENOUGH_FAILURES and best.end is None and best.figures:
                break
            plan = plans.pop(0) if plans else self._vary(best, moves, from_ms, failures)
            try:
                other = self._play(plan, PLAY_MS)
            except PlaysSpentError:
                break
            failures = 0 if other.worth > best.worth or plans else failures + 1
            best = other if other.worth >= best.worth else best
        return best

    def _repeat(self, move: Move, from_ms: int, until_ms: int) -> list[PlayInput]:
        """The start, then the same move again and again."""
        every_ms = 6 * TAP_MS
        return [*self._start, *(move.at(ms, every_ms - TAP_MS) for ms in range(from_ms, until_ms, every_ms))]

    def _vary(self, best: Performance, moves: Sequence[Move], from_ms: int, failures: int) -> list[PlayInput]:
        until_ms = self._begins_ms + PLAY_MS
        if best.end is None and self._chance.random() < _INSERTS:
            ms = self._chance.randrange(from_ms, until_ms - _PATCH_MS[0])
            return [*best.inputs, self._chance.choice(list(moves)).at(ms)]
        if best.end is None:  # it goes on: something in between may gain more
            cut_ms = self._chance.randrange(from_ms, until_ms - _PATCH_MS[0])
            again_ms = cut_ms + self._chance.randrange(*_PATCH_MS)
            rest = [one for one in best.inputs if one.at_ms >= again_ms] if self._chance.random() < 0.5 else []
        else:
            back_ms = min(_MOST_CUT_MS, _CUT_MS * _CUT_GROWTH**failures) * (0.6 + 0.8 * self._chance.random())
            ended_ms = best.begins_ms + best.alive_ms
            cut_ms, again_ms, rest = max(from_ms, round(ended_ms - back_ms)), until_ms, []
        kept = [_cut(one, cut_ms) for one in best.inputs if one.at_ms < cut_ms]
        fresh = self._continue(moves, cut_ms, min(until_ms, again_ms) if rest else until_ms)
        return [*kept, *fresh, *rest]

    def _continue(self, moves: Sequence[Move], from_ms: int, until_ms: int) -> list[PlayInput]:
        """A few moves in one rhythm."""
        count = self._chance.randint(1, min(_MOST_MOVES_AT_ONCE, len(moves)))
        chosen, gap_ms = self._chance.sample(list(moves), count), self._chance.choice(_GAPS_MS)
        hold_ms = self._chance.choice(_HOLDS_MS)
        found, ms = [], from_ms + self._chance.choice((0, 0, 85, 170, 340))
        while ms < until_ms:
            move = self._chance.choice(chosen)
            held_ms = hold_ms if self._chance.random() < 0.7 else self._chance.choice(_HOLDS_MS)
            held_ms = held_ms if move.key else TAP_MS
            found.append(move.at(ms, held_ms))
            ms += held_ms + max(17, gap_ms + self._chance.choice((-85, 0, 0, 85)))
        return found


def _cut(one: PlayInput, ms: int) -> PlayInput:
    """An input that is over by then."""
    return one if one.at_ms + one.hold_ms <= ms else one.model_copy(update={"hold_ms": max(1, ms - one.at_ms)})
