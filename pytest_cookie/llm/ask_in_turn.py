"""`ask_in_turn`: several calls of judges or models in a row, whose costs add up also when one of them fails."""

from collections.abc import Callable, Iterable
from typing import Protocol, TypeVar

from pytest_cookie.core.errors import StageError
from pytest_cookie.core.spend import Spend
from pytest_cookie.llm.errors import BudgetSpentError


class Paid(Protocol):
    """A result with its cost."""

    @property
    def spend(self) -> Spend:
        """The cost of all its calls."""
        ...


Asked = TypeVar("Asked")
Result = TypeVar("Result", bound=Paid)


def ask_in_turn(ask: Callable[[Asked], Result], asked: Iterable[Asked]) -> list[Result]:
    """The result of `ask` for each, in order. An error ends the calls; the cost of the earlier ones is added to it."""
    results: list[Result] = []
    for each in asked:
        try:
            results.append(ask(each))
        except (StageError, BudgetSpentError) as error:
            error.spend = sum((result.spend for result in results), error.spend)
            raise
    return results
