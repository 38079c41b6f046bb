"""A gate's decision in words: the outcome, then each rule with its number, its threshold and what is wanting."""

import textwrap
from collections.abc import Iterator, Sequence
from math import floor
from typing import assert_never

from pytest_cookie.gate import GateDecision, RuleVerdict, worst
from pytest_cookie.gate.decision import EXIT_CODES, Outcome
from pytest_cookie.reporting.text.quantities import NOTHING, money, score, signed
from pytest_cookie.reporting.text.terminal_cells import cut, pad, printable, width_of
from pytest_cookie.stats import PRELIMINARY_BELOW

TO_TELL = "To tell: how many queries would settle it, in four of five such runs, if the number stays what it is here."
PRACTICABLE = 5_000
"""Queries that somebody might have; the largest suites of the field have a thousand."""
NOT_PRACTICABLE = "not practicable"
PRELIMINARY = f"* fewer than {PRELIMINARY_BELOW} queries: preliminary, an interval is rough there."
UNLIKE = "The baseline (A) was not made like this run (B):"
WARNING = "Warning:"
_HEADING = ("", "rule", "measured", "95 %", "must be", "n", "to tell")
_GAP = "  "
_MIN_NAME = 12
_MEANINGS: dict[Outcome, str] = {
    "good": "every rule is met",
    "worse": "a rule is not met",
    "cannot tell": "nothing fails, but not every rule can be settled",
    "broken": "the run, not the model, is at fault: nothing else here is certain",
}


def gate_lines(decision: GateDecision, width: int) -> list[str]:
    """The decision on one model, no line wider than `width` cells."""
    against = f" against {decision.baseline}" if decision.baseline else ""
    lines = [cut(printable(f"{decision.name}{against}"), width), *textwrap.wrap(outcome_in_words(decision), width), ""]
    lines += _table([_HEADING, *_rows(decision.rules)], width)
    if any(_can_be_settled(rule) for rule in decision.rules):
        lines += ["", *textwrap.wrap(TO_TELL, width)]
    if any(map(is_preliminary, decision.rules)):
        lines += ["", PRELIMINARY]
    for mismatch in decision.mismatches:
        lines += ["", *textwrap.wrap(printable(f"{UNLIKE} {mismatch}"), width, subsequent_indent="  ")]
    explained = (f"{rule.name}: {explanation(rule)}" for rule in decision.rules if explanation(rule))
    for told in (*explained, *(f"{WARNING} {remark}" for remark in decision.remarks)):
        lines += ["", *textwrap.wrap(printable(told), width, subsequent_indent="  ")]
    return lines


def gravest_in_words(decisions: Sequence[GateDecision]) -> str:
    """Of several decisions the one that is the exit code, and whom it is about; empty where there is one."""
    if len(decisions) < 2:
        return ""
    outcome = worst(decisions)
    named = ", ".join(one.name for one in decisions if one.outcome == outcome)
    return printable(
        f"{len(decisions)} decisions, the gravest is {outcome.upper()} (exit code {EXIT_CODES[outcome]}): {named}"
    )


def outcome_in_words(decision: GateDecision) -> str:
    """`WORSE: a rule is not met (exit code 10)`."""
    outcome = decision.outcome
    by_mean = ", by means alone" if decision.decide_by == "mean" else ""
    return f"{outcome.upper()}: {_MEANINGS[outcome]}{by_mean} (exit code {decision.exit_code})"


def _rows(rules: Sequence[RuleVerdict]) -> Iterator[list[str]]:
    is_among_differences = False
    for rule in rules:
        if rule.is_difference and not is_among_differences:
            yield ["", "less the baseline's", *[""] * 5]
            is_among_differences = True
        name = rule.rule + (f", {rule.within}" if rule.within else "")
        indented = f"  {printable(name)}" if rule.is_difference else printable(name)
        yield [rule.answer, indented, measured(rule), span(rule), must_be(rule), count_of(rule), to_tell(rule)]


def _table(rows: Sequence[Sequence[str]], width: int) -> Iterator[str]:
    widths = [max(map(width_of, column)) for column in zip(*rows, strict=True)]
    spare = width - sum(widths) - len(_GAP) * (len(widths) - 1)
    widths[1] = max(_MIN_NAME, min(widths[1], widths[1] + spare))
    for row in rows:
        cells = [pad(cell, each, right=n > 1) for n, (cell, each) in enumerate(zip(row, widths, strict=True))]
        yield cut(_GAP.join(cells).rstrip(), width)


def count_of(rule: RuleVerdict) -> str:
    """How many queries or items are behind the number, with a star where an interval of so few is rough."""
    star = "*" if is_preliminary(rule) else ""
    return f"{rule.measured.n}{star}" if rule.measured.n else ""


def is_preliminary(rule: RuleVerdict) -> bool:
    """Whether its answer rests on an interval of few queries."""
    return rule.measured.low is not None and rule.measured.n < PRELIMINARY_BELOW


def _can_be_settled(rule: RuleVerdict) -> bool:
    return rule.answer == "cannot tell" and not rule.reason


def to_tell(rule: RuleVerdict) -> str:
    """How many queries would settle what is not; empty where it is, or where queries are not what is wanting."""
    if not _can_be_settled(rule):
        return ""
    return queries(rule.needed)


def queries(needed: int | None) -> str:
    """A sample to aim at, or that it is none; None is over a million."""
    return NOT_PRACTICABLE if needed is None or needed > PRACTICABLE else f"{needed:,}"


def explanation(rule: RuleVerdict) -> str:
    """Why a rule cannot be settled, or what helps where no practicable sample would do so; empty elsewhere."""
    return rule.reason or _advice(rule)


def _advice(rule: RuleVerdict) -> str:
    low = rule.measured.low
    if to_tell(rule) != NOT_PRACTICABLE or low is None:
        return ""
    many = "more than 1,000,000" if rule.needed is None else f"{rule.needed:,}"
    step = 1000 if rule.unit == "rate" else 10
    least = floor(low * step) / step
    kind, settled = ("margin", f"{-least:.1f}") if rule.is_difference else ("minimum", _shown(rule, least))
    return (
        f"{many} queries would tell {measured(rule)} from {_shown(rule, rule.threshold)}: not practicable with this "
        f"{kind}. What helps: a {kind} of {settled}, which these queries meet; or --cookie-repeats, as far as "
        "repeats of a query differ."
    )


def measured(rule: RuleVerdict) -> str:
    """The number that was held against the threshold."""
    return _shown(rule, rule.measured.mean)


def span(rule: RuleVerdict) -> str:
    """The ends of its 95 % interval; empty where it is no sample."""
    low, high = rule.measured.low, rule.measured.high
    return "" if low is None or high is None else f"{_shown(rule, low)} to {_shown(rule, high)}"


def must_be(rule: RuleVerdict) -> str:
    """`≥ 65.0`, or `≤ $20.00` for money."""
    if rule.threshold is None:
        return ""
    return f"{'≤' if rule.unit == 'usd' else '≥'} {_shown(rule, rule.threshold)}"


def _shown(rule: RuleVerdict, value: float | None) -> str:
    if value is None:
        return NOTHING
    match rule.unit:
        case "points":
            return signed(value) if rule.is_difference else score(value)
        case "rate":
            return f"{100 * value:.1f} %"
        case "usd":
            return money(value)
        case "number":
            return f"{value:.3f}"
        case _:
            assert_never(rule.unit)
