"""`Request` with a computer tool → the arguments of OpenAI's Responses API, which alone has that tool."""

from pydantic import JsonValue

from pytest_cookie.core.parsing import load_json
from pytest_cookie.llm.messages.messages import ComputerTool, Message, Part, Picture, Request, Text, ToolCall
from pytest_cookie.llm.transport.chat_arguments import Wire, check_parameters, data_url


def responses_arguments(request: Request, tool: ComputerTool) -> Wire:
    """The arguments without timeouts. Raises `ProviderError` for a parameter that a request cannot set.

    Parameters of chat completions get their names of the Responses API. Without another choice, the provider drops the
    oldest items of a conversation that is too long: `computer_use_preview` takes no other request. Without another
    `include`, reasoning comes with its encrypted content, so that it can go back whether the provider stored it or not.
    """
    check_parameters(request)
    arguments: Wire = {"truncation": "auto", "include": ["reasoning.encrypted_content"]}
    for name, value in request.parameters.items():
        match name:
            case "max_tokens" | "max_completion_tokens":
                arguments["max_output_tokens"] = value
            case "reasoning_effort":
                arguments["reasoning"] = {"effort": value}
            case _:
                arguments[name] = value
    return {**arguments, "model": request.model, "input": _items(request.messages), "tools": [_tool(tool)]}


def _tool(tool: ComputerTool) -> Wire:
    """Only the preview is told the size of the window; the other one reads it from the pictures."""
    if tool.type != "computer_use_preview":
        return {"type": tool.type}
    return {
        "type": tool.type, "display_width": tool.width, "display_height": tool.height, "environment": "browser",
    }  # fmt: skip


def _items(messages: tuple[Message, ...]) -> list[JsonValue]:
    """The messages as items. The result of a call is its picture; texts with it follow as a user's message.

    The result of a call that cannot be sent is a user's message, as no output is accepted without its call.
    """
    items: list[JsonValue] = []
    checks: dict[str, JsonValue] = {}
    for message in messages:
        for call in message.tool_calls:
            sent = _sent_items(call)
            items += sent
            if sent:
                checks[call.id] = sent[-1].get("pending_safety_checks")
        texts = tuple(part for part in message.parts if isinstance(part, Text))
        if message.role == "tool" and message.tool_call_id in checks:
            picture = next(part for part in message.parts if isinstance(part, Picture))
            items.append(_result(message.tool_call_id, picture, checks[message.tool_call_id]))
            items += [{"role": "user", "content": _content(texts)}] if texts else []
        elif message.role == "assistant" and not message.tool_calls:
            items.append({"role": "assistant", "content": "\n\n".join(text.text for text in texts)})
        elif message.role != "assistant":
            role = "user" if message.role == "tool" else message.role
            items.append({"role": role, "content": _content(message.parts)})
    return items


def _sent_items(call: ToolCall) -> list[dict[str, JsonValue]]:
    """The items of a call, which is the last one; none if they were cut off, or the call has another id or none."""
    try:
        items = load_json(call.arguments)["items"]
        return items if items[-1]["call_id"] == call.id and all(isinstance(item, dict) for item in items) else []
    except (ValueError, LookupError, TypeError):
        return []


def _result(call: str, picture: Picture, checks: JsonValue) -> Wire:
    """The window after a call. All safety checks of the call are acknowledged."""
    shown: Wire = {"type": "computer_screenshot", "image_url": data_url(picture)}
    result: Wire = {"type": "computer_call_output", "call_id": call, "output": shown}
    return {**result, "acknowledged_safety_checks": checks} if isinstance(checks, list) and checks else result


def _content(parts: tuple[Part, ...]) -> list[JsonValue]:
    content: list[JsonValue] = []
    for part in parts:
        match part:
            case Text():
                content.append({"type": "input_text", "text": part.text})
            case Picture():
                content += [{"type": "input_text", "text": part.caption}] if part.caption else []
                content.append({"type": "input_image", "image_url": data_url(part)})
    return content
