"""Text, tool calls and token counts arrive from each provider's own protocol."""

import json
from pathlib import Path

import pytest

from pytest_cookie.llm.messages.messages import Picture, Request, Text, Tool, user
from pytest_cookie.llm.models import Models, ModelSettings
from tests.provider import KEY
from tests.unit.llm.stranger import stranger, whole

TOOL = Tool("click", "Click on it.", {"type": "object", "properties": {"x": {"type": "integer"}}})
OPENAI_CALL = {"id": "t1", "type": "function", "function": {"name": "click", "arguments": '{"x": 1}'}}
REPLIES = {
    "openai": {
        "id": "1",
        "object": "chat.completion",
        "created": 1,
        "model": "m",
        "choices": [
            {
                "index": 0,
                "finish_reason": "tool_calls",
                "message": {"role": "assistant", "content": "hi", "tool_calls": [OPENAI_CALL]},
            }
        ],
        "usage": {"prompt_tokens": 3, "completion_tokens": 4, "total_tokens": 7},
    },
    "anthropic": {
        "id": "1",
        "type": "message",
        "role": "assistant",
        "model": "m",
        "content": [
            {"type": "text", "text": "hi"},
            {"type": "tool_use", "id": "t1", "name": "click", "input": {"x": 1}},
        ],
        "stop_reason": "tool_use",
        "usage": {"input_tokens": 3, "output_tokens": 4},
    },
    "gemini": {
        "candidates": [
            {
                "content": {
                    "role": "model",
                    "parts": [{"text": "hi"}, {"functionCall": {"name": "click", "args": {"x": 1}}}],
                },
                "finishReason": "STOP",
            }
        ],
        "usageMetadata": {"promptTokenCount": 3, "candidatesTokenCount": 4, "totalTokenCount": 7},
    },
}
ADDRESSES = {"openai": "OPENAI_BASE_URL", "anthropic": "ANTHROPIC_API_BASE", "gemini": "GEMINI_API_BASE"}


@pytest.mark.parametrize("provider", REPLIES)
def test_a_reply_with_a_tool_call_is_read(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, provider: str):
    monkeypatch.setenv(f"{provider.upper()}_API_KEY", KEY)
    messages = (user(Text("hello"), Picture(b"\x89PNG\r\n\x1a\n" * 9, "image/png")),)
    request = Request(f"{provider}/m", messages, "explore", tools=(TOOL,), parameters={"max_tokens": 99})
    models = Models(ModelSettings(tmp_path / "state", tmp_path / "replay"))
    with stranger(whole(json.dumps(REPLIES[provider]).encode())) as server:
        monkeypatch.setenv(ADDRESSES[provider], server.address())
        completion = models.complete(request)
    models.close()
    (call,) = completion.tool_calls
    assert (completion.text, call.name, json.loads(call.arguments)) == ("hi", "click", {"x": 1})
    assert (completion.spend.usage.input_tokens, completion.spend.usage.output_tokens) == (3, 4)
