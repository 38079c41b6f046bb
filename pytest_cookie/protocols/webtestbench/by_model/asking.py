"""`PromptedModel`: asks a model for a structured reply; its failures are those of the judge."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, TypeVar

from pydantic import BaseModel, JsonValue

from pytest_cookie.core.errors import JudgingError
from pytest_cookie.core.spend import Spend
from pytest_cookie.llm.errors import BudgetSpentError, ModelError
from pytest_cookie.llm.messages.completion import ChatModel
from pytest_cookie.llm.messages.messages import Request, Text, system, user
from pytest_cookie.llm.messages.prompt import Prompt, read_prompt
from pytest_cookie.llm.messages.quoting import NOTE
from pytest_cookie.llm.messages.structured import ask

_PROMPTS = Path(__file__).parents[1] / "prompts"

T = TypeVar("T", bound=BaseModel)


def read_own_prompt(name: str) -> Prompt:
    """The prompt `name` of this protocol."""
    return read_prompt(_PROMPTS / f"{name}.md")


@dataclass(frozen=True)
class PromptedModel:
    """A `model` that answers one prompt of this protocol, `prompt_name`."""

    prompt_name: ClassVar[str]

    model: str
    chat: ChatModel
    parameters: Mapping[str, JsonValue]

    @property
    def id(self) -> str:
        """The model and its prompt."""
        return f"{self.model} {read_own_prompt(self.prompt_name).identity}"

    def ask(self, parts: Sequence[Text], kind: type[T], find_fault: Callable[[T], str]) -> tuple[T, Spend]:
        """The reply and its cost. Raises `JudgingError` if the provider fails or the reply cannot be read, and
        `BudgetSpentError`."""
        request = Request(
            model=self.model,
            messages=(system(read_own_prompt(self.prompt_name).fill(data_note=NOTE)), user(*parts)),
            purpose="judge",
            parameters=dict(self.parameters),
        )
        try:
            answered = ask(self.chat, request, kind, find_fault=find_fault)
        except BudgetSpentError:
            raise
        except ModelError as error:
            raise JudgingError(f"{self.model}: {error}", spend=error.spend) from error
        if fault := find_fault(answered.value):
            raise JudgingError(f"{self.model}: {fault}", spend=answered.spend)
        return answered.value, answered.spend
