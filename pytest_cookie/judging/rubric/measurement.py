"""`Measured`: the result of one rubric item, before the rubric adds id, name and dimension."""

from collections.abc import Sequence
from dataclasses import dataclass

from pytest_cookie.core.trace import Step
from pytest_cookie.core.verdict import ItemStatus, Severity
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.defect import Defect
from pytest_cookie.judging.rubric.finding_kinds import CheckKind, FindingKind

COSTS: dict[Severity, float] = {"critical": 1.0, "major": 0.35, "minor": 0.1}
"""The cost of a defect in items that count defects: a critical one takes everything."""


def page_defect(
    context: RubricContext, kind: FindingKind | CheckKind, severity: Severity, title: str, why: str, selector: str = ""
) -> Defect:
    """A defect of the page as loaded, shown at desktop width."""
    return Defect(kind, severity, title, why, selector, evidence=context.picture())


def step_defect(
    context: RubricContext,
    step: Step | None,
    kind: FindingKind | CheckKind,
    severity: Severity,
    title: str,
    why: str,
    selector: str | None = None,
) -> Defect:
    """A defect that shows after `step`, by default at the step's target; without a step, of the page as loaded."""
    target = step.action.selector if step and selector is None else selector or ""
    picture = context.picture_of(step) if step else context.picture()
    return Defect(kind, severity, title, why, target, step=step.index if step else None, evidence=picture)


@dataclass(frozen=True)
class Measured:
    """`score` is 0 to 1 if `status` is `scored`; `reason` explains the measurement, or why there is none."""

    status: ItemStatus
    reason: str
    score: float | None = None
    defects: tuple[Defect, ...] = ()


def mark_scored(score: float, reason: str, defects: Sequence[Defect] = ()) -> Measured:
    """A score, clamped to 0 to 1 and rounded to four digits so that verdicts read the same on every machine."""
    return Measured("scored", reason, round(min(1.0, max(0.0, score)), 4), tuple(defects))


def mark_inapplicable(reason: str) -> Measured:
    """The brief, the leaf or an exemption takes the item out of the average."""
    return Measured("inapplicable", reason)


def mark_unmeasured(reason: str) -> Measured:
    """The item applies, but this evidence is not enough to measure it."""
    return Measured("unmeasured", reason)


def subtract_costs(defects: Sequence[Defect], *, times: float = 1.0) -> float:
    """1 minus `times` the cost of every defect, at least 0."""
    return max(0.0, 1.0 - times * sum(COSTS[defect.severity] for defect in defects))


def interpolate(value: float, *, good: float, bad: float) -> float:
    """1 up to `good`, 0 from `bad`, linear between; with `good` > `bad` the other way round."""
    return min(1.0, max(0.0, (bad - value) / (bad - good)))


def describe_costs(defects: Sequence[Defect]) -> str:
    """The deduction of `subtract_costs` for a reason: `1 major and 2 minor cost 55 %`; "" for none."""
    counts = [(severity, sum(defect.severity == severity for defect in defects)) for severity in COSTS]
    named = " and ".join(f"{count} {severity}" for severity, count in counts if count)
    return f"; defects: {named}, {1 - subtract_costs(defects):.0%} off" if named else ""
