"""Prompt caching: the marks that Anthropic gets, and how its cache counts are read and priced."""

import json
from pathlib import Path

import pytest

from pytest_cookie.core.spend import Usage
from pytest_cookie.llm.cost.price import Price
from pytest_cookie.llm.messages.messages import Message, Picture, Request, Text, Tool, ToolCall, system, user
from pytest_cookie.llm.models import Models, ModelSettings
from pytest_cookie.llm.replay import request_key
from pytest_cookie.llm.transport.chat_arguments import caches_on_request, chat_arguments
from pytest_cookie.llm.transport.model_info import entry_of
from tests.unit.llm.stranger import stranger, whole

MODEL = "anthropic/claude-sonnet-4-5"
MARK = {"type": "ephemeral"}
PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c49444154789c63f8ffff3f0005fe02fe0def46b8"
    "0000000049454e44ae426082"
)


def request(model: str = MODEL, *, caches_prefix: bool = True) -> Request:
    call = ToolCall("c1", "click", '{"thought": "x"}')
    tool = Tool("click", "Click.", {"type": "object", "properties": {"thought": {"type": "string"}}})
    messages = (
        system("rules"),
        user(Text("first")),
        Message("assistant", (), (call,)),
        Message("tool", (Text("Step 1."),), tool_call_id="c1"),
        user(Picture(PNG, "image/png", "after step 1"), Text("newest")),
    )
    return Request(model, messages, "explore", tools=(tool,), caches_prefix=caches_prefix)


USAGE = {"input_tokens": 100, "output_tokens": 20, "cache_read_input_tokens": 3_000, "cache_creation_input_tokens": 400}
MESSAGE = {
    "id": "m",
    "type": "message",
    "role": "assistant",
    "model": "claude-sonnet-4-5",
    "content": [{"type": "text", "text": "Seen."}],
    "stop_reason": "end_turn",
    "usage": USAGE,
}


def test_anthropic_gets_the_marks_and_its_cache_hits_are_counted_and_priced(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    prices = tmp_path / "prices.json"
    prices.write_text(
        json.dumps(
            {
                MODEL: {
                    "input_per_million": 3,
                    "output_per_million": 15,
                    "cached_input_per_million": 0.3,
                    "cache_write_per_million": 3.75,
                }
            }
        )
    )
    settings = ModelSettings(tmp_path / "state", tmp_path / "replay", replay_mode="off", prices=prices)
    models = Models(settings)
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-loopback")
    with stranger(whole(json.dumps(MESSAGE).encode())) as server:
        monkeypatch.setenv("ANTHROPIC_API_BASE", server.address())
        spend = models.complete(request()).spend
    body = json.loads(server.heard[0].rpartition("\n\n")[2])
    assert [part.get("cache_control") for part in body["system"]] == [MARK]
    marked = [
        (message["role"], part["type"])
        for message in body["messages"]
        for part in message["content"]
        if isinstance(part, dict) and part.get("cache_control")
    ]
    assert marked == [("user", "text")]
    assert body["messages"][-1]["content"][-1] == {"type": "text", "text": "newest", "cache_control": MARK}
    assert spend.usage == Usage(
        input_tokens=3_500, output_tokens=20, cached_tokens=3_000, cache_write_tokens=400, reasoning_tokens=0
    )
    # 100 · $3 + 3,000 · $0.30 + 400 · $3.75 + 20 · $15, a million each
    assert spend.cost_usd == pytest.approx(0.0003 + 0.0009 + 0.0015 + 0.0003)
    account = models.account()
    assert (account.usage.cached_tokens, account.usage.input_tokens) == (3_000, 3_500)
    assert models.caches_cheaply(MODEL)


@pytest.mark.parametrize(
    ("model", "provider", "marked"),
    [
        ("anthropic/claude-sonnet-4-5", "anthropic", True),
        ("bedrock/anthropic.claude-sonnet-4-5", "bedrock", True),
        ("openrouter/anthropic/claude-sonnet-4.5", "openrouter", True),
        ("openrouter/openai/gpt-5", "openrouter", False),
        ("openai/gpt-5", "openai", False),
        ("gemini/gemini-2.5-pro", "gemini", False),
    ],
)
def test_only_providers_that_need_marks_get_them(model: str, provider: str, *, marked: bool) -> None:
    assert caches_on_request(model, provider) is marked
    assert ("cache_control" in json.dumps(chat_arguments(request(model), provider))) is marked


def test_a_call_without_a_follow_up_is_sent_without_marks() -> None:
    assert "cache_control" not in json.dumps(chat_arguments(request(caches_prefix=False), "anthropic"))


def test_the_response_does_not_depend_on_the_marks() -> None:
    assert request_key(request()) == request_key(request(caches_prefix=False))


def test_the_maximum_cost_includes_writing_to_the_cache() -> None:
    price = Price(input_per_million=3, output_per_million=15, cache_write_per_million=3.75)
    assert price.most_usd(1_000_000, 0) == pytest.approx(3.75)
    assert price.cost_usd(Usage(input_tokens=1_000_000, cache_write_tokens=1_000_000)) == pytest.approx(3.75)


def test_the_map_has_the_price_of_writing_to_the_cache() -> None:
    entry = entry_of(MODEL)
    assert entry
    assert entry.price
    assert entry.price.cache_write_per_million == pytest.approx(3.75)
