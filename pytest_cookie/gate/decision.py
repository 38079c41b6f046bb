"""`GateDecision`: the gate's decision on one model, rule by rule, and its exit code."""

from collections.abc import Iterable, Sequence
from typing import Literal

from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.core.labels import Mode
from pytest_cookie.records.comparability import Mismatch
from pytest_cookie.stats.interval import Interval

Outcome = Literal["good", "worse", "cannot tell", "broken"]
Answer = Literal["pass", "fail", "cannot tell", "broken"]
Unit = Literal["points", "rate", "usd", "number"]

EXIT_CODES: dict[Outcome, int] = {"good": 0, "worse": 10, "cannot tell": 11, "broken": 12}
_OUTCOMES: dict[Answer, Outcome] = {"pass": "good", "fail": "worse", "cannot tell": "cannot tell", "broken": "broken"}
_BY_WEIGHT: tuple[Outcome, ...] = ("broken", "worse", "cannot tell", "good")


class RuleVerdict(FrozenModel):
    """One rule. `measured` is compared with `threshold`, both in `unit`; its `n` counts queries or items.

    `is_difference` means that it is the mean difference from the baseline; `within` names a slice ("domain games").
    `needed` is the number of queries that would decide the rule if the mean stays the same, `needed_if_equal` if there
    is no difference from the baseline; None if the sample size is not the problem, or beyond a million. `reason` says
    in words why there is no decision.
    """

    rule: str
    answer: Answer
    unit: Unit
    threshold: float | None
    measured: Interval
    needed: int | None = None
    needed_if_equal: int | None = None
    reason: str = ""
    is_difference: bool = False
    within: str = ""

    @property
    def name(self) -> str:
        """`total against the baseline, domain games`."""
        against = " against the baseline" if self.is_difference else ""
        return self.rule + against + (f", {self.within}" if self.within else "")


class GateDecision(FrozenModel):
    """The verdicts of all rules on one model. The outcome is the most severe of them.

    `mode` is set if the run has several modes, each with its own decision. `remarks` do not change the outcome, but
    limit its reliability.
    """

    model: str
    mode: Mode | None = None
    baseline: str | None
    decide_by: Literal["interval", "mean"]
    rules: tuple[RuleVerdict, ...]
    mismatches: tuple[Mismatch, ...] = ()
    """Differences in options or inputs of a baseline (A) that is used anyway."""
    remarks: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """`acme/one`, or `acme/one · react` in a run with several modes."""
        return f"{self.model} · {self.mode}" if self.mode else self.model

    @property
    def outcome(self) -> Outcome:
        """Broken before worse before cannot tell before good: no result of a broken run is certain."""
        return _gravest(_OUTCOMES[rule.answer] for rule in self.rules)

    @property
    def exit_code(self) -> int:
        """0 good, 10 worse, 11 cannot tell, 12 broken."""
        return EXIT_CODES[self.outcome]


class Decided(FrozenModel):
    """A decision with its outcome."""

    name: str
    outcome: Outcome
    decision: GateDecision


class GateReport(FrozenModel):
    """All decisions of a gate, as data."""

    outcome: Outcome
    exit_code: int
    decided: tuple[Decided, ...]


def gate_report(decisions: Sequence[GateDecision]) -> GateReport:
    """The combined outcome of the decisions, and each of them."""
    outcome = worst(decisions)
    return GateReport(
        outcome=outcome,
        exit_code=EXIT_CODES[outcome],
        decided=tuple(Decided(name=one.name, outcome=one.outcome, decision=one) for one in decisions),
    )


def worst(decisions: Iterable[GateDecision]) -> Outcome:
    """The combined outcome of the decisions on several models."""
    return _gravest(decision.outcome for decision in decisions)


def _gravest(outcomes: Iterable[Outcome]) -> Outcome:
    return min(outcomes, key=_BY_WEIGHT.index, default="good")
