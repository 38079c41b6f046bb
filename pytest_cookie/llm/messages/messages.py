"""`Request`: messages of text, pictures, sound and video for a model, and the tools it may call."""

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from pydantic import JsonValue

COMPUTER = "computer"
Role = Literal["system", "user", "assistant", "tool"]


@dataclass(frozen=True)
class Text:
    """Plain text. Text of an artifact passes `quoting.quoted` first."""

    text: str


@dataclass(frozen=True)
class Picture:
    """A picture, preceded by its caption."""

    data: bytes
    media_type: Literal["image/png", "image/jpeg", "image/webp"]
    caption: str = ""


@dataclass(frozen=True)
class Sound:
    """A sound, WAV or MP3."""

    data: bytes
    format: Literal["wav", "mp3"]
    caption: str = ""


@dataclass(frozen=True)
class Video:
    """A film, MP4 or WebM."""

    data: bytes
    media_type: Literal["video/mp4", "video/webm"]
    caption: str = ""


Part: TypeAlias = Text | Picture | Sound | Video


@dataclass(frozen=True)
class ToolCall:
    """A tool that the model wants called. `arguments` is the JSON text as it came, valid or not.

    `thinking` is what Anthropic's models thought before the call, as a JSON list; they demand it back.
    """

    id: str
    name: str
    arguments: str
    thinking: str = ""


@dataclass(frozen=True)
class Message:
    """One message. `tool_calls` are an assistant's, `tool_call_id` is the call that a tool's message answers."""

    role: Role
    parts: tuple[Part, ...] = ()
    tool_calls: tuple[ToolCall, ...] = ()
    tool_call_id: str = ""


@dataclass(frozen=True)
class Tool:
    """A function that the model may call. `parameters` is a JSON schema of type object."""

    name: str
    description: str
    parameters: dict[str, JsonValue]


@dataclass(frozen=True)
class ComputerTool:
    """A provider's own tool to use a computer, with a window of `width` × `height` px. Its calls are named `COMPUTER`.

    `type` is its name at the provider. The arguments of a call are those of Anthropic's tool, or with OpenAI
    `{"items": […]}`: the items of the response up to the call, which the next request sends back unchanged.
    """

    type: str
    width: int
    height: int

    @property
    def uses_responses(self) -> bool:
        """Whether it is a tool of OpenAI's Responses API: `computer` or `computer_use_preview`."""
        return self.type in {"computer", "computer_use_preview"}


@dataclass(frozen=True)
class Request:
    """One call with everything its response depends on; it is the key of the replay cache.

    `repeat` distinguishes equal calls that need separate responses. `reply_schema` is the JSON schema of the reply,
    `reply_name` its name. `purpose` ("generate", "explore", "judge") is for the ledger. `caches_prefix`: a later
    request begins with the same messages, so providers that wait to be asked should cache them; the response does not
    depend on it.
    """

    model: str
    messages: tuple[Message, ...]
    purpose: str
    tools: tuple[Tool, ...] = ()
    tool_choice: Literal["auto", "required", "none"] = "auto"
    reply_schema: dict[str, JsonValue] | None = None
    reply_name: str = "reply"
    parameters: dict[str, JsonValue] = field(default_factory=dict)
    """As in a chat completion (`temperature`, `max_tokens`, `seed` …); the provider's defaults apply to the rest."""
    repeat: int = 1
    subject: str = ""
    """What the call is about, such as the hash of an artifact. It is not sent, but equal calls about two subjects need
    separate responses."""
    sample: int = 1
    """Number of the sample. Later samples of the same request need separate responses, with a seed of their own."""
    caches_prefix: bool = False
    computer: ComputerTool | None = None
    """Given instead of `tools`. The results of its calls hold pictures."""


def user(*parts: Part) -> Message:
    """A user's message."""
    return Message("user", parts)


def system(text: str) -> Message:
    """A system message."""
    return Message("system", (Text(text),))
