"""Variance components against published and hand-worked numbers, and by simulation."""

from statistics import variance

import numpy as np
import pytest

from pytest_cookie.stats.variance import ScoredItem, split_variance

# Sokal and Rohlf, "Biometry", box 10.1: left wings of mosquitoes, 3 cages of 4 females, each measured twice
MOSQUITOES = [
    [(58.5, 59.5), (77.8, 80.9), (84.0, 83.6), (70.1, 68.3)],
    [(69.8, 69.8), (56.0, 54.5), (50.7, 49.3), (63.8, 65.8)],
    [(56.6, 57.5), (77.8, 79.2), (69.9, 69.2), (62.1, 64.5)],
]
# Shrout and Fleiss, "Intraclass Correlations", Psychological Bulletin 86 (1979), table 2: 6 targets, 4 judges
TARGETS = [(9, 2, 5, 8), (6, 1, 3, 2), (8, 4, 6, 8), (7, 1, 2, 6), (10, 5, 6, 9), (6, 2, 4, 7)]


def nested(data: list[list[tuple[float, ...]]]) -> list[ScoredItem]:
    return [
        ScoredItem(f"q{q}", f"q{q}a{a}", value)
        for q, artifacts in enumerate(data)
        for a, values in enumerate(artifacts)
        for value in values
    ]


def test_mosquitoes_as_in_the_book():
    """Mean squares 332.8379, 191.1864 and 1.3017 with 2, 9 and 12 degrees of freedom."""
    split = split_variance(nested(MOSQUITOES))
    assert [(component.sources, component.degrees) for component in split.components] == [
        (("query",), 2),
        (("generation",), 9),
        (("exploration", "judge"), 12),
    ]
    variances = [component.deviation**2 for component in split.components]
    assert variances == [
        pytest.approx(17.7064, abs=1e-3),
        pytest.approx(94.9424, abs=1e-3),
        pytest.approx(1.3017, abs=1e-4),
    ]
    assert [round(component.share, 3) for component in split.components] == [0.155, 0.833, 0.011]
    assert (split.queries, split.artifacts, split.items, split.judges) == (3, 12, 24, 0)


def test_unequal_numbers_by_hand():
    """Query 0: artifacts (10, 20) and (30); query 1: artifact (40, 50, 60).

    Within artifacts 50 + 0 + 200 = 250 on 3 degrees: 83.3333. Artifacts in queries: 2·(15 − 20)² + (30 − 20)² = 150
    on 1, with k₁ = 6 − (4 + 1)/3 − 9/3 = 4/3: (150 − 83.3333)/(4/3) = 50. Queries: 3·15² + 3·15² = 1350 on 1, with
    k₂ = 14/3 − 14/6 = 7/3 and k₃ = 6 − 18/6 = 3: (1350 − 83.3333 − 7/3 · 50)/3 = 383.3333.
    """
    split = split_variance(nested([[(10, 20), (30,)], [(40, 50, 60)]]))
    assert [component.deviation**2 for component in split.components] == pytest.approx([383.33333, 50, 83.33333])


def test_generations_alone_are_told_together_with_what_comes_after():
    """Pairs (10, 14) and (30, 38): within queries (8 + 32)/2 = 20; between (484 − 20)/2 = 232."""
    split = split_variance(nested([[(10,), (14,)], [(30,), (38,)]]))
    assert [component.sources for component in split.components] == [("query",), ("generation", "exploration", "judge")]
    assert [component.deviation**2 for component in split.components] == pytest.approx([232, 20])


def test_one_artifact_explored_again_says_nothing_of_generation():
    split = split_variance(nested([[(10, 14)], [(30, 38)]]))
    assert [component.sources for component in split.components] == [("query", "generation"), ("exploration", "judge")]
    assert [component.deviation**2 for component in split.components] == pytest.approx([232, 20])


def test_judges_as_in_the_paper():
    """The residual mean square is 1.02 on 15 degrees; a mean of four has a quarter of it."""
    told = [
        ScoredItem(f"q{n}", f"a{n}", sum(row) / 4, dict(zip("abcd", row, strict=True)), judge_share=1 / 4)
        for n, row in enumerate(TARGETS)
    ]
    split = split_variance(told)
    query, judge = split.components
    assert (judge.sources, judge.degrees, split.judges) == (("judge",), 15, 4)
    assert judge.deviation**2 == pytest.approx(1.0194, abs=1e-4)
    assert query.sources == ("query", "generation", "exploration")
    # between targets: mean square 11.24 of sums, 11.2417/4 of means, less 1.0194/4
    assert query.deviation**2 == pytest.approx((11.2417 - 1.0194) / 4, abs=1e-3)


def test_a_judge_that_is_only_stricter_disagrees_on_nothing():
    told = [ScoredItem(f"q{n}", f"a{n}", 10.0 * n, {"mild": 10.0 * n, "strict": 10.0 * n - 25}) for n in range(5)]
    assert split_variance(told).components[-1].deviation == pytest.approx(0)


def test_an_estimate_below_zero_is_told_as_zero():
    """Means of queries that are more alike than their items: (10, 90) and (12, 88), both 50."""
    query, rest = split_variance(nested([[(10,), (90,)], [(12,), (88,)]])).components
    assert (query.deviation, query.is_negative, query.share) == (0, True, 0)
    assert not rest.is_negative
    assert rest.share == 1


def test_nothing_to_split():
    assert split_variance([]) is None
    assert split_variance(nested([[(10,)], [(20,)], [(30,)]])) is None
    one = split_variance(nested([[(10,), (14,)]]))
    assert [part.sources for part in one.components] == [("generation", "exploration", "judge")]
    same = split_variance(nested([[(10,), (10,)], [(10,), (10,)]]))
    assert [part.share for part in same.components] == [None, None]


def test_on_average_it_is_what_it_was_made_with():
    """Deviations 10, 6, 4 and 5 of one of two judges, with unequal repeats; means of 300 estimates."""
    source = np.random.default_rng(17)
    drawn: list[list[float]] = []
    for _ in range(300):
        told = []
        for q in range(20):
            query = source.normal(60, 10)
            for a in range(1 + q % 3):
                artifact = query + source.normal(0, 6)
                for _ in range(1 + (q + a) % 2):
                    explored = artifact + source.normal(0, 4)
                    judges = {"a": explored + 7 + source.normal(0, 5), "b": explored + source.normal(0, 5)}
                    told.append(ScoredItem(f"q{q}", f"q{q}a{a}", sum(judges.values()) / 2, judges, judge_share=0.5))
        split = split_variance(told)
        drawn.append([-1.0 if component.is_negative else component.deviation**2 for component in split.components])
    assert np.asarray(drawn).mean(axis=0) == pytest.approx([100, 36, 16, 25], rel=0.12)


def test_items_whose_judges_are_not_known_do_not_change_the_share_of_a_judge():
    told = [
        ScoredItem(f"q{n}", f"a{n}", (a + b) / 2, {"a": a, "b": b}, judge_share=0.5)
        for n, (a, b) in enumerate(((10.0, 12.0), (44.0, 40.0), (80.0, 90.0), (61.0, 60.0)))
    ]
    told += [ScoredItem(f"other-{n}", f"o{n}", value) for n, value in enumerate((15.0, 35.0, 55.0, 75.0, 95.0))]
    query, judge = split_variance(told).components
    assert query.deviation**2 == pytest.approx(variance(item.value for item in told) - judge.deviation**2 / 2)
