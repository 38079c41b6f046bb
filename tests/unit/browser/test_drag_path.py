"""The ways of a hand: where they lead, how they are timed, and that a seed decides."""

import math
from itertools import pairwise
from random import Random

import pytest

from pytest_cookie.browser.input.drag_path import (
    Route,
    fitts_ms,
    minimum_jerk,
    plan_drag,
    plan_fling,
    plan_move,
    plan_polyline,
)

WINDOW = (1280.0, 720.0)
WAYS = [(plan_move, 400), (plan_drag, 640), (plan_fling, 192)]


def fields() -> list[Route]:
    chance = Random(7)
    places = [(chance.uniform(0, 1279), chance.uniform(0, 719)) for _ in range(60)]
    drawn = [Route(start, end, WINDOW, chance.uniform(2, 300)) for start, end in pairwise(places)]
    return [
        *drawn,
        Route((0, 0), (1279, 719), WINDOW, 8),
        Route((5, 5), (6, 5), WINDOW),
        Route((640, 2), (900, 2), WINDOW),
    ]


def speeds(way, start) -> list[float]:
    points = [(*start, 0), *((item.x, item.y, item.at_ms) for item in way)]
    return [math.dist(a[:2], b[:2]) / max(1, b[2] - a[2]) for a, b in pairwise(points)]


@pytest.mark.parametrize(("kind", "longest"), WAYS)
def test_every_way_ends_where_it_leads_stays_in_the_window_and_never_jumps(kind, longest):
    for seed, field in enumerate(fields()):
        way = kind(field, Random(seed))
        assert (way[-1].x, way[-1].y) == field.end
        assert all(0 <= one.x <= 1279 and 0 <= one.y <= 719 for one in way)
        times = [item.at_ms for item in way]
        assert times == sorted(set(times))
        assert times[-1] <= longest + 64
        assert max(speeds(way, field.start)) < 4 * max(1.0, field.distance / times[-1])


@pytest.mark.parametrize(("kind", "_"), WAYS)
def test_a_seed_decides_the_whole_way(kind, _):
    field = Route((20, 30), (800, 500), WINDOW, 30)
    assert kind(field, Random(3)) == kind(field, Random(3))
    assert kind(field, Random(3)) != kind(field, Random(4))


def test_a_way_is_bowed_and_has_a_move_a_frame():
    field = Route((100, 300), (900, 300), WINDOW, 40)
    for seed in range(20):
        way = plan_drag(field, Random(seed))
        assert 8 < max(abs(item.y - 300) for item in way) < 45
        gaps = [later.at_ms - earlier.at_ms for earlier, later in pairwise(way)]
        assert sorted(gaps)[len(gaps) // 2] in (15, 16, 17)


def test_a_way_beyond_the_window_leads_there():
    way = plan_drag(Route((100, 100), (-40, 100), WINDOW), Random(1))
    assert (way[-1].x, way[-1].y) == (-40, 100)
    assert min(item.x for item in way) == -40


def test_a_long_way_sometimes_goes_past_its_end_but_not_past_its_target():
    field = Route((100, 300), (900, 300), WINDOW, 40)
    furthest = [max(item.x for item in plan_move(field, Random(seed))) for seed in range(40)]
    past = [x for x in furthest if x > 901]
    assert 5 < len(past) < 30
    assert max(past) < 900 + 20


def test_a_hand_is_at_rest_at_both_ends_and_a_throw_is_not():
    field = Route((100, 300), (700, 400), WINDOW, 40)
    eased, thrown = speeds(plan_drag(field, Random(2)), field.start), speeds(plan_fling(field, Random(2)), field.start)
    assert max(eased) > 5 * max(eased[0], eased[-1])
    assert thrown[-1] == max(thrown) > 2


def test_minimum_jerk():
    assert [minimum_jerk(share) for share in (0, 0.5, 1)] == [0, 0.5, 1]
    assert minimum_jerk(0.1) == pytest.approx(0.00856)


def test_fitts_law():
    assert fitts_ms(600, 40) == pytest.approx(50 + 55 * 4)  # log2(600/40 + 1) = 4 bits
    assert fitts_ms(10_000, 1) == fitts_ms(100_000, 1)
    assert fitts_ms(600, 10) > fitts_ms(600, 40) > fitts_ms(200, 40) > fitts_ms(1, 40)


@pytest.mark.parametrize("count", [2, 10, 51])
def test_a_line_through_points_meets_each_of_them_in_bounded_time(count):
    chance = Random(count)
    points = [(chance.uniform(0, 1279), chance.uniform(0, 719)) for _ in range(count)]
    way = plan_polyline((3.5, 4), [*points, points[-1]])
    passed = [(item.x, item.y) for item in way]
    assert [point for point in passed if point in points] == [*points, points[-1]]
    times = [one.at_ms for one in way]
    assert times == sorted(set(times))
    assert times[-1] <= 4_000 + 16 * (count + 1)
    assert len(way) <= 4_000 / 16 + 2 * (count + 1)
