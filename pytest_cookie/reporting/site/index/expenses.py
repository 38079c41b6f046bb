"""Cost, tokens and machine time of each model's items, by stage."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from pytest_cookie.core.record import Record
from pytest_cookie.core.spend import NOTHING, Spend
from pytest_cookie.reporting.model_costs import by_stage, total_of


@dataclass(frozen=True)
class ModelExpense:
    """The sum over a model's items. `stages` and `seconds` are in the order of the table's columns."""

    model: str
    items: int
    spend: Spend
    stages: tuple[Spend, ...]
    seconds: tuple[float, ...]

    @property
    def each_usd(self) -> float | None:
        """US dollars per item; None if a price is unknown."""
        return None if self.spend.cost_usd is None else self.spend.cost_usd / self.items

    @property
    def each_seconds(self) -> float:
        """Seconds of machine time per item."""
        return sum(self.seconds) / self.items


@dataclass(frozen=True)
class Expenses:
    """The table: `stages` made model calls, `phases` took time."""

    stages: tuple[str, ...]
    phases: tuple[str, ...]
    rows: tuple[ModelExpense, ...]


def expenses(records: Sequence[Record], models: Sequence[str]) -> Expenses:
    """Build the table; a stage without model calls has no column."""
    stages = tuple(dict.fromkeys(str(stage) for record in records for stage in record.spend))
    phases = tuple(dict.fromkeys(phase for record in records for phase in record.phase_seconds))
    of_model: dict[str, list[Record]] = defaultdict(list)
    for record in records:
        of_model[record.model].append(record)
    return Expenses(stages, phases, tuple(_row(model, of_model[model], stages, phases) for model in models))


def _row(model: str, records: Sequence[Record], stages: Sequence[str], phases: Sequence[str]) -> ModelExpense:
    seconds = dict.fromkeys(phases, 0.0)
    spend: dict[str, Spend] = {str(stage): spent for stage, spent in by_stage(records).items()}
    for record in records:
        for phase, taken in record.phase_seconds.items():
            seconds[phase] += taken
    return ModelExpense(
        model=model,
        items=len(records),
        spend=total_of(records),
        stages=tuple(spend.get(stage, NOTHING) for stage in stages),
        seconds=tuple(seconds[phase] for phase in phases),
    )
