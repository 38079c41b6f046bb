"""Agreement of raters: published examples, the quick statistics against the plain ones, and a planted study."""

import random
from itertools import combinations
from statistics import fmean

import pytest

from pytest_cookie.stats.alpha import krippendorff_alpha
from pytest_cookie.stats.interval import wilson_interval
from pytest_cookie.stats.judge_match import judge_match, people_match
from pytest_cookie.stats.kappa import cohen_kappa
from pytest_cookie.stats.preferences import Rated
from pytest_cookie.stats.ranks import spearman
from pytest_cookie.stats.rater_agreement import rater_agreement, rater_reliabilities

FLEISS = [
    (0, 0, 0, 0, 14), (0, 2, 6, 4, 2), (0, 0, 3, 5, 6), (0, 3, 9, 2, 0), (2, 2, 8, 1, 1),
    (7, 7, 0, 0, 0), (3, 2, 6, 3, 0), (2, 5, 3, 2, 2), (6, 5, 2, 1, 0), (0, 2, 2, 3, 7),
]  # fmt: skip
"""Ten subjects in five categories by 14 raters; the usual worked example, whose κ is 0.210."""


def fleiss_of(units) -> float | None:
    ratings = {str(number): {f"r{r}": float(ord(value)) for r, value in enumerate(u)} for number, u in enumerate(units)}
    return rater_agreement(ratings, "nominal").fleiss.mean


def test_fleiss_kappa_of_the_worked_example():
    units = ["".join("abcde"[category] * count for category, count in enumerate(row)) for row in FLEISS]
    assert fleiss_of(units) == pytest.approx(0.20993, abs=1e-5)


def test_fleiss_kappa_by_hand():
    # three units of two ratings: equal, equal, different; totals a 3 of 6, b 3 of 6: (2/3 − 1/2) / (1 − 1/2)
    assert fleiss_of(["aa", "bb", "ab"]) == pytest.approx(1 / 3)
    assert fleiss_of(["aa", "aa"]) is None
    assert fleiss_of(["a", "b"]) is None


@pytest.mark.parametrize("level", ["nominal", "ordinal", "interval"])
def test_alpha_and_cohens_kappa_are_those_of_the_plain_functions(level):
    source = random.Random(7)
    units = [{f"r{r}": float(source.randint(0, 4)) for r in range(5) if source.random() < 0.7} for _ in range(40)]
    found = rater_agreement({str(number): unit for number, unit in enumerate(units)}, level)
    assert found.alpha.mean == pytest.approx(krippendorff_alpha([list(unit.values()) for unit in units], level))
    twice = [
        cohen_kappa((u[a], u[b]) for u in units if a in u and b in u)
        for a, b in combinations(sorted({r for u in units for r in u}), 2)
    ]
    assert found.cohen.mean == pytest.approx(fmean(twice))


RELIABILITIES = [0.35 + 0.03 * number for number in range(20)]
"""How often each of 20 raters gives the true answer; otherwise one of the nine points by chance."""


def planted(seed: int) -> dict[str, dict[str, float]]:
    """Ratings of 132 items × 4 models with three raters each, on 0 to 8."""
    source = random.Random(seed)
    ratings = {}
    for unit in range(132 * 4):
        truth = source.randint(0, 8)
        ratings[f"{unit // 4}:{unit % 4}"] = {
            f"r{rater:02}": float(truth if source.random() < RELIABILITIES[rater] else source.randint(0, 8))
            for rater in source.sample(range(20), 3)
        }
    return ratings


def test_a_planted_study_is_recovered():
    # Two raters agree with probability p·q + (1 − p·q)/9, so α and both κ are the mean of p·q over pairs.
    ratings = planted(11)
    expected = fmean(a * b for a, b in combinations(RELIABILITIES, 2))
    found = rater_agreement(ratings, "nominal", seed=3)
    for interval in (found.alpha, found.fleiss):
        assert interval.mean == pytest.approx(expected, abs=0.04)
        assert interval.low < expected < interval.high
        assert interval.high - interval.low < 0.15
    assert found.cohen.mean == pytest.approx(expected, abs=0.06)
    assert found.same.mean == pytest.approx(expected + (1 - expected) / 9, abs=0.04)
    own = {reliability.rater: reliability for reliability in rater_reliabilities(ratings, "nominal")}
    shares = [own[f"r{rater:02}"].same for rater in range(20)]
    mean = fmean(RELIABILITIES)
    truths = [p * (20 * mean - p) / 19 + (1 - p * (20 * mean - p) / 19) / 9 for p in RELIABILITIES]
    assert sum(share.low < truth < share.high for share, truth in zip(shares, truths, strict=True)) >= 17
    assert spearman([share.mean for share in shares], RELIABILITIES) > 0.75  # each rater has only 79 units
    assert own["r00"].alpha_without > found.alpha.mean > own["r19"].alpha_without


@pytest.mark.slow
def test_intervals_of_planted_studies_cover_the_truth():
    expected = fmean(a * b for a, b in combinations(RELIABILITIES, 2))
    inside = 0
    for seed in range(12):
        found = rater_agreement(planted(seed), "nominal", seed=seed, resamples=200).alpha
        inside += found.low < expected < found.high
    assert inside >= 9


def test_pairwise_match_with_ties_by_hand():
    # rater a orders x > y, rater b ties them: two orders, none equal; the judge orders x > y, as a does
    query = [Rated("x", 80.0, {"a": 7, "b": 5}), Rated("y", 60.0, {"a": 3, "b": 5})]
    assert people_match([query], seed=0).match.mean == 0
    judged = judge_match([query], ["games"], tie=0.0, seed=0)
    assert (judged.pairs, judged.match.mean) == (2, 0.5)
    assert judge_match([query], ["games"], tie=25.0, seed=0).match.mean == 0.5  # now the judge ties, as b does
    assert judged.groups["games"].mean == 0.5


def test_the_planted_judge_is_recovered_overall_and_by_domain():
    # The judge orders two of four models as the truth does with probability 0.8; raters always see the truth.
    source = random.Random(5)
    queries, domains = [], []
    for number in range(132):
        good = 0.9 if number % 2 else 0.7
        truth = source.sample(range(9), 4)
        judge = truth if source.random() < good else truth[::-1]
        queries.append([Rated(f"m{i}", 10.0 * judge[i], {"a": truth[i], "b": truth[i]}) for i in range(4)])
        domains.append("odd" if number % 2 else "even")
    found = judge_match(queries, domains, tie=0.0, seed=1)
    assert found.pairs == 132 * 6 * 2
    assert found.match.low < 0.8 < found.match.high
    assert found.groups["odd"].low < 0.9 < found.groups["odd"].high
    assert found.groups["even"].low < 0.7 < found.groups["even"].high
    assert found.kappa.mean == pytest.approx(2 * found.match.mean - 1, abs=0.01)


def test_without_two_ratings_of_anything_there_is_no_coefficient():
    found = rater_agreement({"t": {"a": 1.0}}, "nominal")
    assert (found.units, found.alpha.mean, found.cohen.mean, found.same.mean) == (0, None, None, None)


def test_the_questions_of_one_task_are_no_more_than_one_task():
    """Sixteen equal answers about each of three tasks are as certain as three tasks, not as 48."""
    ratings = {f"q{question}:t{task}": {"a": 1.0, "b": 1.0} for question in range(16) for task in range(3)}
    apart, together = (
        rater_reliabilities(ratings, "nominal", **options)[0].same
        for options in ({}, {"cluster": lambda unit: unit.partition(":")[2]})
    )
    assert (apart.n, together.n) == (48, 3)
    assert (together.mean, together.low) == (1, pytest.approx(wilson_interval(3, 3).low))
