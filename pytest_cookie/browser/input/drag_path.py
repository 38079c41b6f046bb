"""Plans pointer paths from one point to another, with their times: moves, drags and flings. Pure."""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random

Point = tuple[float, float]

MOVE_MS = 16
"""A pointing device reports about once a frame."""

_REACTION_MS, _MS_PER_BIT = 50.0, 55.0
_FASTEST_MS, _SLOWEST_MS = 64.0, 360.0
_SMALLEST_TARGET_PX = 4.0
_DRAG_SLOWNESS, _LONGEST_DRAG_MS = 1.7, 640.0
_LINE_PX_PER_MS, _LONGEST_LINE_MS = 0.6, 4_000.0
_FLING_PX_PER_MS, _SHORTEST_FLING_MS, _LONGEST_FLING_MS = 3.0, 96.0, 192.0
_BOW, _MAX_BOW_PX = (0.03, 0.08), 40.0
_OVERSHOOT, _OVERSHOOT_FROM_PX, _OVERSHOOT_SHARE, _CORRECTION_MS = (0.15, 0.35), 200.0, 0.4, 64.0
_WIDEST_TARGET_PX = 40.0


@dataclass(frozen=True)
class Waypoint:
    """A point of the viewport in CSS px, and when it is reached, in whole ms since the path began."""

    x: float
    y: float
    at_ms: int


@dataclass(frozen=True)
class Route:
    """Start and end of a path, the size of the target, and the window the path stays in. All in CSS px."""

    start: Point
    end: Point
    window: tuple[float, float]
    target_px: float = 20.0

    @property
    def distance(self) -> float:
        """Length of the straight line."""
        return math.dist(self.start, self.end)

    def clamp(self, point: Point) -> Point:
        """Return the nearest point in the window; a path that starts or ends outside may go that far."""
        lows = (min(0.0, own) for own in map(min, self.start, self.end))
        highs = (max(size - 1, own) for size, own in zip(self.window, map(max, self.start, self.end), strict=True))
        x, y = (min(high, max(low, own)) for own, low, high in zip(point, lows, highs, strict=True))
        return x, y


def plan_move(field: Route, chance: Random) -> list[Waypoint]:
    """Plan a free move to a target: curved, eased, sometimes a little past it and back."""
    duration = fitts_ms(field.distance, field.target_px) * chance.uniform(0.9, 1.1)
    beyond = _pick_overshoot(field, chance)
    path = _sample(_bow_curve(field, beyond, chance), minimum_jerk, duration)
    if beyond != field.end:
        path += _shift_after(path[-1], _sample(_straight(beyond, field.end), minimum_jerk, _CORRECTION_MS))
    return _end_at(field.end, _drop_pauses(path))


def plan_drag(field: Route, chance: Random) -> list[Waypoint]:
    """Plan a drag: slower than a move, and never past the end."""
    duration = min(
        _LONGEST_DRAG_MS, _DRAG_SLOWNESS * fitts_ms(field.distance, field.target_px) * chance.uniform(0.9, 1.1)
    )
    path = _sample(_bow_curve(field, field.end, chance), minimum_jerk, duration)
    return _end_at(field.end, _drop_pauses(path))


def plan_fling(field: Route, chance: Random) -> list[Waypoint]:
    """Plan a throw: it accelerates and is fastest at the end."""
    duration = min(_LONGEST_FLING_MS, max(_SHORTEST_FLING_MS, field.distance / _FLING_PX_PER_MS))
    path = _sample(_bow_curve(field, field.end, chance), lambda share: share**1.8, duration)
    return _end_at(field.end, _drop_pauses(path))


def plan_polyline(start: Point, points: Sequence[Point]) -> list[Waypoint]:
    """Plan a drag along straight lines through all of `points`, at an even speed, in about 4 s at most."""
    corners = [start, *points]
    length = sum(math.dist(one, other) for one, other in pairwise(corners))
    ms_per_px = min(1 / _LINE_PX_PER_MS, _LONGEST_LINE_MS / max(1.0, length))
    path: list[Waypoint] = []
    for one, other in pairwise(corners):
        duration = max(float(MOVE_MS), math.dist(one, other) * ms_per_px)
        moves = max(1, round(duration / MOVE_MS))
        began, line = path[-1].at_ms if path else 0, _straight(one, other)
        leg = [(line(move / moves), began + round(duration * move / moves)) for move in range(1, moves + 1)]
        path += _end_at(other, [Waypoint(round(x), round(y), at_ms) for (x, y), at_ms in leg])
    return path


def fitts_ms(distance_px: float, target_px: float) -> float:
    """Return the duration of a quick move in ms: Fitts' law in Shannon's form, within bounds."""
    bits = math.log2(distance_px / max(_SMALLEST_TARGET_PX, target_px) + 1)
    return min(_SLOWEST_MS, max(_FASTEST_MS, _REACTION_MS + _MS_PER_BIT * bits))


def minimum_jerk(share: float) -> float:
    """Return the share of the path at a share of the time: at rest at both ends, as a hand (Flash and Hogan, 1985)."""
    return share**3 * (10 + share * (6 * share - 15))


def _pick_overshoot(field: Route, chance: Random) -> Point:
    """Pick where a fast move first stops: on a long path often past the middle, but still on the target."""
    share, past = chance.random(), chance.uniform(*_OVERSHOOT) * min(field.target_px, _WIDEST_TARGET_PX)
    if field.distance < _OVERSHOOT_FROM_PX or share > _OVERSHOOT_SHARE:
        return field.end
    (x, y), (end_x, end_y) = field.start, field.end
    further = past / field.distance
    return field.clamp((end_x + (end_x - x) * further, end_y + (end_y - y) * further))


def _bow_curve(field: Route, end: Point, chance: Random) -> Callable[[float], Point]:
    """A cubic Bézier curve to `end` that leaves the straight line to one side."""
    (x, y), (end_x, end_y) = field.start, end
    distance = math.dist(field.start, end) or 1.0
    bow = min(_MAX_BOW_PX, chance.uniform(*_BOW) * distance) * chance.choice((-1, 1))
    across = (-(end_y - y) / distance * bow, (end_x - x) / distance * bow)

    def beside(share: float, strength: float) -> Point:
        return field.clamp(
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


def _sample(line: Callable[[float], Point], easing: Callable[[float], float], duration_ms: float) -> list[Waypoint]:
    """One waypoint about every 16 ms, on whole pixels as a pointing device reports them."""
    moves = max(2, round(duration_ms / MOVE_MS))
    points = (line(easing(move / moves)) for move in range(1, moves + 1))
    return [
        Waypoint(round(x), round(y), round(duration_ms * move / moves)) for move, (x, y) in enumerate(points, start=1)
    ]


def _shift_after(last: Waypoint, path: list[Waypoint]) -> list[Waypoint]:
    return [Waypoint(waypoint.x, waypoint.y, last.at_ms + waypoint.at_ms) for waypoint in path]


def _drop_pauses(path: list[Waypoint]) -> list[Waypoint]:
    """Drop waypoints without movement, which a device does not report; the last one stays, for its time."""

    def moved() -> Iterator[Waypoint]:
        for earlier, later in pairwise(path):
            if (earlier.x, earlier.y) != (later.x, later.y):
                yield later

    moves_kept = [path[0], *moved()]
    return (
        moves_kept
        if moves_kept[-1] is path[-1]
        else [*moves_kept[:-1], Waypoint(moves_kept[-1].x, moves_kept[-1].y, path[-1].at_ms)]
    )


def _end_at(end: Point, path: list[Waypoint]) -> list[Waypoint]:
    """End exactly at `end`, even between two pixels."""
    return [*path[:-1], Waypoint(*end, path[-1].at_ms)]
