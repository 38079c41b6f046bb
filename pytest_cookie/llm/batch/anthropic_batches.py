"""`AnthropicBatches`: message batches of Anthropic, over HTTP.

litellm 1.106 reads these batches, but does not create them. It still makes every request: the address, the headers with
the key, and the body are those that it would send.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit, urlunsplit

from pydantic import JsonValue

from pytest_cookie.llm.batch.batch_api import (
    MAX_RESULT_BYTES,
    BatchStatus,
    Result,
    as_count,
    as_table,
    body_of,
    checked_id,
    is_id,
    shown,
)
from pytest_cookie.llm.batch.result_lines import completion_of, failure_in_batch, parse_lines
from pytest_cookie.llm.batch.state import StoredBatch
from pytest_cookie.llm.messages.messages import Request, Text, user
from pytest_cookie.llm.transport.chat_arguments import Wire
from pytest_cookie.llm.transport.failures import CallFailed, unreadable
from pytest_cookie.llm.transport.guarded_work import capture_request, perform
from pytest_cookie.llm.transport.http_guard import CapturedRequest
from pytest_cookie.records.plain_tree import read_bounded

if TYPE_CHECKING:
    from types import ModuleType

    import httpx

_PATH = "/v1/messages"
_SENT_HEADERS = frozenset({"x-api-key", "authorization", "anthropic-version", "anthropic-beta", "user-agent"})
_CLOCK_SECONDS = 600.0
"""How far the provider's clock may be behind ours."""
_MOST_LISTED = 1000
"""The most that the provider lists at once, the newest first."""
_ENDED = "ended"
_STATUS_OF_ERROR = {
    "invalid_request_error": 400,
    "authentication_error": 401,
    "permission_error": 403,
    "not_found_error": 404,
    "request_too_large": 413,
    "rate_limit_error": 429,
    "api_error": 500,
    "overloaded_error": 529,
}
_JSON_TOOL = "json_tool_call"
"""The tool by which litellm has older models reply in a given format."""


class _HttpError(Exception):
    """A response with an error status, in the form that `failure_of` reads."""

    def __init__(self, response: httpx.Response) -> None:
        super().__init__(response.text)
        self.status_code, self.headers = response.status_code, response.headers


class AnthropicBatches:
    """A `BatchApi`. `seconds` is the timeout of one exchange."""

    provider = "anthropic"

    def __init__(self, model: str, *, seconds: float) -> None:
        self._model, self._seconds = model, seconds
        self._betas: set[str] = set()

    def line(self, key: str, request: CapturedRequest) -> Wire:
        """Raises `CallFailed` if litellm calls the model in another way than by messages."""
        self._address(request)
        self._betas.update(_betas(request))
        params = {name: value for name, value in body_of(request).items() if name != "stream"}
        return {"custom_id": key, "params": params}

    def upload(self, lines: Path) -> str:
        """Nothing: the batch is created with its requests."""
        return ""

    def create(self, batch: StoredBatch, lines: Path) -> str:
        """Start the batch."""
        content = b'{"requests":[' + b",".join(read_bounded(lines, lines.stat().st_size).splitlines()) + b"]}"
        return checked_id(as_table(self._json("POST", "", content=content)).get("id"), maybe_paid=True)

    def similar(self, batch: StoredBatch) -> tuple[str, ...]:
        """The ids of batches with as many requests that were created since."""
        return tuple(self._similar(batch))

    def find(self, batch: StoredBatch, known: frozenset[str]) -> str:
        """The similar batch that is new. One that has ended must have results of these requests."""
        keys = {call.key for call in batch.calls}
        possible = []
        for batch_id, has_ended in self._similar(batch).items():
            if batch_id in known or batch_id in batch.earlier:
                continue
            found = self._keys(batch_id) if has_ended else None
            if found and found & keys:
                return batch_id
            if found is None:
                possible.append(batch_id)
        if len(possible) > 1:
            told = "the provider lists several new batches with as many requests; once they have ended, their results "
            raise CallFailed(told + "tell which one it is", "final", maybe_paid=True)
        return possible[0] if possible else ""

    def status(self, batch_id: str) -> BatchStatus:
        """The current status."""
        fields = as_table(self._json("GET", f"/{checked_id(batch_id)}"))
        counts, word = as_table(fields.get("request_counts")), shown(fields.get("processing_status"))
        has_ended, total = word == _ENDED, _total(fields)
        problems = [name for name in ("expired", "canceled") if as_count(counts.get(name))]
        return BatchStatus(
            word=word,
            has_ended=has_ended,
            done=total - as_count(counts.get("processing")),
            total=total,
            problem=f"requests of the batch have {' or were '.join(problems)}" if has_ended and problems else "",
        )

    def results(self, batch_id: str, status: BatchStatus, *, has_schema: bool) -> Iterator[Result | None]:
        """The lines of the results. The address is ours, not the one that the provider names."""
        content = self._exchange("GET", f"/{checked_id(batch_id)}/results", max_bytes=MAX_RESULT_BYTES)
        for line in parse_lines(content):
            yield self._result(as_table(line), has_schema=has_schema)

    def cancel(self, batch_id: str) -> None:
        """Ask the provider to stop."""
        self._exchange("POST", f"/{checked_id(batch_id)}/cancel")

    def _similar(self, batch: StoredBatch) -> dict[str, bool]:
        """The ids of batches with as many requests, created since; and whether each has ended."""
        listed = as_table(self._json("GET", f"?limit={_MOST_LISTED}")).get("data")
        found = [as_table(one) for one in (listed if isinstance(listed, list) else [])]
        return {
            batch_id: one.get("processing_status") == _ENDED
            for one in found
            if is_id(batch_id := one.get("id"))
            and _total(one) == len(batch.calls)
            and _seconds_of(one.get("created_at")) >= batch.begun - _CLOCK_SECONDS
        }

    def _keys(self, batch_id: str) -> set[str] | None:
        """The keys of the requests of an ended batch; None if its results are gone or too long."""
        try:
            content = self._exchange("GET", f"/{batch_id}/results", max_bytes=MAX_RESULT_BYTES)
        except CallFailed as failure:
            if failure.kind != "final":
                raise
            return None
        return {str(as_table(line).get("custom_id")) for line in parse_lines(content)}

    def _result(self, fields: dict[str, JsonValue], *, has_schema: bool) -> Result | None:
        key, result = fields.get("custom_id"), as_table(fields.get("result"))
        if not isinstance(key, str):
            return None
        match result.get("type"):
            case "succeeded":
                return Result(key, completion_of(_as_completion(as_table(result.get("message")))))
            case "errored":
                error = as_table(result.get("error"))
                error = as_table(error.get("error")) or error
                status = _STATUS_OF_ERROR.get(str(error.get("type")), 500)
                return Result(key, failure_in_batch(status, error, self._model, has_schema=has_schema))
            case "expired" | "canceled" as word:
                return Result(key, CallFailed(f"the batch {word} the request", "final"))
        return Result(key, unreadable("the result has no known type"))

    @cached_property
    def _endpoint(self) -> CapturedRequest:
        """Address and headers, from a small request that is not sent."""
        return capture_request(
            Request(self._model, (user(Text("?")),), "judge", parameters={"max_tokens": 1})  # any request does
        )

    def _address(self, request: CapturedRequest) -> str:
        parts = urlsplit(request.url)
        if not parts.path.endswith(_PATH):
            raise CallFailed(f"litellm calls this model at {parts.path}, for which there is no batch", "final")
        return urlunsplit((parts.scheme, parts.netloc, f"{parts.path}/batches", "", ""))

    def _json(self, method: str, rest: str, *, content: bytes | None = None) -> JsonValue:
        lines = parse_lines(self._exchange(method, rest, content=content).replace(b"\n", b" "))
        return lines[0] if lines else None

    def _exchange(self, method: str, rest: str, *, content: bytes | None = None, max_bytes: int | None = None) -> bytes:
        headers = {name: value for name, value in self._endpoint.headers.items() if name.lower() in _SENT_HEADERS}
        if betas := self._betas | _betas(self._endpoint):
            headers["anthropic-beta"] = ",".join(sorted(betas))
        url = self._address(self._endpoint) + rest

        async def work(litellm: ModuleType) -> bytes:
            import httpx

            async with httpx.AsyncClient(timeout=self._seconds) as client:
                headers["content-type"] = "application/json"
                response = await client.request(method, url, headers=headers, content=content)
                if response.status_code >= 400:
                    raise _HttpError(response)
                return response.content

        return perform(work, self._model, seconds=self._seconds, max_bytes=max_bytes)


def _betas(request: CapturedRequest) -> set[str]:
    named = {name.lower(): value for name, value in request.headers.items()}.get("anthropic-beta", "")
    return {beta.strip() for beta in named.split(",") if beta.strip()}


def _total(batch: dict[str, JsonValue]) -> int:
    counts = as_table(batch.get("request_counts"))
    return sum(as_count(counts.get(name)) for name in ("processing", "succeeded", "errored", "canceled", "expired"))


def _seconds_of(moment: JsonValue) -> float:
    try:
        return datetime.fromisoformat(str(moment)).timestamp()
    except (ValueError, OverflowError):
        return 0.0


def _as_completion(message: dict[str, JsonValue]) -> JsonValue:
    """A message of Anthropic as a chat completion, which `read_reply` reads."""
    content = message.get("content")
    blocks = [as_table(block) for block in (content if isinstance(content, list) else [])]
    texts = [block.get("text") for block in blocks if block.get("type") == "text"]
    texts += [json.dumps(block.get("input")) for block in blocks if block.get("name") == _JSON_TOOL]
    said: JsonValue = "".join(text for text in texts if isinstance(text, str))
    usage = as_table(message.get("usage"))
    cached = [usage.get(name) or 0 for name in ("cache_read_input_tokens", "cache_creation_input_tokens")]
    sent = [usage.get("input_tokens"), *cached]
    if not blocks:
        return None
    return {
        "model": message.get("model"),
        "choices": [{"finish_reason": message.get("stop_reason"), "message": {"content": said}}],
        "usage": {
            "prompt_tokens": sum(sent) if all(isinstance(one, int) for one in sent) else None,  # type: ignore[arg-type]
            "completion_tokens": usage.get("output_tokens"),
            "prompt_tokens_details": {"cached_tokens": cached[0], "cache_creation_tokens": cached[1]},
        },
    }
