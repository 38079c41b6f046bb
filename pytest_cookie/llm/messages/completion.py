"""`Completion`: a model's response. `ChatModel`: anything that can complete a request."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal, Protocol

from pytest_cookie.core.spend import NOTHING, Spend
from pytest_cookie.llm.messages.messages import Request, ToolCall

FinishReason = Literal["stop", "length", "tool_calls", "refusal"]


def _keep() -> None:
    """Nothing, for a response that is not cached."""


@dataclass(frozen=True)
class Completion:
    """One response. `finish` is `length` if it was cut off, `refusal` if a filter or the model refused.

    `spend` covers all billed attempts. `model` is the model that responded, "" if the provider does not report it.
    """

    text: str
    tool_calls: tuple[ToolCall, ...] = ()
    finish: FinishReason = "stop"
    model: str = ""
    spend: Spend = NOTHING
    reject: Callable[[], None] = field(default=_keep, compare=False, repr=False)
    """Call it if no usable reply came of this response in the end: the next identical request gets a new one."""


class ChatModel(Protocol):
    """Responds to requests: a provider behind retries, limits, ledger and cache."""

    def complete(self, request: Request) -> Completion:
        """The response. Raises `ModelError`: `ProviderError`, `ReplayMissError`, `BudgetSpentError`."""
        ...
