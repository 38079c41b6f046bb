"""`Asked`: a parsed request for a chat completion: texts, media, offered tools, and the stage that sent it."""

import base64
import binascii
import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

JUDGE_REPLIES = frozenset({"static_scoring", "problem_detection", "score_adjustment", "step_scoring"})
MAX_MEDIA_BYTES = 256 << 20
"""Maximum size of all pictures, sounds and films of a provider; of later ones only the kind is kept."""

Asker = Literal["generate", "explore", "judge"]


@dataclass(frozen=True)
class Medium:
    """A picture, sound, film or file of a message."""

    kind: str
    media_type: str
    data: bytes = field(repr=False)


@dataclass(frozen=True)
class Called:
    """A tool call of an earlier reply, as the client repeats it."""

    id: str
    name: str
    arguments: str


@dataclass(frozen=True)
class Said:
    """One message. `text` joins its text parts by line breaks."""

    role: str
    text: str
    media: tuple[Medium, ...] = ()
    calls: tuple[Called, ...] = ()
    call_id: str = ""


@dataclass(frozen=True)
class Asked:
    """One request. `number` counts from 1 in order of arrival, `at` is the monotonic second of it."""

    number: int
    at: float
    model: str
    messages: tuple[Said, ...]
    tools: tuple[str, ...] = ()
    tool_definitions: tuple[dict, ...] = field(default=(), repr=False)
    tool_choice: str = ""
    reply_name: str = ""
    reply_schema: dict = field(default_factory=dict, repr=False)
    parameters: dict = field(default_factory=dict)

    @property
    def asker(self) -> Asker:
        """The stage that sent it, recognised by its tools and reply format."""
        if self.reply_name or JUDGE_REPLIES.intersection(self.tools) or self.asks_overall:
            return "judge"
        if self.builds:
            return "generate"
        return "explore" if self.tools else "generate"

    @property
    def asks_overall(self) -> bool:
        """Whether it requests one overall score in plain text, as ArtifactsBench's published code does."""
        return not self.tools and not self.reply_name and '"Overall Score"' in self.text

    @property
    def builds(self) -> bool:
        """Whether it requests a project."""
        return "create_file" in self.tools

    @property
    def text(self) -> str:
        """All texts, separated by empty lines."""
        return "\n\n".join(said.text for said in self.messages)

    @property
    def media(self) -> tuple[Medium, ...]:
        """All media, in order."""
        return tuple(medium for said in self.messages for medium in said.media)


class MediaStore:
    """Keeps each picture once, however often it is sent again, and all together within a bound."""

    def __init__(self) -> None:
        self._kept: dict[str, bytes] = {}
        self._bytes = 0

    def keep(self, data: bytes) -> bytes:
        key = hashlib.sha256(data).hexdigest()
        if key not in self._kept:
            if self._bytes + len(data) > MAX_MEDIA_BYTES:
                return b""
            self._kept[key] = data
            self._bytes += len(data)
        return self._kept[key]


def parse(body: bytes, number: int, at: float, store: MediaStore) -> Asked:
    """The request in `body`. Raises `ValueError` where a provider would answer 400."""
    try:
        sent = json.loads(body)
        messages = tuple(_said(message, store) for message in sent["messages"])
        definitions = tuple(tool["function"] for tool in sent.get("tools") or ())
        tools = tuple(str(tool["name"]) for tool in definitions)
        form = (sent.get("response_format") or {}).get("json_schema") or {}
    except (KeyError, TypeError, AttributeError, UnicodeDecodeError, binascii.Error) as error:
        raise ValueError(f"{type(error).__name__}: {error}") from error
    known = {"model", "messages", "tools", "tool_choice", "response_format"}
    choice = sent.get("tool_choice") or ""
    return Asked(
        number=number,
        at=at,
        model=str(sent.get("model", "")),
        messages=messages,
        tools=tools,
        tool_definitions=definitions,
        tool_choice=choice if isinstance(choice, str) else json.dumps(choice),
        reply_name=str(form.get("name", "")),
        reply_schema=form.get("schema") or {},
        parameters={name: value for name, value in sent.items() if name not in known},
    )


def _said(message: dict, store: MediaStore) -> Said:
    content = message.get("content") or ""
    parts = [{"type": "text", "text": content}] if isinstance(content, str) else content
    calls = message.get("tool_calls") or ()
    return Said(
        role=message["role"],
        text="\n".join(part["text"] for part in parts if part["type"] == "text"),
        media=tuple(_media(parts, store)),
        calls=tuple(Called(call["id"], call["function"]["name"], call["function"]["arguments"]) for call in calls),
        call_id=message.get("tool_call_id") or "",
    )


def _media(parts: list[dict], store: MediaStore) -> Iterator[Medium]:
    for part in parts:
        kind = part["type"]
        if kind == "text":
            continue
        value = part[kind]
        if kind == "input_audio":
            yield Medium(
                "audio", f"audio/{value['format']}", store.keep(base64.b64decode(value["data"], validate=True))
            )
            continue
        url = value if isinstance(value, str) else value.get("url") or value.get("file_data") or ""
        if not url.startswith("data:"):
            raise ValueError(f"a {kind} that is no data URL: {url[:80]}")
        media_type, _, encoded = url.removeprefix("data:").partition(";base64,")
        yield Medium(media_type.partition("/")[0], media_type, store.keep(base64.b64decode(encoded, validate=True)))
