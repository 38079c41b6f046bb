"""The arguments of a chat completion."""

import base64
import json
from dataclasses import replace

import pytest

from pytest_cookie.llm.errors import ProviderError
from pytest_cookie.llm.messages.messages import (
    Message,
    Picture,
    Request,
    Sound,
    Text,
    Tool,
    ToolCall,
    Video,
    system,
    user,
)
from pytest_cookie.llm.messages.tool_calls import sendable
from pytest_cookie.llm.transport.chat_arguments import chat_arguments
from pytest_cookie.llm.transport.litellm_call import load_litellm, seed_of, with_seed
from pytest_cookie.llm.transport.model_info import provider_of


def request(*messages: Message, **more) -> Request:
    return Request("openai/m", messages, "generate", **more)


def test_texts_become_a_string_and_parameters_are_sent():
    sent = chat_arguments(
        request(system("be brief"), user(Text("a"), Text("b")), parameters={"temperature": 0.5}), "openai"
    )
    assert sent == {
        "model": "openai/m",
        "messages": [{"role": "system", "content": "be brief"}, {"role": "user", "content": "a\n\nb"}],
        "temperature": 0.5,
    }


@pytest.mark.parametrize("thinking", ["", "[", "7", '{"type": "thinking"}', '["a"]', "[" * 100_000])
def test_thinking_of_a_damaged_file_is_not_sent(thinking: str):
    call = ToolCall("1", "click", "{}", thinking)
    sent = Message("assistant", tool_calls=(sendable(call, max_arguments=100),))
    (message,) = chat_arguments(request(sent), "anthropic")["messages"]
    assert "thinking_blocks" not in message
    kept = replace(call, thinking='[{"type": "thinking"}]')
    assert sendable(kept, max_arguments=100) == kept


def test_a_caption_precedes_its_picture():
    picture = Picture(b"\x89PNG", "image/png", "after step 3")
    sent = chat_arguments(request(user(Text("look"), picture)), "openai")
    assert sent["messages"][0]["content"] == [
        {"type": "text", "text": "look"},
        {"type": "text", "text": "after step 3"},
        {"type": "image_url", "image_url": {"url": "data:image/png;base64," + base64.b64encode(b"\x89PNG").decode()}},
    ]


@pytest.mark.parametrize(
    ("provider", "part"),
    [
        ("gemini", {"type": "file", "file": {"file_data": "data:video/mp4;base64,AAA=", "format": "video/mp4"}}),
        ("openai", {"type": "video_url", "video_url": {"url": "data:video/mp4;base64,AAA="}}),
    ],
)
def test_a_film_is_sent_in_the_format_of_its_provider(provider: str, part: dict):
    sent = chat_arguments(request(user(Video(b"\x00\x00", "video/mp4"))), provider)
    assert sent["messages"][0]["content"] == [part]


def test_sound_is_sent_with_its_format():
    sent = chat_arguments(request(user(Sound(b"RIFF", "wav"))), "openai")
    assert sent["messages"][0]["content"] == [
        {"type": "input_audio", "input_audio": {"data": "UklGRg==", "format": "wav"}}
    ]


def test_pictures_of_tools_follow_the_last_tool_result():
    picture = Picture(b"p", "image/png")
    calls = (ToolCall("1", "click", "{}"), ToolCall("2", "wait", '{"seconds": 1}'))
    sent = chat_arguments(
        request(
            user(Text("go")),
            Message("assistant", (), calls),
            Message("tool", (Text("clicked"), picture), tool_call_id="1"),
            Message("tool", (Text("waited"),), tool_call_id="2"),
        ),
        "openai",
    )
    roles = [message["role"] for message in sent["messages"]]
    assert roles == ["user", "assistant", "tool", "tool", "user"]
    assert sent["messages"][1]["content"] is None
    assert sent["messages"][1]["tool_calls"][1]["function"] == {"name": "wait", "arguments": '{"seconds": 1}'}
    assert sent["messages"][2] == {"role": "tool", "tool_call_id": "1", "content": "clicked"}
    assert sent["messages"][4]["content"][0]["type"] == "image_url"


def test_tools_and_the_reply_schema_are_sent():
    tool = Tool("click", "Click on it.", {"type": "object", "properties": {}})
    sent = chat_arguments(
        request(user(Text("go")), tools=(tool,), tool_choice="required", reply_schema={"type": "object"}), "openai"
    )
    assert sent["tools"][0]["function"]["name"] == "click"
    assert sent["tool_choice"] == "required"
    assert sent["response_format"]["json_schema"] == {"name": "reply", "schema": {"type": "object"}, "strict": True}


@pytest.mark.parametrize("name", ["api_key", "n", "stream", "extra_headers", "azure_ad_token", "max_retries"])
def test_reserved_and_secret_parameters_are_refused(name: str):
    with pytest.raises(ProviderError, match=f"parameter {name} cannot be set"):
        chat_arguments(request(user(Text("go")), parameters={name: 1}), "openai")


@pytest.mark.parametrize(
    ("model", "parameters", "sample", "seed"),
    [
        ("openai/x", {}, 1, None),
        ("openai/x", {}, 2, 2),
        ("openai/x", {"seed": 5}, 2, 5),
        ("anthropic/claude-sonnet-4-5", {"max_tokens": 9}, 2, None),  # takes no seed
    ],
)
def test_a_later_sample_sends_a_seed_if_the_provider_takes_one(model, parameters, sample, seed):
    request = Request(model, (user(Text("?")),), "judge", parameters=parameters, sample=sample)
    arguments = chat_arguments(request, provider_of(model))
    assert with_seed(load_litellm(), arguments, seed_of(request)).get("seed") == seed


@pytest.mark.parametrize(
    ("model", "has"), [("anthropic/m", True), ("bedrock/claude-m", True), ("openai/m", False), ("gemini/m", False)]
)
def test_thinking_goes_back_to_anthropics_models_alone(model: str, has: bool):
    blocks = [{"type": "thinking", "thinking": "I plan.", "signature": "s"}]
    said = Message("assistant", tool_calls=(ToolCall("1", "click", "{}", json.dumps(blocks)),))
    sent = chat_arguments(Request(model, (user(Text("go")), said), "explore"), provider_of(model))
    assert sent["messages"][1].get("thinking_blocks") == (blocks if has else None)
