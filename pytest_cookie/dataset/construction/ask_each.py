"""Asks a model about many queries at once. Failed queries stay undecided; no reply is lost or requested twice.

Responses are cached by `llm`, so a killed step makes only the missing calls when it runs again.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event, Lock
from typing import Generic, TypeVar

from pydantic import BaseModel, JsonValue

from pytest_cookie.llm.errors import BudgetSpentError, ModelError
from pytest_cookie.llm.messages.completion import ChatModel
from pytest_cookie.llm.messages.messages import Request, Text, system, user
from pytest_cookie.llm.messages.prompt import Prompt, read_prompt
from pytest_cookie.llm.messages.quoting import quoted
from pytest_cookie.llm.messages.structured import ask

PURPOSE = "dataset"
"""The purpose of these calls in the ledger."""
SAMPLING: dict[str, JsonValue] = {"temperature": 0.2, "top_p": 0.9}
"""Nearly deterministic decoding (Cookie-Bench, appendix A.7.1)."""
NO_BUDGET = "the budget is spent"

T = TypeVar("T", bound=BaseModel)


def construction_prompt(name: str) -> Prompt:
    """A prompt of this package."""
    return read_prompt(Path(__file__).parent / "prompts" / f"{name}.md")


def quote_query(text: str) -> Text:
    """A query as material: the prompt forbids the model to follow it."""
    return Text(quoted("query", text))


@dataclass(frozen=True)
class Clerk:
    """A model with the parameters of its calls. `repairs` malformed replies are sent back.

    `at_once` calls wait at a time; `on_done` hears how many of all are done.
    """

    chat: ChatModel
    model: str
    parameters: dict[str, JsonValue] = field(default_factory=lambda: dict(SAMPLING))
    at_once: int = 8
    repairs: int = 2
    on_done: Callable[[int, int], None] = lambda done, whole: None

    def request(self, prompt: str, *parts: Text, sample: int = 1) -> Request:
        """One request; another `sample` asks for a separate response."""
        return Request(
            model=self.model,
            messages=(system(prompt), user(*parts)),
            purpose=PURPOSE,
            parameters=dict(self.parameters),
            sample=sample,
        )


def _keep() -> None:
    """Nothing, for an outcome without a reply: its replies were rejected already."""


@dataclass(frozen=True)
class Outcome(Generic[T]):
    """A reply, or why there is none. `replies` counts all replies up to the first valid one.

    `reject` is for a valid reply that cannot be used: the same command then asks again (`Completion.reject`).
    """

    value: T | None
    cause: str = ""
    replies: int = 0
    reject: Callable[[], None] = _keep


def ask_each(clerk: Clerk, requests: Sequence[Request], kind: type[T]) -> tuple[Outcome[T], ...]:
    """The outcome of each request, in order. After the budget is spent, the others are not asked."""
    spent, lock = Event(), Lock()
    done = 0

    def decide(request: Request) -> Outcome[T]:
        nonlocal done
        outcome = _ask(clerk, request, kind, spent)
        with lock:
            done += 1
            clerk.on_done(done, len(requests))
        return outcome

    with ThreadPoolExecutor(max_workers=max(1, clerk.at_once)) as pool:
        try:
            return tuple(pool.map(decide, requests))
        except BaseException:
            spent.set()  # an interrupted command waits for the calls under way, and starts no other
            raise


def _ask(clerk: Clerk, request: Request, kind: type[T], spent: Event) -> Outcome[T]:
    if spent.is_set():
        return Outcome(None, NO_BUDGET)
    try:
        answered = ask(clerk.chat, request, kind, repairs=clerk.repairs)
    except BudgetSpentError as error:
        spent.set()
        return Outcome(None, str(error))
    except ModelError as error:
        return Outcome(None, str(error))
    return Outcome(answered.value, replies=len(answered.completions), reject=answered.completions[-1].reject)
