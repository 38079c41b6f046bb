"""`BatchApi`: the batch operations of one provider, and what they report.

Each operation is one HTTP exchange. It raises `CallFailed`, whose kind says whether it may succeed later.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeGuard

from pydantic import JsonValue

from pytest_cookie.llm.batch.state import StoredBatch
from pytest_cookie.llm.messages.reply import Reply
from pytest_cookie.llm.transport.chat_arguments import Wire
from pytest_cookie.llm.transport.failures import CallFailed
from pytest_cookie.llm.transport.http_guard import CapturedRequest
from pytest_cookie.llm.transport.secrets import redacted
from pytest_cookie.llm.transport.usage_parsing import parse_json

MAX_RESULT_BYTES = 256_000_000
"""Maximum size of one file of results, after decompression."""
_MOST_SHOWN = 40
_ID = re.compile(r"[\w.:-]{1,200}", re.ASCII)


@dataclass(frozen=True)
class BatchStatus:
    """`word` is the provider's own. `problem` says why an ended batch has not answered every request, "" if it has.

    Both have no keys and are short. `files` are the ids of the files with results.
    """

    word: str
    has_ended: bool
    done: int = 0
    total: int = 0
    problem: str = ""
    files: tuple[str, ...] = ()


@dataclass(frozen=True)
class Result:
    """The outcome of the request with the key `key`."""

    key: str
    outcome: Reply | CallFailed


class BatchApi(Protocol):
    """The batch operations of one provider for one model."""

    provider: str

    def line(self, key: str, request: CapturedRequest) -> Wire:
        """The request as it stands in a batch."""
        ...

    def upload(self, lines: Path) -> str:
        """Upload the requests, one JSON object a line, and return the id of the file; "" if `create` sends them."""
        ...

    def create(self, batch: StoredBatch, lines: Path) -> str:
        """Start the batch and return its id. Raises `CallFailed` with `maybe_paid` if it may have been started."""
        ...

    def similar(self, batch: StoredBatch) -> tuple[str, ...]:
        """The ids of the provider's batches that `find` could mistake for `batch`. Called before `create`."""
        ...

    def find(self, batch: StoredBatch, known: frozenset[str]) -> str:
        """The id of a batch that was started, but whose id was lost; "" if the provider has none.

        `known` are the ids of other batches. Raises a final `CallFailed` with `maybe_paid` if several may be it.
        """
        ...

    def status(self, batch_id: str) -> BatchStatus:
        """The current status."""
        ...

    def results(self, batch_id: str, status: BatchStatus, *, has_schema: bool) -> Iterator[Result | None]:
        """The results of an ended batch in any order; None for a line that cannot be read."""
        ...

    def cancel(self, batch_id: str) -> None:
        """Ask the provider to stop. Requests that it has answered keep their answers."""
        ...


def is_id(value: object) -> TypeGuard[str]:
    """Whether `value` can be part of an address."""
    return isinstance(value, str) and bool(_ID.fullmatch(value)) and ".." not in value


def checked_id(value: object, *, maybe_paid: bool = False) -> str:
    """An id that can be part of an address. Raises a final `CallFailed`, with `maybe_paid`."""
    if not is_id(value):
        raise CallFailed(f"the provider's id {shown(value)!r} is not valid", "final", maybe_paid=maybe_paid)
    return value


def shown(value: object) -> str:
    """A short value of the provider as messages show it: on one line and without keys."""
    return redacted(str(value))[:_MOST_SHOWN]


def body_of(request: CapturedRequest) -> dict[str, JsonValue]:
    """The JSON object that litellm would send, of any size. Raises a final `CallFailed` if it sends something else."""
    try:
        body = parse_json(request.body)
    except ValueError:
        body = None
    if not isinstance(body, dict):
        raise CallFailed("litellm sends no JSON object for this model, which a batch needs", "final")
    return body


def as_table(value: JsonValue | object) -> dict[str, JsonValue]:
    """`value` if it is a JSON object, else an empty one."""
    return value if isinstance(value, dict) else {}


def as_count(value: object) -> int:
    """`value` if it is a whole number of at least 0, else 0."""
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else 0
