"""Compares one model's records of one mode with a policy: evaluates the rules in a fixed order."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pytest_cookie.core.record import Record
from pytest_cookie.core.score_spec import ScoreSet
from pytest_cookie.core.slices import COMMON
from pytest_cookie.gate.decision import GateDecision, RuleVerdict
from pytest_cookie.gate.policy import GatePolicy, SliceMargin
from pytest_cookie.gate.verdicts import certain, of_mean, of_rate, undecided
from pytest_cookie.records.comparability import Mismatch
from pytest_cookie.stats.aggregate import query_means, runnable_rate, score_interval
from pytest_cookie.stats.bootstrap import bootstrap_mean_interval
from pytest_cookie.stats.criteria import total_criteria, with_missing_failed
from pytest_cookie.stats.interval import Interval
from pytest_cookie.stats.pairing import (
    QueryDifference,
    modes_of,
    only_mode,
    paired_queries,
    queries_of,
    query_differences,
)
from pytest_cookie.stats.slices import slice_records

_ALL_THE_SAME = "A is the baseline; to use it anyway: pytest-cookie gate … --anyway"


@dataclass(frozen=True)
class Baseline:
    """The baseline of a model. `name` is its name in reports; `mismatches` are differences in options or inputs.

    With mismatches the decision is `broken`, unless the baseline is `taken_anyway`.
    """

    name: str
    records: Sequence[Record]
    mismatches: Sequence[Mismatch] = ()
    taken_anyway: bool = False


@dataclass(frozen=True)
class RunFacts:
    """Facts beyond the records of one model and mode.

    `planned` is the number of items the run should have, None if unknown; `calibration` is the judge's, 0 to 1, None
    without one; `all_modes` are the model's records of all modes, which share one cost limit.
    """

    planned: int | None = None
    calibration: float | None = None
    all_modes: Sequence[Record] | None = None


NOTHING_KNOWN = RunFacts()


def decide(
    records: Sequence[Record],
    baseline: Baseline | None,
    policy: GatePolicy,
    scores: ScoreSet,
    *,
    facts: RunFacts = NOTHING_KNOWN,
    seed: int = 0,
) -> GateDecision:
    """The decision on one model's records of one mode. Raises `ValueError` for any other selection of records."""
    models = {record.model for record in records}
    if len(models) != 1:
        raise ValueError(f"a gate decides on one model, not on {sorted(models)}")
    mode, whole = only_mode(records), records if facts.all_modes is None else facts.all_modes
    rules = policy.of(mode)
    return GateDecision(
        model=records[0].model,
        mode=mode if len(modes_of(whole)) > 1 else None,
        baseline=baseline.name if baseline else None,
        decide_by=policy.decide_by,
        mismatches=tuple(baseline.mismatches) if baseline and baseline.taken_anyway else (),
        rules=(
            *_coverage(records, rules.minimum.coverage, facts.planned or len(records)),
            *_of_model(whole, rules, facts.calibration),
            *_on_scores(records, baseline, rules, scores, seed),
        ),
    )


def _on_scores(
    records: Sequence[Record], baseline: Baseline | None, policy: GatePolicy, scores: ScoreSet, seed: int
) -> Iterator[RuleVerdict]:
    """The rules on scores. One that only passes thanks to criteria that could not be measured is undecided."""
    lowered = [with_missing_failed(record, scores) for record in records]
    rules = _rules_on_scores(records, baseline, policy, scores, seed)
    if lowered == list(records):
        yield from rules
        return
    found = total_criteria(records)
    missing = f"{found.missing} of {found.demanded} criteria could not be measured" if found else ""
    for rule, certain_rule in zip(rules, _rules_on_scores(lowered, baseline, policy, scores, seed), strict=True):
        is_open = rule.answer == "pass" != certain_rule.answer
        reason = f"{missing}; with these as failed the answer is {certain_rule.answer}"
        yield rule.model_copy(update={"answer": "cannot tell", "reason": reason}) if is_open else rule


def _rules_on_scores(
    records: Sequence[Record], baseline: Baseline | None, policy: GatePolicy, scores: ScoreSet, seed: int
) -> Iterator[RuleVerdict]:
    yield from _limits(records, policy, scores)
    yield from _margins(records, baseline, policy, scores, seed)


def _coverage(records: Sequence[Record], least: float | None, planned: int) -> Iterator[RuleVerdict]:
    judged = sum(record.outcome != "unscored" for record in records)
    if least is None and judged:
        return
    n = max(planned, len(records))
    is_enough = judged > 0 and judged / n >= (least or 0)
    yield RuleVerdict(
        rule="coverage",
        answer="pass" if is_enough else "broken",
        unit="rate",
        threshold=least,
        measured=Interval(mean=judged / n, low=None, high=None, n=n),
        reason="" if judged else "no item was judged",
    )


def _of_model(records: Sequence[Record], policy: GatePolicy, calibration: float | None) -> Iterator[RuleVerdict]:
    minimum = policy.minimum
    if policy.maximum.cost_usd is not None:
        yield _cost(records, policy.maximum.cost_usd)
    if minimum.calibration is not None:
        measured = Interval(mean=calibration, low=None, high=None, n=0 if calibration is None else 1)
        if calibration is None:
            yield undecided("calibration", "number", minimum.calibration, measured, "the judge has no calibration")
        else:
            yield certain(
                "calibration", "number", minimum.calibration, measured, is_met=calibration >= minimum.calibration
            )


def _cost(records: Sequence[Record], maximum: float) -> RuleVerdict:
    costs = [record.cost_usd for record in records if record.cost_usd is not None]
    spent = Interval(mean=sum(costs), low=None, high=None, n=len(costs))
    unknown = len(records) - len(costs)
    if unknown and sum(costs) <= maximum:
        return undecided("cost", "usd", maximum, spent, f"the cost of {unknown} of {len(records)} items is unknown")
    return certain("cost", "usd", maximum, spent, is_met=sum(costs) <= maximum)


def _limits(records: Sequence[Record], policy: GatePolicy, scores: ScoreSet) -> Iterator[RuleVerdict]:
    minimum = policy.minimum
    if minimum.runnable_rate is not None:
        yield of_rate("runnable rate", runnable_rate(records), minimum.runnable_rate, policy.decide_by)
    for spec in scores:
        threshold = (minimum if spec.direction == "higher" else policy.maximum).limit(spec.id)
        if threshold is not None:
            values = query_means(records, spec)
            yield of_mean(spec, values, score_interval(records, spec), threshold, policy.decide_by)


def has_margin(policy: GatePolicy, scores: ScoreSet) -> bool:
    """Whether the policy compares a score with the baseline."""
    margins = [policy.margin, *(getattr(policy.margin, spec.id) for spec in COMMON)]
    return any(margin.limit(name) is not None for margin in margins for name in scores.ids)


def _margins(
    records: Sequence[Record], baseline: Baseline | None, policy: GatePolicy, scores: ScoreSet, seed: int
) -> Iterator[RuleVerdict]:
    has_margins = has_margin(policy, scores)
    unlike = () if baseline is None or baseline.taken_anyway else baseline.mismatches
    if not has_margins and not unlike:
        return
    no_value = Interval(mean=None, low=None, high=None, n=0)
    if baseline is None:
        yield undecided("baseline", "points", None, no_value, "the policy has margins, but the gate has no baseline")
        return
    queries = [] if unlike else paired_queries(baseline.records, records, scores)
    if not queries:
        reason = "; ".join(map(str, unlike))
        message = f"its options or inputs differ from this run's ({_ALL_THE_SAME}): {reason}"
        yield RuleVerdict(
            rule="baseline", answer="broken", unit="points", threshold=None, measured=no_value,
            reason=message if unlike else "no case is judged in both runs",
        )  # fmt: skip
        return
    yield from _compare(queries, "", policy.margin, policy, scores, seed)
    for spec in COMMON:
        for value, members in slice_records(records, spec, COMMON).items():
            if own := queries_of(queries, members):
                yield from _compare(own, f"{spec.id} {value}", getattr(policy.margin, spec.id), policy, scores, seed)


def _compare(
    queries: Sequence[QueryDifference],
    within: str,
    margin: SliceMargin,
    policy: GatePolicy,
    scores: ScoreSet,
    seed: int,
) -> Iterator[RuleVerdict]:
    for spec in scores:
        allowed = margin.limit(spec.id)
        if allowed is not None:
            values = query_differences(queries, spec.id)
            interval = bootstrap_mean_interval(values, seed=seed, bounds=(-spec.span, spec.span))
            yield of_mean(spec, values, interval, -spec.sign * allowed, policy.decide_by, within=within)
