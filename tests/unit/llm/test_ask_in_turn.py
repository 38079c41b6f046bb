"""Calls in a row: an error ends them and carries the cost of the earlier ones."""

from dataclasses import dataclass

import pytest

from pytest_cookie.core.errors import JudgingError
from pytest_cookie.core.spend import Spend
from pytest_cookie.llm.ask_in_turn import ask_in_turn
from pytest_cookie.llm.errors import BudgetSpentError


@dataclass(frozen=True)
class Answer:
    spend: Spend


def cost(dollars: float) -> Spend:
    return Spend(calls=1, cost_usd=dollars)


@pytest.mark.parametrize("kind", [JudgingError, BudgetSpentError])
def test_an_error_carries_the_cost_of_the_earlier_calls(kind: type[JudgingError | BudgetSpentError]):
    asked: list[float] = []

    def ask(dollars: float) -> Answer:
        asked.append(dollars)
        if dollars == 4.0:
            raise kind("no more", spend=cost(dollars))
        return Answer(cost(dollars))

    with pytest.raises(kind) as failed:
        ask_in_turn(ask, [1.0, 2.0, 4.0, 8.0])
    assert failed.value.spend == Spend(calls=3, cost_usd=7.0)
    assert asked == [1.0, 2.0, 4.0]
    assert ask_in_turn(ask, [1.0, 2.0]) == [Answer(cost(1.0)), Answer(cost(2.0))]
