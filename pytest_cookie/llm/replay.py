"""`Replay`: cached responses, so that the same request is not paid for twice.

Each response is one JSON file, named by the hash of everything that it depends on. Finished responses are cached, also
those that were cut off by their length or refused: a new call would do no better, and a replayed run must be the same
run. Errors are not cached.

Responses that no usable reply came of, even after they were sent back with their faults, are rejected. They stay for
`only`, which repeats a run as it was; `on` replaces them, or a second try would get the same ones forever.
"""

import hashlib
import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from typing import Literal, TypeAlias

from pydantic import JsonValue, ValidationError

from pytest_cookie.core.errors import RecordingError
from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.core.spend import Spend
from pytest_cookie.llm.errors import ReplayMissError
from pytest_cookie.llm.messages.completion import Completion, FinishReason
from pytest_cookie.llm.messages.messages import Message, Part, Request, Text, ToolCall
from pytest_cookie.llm.transport.endpoint import address_of
from pytest_cookie.llm.transport.model_info import provider_of
from pytest_cookie.llm.transport.secrets import without_secrets
from pytest_cookie.records.files import write_bytes, write_first_model, write_model
from pytest_cookie.records.plain_tree import read_plain

ReplayMode: TypeAlias = Literal["on", "only", "off"]
"""`on`: reuse cached responses that were not rejected; `only`: reuse all, and fail when one is missing; `off`: always
call, without the cache."""
_REJECTED = ".rejected"
"""The suffix of an empty file beside a rejected response."""
MAX_FILE_BYTES = 64_000_000


class StoredCall(FrozenModel):
    """A tool call of a cached response."""

    id: str
    name: str
    arguments: str
    thinking: str = ""


class Stored(FrozenModel):
    """A cached response. `asked_for` is the requested model, `purpose` the stage that called first."""

    version: Literal[1] = 1
    request: str
    asked_for: str
    purpose: str
    text: str
    tool_calls: tuple[StoredCall, ...]
    finish: FinishReason
    model: str
    spend: Spend


class Replay:
    """The cache in `folder`."""

    def __init__(self, folder: Path, mode: ReplayMode) -> None:
        self._folder, self._mode = folder, mode

    @property
    def is_empty(self) -> bool:
        """Whether no response is cached."""
        return self._mode == "off" or next(self._folder.glob("??/*.json"), None) is None

    def find(self, request: Request) -> Completion | None:
        """The cached response; None if there is none. In mode `only` a missing response raises `ReplayMissError`.

        A broken file counts as missing, except in mode `only` a rejected response, too.
        """
        if self._mode == "off":
            return None
        key = request_key(request)
        stored = self._usable(key)
        if stored is None and self._mode == "only":
            raise ReplayMissError(self._missing(key, request), model=request.model)
        return self._completion(stored, stored.spend.as_replayed()) if stored else None

    def keep(self, request: Request, completion: Completion) -> Completion:
        """Cache a response and return it. If another worker cached one for the same request first, return that.

        A rejected one is replaced.
        """
        if self._mode == "off":
            return completion
        key = request_key(request)
        if earlier := self._usable(key):
            return self._completion(earlier, earlier.spend)
        stored = Stored(
            request=key,
            asked_for=request.model,
            purpose=request.purpose,
            text=completion.text,
            tool_calls=tuple(StoredCall(**asdict(call)) for call in completion.tool_calls),
            finish=completion.finish,
            model=completion.model,
            spend=completion.spend,
        )
        if not write_first_model(self._path(key), stored):
            if first := self._usable(key):
                return self._completion(first, first.spend)
            write_model(self._path(key), stored)  # replace the broken or rejected one
            self._mark(key).unlink(missing_ok=True)
        return replace(completion, reject=partial(self._reject, key))

    def _usable(self, key: str) -> Stored | None:
        """The stored response, unless it was rejected and may be replaced."""
        may_replace = self._mode != "only" and self._mark(key).exists()
        return None if may_replace else _read(self._path(key), key)

    def _reject(self, key: str) -> None:
        if self._mode == "on":
            with suppress(RecordingError):  # in a folder that cannot be written, it is reused as if it were usable
                write_bytes(self._mark(key), b"", durable=False)

    def _mark(self, key: str) -> Path:
        return self._path(key).with_suffix(_REJECTED)

    def _completion(self, stored: Stored, spend: Spend) -> Completion:
        """Without keys: the file may come from elsewhere."""
        calls = tuple(
            ToolCall(call.id, call.name, without_secrets(call.arguments), without_secrets(call.thinking))
            for call in stored.tool_calls
        )
        reject = partial(self._reject, stored.request)
        return Completion(without_secrets(stored.text), calls, stored.finish, stored.model, spend, reject)

    def _path(self, key: str) -> Path:
        return self._folder / key[:2] / f"{key}.json"

    def _missing(self, key: str, request: Request) -> str:
        state = "is broken" if self._path(key).exists() else "is not kept"
        return (
            f"--cookie-replay=only: the answer of {request.model} for the stage {request.purpose} {state} in "
            f"{self._folder} ({key[:12]}…); make it with --cookie-replay=on and the same cases, prompts and settings"
        )


def request_key(request: Request) -> str:
    """SHA-256 of everything that a response depends on, as 64 hexadecimal digits. The purpose is left out.

    An address that the user set is included: the same name may mean another model there.
    """
    address = address_of(provider_of(request.model))
    canonical: dict[str, JsonValue] = {
        "version": 1,
        "model": request.model,
        "messages": [_message(message) for message in request.messages],
        "tools": [asdict(tool) for tool in request.tools],
        "tool_choice": request.tool_choice if request.tools else "",
        "reply": None if request.reply_schema is None else [request.reply_name, request.reply_schema],
        "parameters": request.parameters,
        "repeat": request.repeat,
    }
    if address:
        canonical["address"] = address
    if request.computer:
        canonical["computer"] = asdict(request.computer)
    if request.subject:
        canonical["subject"] = request.subject
    if request.sample != 1:
        canonical["sample"] = request.sample
    text = json.dumps(canonical, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def _message(message: Message) -> JsonValue:
    return {
        "role": message.role,
        "parts": [list(_part(part)) for part in message.parts],
        "tool_calls": [
            {name: value for name, value in asdict(call).items() if value or name != "thinking"}
            for call in message.tool_calls
        ],
        "tool_call_id": message.tool_call_id,
    }


def _part(part: Part) -> Iterator[JsonValue]:
    """Text as is, media by their hash."""
    yield type(part).__name__
    if isinstance(part, Text):
        yield part.text
        return
    yield hashlib.sha256(part.data).hexdigest()
    yield part.caption
    yield {key: value for key, value in asdict(part).items() if key in {"media_type", "format"}}


def _read(path: Path, key: str) -> Stored | None:
    try:
        stored = Stored.model_validate_json(read_plain(path, MAX_FILE_BYTES))
    except (RecordingError, ValidationError):
        return None
    return stored if stored.request == key else None
