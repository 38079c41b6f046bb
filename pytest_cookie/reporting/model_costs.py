"""Calls, tokens, cost and waiting time of model calls, as text and as rows by stage."""

from collections.abc import Iterable
from dataclasses import dataclass

from pytest_cookie.core.record import Record
from pytest_cookie.core.spend import NOTHING, Spend, Usage
from pytest_cookie.core.stages import Stage

_DIGITS_UP_TO = 10_000


@dataclass(frozen=True)
class ExpenseRow:
    """A stage of an item: `spend` is None if it made no model calls, `seconds` None if it did not run."""

    stage: str
    spend: Spend | None
    seconds: float | None


def expense_rows(record: Record) -> tuple[ExpenseRow, ...]:
    """The stages of an item in order, then their total; empty without model calls."""
    if not record.spend:
        return ()
    spend: dict[str, Spend] = {str(stage): spend for stage, spend in record.spend.items()}
    stages = dict.fromkeys((*record.phase_seconds, *spend))
    rows = [ExpenseRow(stage, spend.get(stage), record.phase_seconds.get(stage)) for stage in stages]
    whole = ExpenseRow("total", total_of([record]), sum(record.phase_seconds.values()))
    return (*rows, whole)


def total_of(records: Iterable[Record]) -> Spend:
    """The sum of all calls for these items; its cost is None if the cost of one is unknown."""
    listed = list(records)
    whole = sum((spend for record in listed for spend in record.spend.values()), NOTHING)
    known = all(record.cost_usd is not None for record in listed)
    return whole if known else whole.model_copy(update={"cost_usd": None})


def by_stage(records: Iterable[Record]) -> dict[Stage, Spend]:
    """The sum of the calls of each stage that made any."""
    found: dict[Stage, Spend] = {}
    for record in records:
        for stage, spend in record.spend.items():
            found[stage] = found.get(stage, NOTHING) + spend
    return found


def tokens(number: int) -> str:
    """`9,214`, `340 k`, `1.2 M`."""
    if number < _DIGITS_UP_TO:
        return f"{number:,}"
    return f"{number / 1000:.0f} k" if number < 999_500 else f"{number / 1e6:.1f} M"


def usage(used: Usage) -> str:
    """`12 k in (3,100 cached), 900 out (400 reasoning)`; a part that is 0 is omitted."""
    cached = f" ({tokens(used.cached_tokens)} cached)" if used.cached_tokens else ""
    reasoning = f" ({tokens(used.reasoning_tokens)} reasoning)" if used.reasoning_tokens else ""
    return f"{tokens(used.input_tokens)} in{cached}, {tokens(used.output_tokens)} out{reasoning}"
