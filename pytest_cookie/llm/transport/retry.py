"""`Call`: one model call with its retries.

Retried: rate limits (429), an overloaded or broken provider (408, 409, 425, 5xx), timeouts, cut connections, and
responses that are empty or cannot be parsed. Not retried: anything that would fail again, such as a wrong key, an
unknown model or a request the provider rejects.
"""

import random
import time
from collections.abc import Callable
from dataclasses import dataclass

from pytest_cookie.core.errors import RecordingError
from pytest_cookie.core.spend import Spend, Usage
from pytest_cookie.llm.cost.ledger import Ledger
from pytest_cookie.llm.cost.prices import Prices, most_input_tokens, pictures
from pytest_cookie.llm.errors import (
    ContextTooLongError,
    ModelRefusedError,
    ParameterRefusedError,
    ProviderError,
    SchemaRefusedError,
)
from pytest_cookie.llm.messages.completion import Completion
from pytest_cookie.llm.messages.messages import Request
from pytest_cookie.llm.messages.reply import Reply
from pytest_cookie.llm.transport.failures import CallFailed
from pytest_cookie.llm.transport.limiter import Limiter
from pytest_cookie.llm.transport.litellm_call import LiteLLMCaller
from pytest_cookie.llm.transport.model_info import provider_of

_LONGEST_PAUSE = 60.0
_SPARE_LEASE_SECONDS = 60.0
_BOUNDS = frozenset({"max_tokens", "max_completion_tokens", "max_output_tokens"})
"""Parameters that are never left out, because they bound the cost of a call."""
_SETTINGS = {
    "generate": "`generation` in [tool.pytest-cookie]",
    "explore": "`agent` in [tool.pytest-cookie]",
    "judge": "`judging` in [tool.pytest-cookie]",
    "dataset": "--temperature, where `none` omits it and top_p",
}
"""The user's setting or option with the parameters, by the purpose of the call."""


@dataclass(frozen=True)
class Patience:
    """How often a call is tried, and for how long.

    A 429 does not count towards `tries`; only `deadline_seconds`, counted from the first attempt, bounds it. Before
    the first attempt a call queues for up to `queue_seconds`. The pause after attempt n is drawn from 0 to
    `backoff_seconds` · 2ⁿ⁻¹, at most a minute, plus the provider's Retry-After.
    """

    tries: int = 6
    deadline_seconds: float = 1800.0
    queue_seconds: float = 3600.0
    backoff_seconds: float = 1.0


@dataclass(frozen=True)
class Shared:
    """Shared by all calls of a process."""

    gateway: LiteLLMCaller
    limiter: Limiter
    ledger: Ledger
    prices: Prices
    patience: Patience
    jitter: random.Random


class Call:
    """One request and its attempts. `keep` caches the response and returns it, or an earlier one to the request."""

    def __init__(self, shared: Shared, request: Request, keep: Callable[[Completion], Completion]) -> None:
        self._shared, self._request, self._keep = shared, request, keep
        self._end: float | None = None

    def complete(self) -> Completion:
        """Return the response. Raises `ProviderError` or a subclass with the last failure, `BudgetSpentError`, and
        `RecordingError` if it cannot be cached.
        """
        patience, failed, rounds = self._shared.patience, 0, 0
        self._shared.gateway.load(self._request)
        while True:
            answer = self._try()
            if isinstance(answer, Completion):
                return answer
            rounds += 1
            failed += answer.status != 429
            pause = self._pause(answer, rounds)
            if answer.kind not in {"busy", "broken"} or failed >= patience.tries or pause > self._left():
                raise _final_error(self._request, answer, rounds)
            time.sleep(pause)

    def _try(self) -> Completion | CallFailed:
        """One attempt. Its largest possible cost is reserved before, its real cost is booked after."""
        ledger, most_usd = self._shared.ledger, self._shared.prices.most_usd(self._request)
        call = ledger.set_aside(self._request, most_usd, wait_seconds=self._left())
        try:
            reply, completion, kept = self._send()
        except CallFailed as failure:
            ledger.drop(call, maybe_paid=failure.maybe_paid)
            return failure
        except BaseException:
            ledger.drop(call, maybe_paid=True)
            raise
        ledger.book(call, completion.spend, most_usd=self._most_of(reply, most_usd))
        if isinstance(kept, RecordingError):
            raise kept
        return kept

    def _send(self) -> tuple[Reply, Completion, Completion | RecordingError]:
        """The reply, its completion, and what `keep` made of it before anything else: a process that is killed later
        does not pay for the reply again.
        """
        whole = self._shared.gateway.timeouts.whole
        provider, lease = provider_of(self._request.model), whole + _SPARE_LEASE_SECONDS
        with self._shared.limiter.slot(provider, lease_seconds=lease, wait_seconds=self._left()) as slot:
            if slot is None:
                raise CallFailed(
                    "timed out in the queue: the provider is rate limiting, or too many calls wait", "final"
                )
            self._end = self._end or time.monotonic() + self._shared.patience.deadline_seconds
            try:
                reply, seconds = self._shared.gateway.ask(self._request, max(self._left(), 0.1))
            except CallFailed as failure:
                if failure.kind == "busy":
                    slot.refused(failure.retry_after or 0.0)
                raise
            completion = self._completion(reply, seconds)
            kept = self._try_to_keep(completion)
            slot.answered()
            return reply, completion, kept

    def _try_to_keep(self, completion: Completion) -> Completion | RecordingError:
        try:
            return self._keep(completion)
        except RecordingError as error:
            return error

    def _left(self) -> float:
        """Seconds until the call gives up."""
        return self._shared.patience.queue_seconds if self._end is None else self._end - time.monotonic()

    def _pause(self, failure: CallFailed, rounds: int) -> float:
        longest = min(self._shared.patience.backoff_seconds * 2 ** min(rounds - 1, 30), _LONGEST_PAUSE)
        return (failure.retry_after or 0.0) + self._shared.jitter.uniform(0.0, longest)

    def _completion(self, reply: Reply, seconds: float) -> Completion:
        """The completion with its spend. Cost is None when usage or price is unknown."""
        price = self._shared.prices.of(self._request.model, self._request.parameters)
        cost_usd = None
        if price and reply.usage:
            shown = pictures(self._request)
            cost_usd = price.cost_usd(reply.usage, sound_tokens=reply.sound_tokens, pictures=shown)
        spend = Spend(calls=1, usage=reply.usage or Usage(), cost_usd=cost_usd, latency_seconds=round(seconds, 3))
        return Completion(reply.text, reply.tool_calls, reply.finish, reply.model, spend)

    def _most_of(self, reply: Reply, set_aside_usd: float | None) -> float | None:
        """The largest cost of a response whose usage cannot be trusted.

        One token per byte, and at least the reserved amount: reasoning tokens do not show in the response.
        """
        price = self._shared.prices.of(self._request.model, self._request.parameters)
        if price is None:
            return None
        received = len(reply.text.encode()) + sum(
            len(call.name + call.arguments + call.thinking) for call in reply.tool_calls
        )
        most_usd = price.most_usd(most_input_tokens(self._request), received, pictures=pictures(self._request))
        return max(most_usd, set_aside_usd or 0.0)


def _final_error(request: Request, failure: CallFailed, rounds: int) -> ProviderError:
    tries = "" if rounds == 1 else f" after {rounds} tries"
    asked = f"; it asks to wait {failure.retry_after:.0f} s" if failure.retry_after else ""
    kinds = {"schema": SchemaRefusedError, "too_long": ContextTooLongError, "refused": ModelRefusedError}
    kind = kinds.get(failure.kind, ProviderError)
    message = f"{request.model} gave no answer{tries}: {failure}{asked}"
    if failure.parameter in request.parameters:
        message += f"; `{failure.parameter}` is set by {_SETTINGS.get(request.purpose, 'the parameters of its calls')}"
        if failure.kind == "parameter" and failure.parameter not in _BOUNDS:
            return ParameterRefusedError(message, model=request.model, parameter=failure.parameter)
    return kind(message, model=request.model)
