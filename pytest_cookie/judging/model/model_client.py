"""`JudgeModelClient`: makes every model call of a judge, counts its cost and maps its errors."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from pydantic import BaseModel

from pytest_cookie.core.errors import JudgingError
from pytest_cookie.core.spend import NOTHING, Spend
from pytest_cookie.judging.model.settings import JudgeSettings
from pytest_cookie.llm.errors import BudgetSpentError, ModelError
from pytest_cookie.llm.messages.completion import ChatModel
from pytest_cookie.llm.messages.messages import Part, Request, system, user
from pytest_cookie.llm.messages.prompt import Prompt
from pytest_cookie.llm.messages.quoting import NOTE
from pytest_cookie.llm.messages.structured import Answered, ask

_Reply = TypeVar("_Reply", bound=BaseModel)


@dataclass
class JudgeModelClient:
    """Calls of one model for one verdict. `spend` is the cost of all answered calls."""

    model: str
    chat: ChatModel
    settings: JudgeSettings
    repeat: int = 1
    spend: Spend = field(default=NOTHING)

    def ask(
        self,
        prompt: Prompt,
        parts: tuple[Part, ...],
        kind: type[_Reply],
        find_fault: Callable[[_Reply], str] | None = None,
    ) -> Answered[_Reply]:
        """The model's reply to `prompt` with `parts` before it. The fault that `find_fault` finds is sent back once.

        Raises `JudgingError` with the whole cost if no usable reply comes; `BudgetSpentError` likewise.
        """
        request = Request(
            model=self.model,
            messages=(system(prompt.fill(data_note=NOTE)), user(*parts)),
            purpose="judge",
            parameters=dict(self.settings.parameters),
            repeat=self.repeat,
        )
        try:
            answered = ask(self.chat, request, kind, repairs=self.settings.repairs, find_fault=find_fault)
        except BudgetSpentError as error:
            error.spend = self.spend + error.spend
            raise
        except ModelError as error:
            raise JudgingError(f"{prompt.name}: {error}", spend=self.spend + error.spend) from error
        self.spend = self.spend + answered.spend
        return answered
