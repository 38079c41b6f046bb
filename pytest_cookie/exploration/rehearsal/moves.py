"""`Move`: one kind of input that a player has, and which of them a game answers. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations

from pytest_cookie.core.action import PlayInput
from pytest_cookie.core.page import Box
from pytest_cookie.exploration.rehearsal.performance import Sample

TAP_MS = 85
"""Five frames."""
_PROBE_MS = 255
_STEERING_PLACES = (0.04, 0.16, 0.27, 0.39, 0.5, 0.61, 0.73, 0.84, 0.96)
_FAMILIES = ("ArrowRight ArrowLeft ArrowUp ArrowDown", "a d w s")
_MOST_CHORDS = 6
_LAST_SECOND_MS = 1_000


@dataclass(frozen=True)
class Move:
    """A key or chord, or a place in the window.

    A pointer that only moves there does not hold the button. `starts`: it may start the game.
    """

    key: str = ""
    x: float = 0.0
    y: float = 0.0
    holds: bool = True
    starts: bool = False

    def at(self, ms: int, hold_ms: int = TAP_MS) -> PlayInput:
        """This input at a moment."""
        if self.key:
            return PlayInput(at_ms=ms, key=self.key, hold_ms=hold_ms)
        return PlayInput(at_ms=ms, x=self.x, y=self.y, hold_ms=hold_ms if self.holds else 0)

    @property
    def family(self) -> str:
        """Which keys belong together, such as the four arrows; "" for none."""
        return next((keys for keys in _FAMILIES if self.key in keys.split()), "")

    def is_of(self, one: PlayInput) -> bool:
        """Whether it is the move of an input."""
        return (one.key, one.x, one.y) == ((self.key, None, None) if self.key else ("", self.x, self.y))

    def probe(self, ms: int) -> PlayInput:
        """This input, long enough to see what it does; a press of the pointer is short."""
        return self.at(ms, _PROBE_MS if self.key else TAP_MS)


def combine(moves: Sequence[Move]) -> tuple[Move, ...]:
    """Two keys together: the first is held, such as the one that walks, and the other one, too."""
    keys = [move.key for move in moves if move.key and "+" not in move.key]
    pairs = [Move("+".join(pair)) for pair in permutations(keys, 2) if pair[0] < pair[1]]
    return tuple(pairs[:_MOST_CHORDS])


def steer_over(box: Box) -> tuple[Move, ...]:
    """Places for a pointer that steers, from left to right over a stage."""
    y = round(box.y + box.height * 0.8)
    return tuple(Move(x=round(box.x + box.width * share), y=y, holds=False) for share in _STEERING_PLACES)


def differ(one: Sequence[Sample], other: Sequence[Sample]) -> bool:
    """Whether two plays differ at any moment; one that stood still goes on as it was."""
    if not one or not other:
        return bool(one) != bool(other)
    for nth in range(max(len(one), len(other))):
        first, then = one[min(nth, len(one) - 1)], other[min(nth, len(other) - 1)]
        if first.picture != then.picture or first.text != then.text:
            return True
    return False


def count_pictures(samples: Sequence[Sample]) -> int:
    """How many different pictures the last second has."""
    return len({one.picture for one in samples if one.ms > samples[-1].ms - _LAST_SECOND_MS})


def count_vanished_lines(before: Sample, after: Sample) -> int:
    """Lines without figures that are gone, such as a title or "press Space"."""
    gone = set(before.text.splitlines()) - set(after.text.splitlines())
    return sum(not any(map(str.isdigit, line)) for line in gone)
