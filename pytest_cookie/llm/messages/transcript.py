"""`Transcript`: the conversation with a model as lines of JSON: every message once, pictures by their names."""

import json
from collections.abc import Mapping

from pydantic import JsonValue

from pytest_cookie.llm.messages.messages import Message, Text

_MAX_TEXT = 20_000
_MAX_CHARACTERS = 2_000_000


class Transcript:
    """Messages are bounded in size; a line notes the truncation. Events are kept after it, too."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._left = _MAX_CHARACTERS

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines so far."""
        return tuple(self._lines)

    def note(self, message: Message, *, pictures: tuple[str, ...] = ()) -> None:
        """Add a message. `pictures` are paths below the session's folder."""
        line: dict[str, object] = {"role": message.role}
        line["text"] = "\n".join(part.text for part in message.parts if isinstance(part, Text))[:_MAX_TEXT]
        if pictures:
            line["pictures"] = pictures
        if message.tool_calls:
            line["calls"] = [[call.id, call.name, call.arguments[:_MAX_TEXT]] for call in message.tool_calls]
        if message.tool_call_id:
            line["call"] = message.tool_call_id
        self._keep(json.dumps(line, ensure_ascii=False))

    def note_fact(self, name: str, fact: Mapping[str, JsonValue]) -> None:
        """Add an event that is not a message: a line with this one key."""
        self._lines.append(json.dumps({name: dict(fact)}, ensure_ascii=False))

    def _keep(self, line: str) -> None:
        if self._left <= 0:
            return
        self._left -= len(line)
        self._lines.append(line if self._left > 0 else json.dumps({"cut": "the transcript is full"}))
