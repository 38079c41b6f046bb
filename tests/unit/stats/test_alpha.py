"""Krippendorff's α against the examples of Krippendorff 2011 and by properties."""

import random

import pytest

from pytest_cookie.stats.alpha import Level, krippendorff_alpha

# Krippendorff, Computing Krippendorff's Alpha-Reliability (2011), C: four observers, twelve units, values missing.
FOUR_OBSERVERS = (
    (1, 2, 3, 3, 2, 1, 4, 1, 2, None, None, None),
    (1, 2, 3, 3, 2, 2, 4, 1, 2, 5, None, 3),
    (None, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, None),
    (1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, None),
)


def units_of(observers: tuple[tuple[float | None, ...], ...]) -> list[list[float]]:
    return [[value for value in unit if value is not None] for unit in zip(*observers, strict=True)]


@pytest.mark.parametrize(("level", "published"), [("nominal", 0.743), ("ordinal", 0.815), ("interval", 0.849)])
def test_four_observers_with_missing_values(level: Level, published: float):
    assert krippendorff_alpha(units_of(FOUR_OBSERVERS), level) == pytest.approx(published, abs=5e-4)


def test_two_observers_and_binary_values():
    # 2011, A: α = 0.095
    meg, owen = (0, 1, 0, 0, 0, 0, 0, 0, 1, 0), (1, 1, 1, 0, 0, 1, 0, 0, 0, 0)
    assert krippendorff_alpha(units_of((meg, owen)), "nominal") == pytest.approx(0.095, abs=5e-4)


def test_two_observers_and_names():
    # 2011, B: α = 0.692
    ben, gerry = "aabbdcccedda", "babbbccceddd"
    units = [[ord(a), ord(b)] for a, b in zip(ben, gerry, strict=True)]
    assert krippendorff_alpha(units, "nominal") == pytest.approx(0.692, abs=5e-4)


def test_interval_worked_by_hand():
    # (1,2) and (3,3): observed 2·1/1 = 2 over 4 values; all ordered squares over 1,2,3,3 = 2·(1+4+4+1+1+0) = 22
    assert krippendorff_alpha([[1, 2], [3, 3]], "interval") == pytest.approx(1 - 3 * 2 / 22)


def test_nothing_pairable_or_nothing_varied_is_none():
    for level in ("nominal", "ordinal", "interval"):
        assert krippendorff_alpha([], level) is None
        assert krippendorff_alpha([[1], [2], []], level) is None
        assert krippendorff_alpha([[4, 4], [4, 4, 4]], level) is None


def test_values_that_are_alike_say_nothing_however_they_add_up():
    assert krippendorff_alpha([[0.1, 0.1]] * 5, "interval") is None


def test_properties():
    source = random.Random(4)
    for _ in range(200):
        units = [[source.randint(1, 5) for _ in range(source.randint(0, 4))] for _ in range(source.randint(4, 15))]
        for level in ("nominal", "ordinal", "interval"):
            alpha = krippendorff_alpha(units, level)
            if alpha is None:
                continue
            assert alpha <= 1
            shuffled = [source.sample(unit, len(unit)) for unit in units]
            source.shuffle(shuffled)
            assert krippendorff_alpha(shuffled, level) == pytest.approx(alpha)
            agreed = [[unit[0]] * len(unit) for unit in units if unit]
            assert krippendorff_alpha(agreed, level) in (None, pytest.approx(1))
        scaled = [[3 * value - 7 for value in unit] for unit in units]
        assert krippendorff_alpha(scaled, "interval") == pytest.approx(krippendorff_alpha(units, "interval"))
        bent = [[value**3 for value in unit] for unit in units]
        assert krippendorff_alpha(bent, "ordinal") == pytest.approx(krippendorff_alpha(units, "ordinal"))
