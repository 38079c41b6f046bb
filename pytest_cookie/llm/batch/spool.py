"""`Spool`: requests that wait for the next batch. Their bodies are on disk, since each holds megabytes of pictures."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from pytest_cookie.llm.transport.chat_arguments import Wire
from pytest_cookie.records.plain_tree import read_bounded
from pytest_cookie.records.temp_dir import TempDir

MAX_BATCH_BYTES = 100_000_000
"""Maximum size of the requests of one batch. OpenAI accepts 200 MB, Anthropic 256 MB."""
MAX_BATCH_REQUESTS = 1_000
"""Maximum number of requests in one batch, so that its results fit into one reply of `MAX_RESULT_BYTES`."""


@dataclass(frozen=True)
class SpooledCall:
    """A request. `most_usd` is the most that it can cost at the batch price; None if the price is unknown.

    `size` is that of its line in bytes, set when it is added.
    """

    key: str
    model: str
    purpose: str
    most_usd: float | None
    pictures: int
    in_words: bool
    size: int = 0


class Spool:
    """Keeps requests by key until they are taken. `add` is called by one thread at a time, once for each key.

    The first request creates a temporary folder, which `close` deletes.
    """

    def __init__(self) -> None:
        self._made: TempDir | None = None
        self._calls: dict[str, SpooledCall] = {}

    @property
    def _folder(self) -> Path:
        if self._made is None:
            self._made = TempDir("batch")
        return self._made.folder

    def __contains__(self, key: str) -> bool:
        return key in self._calls

    def add(self, call: SpooledCall, line: Wire) -> None:
        """Keep a request, whose body is `line`."""
        content = json.dumps(line, ensure_ascii=False).encode(errors="replace") + b"\n"
        (self._folder / call.key).write_bytes(content)
        self._calls[call.key] = replace(call, size=len(content))

    @property
    def calls(self) -> list[SpooledCall]:
        """All that wait."""
        return list(self._calls.values())

    def write(self, calls: Sequence[SpooledCall]) -> Path:
        """A file with a line for each of `calls`."""
        path = self._folder / "requests.jsonl"
        with path.open("wb") as file:
            for call in calls:
                file.write(read_bounded(self._folder / call.key, call.size))
        return path

    def remove(self, calls: Sequence[SpooledCall]) -> None:
        """They wait no longer."""
        for call in calls:
            del self._calls[call.key]
            (self._folder / call.key).unlink(missing_ok=True)

    def close(self) -> None:
        """Delete the files."""
        if self._made is not None:
            self._made.remove()


def divide(calls: Sequence[SpooledCall]) -> Iterator[list[SpooledCall]]:
    """`calls` in portions, each of one model and small enough for a batch."""
    for model in dict.fromkeys(call.model for call in calls):
        portion: list[SpooledCall] = []
        size = 0
        for call in calls:
            if call.model != model:
                continue
            if portion and (size + call.size > MAX_BATCH_BYTES or len(portion) == MAX_BATCH_REQUESTS):
                yield portion
                portion, size = [], 0
            portion.append(call)
            size += call.size
        yield portion
