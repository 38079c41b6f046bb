"""`Models`: all model calls of a run, with replay cache, budget, limits, retries and ledger.

Each process has one. All workers of a run share limits and spend through the `state` folder, and cached responses
through the `replay` folder.
"""

import importlib.util
import json
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from pydantic import JsonValue

from pytest_cookie.core.errors import UsageError
from pytest_cookie.llm.cost.ledger import Account, Ledger
from pytest_cookie.llm.cost.prices import Prices
from pytest_cookie.llm.errors import BudgetSpentError, ModelRefusedError, ParameterRefusedError, SchemaRefusedError
from pytest_cookie.llm.messages.completion import Completion
from pytest_cookie.llm.messages.messages import Request, Text, user
from pytest_cookie.llm.replay import Replay, ReplayMode
from pytest_cookie.llm.tool_outcomes import ToolOutcomes
from pytest_cookie.llm.transport.ipc_client import IpcClient
from pytest_cookie.llm.transport.limiter import Limiter
from pytest_cookie.llm.transport.litellm_call import LiteLLMCaller, Timeouts, knows_provider
from pytest_cookie.llm.transport.model_info import Entry, entry_of, providers
from pytest_cookie.llm.transport.retry import Call, Patience, Shared
from pytest_cookie.llm.transport.shared_state import State

_CHEAP_SHARE = 0.25


@dataclass(frozen=True)
class ModelSettings:
    """Settings for all calls of a run.

    `state` and `replay` are folders. A `budget_usd` of None is unlimited; with a budget, a model of unknown price is
    refused unless `allow_unknown_price` is set, and then counts as free. `prices` is the user's price file.
    `concurrent_calls` limits the concurrent calls per provider, over all workers. `switchboard` is the call server's
    socket; without one, this process makes its own calls.
    """

    state: Path
    replay: Path
    replay_mode: ReplayMode = "on"
    budget_usd: float | None = None
    allow_unknown_price: bool = False
    prices: Path | None = None
    concurrent_calls: int = 32
    timeouts: Timeouts = field(default_factory=Timeouts)
    patience: Patience = field(default_factory=Patience)
    switchboard: Path | None = None


class Models:
    """A `ChatModel` for every model id whose provider litellm knows. litellm is loaded by the first call.

    `on_call` gets each request when its call begins (True) and ends (False); not those with a cached response.
    """

    on_call: Callable[[Request, bool], None] = staticmethod(lambda request, begins: None)

    def __init__(self, settings: ModelSettings, *, jitter: random.Random | None = None) -> None:
        self.settings = settings
        self._state = State(settings.state)
        self.ledger = Ledger(self._state, settings.budget_usd)
        self.replay = Replay(settings.replay, settings.replay_mode)
        self.tool_outcomes = ToolOutcomes(None if settings.replay_mode == "off" else settings.replay)
        self.prices = Prices(settings.prices)
        self._without_schemas: set[str] = set()
        self._unsupported: dict[str, set[str]] = {}
        self._refused: dict[str, str] = {}
        jitter = jitter or random.Random()
        limiter = Limiter(self._state, settings.concurrent_calls, jitter)
        gateway = LiteLLMCaller(settings.timeouts, IpcClient(settings.switchboard) if settings.switchboard else None)
        self._shared = Shared(gateway, limiter, self.ledger, self.prices, settings.patience, jitter)

    def check(self, model: str, parameters: Mapping[str, JsonValue] | None = None) -> None:
        """Check that `model` can be called, without calling it. Raises `UsageError` with the remedy."""
        if importlib.util.find_spec("litellm") is None:
            raise UsageError(
                f"{model}: models are called through litellm, which is not installed: "
                "pip install 'pytest-cookie[models]'"
            )
        self._check_provider(model)
        unknown = self._unknown_price(model, dict(parameters or {}))
        if unknown and self.settings.replay_mode != "only":
            raise UsageError(unknown)

    def caches_cheaply(self, model: str) -> bool:
        """Whether cached input of `model` is known to cost at most a quarter of other input."""
        price = self.prices.of(model)
        cached = price.cached_input_per_million if price else None
        return price is not None and cached is not None and cached <= _CHEAP_SHARE * price.input_per_million

    def complete(self, request: Request) -> Completion:
        """The cached response, or a new one. Raises `ProviderError`, `ReplayMissError` and `BudgetSpentError`.

        If the model does not support reply schemas, the format is described in the prompt; parameters that it does not
        support are left out. The response is cached under the original request. A model that refuses every call is not
        called again.
        """
        found = self.replay.find(request)
        if found is not None:
            return found
        self.on_call(request, True)
        try:
            return self._asked(request)
        finally:
            self.on_call(request, False)

    def refusal(self, model: str) -> str:
        """Why every call of `model` fails, as its first call showed in this process; "" if none did."""
        return self._refused.get(model, "")

    def account(self) -> Account:
        """The run's spend so far, over all workers, without cached responses."""
        return self.ledger.account()

    def accounts(self) -> dict[tuple[str, str], Account]:
        """The same by purpose and model."""
        return self.ledger.accounts()

    def entry(self, model: str) -> Entry | None:
        """The model's modalities and limits from litellm's map; None if the model is not in it."""
        return entry_of(model)

    def close(self) -> None:
        """Close the shared state file."""
        self._state.close()

    def _asked(self, request: Request) -> Completion:
        original = request
        if unknown := self._unknown_price(request.model, request.parameters):
            raise BudgetSpentError(unknown, model=request.model)
        while True:
            if refused := self._refused.get(request.model):
                raise ModelRefusedError(refused, model=request.model)
            if request.reply_schema is not None and request.model in self._without_schemas:
                request = _describe_format(request)
            unsupported = self._unsupported.setdefault(request.model, set())
            kept = {name: value for name, value in request.parameters.items() if name not in unsupported}
            request = replace(request, parameters=kept)
            try:
                return Call(self._shared, request, partial(self.replay.keep, original)).complete()
            except SchemaRefusedError:
                if request.reply_schema is None:
                    raise
                self._without_schemas.add(request.model)
            except ParameterRefusedError as error:
                unsupported.add(error.parameter)
                self.ledger.note(f"{request.model} does not support {error.parameter}, which was left out of its calls")
            except ModelRefusedError as error:
                self._refused[request.model] = str(error)
                raise

    def _unknown_price(self, model: str, parameters: dict[str, JsonValue]) -> str:
        """Why the budget cannot be enforced; "" if it can, or if there is no budget."""
        budget_usd = self.settings.budget_usd
        if budget_usd is None or self.settings.allow_unknown_price or self.prices.of(model, parameters):
            return ""
        return (
            f"the price of {model} is not known, so that the budget of ${budget_usd:g} cannot be kept: give it in a "
            "file that `prices` in [tool.pytest-cookie] names (input_per_million and output_per_million, in dollars), "
            "or set `allow_unknown_prices = true` there"
        )

    def _check_provider(self, model: str) -> None:
        provider, slash, name = model.partition("/")
        if provider == "aiohttp_openai":
            raise UsageError(
                f"{model} would be called without limits on its replies: write openai/{name}, with the server's "
                "address in OPENAI_BASE_URL"
            )
        if entry_of(model) or (slash and name and (provider in providers() or knows_provider(provider))):
            return
        raise UsageError(
            f"no provider is known for the model {model!r}: a model id reads provider/name, for example openai/{model} "
            "for an endpoint that speaks OpenAI's protocol (its address in OPENAI_BASE_URL), anthropic/…, gemini/…"
        )


def _describe_format(request: Request) -> Request:
    """The same request with its reply schema as text in the last message."""
    words = (
        "Reply with one JSON object and nothing else: no explanation, no code fence. It must satisfy this schema:\n"
        + json.dumps(request.reply_schema, ensure_ascii=False)
    )
    return replace(request, messages=(*request.messages, user(Text(words))), reply_schema=None)
