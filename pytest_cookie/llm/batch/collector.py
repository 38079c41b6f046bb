"""`Collector`: takes the results of ended batches into the response cache and the ledger."""

from collections.abc import Iterable
from dataclasses import dataclass

from pytest_cookie.core.spend import Spend, Usage
from pytest_cookie.llm.batch.batch_api import BatchApi, BatchStatus, Result
from pytest_cookie.llm.batch.failed_call import FailedCall
from pytest_cookie.llm.batch.state import BatchedCall, BatchStateFile, StoredBatch
from pytest_cookie.llm.batch.submitter import BATCH_SHARE
from pytest_cookie.llm.errors import ModelError
from pytest_cookie.llm.messages.completion import Completion
from pytest_cookie.llm.messages.reply import Reply
from pytest_cookie.llm.models import Models
from pytest_cookie.llm.transport.failures import CallFailed, unreadable

GONE = frozenset({404, 410})
"""The HTTP status of what the provider no longer has."""
_MISSING = "the results of the batch do not contain this request"
_FOREIGN = "no result of the batch belongs to a request of this run"


@dataclass
class Collector:
    """`failures` receives requests without a response, `speechless` the models that take no reply schema."""

    models: Models
    state: BatchStateFile
    failures: dict[str, FailedCall | ModelError]
    speechless: set[str]

    def collect(self, batch: StoredBatch, status: BatchStatus, api: BatchApi) -> str:
        """Collect an ended batch and return a line on it. Raises `CallFailed` if its results cannot be read now."""
        try:
            found, has_others = self._results(batch, status, api)
        except CallFailed as failure:
            if not _is_lasting(failure):
                raise
            self.give_up(batch, f"the results of {batch.label} cannot be read: {failure}", forget=True)
            return f"{batch.label}: {status.word}, but its results cannot be read: {failure}"
        if batch.was_searched and has_others and not found:
            return self._let_go(batch)
        unanswered = [call for call in batch.calls if not self._keep(batch, call, found.get(call.key))]
        for call in unanswered:
            self._fail(batch, call, self._cause(call, status, found), status)
        self.state.remove(batch)
        answered = len(batch.calls) - len(unanswered)
        problem = f"; {status.problem}" if status.problem else ""
        return f"{batch.label}: {status.word}, {answered} of {len(batch.calls)} requests answered{problem}"

    def _let_go(self, batch: StoredBatch) -> str:
        """The batch that was found in the provider's list is another run's: the next command searches again."""
        told = f"{batch.label} was mistaken for one of this run"
        self.give_up(batch, f"{told}; run the command again", forget=False)
        searched = {"id": "", "was_searched": False, "earlier": (*batch.earlier, batch.id)}
        self.state.put(batch.model_copy(update=searched))
        return told

    def give_up(self, batch: StoredBatch, cause: str, *, forget: bool) -> None:
        """All its requests fail with `cause`. With `forget`, the next command submits them again."""
        for call in batch.calls:
            self.failures[call.key] = FailedCall(cause)
            if forget:
                self.models.ledger.drop(call.call, maybe_paid=True)
        if forget:
            self.state.remove(batch)

    def _results(
        self, batch: StoredBatch, status: BatchStatus, api: BatchApi
    ) -> tuple[dict[str, Reply | CallFailed], bool]:
        keys = {call.key for call in batch.calls}
        has_schema = any(not call.in_words for call in batch.calls)
        return _by_key(api.results(batch.id, status, has_schema=has_schema), keys)

    def _keep(self, batch: StoredBatch, call: BatchedCall, outcome: Reply | CallFailed | None) -> bool:
        """Whether it was answered; then it is in the cache and the ledger."""
        if not isinstance(outcome, Reply):
            return False
        completion = Completion(
            outcome.text, outcome.tool_calls, outcome.finish, outcome.model, self._spend(batch.model, call, outcome)
        )
        self.models.replay.keep_as(call.key, completion, model=batch.model, purpose=call.purpose)
        self.models.ledger.book(call.call, completion.spend, most_usd=call.most_usd)
        return True

    def _spend(self, model: str, call: BatchedCall, reply: Reply) -> Spend:
        """At the batch price. Nobody waited for this call alone, so it has no latency."""
        price = self.models.prices.of(model) if call.most_usd is not None else None
        cost_usd = None
        if price and reply.usage:
            full = price.cost_usd(reply.usage, sound_tokens=reply.sound_tokens, pictures=call.pictures)
            cost_usd = round(full * BATCH_SHARE, 9)
        return Spend(calls=1, usage=reply.usage or Usage(), cost_usd=cost_usd)

    def _cause(self, call: BatchedCall, status: BatchStatus, found: dict[str, Reply | CallFailed]) -> CallFailed:
        outcome = found.get(call.key)
        if isinstance(outcome, CallFailed):
            return outcome
        if status.problem:
            return CallFailed(f"{status.problem}; run the command again to submit the request again", "final")
        return unreadable(_MISSING) if found else CallFailed(_FOREIGN, "final", maybe_paid=True)

    def _fail(self, batch: StoredBatch, call: BatchedCall, cause: CallFailed, status: BatchStatus) -> None:
        self.models.ledger.drop(call.call, maybe_paid=cause.maybe_paid)
        if cause.kind == "schema" and not call.in_words:
            self.speechless.add(batch.model)  # the request is sent again, with the format in words
            return
        failed_by_itself = not status.problem and str(cause) != _FOREIGN
        self.failures[call.key] = FailedCall(str(cause), may_be_called=failed_by_itself)


def _is_lasting(failure: CallFailed) -> bool:
    """Whether the results of an ended batch can never be read: they are gone, or too long."""
    return failure.kind == "final" and (failure.maybe_paid or failure.status in GONE)


def _by_key(results: Iterable[Result | None], keys: set[str]) -> tuple[dict[str, Reply | CallFailed], bool]:
    """The outcome of each request, of several the first reply; and whether there are results of other requests."""
    found: dict[str, Reply | CallFailed] = {}
    has_others = False
    for result in results:
        if result is None:
            continue
        if result.key not in keys:
            has_others = True
        elif result.key not in found or (
            isinstance(result.outcome, Reply) and not isinstance(found[result.key], Reply)
        ):
            found[result.key] = result.outcome
    return found, has_others
