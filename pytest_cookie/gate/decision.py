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
    """The result of one rule."""

    rule: str
    """Name of the rule."""
    answer: Answer
    """The result."""
    unit: Unit
    """Unit of `threshold` and `measured`. `points`: that of the score."""
    digits: int = 1
    """Digits after the decimal point of a score."""
    suffix: str = ""
    """Unit of a score, such as `%`. Empty for points."""
    is_maximum: bool = False
    """Whether `threshold` is the largest permitted value, because lower is better."""
    threshold: float | None
    """The number that the rule demands. Null if there is none."""
    measured: Interval
    """The number that was compared with it. Its `n` counts cases or items."""
    needed: int | None = None
    """Number of cases that would decide the rule if the mean stays the same. Null if more cases do not help, or
    above a million."""
    needed_if_equal: int | None = None
    """Number of cases that would decide the rule if the model equals the baseline."""
    reason: str = ""
    """Explanation in words."""
    is_difference: bool = False
    """Whether `measured` is the mean difference from the baseline."""
    within: str = ""
    """The slice that the rule applies to, such as `domain games`."""

    @property
    def name(self) -> str:
        """`total against the baseline, domain games`."""
        against = " against the baseline" if self.is_difference else ""
        return self.rule + against + (f", {self.within}" if self.within else "")


class GateDecision(FrozenModel):
    """The decision on one model: the results of all rules."""

    model: str
    """The model."""
    mode: Mode | None = None
    """The mode that was decided on. Null if the run has a single mode."""
    baseline: str | None
    """The baseline. Null without one."""
    decide_by: Literal["interval", "mean"]
    """Whether the interval or the mean decides."""
    rules: tuple[RuleVerdict, ...]
    """The results of the rules."""
    mismatches: tuple[Mismatch, ...] = ()
    """Differences between run and baseline that `--anyway` accepted."""
    remarks: tuple[str, ...] = ()
    """Remarks that do not change the decision."""

    @property
    def name(self) -> str:
        """`acme/one`, or `acme/one · react` in a run with several modes."""
        return f"{self.model} · {self.mode}" if self.mode else self.model

    @property
    def outcome(self) -> Outcome:
        """The first that applies of `_BY_WEIGHT`: no result of a broken run is certain."""
        return _gravest(_OUTCOMES[rule.answer] for rule in self.rules)

    @property
    def exit_code(self) -> int:
        """0 good, 10 worse, 11 cannot tell, 12 broken."""
        return EXIT_CODES[self.outcome]


class Decided(FrozenModel):
    """A decision with its outcome."""

    name: str
    """The model, with its mode where the run has several."""
    outcome: Outcome
    """The outcome."""
    decision: GateDecision
    """The decision."""


class GateReport(FrozenModel):
    """All decisions of a gate: the file of `pytest-cookie gate --json`."""

    outcome: Outcome
    """The worst outcome of all decisions."""
    exit_code: int
    """The exit code."""
    decided: tuple[Decided, ...]
    """The decisions."""


def gate_report(decisions: Sequence[GateDecision]) -> GateReport:
    """The combined outcome of the decisions, and each of them."""
    outcome = worst(decisions)
    return GateReport(
        outcome=outcome,
        exit_code=EXIT_CODES[outcome],
        decided=tuple(
            Decided(name=decision.name, outcome=decision.outcome, decision=decision) for decision in decisions
        ),
    )


def worst(decisions: Iterable[GateDecision]) -> Outcome:
    """The combined outcome of the decisions on several models."""
    return _gravest(decision.outcome for decision in decisions)


def _gravest(outcomes: Iterable[Outcome]) -> Outcome:
    return min(outcomes, key=_BY_WEIGHT.index, default="good")
