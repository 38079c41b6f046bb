"""Compares one number with one threshold: above, below or uncertain, and how many queries would decide."""

from collections.abc import Sequence
from statistics import stdev
from typing import Literal

from pytest_cookie.core.score_spec import ScoreSpec
from pytest_cookie.gate.decision import Answer, RuleVerdict, Unit
from pytest_cookie.stats.interval import Interval
from pytest_cookie.stats.sample_size import queries_for_mean, queries_for_rate

DecideBy = Literal["interval", "mean"]

TOO_FEW = "fewer than two cases allow no conclusion"
NOTHING_JUDGED = "no case has this score"


def of_mean(
    spec: ScoreSpec,
    values: Sequence[float],
    interval: Interval,
    threshold: float,
    decide_by: DecideBy,
    *,
    within: str | None = None,
) -> RuleVerdict:
    """Compare a mean of one value per query, in the score's unit, with its minimum; or maximum if lower is better.

    `within` marks a difference from the baseline: in a slice, or with an empty text over all queries.
    """
    answer = _answer(_upwards(interval, spec), spec.sign * threshold, decide_by)
    is_difference = within is not None
    verdict = RuleVerdict(
        rule=spec.label,
        answer=answer,
        unit="points",
        digits=spec.digits,
        suffix=spec.unit,
        is_maximum=spec.direction == "lower",
        threshold=threshold,
        measured=interval,
        is_difference=is_difference,
        within=within or "",
    )
    if answer != "cannot tell":
        return verdict
    if interval.mean is None or interval.low is None:
        return verdict.model_copy(update={"reason": TOO_FEW if values else NOTHING_JUDGED})
    if spec.aggregation == "rate" and not is_difference:
        needed = queries_for_rate(spec.share(interval.mean), spec.share(threshold))
        return verdict.model_copy(update={"needed": _more_than(interval.n, needed)})
    needed = queries_for_mean(stdev(values), interval.mean - threshold)
    if_equal = queries_for_mean(stdev(values), threshold) if is_difference else None
    return verdict.model_copy(
        update={"needed": _more_than(interval.n, needed), "needed_if_equal": _only_more_than(interval.n, if_equal)}
    )


def of_rate(rule: str, interval: Interval, threshold: float, decide_by: DecideBy) -> RuleVerdict:
    """Compare a rate of 0 to 1 with its minimum."""
    answer = _answer(interval, threshold, decide_by)
    verdict = RuleVerdict(rule=rule, answer=answer, unit="rate", threshold=threshold, measured=interval)
    if answer != "cannot tell":
        return verdict
    if interval.mean is None:
        return verdict.model_copy(update={"reason": NOTHING_JUDGED})
    needed = queries_for_rate(interval.mean, threshold)
    return verdict.model_copy(update={"needed": _more_than(interval.n, needed)})


def certain(rule: str, unit: Unit, threshold: float, measured: Interval, *, is_met: bool) -> RuleVerdict:
    """A verdict on a known number that is not a sample, such as money spent."""
    return RuleVerdict(
        rule=rule, answer="pass" if is_met else "fail", unit=unit, threshold=threshold, measured=measured
    )


def undecided(rule: str, unit: Unit, threshold: float | None, measured: Interval, reason: str) -> RuleVerdict:
    """A verdict that is uncertain for another reason than the size of the sample."""
    return RuleVerdict(
        rule=rule, answer="cannot tell", unit=unit, threshold=threshold, measured=measured, reason=reason
    )


def _upwards(interval: Interval, spec: ScoreSpec) -> Interval:
    """The interval on a scale with higher values better."""
    if spec.direction == "higher":
        return interval
    mean, low, high = (None if value is None else -value for value in (interval.mean, interval.high, interval.low))
    return Interval(mean=mean, low=low, high=high, n=interval.n)


def _answer(interval: Interval, threshold: float, decide_by: DecideBy) -> Answer:
    if interval.mean is None:
        return "cannot tell"
    if decide_by == "mean":
        return "pass" if interval.mean >= threshold else "fail"
    if interval.low is None or interval.high is None:
        return "cannot tell"
    if interval.low >= threshold:
        return "pass"
    return "fail" if interval.high < threshold else "cannot tell"


def _more_than(n: int, needed: int | None) -> int | None:
    """At least one more than the current number, which was not enough."""
    return None if needed is None else max(needed, n + 1)


def _only_more_than(n: int, needed: int | None) -> int | None:
    return needed if needed is not None and needed > n else None
