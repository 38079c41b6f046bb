"""`Request` → the arguments of a chat completion, in the form that all providers accept."""

import base64
import re
from collections.abc import Iterable

from pydantic import JsonValue

from pytest_cookie.core.parsing import load_json
from pytest_cookie.llm.errors import ProviderError
from pytest_cookie.llm.messages.messages import (
    COMPUTER,
    ComputerTool,
    Message,
    Part,
    Picture,
    Request,
    Sound,
    Text,
    Tool,
    ToolCall,
    Video,
)

Wire = dict[str, JsonValue]

OURS = (
    frozenset(
        {"model", "messages", "tools", "tool_choice", "response_format", "stream", "stream_options", "n", "client"}
    )
    | {"timeout", "request_timeout", "max_retries", "num_retries", "retry_policy", "fallbacks", "caching", "cache"}
    | {"api_key", "api_base", "base_url", "headers", "extra_headers", "organization", "custom_llm_provider", "metadata"}
    | {"mock_response", "mock_tool_calls", "shared_session"}
)
"""Parameters that a request cannot set: `llm` sets them, or they hold secrets."""
_SECRET = re.compile(
    r"(?:^|_)(?:api_key|access_key|access_key_id|secret|secret_\w{1,200}|credentials?|password|token|authorization)$",
    re.I,
)
_VIDEO_AS_FILE = frozenset({"gemini", "vertex_ai", "vertex_ai_beta", "hosted_vllm"})
"""Providers to which litellm sends video as a file; the others take `video_url`."""
_CLAUDE_ELSEWHERE = frozenset({"bedrock", "bedrock_converse", "vertex_ai", "openrouter", "azure_ai", "databricks"})
"""Other providers of Anthropic's models to which litellm passes the marks of a prefix on."""


def refused_parameter(names: Iterable[str]) -> str:
    """The first name that a request cannot set, or "". Secrets belong in the environment."""
    return next((name for name in sorted(names) if name in OURS or _SECRET.search(name)), "")


def refuse_parameters(parameters: dict[str, JsonValue]) -> dict[str, JsonValue]:
    """`parameters`, before they reach the manifest of a run. Raises `ValueError` for one that cannot be set."""
    if refused := refused_parameter(parameters):
        raise ValueError(f"{refused} cannot be set here; keys and addresses of providers come from the environment")
    return parameters


def chat_arguments(request: Request, provider: str) -> Wire:
    """The arguments without timeouts. Raises `ProviderError` for a parameter that a request cannot set."""
    check_parameters(request)
    messages = _messages(request.messages, provider, with_pictures=request.computer is not None)
    is_claude = caches_on_request(request.model, provider)
    if request.caches_prefix and is_claude:
        _mark_prefix(messages)
    if not is_claude:
        for message in messages:
            if isinstance(message, dict):
                message.pop("thinking_blocks", None)
    arguments: Wire = {"model": request.model, "messages": messages, **request.parameters}
    if request.tools:
        arguments["tools"] = [_tool(tool) for tool in request.tools]
        if request.tool_choice != "auto":
            arguments["tool_choice"] = request.tool_choice
    if request.computer:
        arguments |= _computer(request.computer)
    if request.reply_schema is not None:
        form: Wire = {"name": request.reply_name, "schema": request.reply_schema, "strict": True}
        arguments["response_format"] = {"type": "json_schema", "json_schema": form}
    return arguments


def check_parameters(request: Request) -> None:
    """Raises `ProviderError` for a parameter that a request cannot set."""
    if refused := refused_parameter(request.parameters):
        raise ProviderError(
            f"{request.model}: the parameter {refused} cannot be set; remove it from the model's parameters",
            model=request.model,
        )


def caches_on_request(model: str, provider: str) -> bool:
    """Whether the provider caches a prefix only up to a mark; the others cache by themselves or not at all."""
    return provider == "anthropic" or (provider in _CLAUDE_ELSEWHERE and "claude" in model.lower())


def _mark_prefix(messages: list[JsonValue]) -> None:
    """Ask to cache everything up to the system message, tools included, and up to the newest user message."""
    for role, found in (("system", messages), ("user", reversed(messages))):
        message = next((each for each in found if isinstance(each, dict) and each["role"] == role), None)
        if message is None or not message["content"]:
            continue
        content = message["content"]
        parts: list[JsonValue] = content if isinstance(content, list) else [{"type": "text", "text": content}]
        marked = parts[-1]
        if isinstance(marked, dict):
            message["content"] = [*parts[:-1], {**marked, "cache_control": {"type": "ephemeral"}}]


def _messages(messages: tuple[Message, ...], provider: str, *, with_pictures: bool) -> list[JsonValue]:
    """Tool results are text only; their pictures follow in a user message after the last tool result.

    `with_pictures`: the results hold pictures themselves, as those of a computer tool do.
    """
    sent: list[JsonValue] = []
    shown: list[Part] = []
    for message in messages:
        if message.role == "tool":
            texts = tuple(part for part in message.parts if with_pictures or isinstance(part, Text))
            shown += [part for part in message.parts if part not in texts]
            sent.append({"role": "tool", "tool_call_id": message.tool_call_id, "content": _content(texts, provider)})
            continue
        if shown:
            sent.append({"role": "user", "content": _content(tuple(shown), provider)})
            shown = []
        sent.append(_message(message, provider))
    if shown:
        sent.append({"role": "user", "content": _content(tuple(shown), provider)})
    return sent


def _message(message: Message, provider: str) -> Wire:
    sent: Wire = {"role": message.role, "content": _content(message.parts, provider)}
    if message.tool_calls:
        sent["tool_calls"] = [_call(call) for call in message.tool_calls]
        sent["content"] = sent["content"] or None
        if thinking := next((call.thinking for call in message.tool_calls if call.thinking), ""):
            sent["thinking_blocks"] = load_json(thinking)
    return sent


def _content(parts: tuple[Part, ...], provider: str) -> JsonValue:
    """A string if all parts are text, which every provider accepts in every role; otherwise a list of parts."""
    texts = [part.text for part in parts if isinstance(part, Text)]
    if len(texts) == len(parts):
        return "\n\n".join(texts)
    return [piece for part in parts for piece in _pieces(part, provider)]


def _pieces(part: Part, provider: str) -> list[JsonValue]:
    if isinstance(part, Text):
        return [{"type": "text", "text": part.text}]
    caption: list[JsonValue] = [{"type": "text", "text": part.caption}] if part.caption else []
    return [*caption, _medium(part, provider)]


def data_url(part: Picture | Video) -> str:
    """The medium as an address."""
    return f"data:{part.media_type};base64,{base64.b64encode(part.data).decode()}"


def _medium(part: Picture | Sound | Video, provider: str) -> Wire:
    match part:
        case Picture():
            return {"type": "image_url", "image_url": {"url": data_url(part)}}
        case Sound():
            data = base64.b64encode(part.data).decode()
            return {"type": "input_audio", "input_audio": {"data": data, "format": part.format}}
        case Video() if provider in _VIDEO_AS_FILE:
            file: Wire = {"file_data": data_url(part), "format": part.media_type}
            return {"type": "file", "file": file}
        case Video():
            return {"type": "video_url", "video_url": {"url": data_url(part)}}


def _call(call: ToolCall) -> Wire:
    return {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": call.arguments}}


def _computer(tool: ComputerTool) -> Wire:
    """Anthropic's tool in litellm's form, and the header that its version needs (`computer_20251124`)."""
    size: Wire = {"display_width_px": tool.width, "display_height_px": tool.height}
    date = tool.type.rpartition("_")[2]
    return {
        "tools": [{"type": tool.type, "function": {"name": COMPUTER, "parameters": size}}],
        "extra_headers": {"anthropic-beta": f"computer-use-{date[:4]}-{date[4:6]}-{date[6:]}"},
    }


def _tool(tool: Tool) -> Wire:
    function: Wire = {"name": tool.name, "description": tool.description, "parameters": tool.parameters}
    return {"type": "function", "function": function}
