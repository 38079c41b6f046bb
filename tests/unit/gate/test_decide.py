"""Decisions by hand: each rule met, not met and unsettled, and what outweighs what."""

import random

import pytest

from pytest_cookie.core.record import Record
from pytest_cookie.core.score_spec import ScoreSpec
from pytest_cookie.gate import Baseline, GateDecision, GatePolicy, RuleVerdict, worst
from pytest_cookie.gate.verdicts import of_mean
from pytest_cookie.records.comparability import Mismatch
from pytest_cookie.stats.interval import Interval, clustered_rate
from tests.cookie_scores import decide, parse_policy, rescored
from tests.unit.stats.record_builder import failed, record


def policy(text: str) -> GatePolicy:
    return parse_policy(text, "gate.toml")


def rule(decision: GateDecision, name: str) -> RuleVerdict:
    return next(found for found in decision.rules if found.name == name)


def answers(decision: GateDecision) -> dict[str, str]:
    return {found.name: found.answer for found in decision.rules}


def spread(mean: float, *, n: int = 40, width: float = 5.0, **labels: object) -> list[Record]:
    """Queries around a mean, alternately above and below."""
    return [record(f"q{number:03}", total=mean + width * (-1) ** number, **labels) for number in range(n)]


def test_a_score_wholly_above_below_and_on_both_sides_of_its_minimum():
    # 40 values of 70 ± 5: the mean is 70 and its interval about 68.4 to 71.6
    told = {least: decide(spread(70), None, policy(f"[minimum]\ntotal = {least}")) for least in (67, 70.5, 73)}
    assert {least: answers(one)["total"] for least, one in told.items()} == {
        67: "pass",
        70.5: "cannot tell",
        73: "fail",
    }
    assert [decision.exit_code for decision in told.values()] == [0, 11, 10]
    unsettled = rule(told[70.5], "total")
    assert unsettled.measured.low == pytest.approx(68.4, abs=0.1)
    # s = 5·√(40/39), (1.96 + 0.8416) s / 0.5 squared
    assert unsettled.needed == pytest.approx((2.8016 * 5 * (40 / 39) ** 0.5 / 0.5) ** 2, abs=1)


def test_by_the_mean_alone_everything_is_settled():
    by_mean = 'decide_by = "mean"\n'
    assert decide(spread(70), None, policy(f"{by_mean}[minimum]\ntotal = 69.9")).outcome == "good"
    assert decide(spread(70), None, policy(f"{by_mean}[minimum]\ntotal = 70.1")).outcome == "worse"


def test_failed_items_are_zero_and_unscored_ones_are_coverage():
    records = [record("q1", total=90), record("q2", total=90), failed("q3"), record("q4", total=None)]
    decision = decide(
        records, None, policy('decide_by = "mean"\n[minimum]\ntotal = 60\nrunnable_rate = 0.7\ncoverage = 0.75')
    )
    assert answers(decision) == {"coverage": "pass", "runnable rate": "fail", "total": "pass"}
    assert rule(decision, "total").measured.mean == 60
    assert rule(decision, "runnable rate").measured.mean == pytest.approx(2 / 3)
    assert rule(decision, "coverage").measured.mean == 0.75


def test_too_little_coverage_is_the_run_s_fault_whatever_else_there_is():
    records = [*spread(90, n=18), record("x", total=None), record("y", total=None)]
    assert decide(records, None, policy("[minimum]\ncoverage = 0.9\ntotal = 50")).outcome == "good"
    broken = decide(records, None, policy("[minimum]\ncoverage = 0.91\ntotal = 99"))
    assert answers(broken) == {"coverage": "broken", "total": "fail"}
    assert (broken.outcome, broken.exit_code) == ("broken", 12)
    # planned items without a record
    assert decide(records, None, policy(""), planned=100).exit_code == 12


def test_a_run_without_a_judged_item_is_broken_even_if_nothing_is_asked():
    decision = decide([record("q1", total=None)], None, GatePolicy.model_validate({"minimum": {"coverage": None}}))
    assert decision.exit_code == 12
    assert rule(decision, "coverage").reason == "no item was judged"


@pytest.mark.parametrize(
    ("n", "least", "answer", "needed"),
    [(80, 0.95, "pass", None), (60, 0.95, "cannot tell", 73), (12, 0.95, "cannot tell", 73)],
)
def test_a_perfect_runnable_rate_still_needs_a_sample(n: int, least: float, answer: str, needed: int | None):
    verdict = rule(decide(spread(80, n=n), None, policy(f"[minimum]\nrunnable_rate = {least}")), "runnable rate")
    assert (verdict.answer, verdict.needed) == (answer, needed)


def test_repeats_say_nothing_new_of_the_runnable_rate():
    records = [record(f"q{number}", repeat=repeat) for number in range(10) for repeat in range(1, 11)]
    assert rule(decide(records, None, policy("[minimum]\nrunnable_rate = 0.9")), "runnable rate").measured.n == 10


def test_money_known_and_unknown():
    limit = policy("[maximum]\ncost_usd = 1.0")
    cheap, dear = [record("q", cost_usd=0.9)], [record("q", cost_usd=1.1)]
    unknown = [record("r", cost_usd=None)]
    assert answers(decide(cheap, None, limit))["cost"] == "pass"
    assert answers(decide(dear, None, limit))["cost"] == "fail"
    verdict = rule(decide([*cheap, *unknown], None, limit), "cost")
    assert (verdict.answer, verdict.reason) == ("cannot tell", "the cost of 1 of 2 items is unknown")
    assert answers(decide([*dear, *unknown], None, limit))["cost"] == "fail"


def test_calibration_known_and_unknown():
    asked = policy("[minimum]\ncalibration = 0.9")
    told = [decide(spread(50), None, asked, calibration=value).exit_code for value in (0.95, 0.85, None)]
    assert told == [0, 10, 11]


@pytest.mark.parametrize(("shift", "outcome"), [(0.0, "good"), (-1.5, "good"), (-3.0, "cannot tell"), (-6, "worse")])
def test_not_worse_than_the_baseline_by_more_than_the_margin(shift: float, outcome: str):
    base = spread(70)
    # each query falls by the shift, every other one by 4 points more and the rest by 4 less: about shift ± 1.3
    now = [rescored(one, {"total": one.scores["total"] + shift + 4 * (-1) ** n}) for n, one in enumerate(base)]
    decision = decide(now, Baseline("base", base), policy("[margin]\ntotal = 3"))
    assert decision.outcome == outcome
    verdict = rule(decision, "total against the baseline")
    assert verdict.threshold == -3
    assert verdict.measured.mean == pytest.approx(shift)
    assert verdict.measured.n == 40


def test_the_sample_that_would_tell_as_it_stands_and_if_there_is_no_difference():
    base = spread(70, n=12)
    now = [rescored(one, {"total": one.scores["total"] - 2 + 8 * (-1) ** n}) for n, one in enumerate(base)]
    verdict = rule(decide(now, Baseline("base", base), policy("[margin]\ntotal = 3")), "total against the baseline")
    s = 8 * (12 / 11) ** 0.5
    assert verdict.needed == pytest.approx((2.8016 * s / 1) ** 2, abs=1)
    assert verdict.needed_if_equal == pytest.approx((2.8016 * s / 3) ** 2, abs=1)


def test_slices_have_margins_of_their_own():
    base = spread(70, domain="games") + [
        item.model_copy(update={"case": f"s{item.case}", "domain": "shops"}) for item in spread(70)
    ]
    now = [item if item.domain == "games" else rescored(item, {"total": item.scores["total"] - 5}) for item in base]
    asked = policy("[margin]\ntotal = 4\n[margin.domain]\ntotal = 4\n[margin.language]\ntotal = 9")
    decision = decide(now, Baseline("base", base), asked)
    assert answers(decision) == {
        "coverage": "pass",
        "total against the baseline": "pass",
        "total against the baseline, domain games": "pass",
        "total against the baseline, domain shops": "fail",
        "total against the baseline, language en": "pass",
    }
    assert decision.exit_code == 10


def test_the_briefs_without_a_voice_are_a_slice_too():
    base = [record(f"q{n}", total=70, voice=("short", None)[n % 2]) for n in range(24)]
    new = [record(f"q{n}", total=70 - 9 * (n % 2), voice=("short", None)[n % 2]) for n in range(24)]
    decision = decide(new, Baseline("base", base), policy("[margin.voice]\ntotal = 5"))
    assert answers(decision) == {
        "coverage": "pass",
        "total against the baseline, voice short": "pass",
        "total against the baseline, voice written out": "fail",
    }


def test_a_margin_for_each_page_type():
    base = [record(f"q{n}", total=70, page_type=("static", "dynamic")[n % 2]) for n in range(24)]
    new = [record(f"q{n}", total=70 - 9 * (n % 2), page_type=("static", "dynamic")[n % 2]) for n in range(24)]
    decision = decide(new, Baseline("base", base), policy("[margin.page_type]\ntotal = 5"))
    assert answers(decision) == {
        "coverage": "pass",
        "total against the baseline, page_type static": "pass",
        "total against the baseline, page_type dynamic": "fail",
    }


def test_margins_without_a_baseline_or_with_one_made_otherwise():
    asked = policy("[margin]\ntotal = 4")
    assert decide(spread(70), None, asked).exit_code == 11
    unlike = Baseline("base", spread(70), [Mismatch(what="seed", a="0", b="7")])
    decision = decide(spread(70), unlike, asked)
    assert decision.exit_code == 12
    reason = rule(decision, "baseline").reason
    assert reason.startswith(
        "its options or inputs differ from this run's "
        "(A is the baseline; to use it anyway: pytest-cookie gate … --anyway)"
    )
    assert reason.endswith("seed: 0 in A, 7 in B")
    anyway = decide(spread(70), Baseline("base", spread(70), unlike.mismatches, taken_anyway=True), asked)
    assert (anyway.exit_code, [str(mismatch) for mismatch in anyway.mismatches]) == (0, ["seed: 0 in A, 7 in B"])
    elsewhere = decide(spread(70), Baseline("base", [record("other")]), asked)
    assert rule(elsewhere, "baseline").reason == "no case is judged in both runs"


def test_a_baseline_made_otherwise_is_broken_also_without_a_margin():
    unlike = Baseline("base", spread(70), [Mismatch(what="protocol", a="calm 1", b="stems 1")])
    assert rule(decide(spread(70), unlike, policy("")), "baseline").reason.endswith(
        "protocol: calm 1 in A, stems 1 in B"
    )
    assert decide(spread(70), unlike, policy("")).exit_code == 12
    for fine in (
        Baseline("base", spread(70)),
        Baseline("base", [record("other")]),
        Baseline("base", spread(70), unlike.mismatches, taken_anyway=True),
    ):
        assert answers(decide(spread(70), fine, policy(""))).get("baseline") is None


def test_one_query_settles_nothing():
    verdict = rule(decide([record("q", total=90)], None, policy("[minimum]\ntotal = 10")), "total")
    assert (verdict.answer, verdict.needed) == ("cannot tell", None)
    assert verdict.reason == "fewer than two cases allow no conclusion"


def test_broken_before_worse_before_cannot_tell_before_good():
    good, unsure, worse = (decide(spread(70), None, policy(f"[minimum]\ntotal = {least}")) for least in (60, 70, 80))
    broken = decide(spread(70), None, policy(""), planned=99)
    assert worst([good, unsure, worse, broken]) == "broken"
    assert worst([good, unsure, worse]) == "worse"
    assert worst([good, unsure]) == "cannot tell"
    assert worst([good]) == worst([]) == "good"
    with pytest.raises(ValueError, match="one model"):
        decide([record("q", "a"), record("q", "b")], None, policy(""))


def test_a_model_at_its_margin_passes_as_rarely_as_promised():
    """In truth 3 points worse with a margin of 3: one side of a 95 % interval lets about 2.5 % through."""
    source = random.Random(17)
    asked = policy("[margin]\ntotal = 3")
    outcomes = []
    for seed in range(400):
        base = [record(f"q{number}", total=60 + source.gauss(0, 8)) for number in range(20)]
        now = [rescored(item, {"total": item.scores["total"] - 3 + source.gauss(0, 5)}) for item in base]
        outcomes.append(decide(now, Baseline("base", base), asked, seed=seed).outcome)
    assert 0.005 <= outcomes.count("good") / 400 <= 0.05
    assert 0.005 <= outcomes.count("worse") / 400 <= 0.05


@pytest.mark.parametrize(("n", "needed"), [(1, 73), (60, 73), (80, None)])
def test_a_score_that_is_a_rate_needs_the_sample_of_a_rate(n: int, needed: int | None):
    spec = ScoreSpec(id="solved", label="solved", unit="%", aggregation="rate")
    verdict = of_mean(spec, [100.0] * n, clustered(n), 95.0, "interval")
    assert (verdict.answer, verdict.needed) == ("cannot tell" if needed else "pass", needed)


def clustered(n: int) -> Interval:
    rate = clustered_rate([(1, 1)] * n)
    return Interval(mean=100.0, low=100 * (rate.low or 0), high=100.0, n=n)


def test_no_sample_proves_that_nothing_ever_fails():
    verdict = rule(decide(spread(80, n=12), None, policy("[minimum]\nrunnable_rate = 1")), "runnable rate")
    assert (verdict.answer, verdict.needed) == ("cannot tell", None)
