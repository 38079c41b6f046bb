"""`BatchModels`: a `ChatModel` whose responses come from batches.

`complete` never waits. It returns a response that is there, or notes the request and raises `AwaitedError`. `exchange`
then sends all noted requests, waits for their batches and stores the responses in the cache, so that whoever asks again
gets further. Since the cache and `BatchStateFile` hold all progress, an interrupted command continues the same way.
"""

import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Self

from pytest_cookie.core.errors import UsageError
from pytest_cookie.llm.batch.anthropic_batches import AnthropicBatches
from pytest_cookie.llm.batch.batch_api import BatchApi
from pytest_cookie.llm.batch.collector import GONE, Collector
from pytest_cookie.llm.batch.failed_call import FailedCall
from pytest_cookie.llm.batch.openai_batches import OpenAIBatches
from pytest_cookie.llm.batch.spool import Spool, SpooledCall
from pytest_cookie.llm.batch.state import BatchStateFile, StoredBatch
from pytest_cookie.llm.batch.submitter import BATCH_SHARE, Submitter
from pytest_cookie.llm.batch.watch import BatchSettings, Watch
from pytest_cookie.llm.cost.prices import pictures
from pytest_cookie.llm.errors import AwaitedError, BudgetSpentError, ModelError, ProviderError
from pytest_cookie.llm.messages.completion import Completion
from pytest_cookie.llm.messages.format_instructions import asked_in_words
from pytest_cookie.llm.messages.messages import Request
from pytest_cookie.llm.models import Models
from pytest_cookie.llm.replay import request_key
from pytest_cookie.llm.transport.failures import CallFailed
from pytest_cookie.llm.transport.guarded_work import capture_request
from pytest_cookie.llm.transport.model_info import provider_of

_UNKNOWN = CallFailed("its id is not known yet; run the command again", "broken")
_APIS: dict[str, Callable[..., BatchApi]] = {"openai": OpenAIBatches, "anthropic": AnthropicBatches}


def check_batches(model: str) -> None:
    """Raise `UsageError` if there are no batches for `model`."""
    provider = provider_of(model)
    if provider not in _APIS:
        raise UsageError(
            f"--batch: pytest-cookie sends no batches to {provider or model}; it does for models of "
            f"{' and '.join(sorted(_APIS))}. Leave out --batch to call {model} directly, at the full price"
        )


class BatchModels:
    """Wraps `models`, whose cache, ledger and prices it uses. `note` receives lines on progress for the user."""

    def __init__(
        self, models: Models, state: BatchStateFile, settings: BatchSettings, note: Callable[[str], None]
    ) -> None:
        self._models, self._state, self._settings, self._note = models, state, settings, note
        self._apis: dict[str, BatchApi] = {}
        self._spool = Spool()
        self._failures: dict[str, FailedCall | ModelError] = {}
        self._speechless: set[str] = set()
        self._wanted: set[str] = set()
        self._unsettled: dict[StoredBatch, CallFailed] = {}
        self._lock = threading.Lock()

    def __enter__(self) -> Self:
        """Find the batches of earlier commands again, and collect those that have ended, also if nobody wants them."""
        known = self._state.batches
        self._collect_ended(known)
        self._unsettled = self._submitter().adopt_lost_batches()
        self._collect_ended([batch for batch in self._state.batches if batch not in known])
        return self

    def __exit__(self, *exception: object) -> None:
        self._spool.close()

    def complete(self, request: Request) -> Completion:
        """The response, if it is there. Raises `AwaitedError` if it is not, and `ModelError` if it will not come.

        A request that failed by itself within a batch is called directly, once.
        """
        found = self._models.replay.find(request)
        if found is not None:
            return found
        key = request_key(request)
        failure = self._failures.get(key)
        if isinstance(failure, ModelError):
            raise failure
        if failure is not None and not failure.may_be_called:
            raise ProviderError(f"{request.model} gave no answer: {failure.cause}", model=request.model)
        if failure is not None:
            return self._call_directly(key, request, failure)
        self._await(key, request)
        raise AwaitedError(f"{request.model} answers in a batch")

    def exchange(self) -> None:
        """Send the noted requests, wait until all batches with wanted responses have ended, and collect them.

        What fails is raised by the next `complete`. Raises `KeyboardInterrupt` while it waits; the batches then stay
        open.
        """
        self._submitter().submit(others_are_open=bool(self._wanted_batches()))
        Watch(self._api, self._collector(), self._note, self._settings).wait(self._wanted_batches())
        self._wanted.clear()

    def cancel(self) -> None:
        """Cancel all open batches. What they have answered is collected by the next command.

        A batch that the provider does not know, or that cannot be found in its list, is forgotten.
        """
        if not self._state.batches:
            self._note("no batch of this run is open")
        for batch in self._state.batches:
            failure = self._cancel(batch) if batch.id else self._unsettled.get(batch, _UNKNOWN)
            if failure is None:
                self._note(f"{batch.label} of {batch.model}: cancelled")
                continue
            self._note(f"{batch.label} of {batch.model} is not cancelled: {failure}")
            if failure.status in GONE or (not batch.id and failure.kind == "final"):
                self._collector().give_up(batch, str(failure), forget=True)
                self._note(f"{batch.label} is forgotten; the next command submits its requests again")

    def _cancel(self, batch: StoredBatch) -> CallFailed | None:
        try:
            self._api(batch.model).cancel(batch.id)
        except CallFailed as failure:
            return failure
        return None

    def _collect_ended(self, batches: Sequence[StoredBatch]) -> None:
        """One look at each. One that cannot be read now is read when it is waited for."""
        for batch in batches:
            if not batch.id:
                continue
            with suppress(CallFailed):
                api = self._api(batch.model)
                status = api.status(batch.id)
                if status.has_ended:
                    self._note(self._collector().collect(batch, status, api))

    def _wanted_batches(self) -> list[StoredBatch]:
        """The open batches that someone waits for."""
        return [batch for batch in self._state.batches if batch.id and self._wanted & {one.key for one in batch.calls}]

    def _await(self, key: str, request: Request) -> None:
        """Note the request, unless a batch holds it already."""
        with self._lock:
            self._wanted.add(key)
            if key in self._spool or any(call.key == key for batch in self._state.batches for call in batch.calls):
                return
        in_words = request.reply_schema is not None and request.model in self._speechless
        sent = asked_in_words(request) if in_words else request
        try:
            line = self._api(request.model).line(key, capture_request(sent))
        except CallFailed as failure:
            raise ProviderError(f"{request.model} cannot be called: {failure}", model=request.model) from None
        most_usd = self._models.prices.most_usd(sent)
        call = SpooledCall(
            key=key,
            model=request.model,
            purpose=request.purpose,
            most_usd=None if most_usd is None else most_usd * BATCH_SHARE,
            pictures=pictures(sent),
            in_words=in_words,
        )
        with self._lock:
            self._spool.add(call, line)

    def _call_directly(self, key: str, request: Request, failure: FailedCall) -> Completion:
        """Once: whoever asks again gets the response from the cache, or the same error."""
        try:
            return self._models.complete(request)
        except BudgetSpentError:
            raise
        except ModelError as error:
            message = f"it failed in the batch ({failure.cause}) and when called directly: {error}"
            final = ProviderError(message, model=request.model, spend=error.spend)
            self._failures[key] = final
            raise final from error

    def _api(self, model: str) -> BatchApi:
        with self._lock:
            if model not in self._apis:
                check_batches(model)
                self._apis[model] = _APIS[provider_of(model)](model, seconds=self._settings.call_seconds)
            return self._apis[model]

    def _collector(self) -> Collector:
        return Collector(self._models, self._state, self._failures, self._speechless)

    def _submitter(self) -> Submitter:
        retry_seconds = self._settings.patience_seconds
        return Submitter(
            self._models.ledger, self._state, self._spool, self._failures, self._api, self._note, retry_seconds
        )
