"""`Completion`: what a model answered, and `ChatModel`: what can be asked."""

from dataclasses import dataclass
from typing import Literal, Protocol

from pytest_cookie.core.spend import NOTHING, Spend
from pytest_cookie.llm.messages.messages import Request, ToolCall

FinishReason = Literal["stop", "length", "tool_calls", "refusal"]


@dataclass(frozen=True)
class Completion:
    """One answer. `finish` is `length` where it was cut off, `refusal` where a filter or the model itself refused.

    `spend` is of all tries that were answered and paid for. `model` is what answered, "" where the provider does not
    say.
    """

    text: str
    tool_calls: tuple[ToolCall, ...] = ()
    finish: FinishReason = "stop"
    model: str = ""
    spend: Spend = NOTHING


class ChatModel(Protocol):
    """Whatever answers requests: a provider behind retries, limits, ledger and cache."""

    def complete(self, request: Request) -> Completion:
        """The answer. Raises `ModelError`: `ProviderError`, `ReplayMissError`, `BudgetSpentError`."""
        ...
