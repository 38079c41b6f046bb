"""`Replay`: answers that were given before, so that the same request is not paid for twice.

One JSON file an answer, named by the hash of everything that the answer depends on. Kept are finished answers, also
those that were cut off by their length or refused: asked again, a model would do no better, and a replayed run shall be
the same run. Errors are not kept.
"""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import asdict
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
from pytest_cookie.records.files import write_first_model, write_model
from pytest_cookie.records.plain_tree import read_plain

ReplayMode: TypeAlias = Literal["on", "only", "off"]
"""`on`: reuse cached responses; `only`: fail when one is missing; `off`: always call, cache nothing."""
MAX_FILE_BYTES = 64_000_000


class StoredCall(FrozenModel):
    """A tool call, as it is kept."""

    id: str
    name: str
    arguments: str


class Stored(FrozenModel):
    """One answer, as it is kept. `asked_for` is the model that was asked, `purpose` the stage that asked first."""

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

    def find(self, request: Request) -> Completion | None:
        """The cached response; None if there is none. In mode `only` a missing response raises `ReplayMissError`.

        A broken file counts as missing.
        """
        if self._mode == "off":
            return None
        key = request_key(request)
        stored = _read(self._path(key), key)
        if stored is None and self._mode == "only":
            raise ReplayMissError(self._missing(key, request), model=request.model)
        return _completion(stored) if stored else None

    def keep(self, request: Request, completion: Completion) -> Completion:
        """Keep an answer. Of two workers that asked the same at once the first one's holds, for both."""
        if self._mode == "off":
            return completion
        key = request_key(request)
        if earlier := _read(self._path(key), key):
            return _completion(earlier)
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
            if first := _read(self._path(key), key):
                return _completion(first)
            write_model(self._path(key), stored)  # replace the broken file
        return completion

    def _path(self, key: str) -> Path:
        return self._folder / key[:2] / f"{key}.json"

    def _missing(self, key: str, request: Request) -> str:
        state = "is broken" if self._path(key).exists() else "is not kept"
        return (
            f"--cookie-replay=only: the answer of {request.model} for the stage {request.purpose} {state} in "
            f"{self._folder} ({key[:12]}…); make it with --cookie-replay=on and the same cases, prompts and settings"
        )


def request_key(request: Request) -> str:
    """SHA-256 of everything that an answer depends on, as 64 hexadecimal digits. Not of the purpose.

    With an address of the user's own: the same name may mean another model there.
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
    if request.sample != 1:
        canonical["sample"] = request.sample
    text = json.dumps(canonical, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def _message(message: Message) -> JsonValue:
    return {
        "role": message.role,
        "parts": [list(_part(part)) for part in message.parts],
        "tool_calls": [asdict(call) for call in message.tool_calls],
        "tool_call_id": message.tool_call_id,
    }


def _part(part: Part) -> Iterator[JsonValue]:
    """Text as it is, media by their hash."""
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


def _completion(stored: Stored) -> Completion:
    """Without keys: the file may be of a version that kept them, or not of our making."""
    calls = tuple(ToolCall(call.id, call.name, without_secrets(call.arguments)) for call in stored.tool_calls)
    return Completion(without_secrets(stored.text), calls, stored.finish, stored.model, stored.spend)
