"""`Watch`: looks at open batches until all have ended, and has them collected."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pytest_cookie.llm.batch.batch_api import BatchApi, BatchStatus
from pytest_cookie.llm.batch.collector import Collector
from pytest_cookie.llm.batch.state import StoredBatch
from pytest_cookie.llm.transport.failures import CallFailed
from pytest_cookie.llm.transport.limiter import LONGEST_PAUSE_SECONDS

_LONGEST_WAIT_SECONDS = 26 * 3600.0
"""Providers end a batch after 24 hours."""
_TEMPORARY = frozenset({"busy", "broken"})
_TOLD_SHARE = 0.1


@dataclass(frozen=True)
class BatchSettings:
    """`poll_seconds` is the pause between two looks at a batch, `call_seconds` the timeout of one HTTP exchange.

    A provider that does not answer for `patience_seconds` is given up on; its batches stay open.
    """

    poll_seconds: float = 60.0
    call_seconds: float = 600.0
    patience_seconds: float = 900.0


class Watch:
    """`note` receives a line whenever the status of a batch changes, or a further tenth of its requests is done."""

    def __init__(
        self,
        api: Callable[[str], BatchApi],
        collector: Collector,
        note: Callable[[str], None],
        settings: BatchSettings,
    ) -> None:
        self._api, self._collector, self._note, self._settings = api, collector, note, settings
        self._told: dict[str, BatchStatus] = {}
        self._silent_since: dict[str, float] = {}

    def wait(self, batches: Sequence[StoredBatch]) -> None:
        """Return when each batch has ended and is collected, or is given up on."""
        left, end = list(batches), time.monotonic() + _LONGEST_WAIT_SECONDS
        pause = 0.0
        while left:
            time.sleep(pause)
            pause = self._settings.poll_seconds
            for batch in list(left):
                try:
                    if self._is_collected(batch):
                        left.remove(batch)
                    self._silent_since.pop(batch.id, None)
                except CallFailed as failure:
                    pause = max(pause, min(failure.retry_after or 0.0, LONGEST_PAUSE_SECONDS))
                    if self._is_given_up(batch, failure):
                        left.remove(batch)
            if time.monotonic() > end:
                for batch in left:
                    self._collector.give_up(batch, f"{batch.label} has not ended in 26 hours", forget=False)
                return

    def _is_collected(self, batch: StoredBatch) -> bool:
        api = self._api(batch.model)
        status = api.status(batch.id)
        if status.has_ended:
            self._note(self._collector.collect(batch, status, api))
            return True
        told = self._told.get(batch.id)
        if told is None or told.word != status.word or status.done - told.done >= _TOLD_SHARE * max(status.total, 1):
            self._told[batch.id] = status
            self._note(f"{batch.label}: {status.word}, {status.done} of {len(batch.calls)} requests done")
        return False

    def _is_given_up(self, batch: StoredBatch, failure: CallFailed) -> bool:
        """Whether to stop looking. A temporary failure is tolerated for a while."""
        now = time.monotonic()
        since = self._silent_since.setdefault(batch.id, now)
        is_temporary = failure.kind in _TEMPORARY
        if is_temporary and now - since < self._settings.patience_seconds:
            return False
        self._collector.give_up(batch, _explain(batch, failure), forget=False)
        return True


def _explain(batch: StoredBatch, failure: CallFailed) -> str:
    return (
        f"{batch.label} cannot be read: {failure}; it stays open: run the command again to collect it, with the same "
        "key and address"
    )
