"""A judge's numbers from pairs worked out by hand."""

import pytest

from pytest_cookie.stats.calibration import (
    GoodResult,
    ItemScores,
    PairResult,
    group_of,
    halves_of,
    numbers_of,
    the_number,
    won,
)
from pytest_cookie.stats.controls import PageSize


def scores(total: float, *, aesthetics: float | None = None) -> ItemScores:
    return ItemScores(functionality=total, aesthetics=total if aesthetics is None else aesthetics, total=total)


def pair(artifact: str, of_good: float, of_twin: float, *, found: bool = False, **changes: object) -> PairResult:
    fields: dict[str, object] = {
        "artifact": artifact,
        "family": "f",
        "title": "F",
        "dimension": "functionality",
        "severity": "major",
        "half": "tuning",
        "where": "#x",
        "good": (scores(of_good),),
        "twin": (scores(of_twin),),
        "detected": (found,),
    }
    return PairResult.model_validate(fields | changes)


def good(artifact: str, *alarms: int, half: str = "tuning", totals: tuple[float, ...] = (90.0,)) -> GoodResult:
    return GoodResult.model_validate({"artifact": artifact, "half": half, "totals": totals, "alarms": alarms})


def test_a_win_a_tie_and_a_loss():
    pairs = [pair("a", 90, 80, found=True), pair("a", 90, 90), pair("b", 90, 95), pair("b", 90, 70, found=True)]
    group = group_of("all", pairs)
    assert (group.pairs, group.artifacts) == (4, 2)
    assert group.accuracy.mean == pytest.approx((1 + 0.5 + 0 + 1) / 4)
    assert group.recall.mean == pytest.approx(0.5)
    assert group.accuracy.n == 2


def test_the_larger_page_as_a_control():
    small, large = PageSize(file=900, text=80, elements=20), PageSize(file=1000, text=70, elements=20)
    pairs = [pair("a", 90, 80, sizes=(large, small)), pair("b", 90, 80, sizes=(large, large)), pair("c", 90, 80)]
    group = group_of("all", pairs)
    assert {control: rate.mean for control, rate in group.controls.items()} == {
        "file": 0.75,
        "text": 0.25,
        "elements": 0.5,
    }
    assert group.controls["file"].n == 2
    assert group_of("none", pairs[2:]).controls["file"].mean is None


def test_totals_that_differ_in_no_digit_are_a_tie():
    assert won(pair("a", 90.004, 90.0), "total") == 0.5
    assert won(pair("a", 90.01, 90.0), "total") == 1.0


def test_repeats_of_a_pair_are_averaged_and_do_not_make_more_pairs():
    one = pair("a", 0, 0, good=(scores(90), scores(80)), twin=(scores(80), scores(85)), detected=(True, False))
    assert won(one, "total") == 0.5
    group = group_of("all", [one])
    assert (group.pairs, group.recall.mean) == (1, 0.5)


def test_the_dimension_of_the_defect_is_looked_at_by_itself():
    one = pair("a", 0, 0, dimension="aesthetics", good=(scores(80, aesthetics=90),), twin=(scores(85, aesthetics=70),))
    group = group_of("all", [one])
    assert (group.accuracy.mean, group.in_dimension.mean) == (0.0, 1.0)
    unknown = one.model_copy(update={"twin": (ItemScores(functionality=80, aesthetics=None, total=80),)})
    assert group_of("all", [unknown]).in_dimension.mean is None


def test_many_pairs_of_one_artifact_are_no_certainty():
    """Forty right pairs of two artifacts are sure of two, not of forty: Wilson's for 2 of 2 begins at 0.34."""
    pairs = [pair(name, 90, 80) for name in ("a", "b") for _ in range(20)]
    accuracy = group_of("all", pairs).accuracy
    assert (accuracy.mean, accuracy.high, accuracy.n) == (1.0, 1.0, 2)
    assert accuracy.low == pytest.approx(0.3424, abs=1e-4)


def test_many_ties_of_few_artifacts_are_no_certainty_either():
    """Twelve artifacts whose pairs are all ties count as twelve trials: Wilson's for 6 of 12."""
    pairs = [pair(f"a{n}", 90, 90) for n in range(12) for _ in range(25)]
    accuracy = group_of("all", pairs).accuracy
    assert (accuracy.mean, accuracy.n) == (0.5, 12)
    assert accuracy.low == pytest.approx(0.2538, abs=1e-4)
    assert accuracy.high == pytest.approx(0.7462, abs=1e-4)


def test_the_interval_is_wider_where_artifacts_differ_than_where_pairs_do():
    alike = [pair(f"a{n}", 90, 80 if turn else 95) for n in range(12) for turn in range(2)]
    apart = [pair(f"a{n}", 90, 80 if n % 2 else 95) for n in range(12) for turn in range(2)]
    narrow, wide = group_of("x", alike).accuracy, group_of("x", apart).accuracy
    assert narrow.mean == wide.mean == 0.5
    assert narrow.high - narrow.low < 0.8 * (wide.high - wide.low)
    assert wide.low is not None
    assert wide.high is not None
    assert wide.high - wide.low > 0.4


def test_what_is_left_out_is_in_no_number():
    hidden = pair("a", 90, 95, left_out="not observable", good=(), twin=(), detected=())
    numbers = numbers_of([pair("a", 90, 80), hidden], [good("a", 1), good("b", 0, 0)], seed=0)
    assert (numbers.overall.pairs, numbers.overall.accuracy.mean) == (1, 1.0)
    assert [group.name for group in numbers.by_family] == ["f"]
    assert numbers.false_alarms.mean == pytest.approx(0.5)


def test_no_interval_of_false_alarms_goes_below_none():
    alarms = numbers_of([], [good(name, number == 3) for number, name in enumerate("abcd")], seed=0).false_alarms
    assert (alarms.mean, alarms.low) == (0.25, 0)


def test_false_alarms_are_of_an_artifact_not_of_a_repeat():
    numbers = numbers_of([], [good("a", 3, 1), good("b", 0, 0), good("c", 1, 0)], seed=0)
    assert numbers.false_alarms.mean == pytest.approx((2 + 0 + 0.5) / 3)
    assert numbers.overall.accuracy.mean is None


def test_the_spread_over_repeats_is_from_the_lowest_to_the_highest():
    twice = pair("a", 0, 0, good=(scores(90), scores(92)), twin=(scores(70), scores(71)), detected=(True, True))
    numbers = numbers_of([twice], [good("a", 0, 0, totals=(90.0, 92.0))], seed=0)
    assert numbers.retest is not None
    assert (numbers.retest.items, numbers.retest.mean, numbers.retest.largest) == (2, 1.5, 2.0)
    assert numbers_of([pair("a", 90, 80)], [good("a", 0)], seed=0).retest is None


def test_the_gate_is_given_the_half_that_nobody_tunes_on():
    pairs = [pair("a", 90, 80), pair("b", 90, 95, half="held-out"), pair("b", 90, 80, half="held-out")]
    goods = [good("a", 0), good("b", 0, half="held-out")]
    numbers, halves = numbers_of(pairs, goods, seed=0), halves_of(pairs, goods, seed=0)
    assert list(halves) == ["tuning", "held-out"]
    assert the_number(numbers, halves) == 0.5
    assert numbers.overall.accuracy.mean == pytest.approx(2 / 3)
    tuning_alone = halves_of(pairs[:1], goods[:1], seed=0)
    assert the_number(numbers_of(pairs[:1], goods[:1], seed=0), tuning_alone) == 1.0
    assert the_number(numbers_of([], [], seed=0), {}) is None
