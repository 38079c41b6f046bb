"""Orders of models that scores support, arenas, and reviewers, worked out by hand."""

import random

import pytest

from pytest_cookie.stats.arena import arena_agreement
from pytest_cookie.stats.partial_order import compare_orders, partial_order
from pytest_cookie.stats.reviewers import reviewer_agreement

ITEMS = [f"i{n}" for n in range(20)]


def scores(**means: float) -> dict[str, dict[str, float]]:
    """Scores that differ from item to item, equally for all models, and a little for each."""
    noise = random.Random(1)
    of_item = {item: noise.uniform(-20, 20) for item in ITEMS}
    return {
        model: {item: mean + of_item[item] + noise.uniform(-1, 1) for item in ITEMS} for model, mean in means.items()
    }


def test_a_certain_difference_orders_and_noise_does_not():
    assert partial_order(scores(a=60, b=50, c=50)) == {("a", "b"), ("a", "c")}


def test_pairing_by_item_finds_what_means_alone_would_not():
    # two points between models whose scores vary by twenty from item to item
    assert partial_order(scores(a=52, b=50)) == {("a", "b")}


def test_one_common_item_orders_nothing():
    assert partial_order({"a": {"i": 90}, "b": {"i": 10}}) == frozenset()


def test_two_referees_agree_contradict_or_leave_open():
    first, second = scores(a=60, b=50, c=40, d=40), scores(a=60, b=50, c=60, d=40)
    found = compare_orders(first, second)
    assert found.agreed == (("a", "b"), ("a", "d"), ("b", "d"))
    assert found.contradicted == (("b", "c"),)
    assert found.only_first == (("a", "c"),)
    assert found.only_second == (("c", "d"),)


def test_equal_referees_are_consistent():
    found = compare_orders(scores(a=60, b=50, c=40), scores(a=60, b=50, c=40))
    assert (found.contradicted, found.spearman, found.footrule) == ((), pytest.approx(1), 1)


def test_models_of_one_referee_only_are_left_out():
    found = compare_orders(scores(a=60, b=50), scores(b=50, c=40))
    assert (found.models, found.agreed, found.footrule) == (("b",), (), None)


def test_an_arena_worked_by_hand():
    # ranks 1 2 3 4 against 2 1 3 4: distance 2 of at most 8
    found = arena_agreement({"A": 60, "b": 50, "c": 40, "d": 30, "e": 99}, {"a": -2, "B": -1, "c": -3, "d": -4})
    assert found.models == ("A", "b", "c", "d")
    assert found.missing == ("e",)
    assert found.footrule == pytest.approx(0.75)
    assert found.spearman == pytest.approx(0.8)


def test_the_published_consistency_is_a_distance_of_one_in_eighteen():
    # section 4.4: 94.4 %. Six models have a largest distance of 18: two neighbours swapped give 1 − 2/18 = 88.9 %,
    # a tie of two neighbours 1 − 1/18 = 94.4 %
    ours = dict.fromkeys("abcdef", 0.0) | {name: float(-n) for n, name in enumerate("abcdef")}
    assert arena_agreement(ours | {"b": 0.0}, ours).footrule == pytest.approx(0.944, abs=5e-4)


def test_two_reviewers_worked_by_hand():
    # yes/yes 2, yes/no 1, no/no 1: p_o = 3/4, p_c = 3/4 · 1/2 + 1/4 · 1/2 = 1/2
    labels = {"x": {"1": "y", "2": "y", "3": "y", "4": "n"}, "y": {"1": "y", "2": "y", "3": "n", "4": "n"}}
    found = reviewer_agreement(labels)
    assert (found.reviewers, found.subjects, found.same) == (2, 4, 0.75)
    assert found.kappa == pytest.approx(0.5)
    assert not found.is_enough


def test_three_reviewers_have_the_mean_of_their_pairs():
    same = {"1": "y", "2": "n", "3": "y", "4": "n"}
    found = reviewer_agreement({"x": same, "y": same, "z": {"1": "y", "2": "y", "3": "n", "4": "n"}})
    # x and y: 1; z agrees with each as by chance: 0
    assert (found.kappa, found.lowest_kappa) == (pytest.approx(1 / 3), pytest.approx(0))


def test_a_low_kappa_of_a_rare_label_is_not_one_of_unequal_labels():
    rare = {"x": {str(n): "n" if n == 0 else "y" for n in range(60)}, "y": dict.fromkeys(map(str, range(60)), "y")}
    rare["y"] |= {"0": "n", "1": "n", "2": "n"}
    found = reviewer_agreement(rare)
    # x: 1 of 60 is n, y: 3 of 60; p_o = 58/60, p_c = 59/60 · 57/60 + 1/60 · 3/60
    chance = (59 * 57 + 3) / 3600
    assert found.kappa == pytest.approx((58 / 60 - chance) / (1 - chance))
    assert (found.labels, found.is_low_by_prevalence) == ({"n": 4, "y": 116}, True)
    assert found.prevalence_adjusted == pytest.approx(2 * 58 / 60 - 1)
    labels = {"x": {"1": "y", "2": "y", "3": "y", "4": "n"}, "y": {"1": "y", "2": "y", "3": "n", "4": "n"}}
    assert not reviewer_agreement(labels).is_low_by_prevalence


def test_gaps_are_left_out_of_a_pair():
    found = reviewer_agreement({"x": {"1": "y", "2": "n"}, "y": {"1": "y", "2": "n", "3": "y"}})
    assert (found.subjects, found.kappa, found.alpha) == (2, 1, 1)
    assert found.is_enough


def test_without_two_reviewers_there_is_no_agreement():
    assert reviewer_agreement({"x": {"1": "y"}}).kappa is None
    assert (reviewer_agreement({}).alpha, reviewer_agreement({}).same) == (None, None)
