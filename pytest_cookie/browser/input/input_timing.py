"""`InputTiming`: durations of single input events, in page time and by a seed. Pure."""

from dataclasses import dataclass
from random import Random

MAX_TYPED = 100
"""Up to this many characters are typed key by key; the rest is pasted."""

_PRESS_MS = (60, 120)
_BETWEEN_CLICKS_MS = (60, 110)
_GRASP_MS = (60, 120)
_DWELL_MS = (80, 150)
_CHORD_MS = (8, 30)
_STROKE_MS, _USUAL_STROKE_MS = (40, 120), 65
_FASTEST_STROKE_MS, _TYPING_MS = 30, 3_000


@dataclass(frozen=True)
class Stroke:
    """One key of a text: how long it is down, and the time until the next one goes down."""

    down_ms: int
    next_ms: int


class InputTiming:
    """Draws every duration from one seeded stream, so the same actions take the same times."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)

    def press_ms(self) -> int:
        """Draw how long a button or key is down."""
        return self.chance.randint(*_PRESS_MS)

    def between_clicks_ms(self) -> int:
        """Draw the time between the two presses of a double click."""
        return self.chance.randint(*_BETWEEN_CLICKS_MS)

    def grasp_ms(self) -> int:
        """Draw the time from grabbing something to moving it."""
        return self.chance.randint(*_GRASP_MS)

    def dwell_ms(self) -> int:
        """Draw the time from reaching the drop point to releasing."""
        return self.chance.randint(*_DWELL_MS)

    def chord_ms(self) -> int:
        """Draw the time between two keys that go down together."""
        return self.chance.randint(*_CHORD_MS)

    def strokes(self, count: int) -> list[Stroke]:
        """Draw the rhythm of `count` characters: 40 to 120 ms each, faster in a long text, 3 s at most for 100."""
        drawn = [self.chance.triangular(*_STROKE_MS, _USUAL_STROKE_MS) for _ in range(count)]
        hurry = min(1.0, _TYPING_MS / max(1.0, sum(drawn)))
        gaps = [max(_FASTEST_STROKE_MS, round(gap * hurry)) for gap in drawn]
        return [Stroke(round(gap * self.chance.uniform(0.45, 0.7)), gap) for gap in gaps]
