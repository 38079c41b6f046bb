"""What calls of models took, in words and as rows by stage: tokens, calls, money, waiting."""

from collections.abc import Iterable
from dataclasses import dataclass

from pytest_cookie.core.record import Record
from pytest_cookie.core.spend import NOTHING, Spend, Usage

_DIGITS_UP_TO = 10_000


@dataclass(frozen=True)
class ExpenseRow:
    """A stage of an item: `spend` is None where no model was asked, `seconds` None where the stage did not run."""

    stage: str
    spend: Spend | None
    seconds: float | None


def expense_rows(record: Record) -> tuple[ExpenseRow, ...]:
    """The stages of an item in their order, and what they come to together; none where no model was asked."""
    if not record.spend:
        return ()
    spend: dict[str, Spend] = {str(stage): spend for stage, spend in record.spend.items()}
    stages = dict.fromkeys((*record.phase_seconds, *spend))
    rows = [ExpenseRow(stage, spend.get(stage), record.phase_seconds.get(stage)) for stage in stages]
    whole = ExpenseRow("together", total_of([record]), sum(record.phase_seconds.values()))
    return (*rows, whole)


def total_of(records: Iterable[Record]) -> Spend:
    """What all calls for these items took; its cost is None where that of one is not known."""
    listed = list(records)
    whole = sum((spend for record in listed for spend in record.spend.values()), NOTHING)
    known = all(record.cost_usd is not None for record in listed)
    return whole if known else whole.model_copy(update={"cost_usd": None})


def tokens(number: int) -> str:
    """`9,214`, `340 k`, `1.2 M`."""
    if number < _DIGITS_UP_TO:
        return f"{number:,}"
    return f"{number / 1000:.0f} k" if number < 999_500 else f"{number / 1e6:.1f} M"


def usage(used: Usage) -> str:
    """`12 k in (3,100 cached), 900 out (400 reasoning)`; what is 0 of the parts is left out."""
    cached = f" ({tokens(used.cached_tokens)} cached)" if used.cached_tokens else ""
    reasoning = f" ({tokens(used.reasoning_tokens)} reasoning)" if used.reasoning_tokens else ""
    return f"{tokens(used.input_tokens)} in{cached}, {tokens(used.output_tokens)} out{reasoning}"
