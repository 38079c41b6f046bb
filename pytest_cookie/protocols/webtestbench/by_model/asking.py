"""`ask_model`: one structured reply of a model; its failures are those of the judge."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeVar

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


def ask_model(
    chat: ChatModel,
    model: str,
    prompt: Prompt,
    parts: tuple[Text, ...],
    kind: type[T],
    *,
    parameters: Mapping[str, JsonValue],
    find_fault: Callable[[T], str],
) -> tuple[T, Spend]:
    """The reply and its cost. Raises `JudgingError` if the provider fails or the reply cannot be read, and
    `BudgetSpentError`."""
    request = Request(
        model=model,
        messages=(system(prompt.fill(data_note=NOTE)), user(*parts)),
        purpose="judge",
        parameters=dict(parameters),
    )
    try:
        answered = ask(chat, request, kind, find_fault=find_fault)
    except BudgetSpentError:
        raise
    except ModelError as error:
        raise JudgingError(f"{model}: {error}", spend=error.spend) from error
    if fault := find_fault(answered.value):
        raise JudgingError(f"{model}: {fault}", spend=answered.spend)
    return answered.value, answered.spend
