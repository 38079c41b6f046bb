"""`ToolOutcomes`: what tools returned to a model before, so that a conversation with tools can be replayed.

A request contains the earlier outcomes of tools. Times, durations and random names in them would make every request
new: it would be paid for again, or missing. So a replay runs the tool for its effects, and sends the model the stored
outcome.
"""

import base64
import binascii
import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pydantic import ValidationError

from pytest_cookie.core.errors import RecordingError
from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.core.text import replace_surrogates
from pytest_cookie.llm.messages.messages import Request, ToolCall
from pytest_cookie.llm.replay import MAX_FILE_BYTES, request_key
from pytest_cookie.records.files import write_first_model, write_model
from pytest_cookie.records.plain_tree import read_plain

FOLDER = "tool-outcomes"
"""Within the folder of the cached responses."""


@dataclass(frozen=True)
class ToolOutcome:
    """What a tool returned: text, and JPEG files that the model sees."""

    text: str
    pictures: tuple[bytes, ...] = ()


class _Stored(FrozenModel):
    version: Literal[1] = 1
    call: str
    text: str
    pictures: tuple[str, ...]


class ToolOutcomes:
    """Stored outcomes, one file each, beside the cached responses in `folder`; no outcome is stored if it is None."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder

    def recall(self, request: Request, place: int, call: ToolCall, outcome: ToolOutcome) -> ToolOutcome:
        """The stored outcome of this call; the first time it is `outcome`, which is stored.

        The call is number `place` of the reply to `request`.
        """
        if self._folder is None:
            return outcome
        content = json.dumps([request_key(request), place, call.name, call.arguments])
        key = hashlib.sha256(content.encode()).hexdigest()
        path = self._folder / FOLDER / key[:2] / f"{key}.json"
        if earlier := _read(path, key):
            return earlier
        outcome = ToolOutcome(replace_surrogates(outcome.text), outcome.pictures)
        pictures = tuple(base64.b64encode(picture).decode() for picture in outcome.pictures)
        stored = _Stored(call=key, text=outcome.text, pictures=pictures)
        if not write_first_model(path, stored):
            if first := _read(path, key):
                return first
            write_model(path, stored)  # replace the broken file
        return outcome


NOT_KEPT = ToolOutcomes(None)


def _read(path: Path, key: str) -> ToolOutcome | None:
    """None if there is none, or a broken file."""
    try:
        stored = _Stored.model_validate_json(read_plain(path, MAX_FILE_BYTES))
        pictures = tuple(base64.b64decode(picture, validate=True) for picture in stored.pictures)
    except (RecordingError, ValidationError, binascii.Error):
        return None
    return ToolOutcome(stored.text, pictures) if stored.call == key else None
