"""`BatchStateFile`: the batches of a run that are not yet collected, so that a later command finds them again."""

import shutil
from pathlib import Path
from typing import Literal

from pydantic import Field

from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.records.files import read_model, write_model

_FILE = "batches.json"


class BatchedCall(FrozenModel):
    """A request in a batch. `key` is that of the response cache, `call` its number in the ledger.

    `most_usd` is the most that it can cost at the batch price; None if the price is unknown. With `in_words`, the reply
    format is described in the prompt.
    """

    key: str = Field(pattern=r"^[0-9a-f]{64}$")
    call: int
    purpose: str
    most_usd: float | None = None
    pictures: int = Field(default=0, ge=0)
    in_words: bool = False


class StoredBatch(FrozenModel):
    """A batch. `input_file` and `id` are the provider's; empty until known. `begun` is in seconds since 1970.

    `earlier` are the ids of similar batches that the provider had before. With `was_searched`, `id` was found in the
    provider's list, where it may belong to another run.
    """

    model: str
    begun: float
    calls: tuple[BatchedCall, ...]
    input_file: str = ""
    id: str = ""
    earlier: tuple[str, ...] = ()
    was_searched: bool = False

    @property
    def label(self) -> str:
        """How messages name it."""
        return f"batch {self.id}" if self.id else "a batch that was being submitted"


class BatchState(FrozenModel):
    """The file's content. `batches` are those whose results are not yet collected, in the order of their begin."""

    version: Literal[1] = 1
    batches: tuple[StoredBatch, ...] = ()


class BatchStateFile:
    """`batches.json` in `folder`. The caller holds the run's lock. Raises `RecordingError`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._path = folder / _FILE
        self._state = read_model(self._path, BatchState) if self._path.exists() else BatchState()

    @property
    def batches(self) -> tuple[StoredBatch, ...]:
        """Those that are not yet collected."""
        return self._state.batches

    def put(self, batch: StoredBatch) -> StoredBatch:
        """Add `batch`, or replace the one with the same calls."""
        others = [one for one in self.batches if one.calls != batch.calls]
        self._write((*others, batch))
        return batch

    def remove(self, batch: StoredBatch) -> None:
        """It is collected, or was never submitted."""
        self._write(tuple(one for one in self.batches if one.calls != batch.calls))

    def _write(self, batches: tuple[StoredBatch, ...]) -> None:
        self._state = BatchState(batches=tuple(sorted(batches, key=lambda one: one.begun)))
        write_model(self._path, self._state)


def start_new_account(folder: Path) -> None:
    """Delete the account of earlier commands, unless a batch of theirs is still open: then it goes on."""
    if not BatchStateFile(folder).batches:
        shutil.rmtree(folder, ignore_errors=True)
