"""A gate's decision as terminal lines: the outcome, then each rule with its value, threshold and missing queries."""

import textwrap
from collections.abc import Iterator, Sequence
from math import ceil, floor
from typing import assert_never

from pytest_cookie.gate import GateDecision, RuleVerdict, worst
from pytest_cookie.gate.decision import EXIT_CODES, Outcome
from pytest_cookie.reporting.text.quantities import NOTHING, money, score, signed
from pytest_cookie.reporting.text.terminal_cells import GAP, cut, pad, printable, width_of, wrapped
from pytest_cookie.stats import PRELIMINARY_BELOW

NEEDED = (
    "Needed: number of cases that would decide the rule in four of five runs, if the measured value stays the same."
)
PRACTICABLE = 5_000
"""The largest sample worth suggesting, in cases; the largest benchmarks of the field have about a thousand."""
NOT_PRACTICABLE = "impractical"
PRELIMINARY = f"* fewer than {PRELIMINARY_BELOW} cases: preliminary, the interval is rough."
UNLIKE = "The baseline (A) and this run (B) used different settings:"
WARNING = "Warning:"
_HEADING = ("", "rule", "measured", "95 %", "must be", "n", "needed")
_MIN_NAME = 12
_MEANINGS: dict[Outcome, str] = {
    "good": "all rules pass",
    "worse": "a rule fails",
    "cannot tell": "no rule fails, but at least one cannot be decided",
    "broken": "the run itself is faulty, so the other results are not reliable",
}


def gate_lines(decision: GateDecision, width: int) -> list[str]:
    """The decision on one model, no line wider than `width` cells."""
    against = f" against {decision.baseline}" if decision.baseline else ""
    lines = [cut(printable(f"{decision.name}{against}"), width), *textwrap.wrap(outcome_in_words(decision), width), ""]
    lines += _table([_HEADING, *_rows(decision.rules)], width)
    if any(_can_be_settled(rule) for rule in decision.rules):
        lines += ["", *textwrap.wrap(NEEDED, width)]
    if any(map(is_preliminary, decision.rules)):
        lines += ["", PRELIMINARY]
    for mismatch in decision.mismatches:
        lines += ["", *wrapped(f"{UNLIKE} {mismatch}", width)]
    explained = (f"{rule.name}: {explanation(rule)}" for rule in decision.rules if explanation(rule))
    for note in (*explained, *(f"{WARNING} {remark}" for remark in decision.remarks)):
        lines += ["", *wrapped(note, width)]
    return lines


def gravest_in_words(decisions: Sequence[GateDecision]) -> str:
    """The worst of several decisions, which sets the exit code, and its models; empty for a single decision."""
    if len(decisions) < 2:
        return ""
    outcome = worst(decisions)
    named = ", ".join(decision.name for decision in decisions if decision.outcome == outcome)
    return printable(
        f"{len(decisions)} decisions, the worst is {outcome.upper()} (exit code {EXIT_CODES[outcome]}): {named}"
    )


def outcome_in_words(decision: GateDecision) -> str:
    """`WORSE: a rule fails (exit code 10)`."""
    outcome = decision.outcome
    by_mean = ", decided by means only" if decision.decide_by == "mean" else ""
    return f"{outcome.upper()}: {_MEANINGS[outcome]}{by_mean} (exit code {decision.exit_code})"


def _rows(rules: Sequence[RuleVerdict]) -> Iterator[list[str]]:
    is_among_differences = False
    for rule in rules:
        if rule.is_difference and not is_among_differences:
            yield ["", "difference from the baseline", *[""] * 5]
            is_among_differences = True
        name = rule.rule + (f", {rule.within}" if rule.within else "")
        indented = f"  {printable(name)}" if rule.is_difference else printable(name)
        yield [rule.answer, indented, measured(rule), span(rule), must_be(rule), count_of(rule), to_tell(rule)]


def _table(rows: Sequence[Sequence[str]], width: int) -> Iterator[str]:
    widths = [max(map(width_of, column)) for column in zip(*rows, strict=True)]
    spare = width - sum(widths) - len(GAP) * (len(widths) - 1)
    widths[1] = max(_MIN_NAME, min(widths[1], widths[1] + spare))
    for row in rows:
        cells = [pad(cell, each, right=n > 1) for n, (cell, each) in enumerate(zip(row, widths, strict=True))]
        yield cut(GAP.join(cells).rstrip(), width)


def count_of(rule: RuleVerdict) -> str:
    """The number of queries or items behind the value, with a star if they are too few for a good interval."""
    star = "*" if is_preliminary(rule) else ""
    return f"{rule.measured.n}{star}" if rule.measured.n else ""


def is_preliminary(rule: RuleVerdict) -> bool:
    """Whether the rule was decided from an interval over few queries."""
    return rule.measured.low is not None and rule.measured.n < PRELIMINARY_BELOW


def _can_be_settled(rule: RuleVerdict) -> bool:
    return rule.answer == "cannot tell" and not rule.reason


def to_tell(rule: RuleVerdict) -> str:
    """The number of queries that would decide an undecided rule; empty if it is decided or queries do not help."""
    if not _can_be_settled(rule):
        return ""
    return queries(rule.needed)


def queries(needed: int | None) -> str:
    """A sample size, or `impractical`; None means more than a million."""
    return NOT_PRACTICABLE if needed is None or needed > PRACTICABLE else f"{needed:,}"


def explanation(rule: RuleVerdict) -> str:
    """Why a rule cannot be decided, or what helps if the needed sample is impractical; empty otherwise."""
    return rule.reason or _advice(rule)


def _advice(rule: RuleVerdict) -> str:
    end = rule.measured.high if rule.is_maximum else rule.measured.low
    if to_tell(rule) != NOT_PRACTICABLE or end is None:
        return ""
    many = "more than 1,000,000" if rule.needed is None else f"{rule.needed:,}"
    step = 1000 if rule.unit == "rate" else 10**rule.digits
    least = (ceil if rule.is_maximum else floor)(end * step) / step
    limit = "maximum" if rule.is_maximum else "minimum"
    kind, settled = ("margin", score(abs(least), rule.digits)) if rule.is_difference else (limit, _shown(rule, least))
    return (
        f"{many} cases are needed to separate {measured(rule)} from {_shown(rule, rule.threshold)}, which is "
        f"impractical. Use a {kind} of {settled}, which this run passes, or raise --cookie-repeats if repeats of a "
        "case differ."
    )


def measured(rule: RuleVerdict) -> str:
    """The value compared with the threshold."""
    return _shown(rule, rule.measured.mean)


def span(rule: RuleVerdict) -> str:
    """The ends of its 95 % interval; empty if the value is not a sample mean."""
    low, high = rule.measured.low, rule.measured.high
    return "" if low is None or high is None else f"{_shown(rule, low)} to {_shown(rule, high)}"


def must_be(rule: RuleVerdict) -> str:
    """`≥ 65.0`, or `≤ $20.00` for money."""
    if rule.threshold is None:
        return ""
    return f"{'≤' if rule.unit == 'usd' or rule.is_maximum else '≥'} {_shown(rule, rule.threshold)}"


def _shown(rule: RuleVerdict, value: float | None) -> str:
    if value is None:
        return NOTHING
    match rule.unit:
        case "points":
            text = signed(value, rule.digits) if rule.is_difference else score(value, rule.digits)
            return f"{text} {rule.suffix}" if rule.suffix else text
        case "rate":
            return f"{100 * value:.1f} %"
        case "usd":
            return money(value)
        case "number":
            return f"{value:.3f}"
        case _:
            assert_never(rule.unit)
