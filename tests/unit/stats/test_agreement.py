"""A judge compared with people: pairwise agreement by hand, omissions, and the agreement among people."""

import random

import pytest

from pytest_cookie.records.human_rating import HumanRating, Scale
from pytest_cookie.stats.controls import PageSize
from pytest_cookie.stats.preferences import Rated, judge_against_people, matches, people_among_themselves, preference
from tests.cookie_scores import agreement
from tests.unit.stats.record_builder import failed, record

EIGHT = Scale(0, 8)


def points(case: str, model: str, value: float, rater: str = "ann", **where: object) -> HumanRating:
    return HumanRating(case=case, model=model, rater=rater, points={"total": value}, **where)


def test_a_tie_is_a_preference_too():
    assert [preference(*pair) for pair in ((2, 1), (1, 2), (1, 1))] == [1, -1, 0]
    assert [preference(*pair, 1.0) for pair in ((2, 1), (2.5, 1), (1, 2.5))] == [0, 1, -1]


def test_pairs_of_a_query_worked_by_hand():
    # the judge: a > b > c; ann: a > b = c; bob, who saw two: b > a
    query = [
        Rated("a", 90, {"ann": 8, "bob": 3}),
        Rated("b", 70, {"ann": 4, "bob": 5}),
        Rated("c", 40, {"ann": 4}),
    ]
    # ann: ab matches, ac matches, bc does not (a tie for her); bob: ab does not. Each in both orders.
    assert matches(judge_against_people(query, 0)) == (4, 8)
    # with a tie of up to 30 points the judge sees a = b and b = c, so that ac and bc match
    assert matches(judge_against_people(query, 30)) == (4, 8)
    assert sorted(judge_against_people(query, 30)).count((0, 0)) == 2
    # ann and bob together saw a and b, and differ
    assert matches(people_among_themselves(query)) == (0, 2)


def test_two_queries_worked_by_hand():
    records = [record("q1", "a", 80), record("q1", "b", 60), record("q2", "a", 30), record("q2", "b", 50)]
    opinions = [points("q1", "a", 7), points("q1", "b", 5), points("q2", "a", 6), points("q2", "b", 2)]
    (found,) = agreement(records, opinions, scale=EIGHT, resamples=50).scores
    assert (found.name, found.given_as, found.artifacts, found.pairs) == ("total", "points", 4, 2)
    assert found.pairwise.mean == 0.5
    assert found.pairwise.n == 2
    # both sides prefer once the first and once the second, in both orders: as good as chance
    assert found.pairwise_kappa.mean == 0
    # means: the judge has a 55, b 55, people a 6.5, b 3.5; midranks 1.5 1.5 against 2 1: 1 of at most 2
    assert found.footrule.mean == 0.5
    # 80 60 30 50 against 7 5 6 2: Σd² = 0 + 0 + 4 + 4 … ranks 4 3 1 2 against 4 2 3 1: 0 + 1 + 4 + 1 = 6
    assert found.spearman.mean == pytest.approx(1 - 6 * 6 / (4 * 15))
    # the judge's points are 6.4 4.8 2.4 4 of 8, whole 6 5 2 4; people's 7 5 6 2
    assert found.kappa.mean == pytest.approx(1 - (3 / 4) / (1 - 3 / 16))
    assert found.people is None


def test_several_people_are_set_against_each_other_too():
    records = [record("q1", "a", 80), record("q1", "b", 60)]
    opinions = [
        points("q1", "a", 7), points("q1", "b", 5),
        points("q1", "a", 6, "bob"), points("q1", "b", 6, "bob"),
    ]  # fmt: skip
    found = agreement(records, opinions, scale=EIGHT, resamples=50)
    assert found.raters == ("ann", "bob")
    (score,) = found.scores
    assert score.pairs == 2
    assert score.pairwise.mean == 0.5
    assert score.people.pairwise.mean == 0
    # units (7, 6) and (5, 6): midranks 0.5 for 5, 2 for 6, 3.5 for 7
    observed, expected = 2 * 2 * 1.5**2, 2 * 4 * (1.5**2 + 1.5**2)
    assert score.people.alpha_ordinal.mean == pytest.approx(1 - 3 * observed / expected)


def test_ranks_are_preferences_with_the_first_as_best():
    records = [record("q1", "a", 80), record("q1", "b", 60), record("q1", "c", 60)]
    given = {"a": 1, "b": 2, "c": 2}
    opinions = [HumanRating("q1", model, "ann", ranks={"total": rank}) for model, rank in given.items()]
    (found,) = agreement(records, opinions, scale=EIGHT, resamples=50).scores
    assert found.given_as == "ranks"
    assert found.pairwise.mean == 1
    assert found.footrule.mean == 1
    assert (found.kappa, found.alpha_interval, found.spearman) == (None, None, None)


def test_failed_is_zero_unscored_and_unknown_are_named():
    records = [failed("q1", "a"), record("q1", "b", 60), record("q2", "a", None), record("q2", "b", 10)]
    opinions = [points("q1", "a", 1), points("q1", "b", 5), points("q2", "a", 6), points("q3", "a", 6)]
    found = agreement(records, opinions, scale=EIGHT, resamples=50)
    assert found.unscored == ("q2 · a",)
    assert found.unmatched == ("q3 · a",)
    assert found.scores[0].artifacts == 2
    assert found.scores[0].pairwise.mean == 1


def test_with_repeats_an_opinion_must_say_which():
    records = [record("q1", "a", 80), record("q1", "a", 20, repeat=2)]
    found = agreement(records, [points("q1", "a", 7), points("q1", "a", 1, "bob", repeat=2)], scale=EIGHT, resamples=9)
    assert found.unmatched == ("q1 · a",)
    assert found.scores[0].artifacts == 1


def test_a_wide_scale_has_no_kappa_of_points():
    records = [record("q1", "a", 80), record("q1", "b", 60)]
    opinions = [points("q1", "a", 77), points("q1", "b", 50)]
    (found,) = agreement(records, opinions, scale=Scale(0, 100), resamples=9).scores
    assert found.kappa is None
    assert found.alpha_interval.mean is not None


def test_a_judge_as_good_as_the_people_agrees_as_they_do():
    """Judge and people see the same truth through the same noise: no side of the table is favoured."""
    source = random.Random(5)
    records, opinions = [], []
    for query in range(120):
        for model in "abcd":
            truth = source.gauss(50, 15)
            records.append(record(f"q{query}", model, min(100, max(0, truth + source.gauss(0, 10)))))
            for rater in ("ann", "bob", "cyd"):
                seen = min(100, max(0, truth + source.gauss(0, 10)))
                opinions.append(points(f"q{query}", model, seen, rater))
    (found,) = agreement(records, opinions, scale=Scale(0, 100), resamples=100).scores
    assert found.pairs == 120 * 6 * 3
    assert found.pairwise.mean == pytest.approx(found.people.pairwise.mean, abs=0.02)
    assert found.pairwise.low < found.people.pairwise.mean < found.pairwise.high


SIZES = {
    # the better page by people is the longer file in q1 and q2, and has less text in all three
    ("q1", "a", "html", 1): PageSize(file=900, text=10, elements=5),
    ("q1", "b", "html", 1): PageSize(file=500, text=20, elements=5),
    ("q2", "a", "html", 1): PageSize(file=900, text=10, elements=5),
    ("q2", "b", "html", 1): PageSize(file=500, text=20, elements=5),
    ("q3", "a", "html", 1): PageSize(file=500, text=10, elements=5),
    ("q3", "b", "html", 1): PageSize(file=900, text=20, elements=5),
}


def test_controls_are_measured_like_the_judge():
    judged = {"q1": (80, 60), "q2": (30, 50), "q3": (70, 60)}
    records = [
        record(case, model, score) for case, scores in judged.items() for model, score in zip("ab", scores, strict=True)
    ]
    opinions = [points(case, model, value) for case in judged for model, value in (("a", 7), ("b", 5))]
    (found,) = agreement(records, opinions, scale=EIGHT, resamples=50, sizes=SIZES).scores
    controls = {one.control: one for one in found.controls}
    assert found.pairwise.mean == pytest.approx(2 / 3)
    assert {name: one.pairwise.mean for name, one in controls.items()} == {
        "file": pytest.approx(2 / 3),
        "text": 0,
        "elements": 0,  # equal sizes are a tie, and people see none
        # on the others: q1 a 50 b 55, q2 a 75 b 60, q3 a 55 b 55, a tie
        "average": pytest.approx(1 / 3),
    }
    assert controls["file"].ahead.mean == pytest.approx(0)
    assert controls["text"].ahead.mean == pytest.approx(2 / 3)
    assert not controls["file"].is_beaten


def test_a_control_that_is_certainly_worse_is_beaten():
    cases = [f"q{number}" for number in range(12)]
    records = [record(case, model, score) for case in cases for model, score in (("a", 80), ("b", 60))]
    opinions = [points(case, model, value) for case in cases for model, value in (("a", 7), ("b", 5))]
    sizes = {
        (case, model, "html", 1): PageSize(file=size, text=size, elements=size)
        for case in cases
        for model, size in (("a", 1), ("b", 2))
    }
    (found,) = agreement(records, opinions, scale=EIGHT, resamples=50, sizes=sizes).scores
    assert [one.control for one in found.controls if one.is_beaten] == ["file", "text", "elements"]
    # the judge orders the models always alike, so its own averages do as well as it
    assert found.controls[-1].ahead.mean == 0


def test_without_sizes_there_are_no_controls():
    records = [record("q1", "a", 80), record("q1", "b", 60)]
    (found,) = agreement(records, [points("q1", "a", 7), points("q1", "b", 5)], scale=EIGHT, resamples=9).scores
    assert found.controls == ()
