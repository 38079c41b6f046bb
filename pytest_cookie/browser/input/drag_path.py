"""`travel`, `haul`, `fling`: the ways a hand takes from one point to another, with their times. Pure."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from random import Random

Point = tuple[float, float]

MOVE_MS = 16
"""A pointing device tells of itself about once a frame."""

_REACTION_MS, _MS_PER_BIT = 50.0, 55.0
_FASTEST_MS, _SLOWEST_MS = 64.0, 360.0
_SMALLEST_TARGET_PX = 4.0
_HAUL_SLOWNESS, _LONGEST_HAUL_MS = 1.7, 640.0
_FLING_PX_PER_MS, _SHORTEST_FLING_MS, _LONGEST_FLING_MS = 3.0, 96.0, 192.0
_BOW, _MAX_BOW_PX = (0.03, 0.08), 40.0
_OVERSHOOT, _OVERSHOT_FROM_PX, _OVERSHOT_SHARE, _CORRECTION_MS = (0.15, 0.35), 200.0, 0.4, 64.0
_WIDEST_AIM_PX = 40.0


@dataclass(frozen=True)
class Waypoint:
    """A point of the viewport in CSS px, and when it is reached, in whole ms since the way began."""

    x: float
    y: float
    at_ms: int


@dataclass(frozen=True)
class Field:
    """Where a way leads, the size of what is aimed at, and the window that it does not leave. All in CSS px."""

    start: Point
    end: Point
    window: tuple[float, float]
    aim_px: float = 20.0

    @property
    def distance(self) -> float:
        """Length of the straight way."""
        return math.dist(self.start, self.end)

    def inside(self, point: Point) -> Point:
        """The nearest point of the window; a way that begins or ends outside may go that far."""
        lows = (min(0.0, own) for own in map(min, self.start, self.end))
        highs = (max(size - 1, own) for size, own in zip(self.window, map(max, self.start, self.end), strict=True))
        x, y = (min(high, max(low, own)) for own, low, high in zip(point, lows, highs, strict=True))
        return x, y


def travel(field: Field, chance: Random) -> list[Waypoint]:
    """To a target with nothing in the hand: bowed, eased, at times a little past it and back."""
    duration = travel_ms(field.distance, field.aim_px) * chance.uniform(0.9, 1.1)
    beyond = _overshot(field, chance)
    way = _timed(_bowed(field, beyond, chance), minimum_jerk, duration)
    if beyond != field.end:
        way += _after(way[-1], _timed(_straight(beyond, field.end), minimum_jerk, _CORRECTION_MS))
    return _ending_at(field.end, _without_standing(way))


def haul(field: Field, chance: Random) -> list[Waypoint]:
    """With something in the hand: slower, and never past the place."""
    duration = min(
        _LONGEST_HAUL_MS, _HAUL_SLOWNESS * travel_ms(field.distance, field.aim_px) * chance.uniform(0.9, 1.1)
    )
    way = _timed(_bowed(field, field.end, chance), minimum_jerk, duration)
    return _ending_at(field.end, _without_standing(way))


def fling(field: Field, chance: Random) -> list[Waypoint]:
    """A throw: ever faster, fastest where it ends."""
    duration = min(_LONGEST_FLING_MS, max(_SHORTEST_FLING_MS, field.distance / _FLING_PX_PER_MS))
    way = _timed(_bowed(field, field.end, chance), lambda share: share**1.8, duration)
    return _ending_at(field.end, _without_standing(way))


def travel_ms(distance_px: float, aim_px: float) -> float:
    """How long a quick hand takes: Fitts' law in Shannon's form, within bounds."""
    bits = math.log2(distance_px / max(_SMALLEST_TARGET_PX, aim_px) + 1)
    return min(_SLOWEST_MS, max(_FASTEST_MS, _REACTION_MS + _MS_PER_BIT * bits))


def minimum_jerk(share: float) -> float:
    """Share of the way at a share of the time: at rest at both ends, as a hand (Flash and Hogan, 1985)."""
    return share**3 * (10 + share * (6 * share - 15))


def _overshot(field: Field, chance: Random) -> Point:
    """Where a hand in a hurry stops at first: on a long way often past the middle, but still on the target."""
    share, past = chance.random(), chance.uniform(*_OVERSHOOT) * min(field.aim_px, _WIDEST_AIM_PX)
    if field.distance < _OVERSHOT_FROM_PX or share > _OVERSHOT_SHARE:
        return field.end
    (x, y), (end_x, end_y) = field.start, field.end
    further = past / field.distance
    return field.inside((end_x + (end_x - x) * further, end_y + (end_y - y) * further))


def _bowed(field: Field, end: Point, chance: Random) -> Callable[[float], Point]:
    """A cubic Bézier curve to `end` that leaves the straight line to one side."""
    (x, y), (end_x, end_y) = field.start, end
    distance = math.dist(field.start, end) or 1.0
    bow = min(_MAX_BOW_PX, chance.uniform(*_BOW) * distance) * chance.choice((-1, 1))
    across = (-(end_y - y) / distance * bow, (end_x - x) / distance * bow)

    def beside(share: float, strength: float) -> Point:
        return field.inside(
            (x + (end_x - x) * share + across[0] * strength, y + (end_y - y) * share + across[1] * strength)
        )

    first, second = beside(0.3, 1.0), beside(0.7, chance.uniform(0.3, 1.0))
    return lambda share: _bezier((field.start, first, second, end), share)


def _bezier(points: tuple[Point, Point, Point, Point], t: float) -> Point:
    weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
    x, y = (sum(weight * point[axis] for weight, point in zip(weights, points, strict=True)) for axis in (0, 1))
    return x, y


def _straight(start: Point, end: Point) -> Callable[[float], Point]:
    return lambda share: (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share)


def _timed(line: Callable[[float], Point], easing: Callable[[float], float], duration_ms: float) -> list[Waypoint]:
    """One waypoint about every 16 ms, on whole pixels as a pointing device gives them."""
    moves = max(2, round(duration_ms / MOVE_MS))
    points = (line(easing(move / moves)) for move in range(1, moves + 1))
    return [
        Waypoint(round(x), round(y), round(duration_ms * move / moves)) for move, (x, y) in enumerate(points, start=1)
    ]


def _after(last: Waypoint, way: list[Waypoint]) -> list[Waypoint]:
    return [Waypoint(one.x, one.y, last.at_ms + one.at_ms) for one in way]


def _without_standing(way: list[Waypoint]) -> list[Waypoint]:
    """A device that is not moved says nothing; the last waypoint stays, for its time."""

    def moved() -> Iterator[Waypoint]:
        for earlier, later in pairwise(way):
            if (earlier.x, earlier.y) != (later.x, later.y):
                yield later

    kept = [way[0], *moved()]
    return kept if kept[-1] is way[-1] else [*kept[:-1], Waypoint(kept[-1].x, kept[-1].y, way[-1].at_ms)]


def _ending_at(end: Point, way: list[Waypoint]) -> list[Waypoint]:
    """Exactly where it was meant to end, between two pixels too."""
    return [*way[:-1], Waypoint(*end, way[-1].at_ms)]
