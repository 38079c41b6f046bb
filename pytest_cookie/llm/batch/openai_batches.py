"""`OpenAIBatches`: batches of OpenAI, and of servers that speak its protocol, through litellm."""

from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, cast
from urllib.parse import urlsplit

from pydantic import JsonValue

from pytest_cookie.llm.batch.batch_api import (
    MAX_RESULT_BYTES,
    BatchStatus,
    Result,
    as_count,
    as_table,
    body_of,
    checked_id,
    shown,
)
from pytest_cookie.llm.batch.result_lines import completion_of, failure_in_batch, parse_lines
from pytest_cookie.llm.batch.state import StoredBatch
from pytest_cookie.llm.transport.chat_arguments import Wire
from pytest_cookie.llm.transport.failures import CallFailed
from pytest_cookie.llm.transport.guarded_work import perform
from pytest_cookie.llm.transport.http_guard import CapturedRequest
from pytest_cookie.llm.transport.secrets import redacted

_PATH = "/chat/completions"
_ENDPOINT = "/v1/chat/completions"
_MOST_LISTED = 100
_MOST_ERRORS = 3
_ENDED = frozenset({"completed", "failed", "expired", "cancelled"})
_PROBLEMS = {
    "expired": "the batch expired before the provider answered every request",
    "cancelled": "the batch was cancelled",
    "failed": "the provider rejects the batch",
}


class OpenAIBatches:
    """A `BatchApi`. `seconds` is the timeout of one exchange."""

    provider = "openai"

    def __init__(self, model: str, *, seconds: float) -> None:
        self._model, self._seconds = model, seconds

    def line(self, key: str, request: CapturedRequest) -> Wire:
        """Raises `CallFailed` if litellm calls the model in another way than by chat completions."""
        path = urlsplit(request.url).path
        if not path.endswith(_PATH):
            raise CallFailed(f"litellm calls this model at {path}, for which there is no batch", "final")
        return {"custom_id": key, "method": "POST", "url": _ENDPOINT, "body": body_of(request)}

    def upload(self, lines: Path) -> str:
        """Upload the file of requests."""

        async def work(litellm: ModuleType) -> object:
            with lines.open("rb") as file:
                upload = ("requests.jsonl", file, "application/jsonl")
                return (await litellm.acreate_file(file=upload, purpose="batch", **self._options())).id

        return checked_id(self._perform(work))

    def create(self, batch: StoredBatch, lines: Path) -> str:
        """Start the batch."""

        async def work(litellm: ModuleType) -> object:
            return (
                await litellm.acreate_batch(
                    completion_window="24h",
                    endpoint=_ENDPOINT,
                    input_file_id=batch.input_file,
                    metadata={"made_by": "pytest-cookie"},
                    **self._options(),
                )
            ).id

        return checked_id(self._perform(work), maybe_paid=True)

    def similar(self, batch: StoredBatch) -> tuple[str, ...]:
        """None: a batch is known by its file."""
        return ()

    def find(self, batch: StoredBatch, known: frozenset[str]) -> str:
        """The batch with this file of requests, among the last hundred."""
        if not batch.input_file:
            return ""

        async def work(litellm: ModuleType) -> object:
            return (await litellm.alist_batches(limit=_MOST_LISTED, **self._options())).data

        listed = self._perform(work)
        found = (_fields(one) for one in (listed if isinstance(listed, list) else []))
        ids = [one.get("id") for one in found if one.get("input_file_id") == batch.input_file]
        ids = [one for one in ids if one not in batch.earlier]
        return checked_id(ids[0]) if ids else ""

    def status(self, batch_id: str) -> BatchStatus:
        """The current status."""

        async def work(litellm: ModuleType) -> object:
            return await litellm.aretrieve_batch(batch_id=checked_id(batch_id), **self._options())

        fields = _fields(self._perform(work))
        counts = as_table(fields.get("request_counts"))
        word = shown(fields.get("status"))
        files = [fields.get(name) for name in ("output_file_id", "error_file_id")]
        return BatchStatus(
            word=word,
            has_ended=word in _ENDED,
            done=as_count(counts.get("completed")) + as_count(counts.get("failed")),
            total=as_count(counts.get("total")),
            problem=_problem(word, fields),
            files=tuple(checked_id(file) for file in files if file),
        )

    def results(self, batch_id: str, status: BatchStatus, *, has_schema: bool) -> Iterator[Result | None]:
        """The lines of both files, of answers and of errors."""
        for file in status.files:
            for line in parse_lines(self._content(file)):
                yield self._result(line, has_schema=has_schema)

    def cancel(self, batch_id: str) -> None:
        """Ask the provider to stop."""

        async def work(litellm: ModuleType) -> object:
            return await litellm.acancel_batch(batch_id=checked_id(batch_id), **self._options())

        self._perform(work)

    def _content(self, file: str) -> bytes:
        async def work(litellm: ModuleType) -> object:
            return (await litellm.afile_content(file_id=file, **self._options())).content

        content = self._perform(work, max_bytes=MAX_RESULT_BYTES)
        return content if isinstance(content, bytes) else b""

    def _result(self, line: JsonValue, *, has_schema: bool) -> Result | None:
        fields = as_table(line)
        key, response = fields.get("custom_id"), as_table(fields.get("response"))
        if not isinstance(key, str):
            return None
        status = as_count(response.get("status_code"))
        if status == 200 and not fields.get("error"):
            return Result(key, completion_of(response.get("body")))
        error = as_table(fields.get("error")) or as_table(as_table(response.get("body")).get("error"))
        return Result(key, failure_in_batch(status, error, self._model, has_schema=has_schema))

    def _options(self) -> dict[str, Any]:
        return {"custom_llm_provider": self.provider, "timeout": self._seconds, "max_retries": 0}

    def _perform(self, work: Any, *, max_bytes: int | None = None) -> object:  # noqa: ANN401 - litellm has no types to us
        result: object = perform(work, self._model, seconds=self._seconds, max_bytes=max_bytes)
        return result


def _fields(one: object) -> dict[str, JsonValue]:
    """A batch of litellm or of openai's client as plain data."""
    return as_table(cast(Any, one).model_dump(mode="json", warnings=False))


def _problem(word: str, fields: dict[str, JsonValue]) -> str:
    errors = as_table(fields.get("errors")).get("data")
    messages = [as_table(one).get("message") for one in (errors if isinstance(errors, list) else [])]
    told = [message for message in messages if isinstance(message, str)][:_MOST_ERRORS]
    problem = _PROBLEMS.get(word, "")
    return f"{problem}: {redacted('; '.join(told))}" if problem and told else problem
