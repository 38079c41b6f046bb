"""Distributions, and partial correlations, worked by hand."""

import pytest

from pytest_cookie.core.score_spec import ScoreSpec
from pytest_cookie.stats.distribution import distribution
from pytest_cookie.stats.ranks import partial_correlation, pearson

POINTS = ScoreSpec(id="points", label="points")
ERRORS = ScoreSpec(id="errors", label="errors", high=5.0, direction="lower")


def test_medians_ends_and_tenths(subtests):
    table = [
        (POINTS, [0.0, 0.0, 50.0, 99.9, 100.0], 50.0, 0.4, 0.2, (2, 0, 0, 0, 0, 1, 0, 0, 0, 2)),
        (POINTS, [10.0, 19.9], 14.95, 0.0, 0.0, (0, 2, 0, 0, 0, 0, 0, 0, 0, 0)),
        (ERRORS, [5.0, 0.0, 0.0, 2.5], 1.25, 0.25, 0.5, (2, 0, 0, 0, 0, 1, 0, 0, 0, 1)),
    ]
    for spec, values, median, worst, best, counts in table:
        with subtests.test(str(values)):
            found = distribution(values, spec)
            assert found is not None
            assert (found.n, found.worst, found.best, found.counts) == (len(values), worst, best, counts)
            assert found.median == pytest.approx(median)
    assert distribution([], POINTS) is None


def test_partial_correlation(subtests):
    x, y, z = [1.0, 2.0, 3.0, 4.0, 5.0], [2.0, 1.0, 4.0, 3.0, 5.0], [1.0, 3.0, 2.0, 5.0, 4.0]
    # r(x, y) = r(x, z) = 0.8, r(y, z) = 0.3: (0.8 − 0.24) / √(0.36 · 0.91)
    table = [
        ("by hand", (x, y, z), 0.56 / (0.36 * 0.91) ** 0.5),
        ("a constant third has no influence", (x, y, [7.0] * 5), 0.8),
        ("x follows from the third", (x, y, x), None),
        ("too few", (x[:3], y[:3], z[:3]), None),
        ("nothing to correlate", ([1.0] * 5, y, z), None),
    ]
    assert (pearson(x, y), pearson(x, z), pearson(y, z)) == pytest.approx((0.8, 0.8, 0.3))
    for name, given, expected in table:
        with subtests.test(name):
            assert partial_correlation(*given) == (expected if expected is None else pytest.approx(expected))
