"""`Submitter`: reserves the cost of requests, uploads them and starts batches, each of them once.

The provider may have started a batch although its response is lost: to a cut connection, or because this process was
killed. So the state file holds a batch before it is uploaded, and before a batch is started again, the provider is
asked whether it exists. The ids of similar batches, noted before, tell it from theirs.
"""

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from pytest_cookie.core.wording import count
from pytest_cookie.llm.batch.batch_api import BatchApi
from pytest_cookie.llm.batch.failed_call import FailedCall
from pytest_cookie.llm.batch.spool import Spool, SpooledCall, divide
from pytest_cookie.llm.batch.state import BatchedCall, BatchStateFile, StoredBatch
from pytest_cookie.llm.cost.ledger import Ledger
from pytest_cookie.llm.errors import BudgetSpentError, ModelError
from pytest_cookie.llm.messages.messages import Request
from pytest_cookie.llm.transport.failures import CallFailed

T = TypeVar("T")
BATCH_SHARE = 0.5
"""What a batched call costs, as a share of the price of a direct one, at OpenAI and Anthropic."""
_TEMPORARY = frozenset({"busy", "broken"})
_FIRST_PAUSE, _LONGEST_PAUSE = 1.0, 60.0


@dataclass
class Submitter:
    """`failures` receives what could not be submitted. A provider that stays busy is retried for `retry_seconds`."""

    ledger: Ledger
    state: BatchStateFile
    spool: Spool
    failures: dict[str, FailedCall | ModelError]
    api: Callable[[str], BatchApi]
    note: Callable[[str], None]
    retry_seconds: float

    def adopt_lost_batches(self) -> dict[StoredBatch, CallFailed]:
        """Find batches whose id was lost. Those that the provider does not know are forgotten.

        Returns those of which it cannot be found out now, each with the reason.
        """
        unsettled = {}
        for batch in self.state.batches:
            if batch.id:
                continue
            try:
                found = self._find(batch)
            except CallFailed as failure:
                self._fail(batch, f"whether a batch was started could not be found out: {failure}")
                unsettled[batch] = failure
                continue
            if found:
                self.state.put(found)
            else:
                self._forget(batch)
        return unsettled

    def submit(self, *, others_are_open: bool) -> None:
        """Start batches of all waiting requests that the budget allows.

        A request for which the budget may suffice once the others have ended stays in the spool. `others_are_open`:
        batches of an earlier command will end, too.
        """
        reserved: dict[str, int] = {}
        for call in self.spool.calls:
            try:
                reserved[call.key] = self._reserve(call)
            except BudgetSpentError as error:
                if not reserved and not others_are_open:
                    self.failures[call.key] = error
                    self.spool.remove([call])
        for calls in divide([call for call in self.spool.calls if call.key in reserved]):
            self._submit(calls, reserved)
            self.spool.remove(calls)

    def _reserve(self, call: SpooledCall) -> int:
        return self.ledger.set_aside(Request(call.model, (), call.purpose), call.most_usd, wait_seconds=0.0)

    def _submit(self, calls: list[SpooledCall], reserved: dict[str, int]) -> None:
        api, lines, batch = self.api(calls[0].model), self.spool.write(calls), _batch_of(calls, reserved)
        try:
            earlier = self._retried(lambda: api.similar(batch), lambda: None)
            batch = self.state.put(batch.model_copy(update={"earlier": earlier}))
            input_file = self._retried(lambda: api.upload(lines), lambda: None)
        except CallFailed as failure:
            self._fail(batch, f"the requests could not be uploaded: {failure}")
            self._forget(batch)
            return
        batch = self.state.put(batch.model_copy(update={"input_file": input_file}))
        self._start(batch, lines)

    def _start(self, batch: StoredBatch, lines: Path) -> None:
        """A batch that may exist although every attempt failed is kept, so that the next command looks for it."""
        may_exist = False

        def attempt() -> StoredBatch:
            nonlocal may_exist
            try:
                return batch.model_copy(update={"id": self.api(batch.model).create(batch, lines)})
            except CallFailed as failure:
                may_exist = may_exist or failure.maybe_paid or failure.kind in _TEMPORARY
                raise

        try:
            started = self._retried(attempt, lambda: self._find(batch))
        except CallFailed as failure:
            self._fail(batch, f"the batch could not be started: {failure}")
            if not may_exist:
                self._forget(batch)
            return
        self.state.put(started)
        self.note(f"{started.label}: submitted {count(len(batch.calls), 'request')} of {batch.model}")

    def _retried(self, attempt: Callable[[], T], found: Callable[[], T | None]) -> T:
        """The result of `attempt`, repeated while the provider is busy or broken, unless `found` has it."""
        end, pause = time.monotonic() + self.retry_seconds, _FIRST_PAUSE
        while True:
            try:
                return attempt()
            except CallFailed as failure:
                if failure.kind not in _TEMPORARY:
                    raise
                wait = (failure.retry_after or 0.0) + random.uniform(0.0, pause)
                if time.monotonic() + wait > end:
                    raise
                time.sleep(wait)
                pause = min(2 * pause, _LONGEST_PAUSE)
            if (result := found()) is not None:
                return result

    def _find(self, batch: StoredBatch) -> StoredBatch | None:
        """The batch with its id; None if the provider does not have it."""
        known = frozenset(one.id for one in self.state.batches if one.id)
        found = self._retried(lambda: self.api(batch.model).find(batch, known), lambda: None)
        return batch.model_copy(update={"id": found, "was_searched": True}) if found else None

    def _fail(self, batch: StoredBatch, cause: str) -> None:
        for call in batch.calls:
            self.failures[call.key] = FailedCall(cause)

    def _forget(self, batch: StoredBatch) -> None:
        for call in batch.calls:
            self.ledger.drop(call.call, maybe_paid=False)
        self.state.remove(batch)


def _batch_of(calls: list[SpooledCall], reserved: dict[str, int]) -> StoredBatch:
    """A new batch of `calls`, whose numbers in the ledger are `reserved`."""
    return StoredBatch(
        model=calls[0].model,
        begun=time.time(),
        calls=tuple(
            BatchedCall(
                key=call.key,
                call=reserved[call.key],
                purpose=call.purpose,
                most_usd=call.most_usd,
                pictures=call.pictures,
                in_words=call.in_words,
            )
            for call in calls
        ),
    )
