"""Cohen's κ against published tables and by properties."""

import random

import pytest

from pytest_cookie.stats.kappa import cohen_kappa, squared

# Cohen 1960 (and 1968, Table 1): 200 cases, personality disorder, neurosis, psychosis; judge B by judge A.
COHEN = ((88, 10, 2), (14, 40, 6), (18, 10, 12))


def pairs_of(table: tuple[tuple[int, ...], ...]) -> list[tuple[int, int]]:
    return [(i, j) for i, row in enumerate(table) for j, count in enumerate(row) for _ in range(count)]


def test_the_example_of_cohen_1960():
    # p_o = .70, p_c = .41, κ = .492
    assert cohen_kappa(pairs_of(COHEN)) == pytest.approx(0.492, abs=5e-4)
    assert cohen_kappa(pairs_of(COHEN)) == pytest.approx((0.70 - 0.41) / (1 - 0.41))


def test_the_example_of_cohen_1968_with_his_weights():
    weights = {(0, 1): 1, (0, 2): 3, (1, 2): 6}
    kappa = cohen_kappa(pairs_of(COHEN), lambda a, b: weights.get((min(a, b), max(a, b)), 0))
    assert kappa == pytest.approx(0.348, abs=5e-4)


def test_two_by_two_worked_by_hand():
    # 20 yes/yes, 5 yes/no, 10 no/yes, 15 no/no: p_o = .7, p_c = .5 · .6 + .5 · .4 = .5
    assert cohen_kappa(pairs_of(((20, 5), (10, 15)))) == pytest.approx(0.4)


def test_quadratic_weights_worked_by_hand():
    # (1,1) (2,3) (3,3): observed (0 + 1 + 0)/3; expected over {1,2,3} × {1,3,3} = (0+4+4+1+1+1+4+0+0)/9 = 15/9
    assert cohen_kappa([(1, 1), (2, 3), (3, 3)], squared) == pytest.approx(1 - (1 / 3) / (15 / 9))


def test_without_chance_for_disagreement_there_is_no_kappa():
    assert cohen_kappa([]) is None
    assert cohen_kappa([("a", "a")] * 5) is None


def test_bounds_symmetry_and_names_do_not_matter():
    source = random.Random(2)
    for _ in range(200):
        pairs = [(source.randint(0, 4), source.randint(0, 4)) for _ in range(source.randint(5, 40))]
        swapped = [(b, a) for a, b in pairs]
        renamed = [("abcde"[a], "abcde"[b]) for a, b in pairs]
        assert cohen_kappa(pairs) == pytest.approx(cohen_kappa(swapped))
        assert cohen_kappa(pairs) == pytest.approx(cohen_kappa(renamed))
        assert cohen_kappa(pairs, squared) == pytest.approx(cohen_kappa(swapped, squared))
        assert cohen_kappa(pairs) <= 1
        assert cohen_kappa([(a, a) for a, _ in pairs], squared) in (None, 1)


def test_quadratic_kappa_is_the_intraclass_correlation_in_large_samples():
    """Fleiss and Cohen 1973: up to terms of 1/n, weighted κ with squared weights is the intraclass correlation."""
    source = random.Random(3)
    pairs = []
    for _ in range(4000):
        subject = source.gauss(0, 2)
        pairs.append((round(4 + subject + source.gauss(0, 1)), round(4 + subject + source.gauss(0, 1))))
    # both have variance 4 + 1 + 1/12 of rounding, and share 4
    assert cohen_kappa(pairs, squared) == pytest.approx(4 / (5 + 1 / 12), abs=0.03)
