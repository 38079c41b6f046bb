"""The actual, maximum and unknown cost of a call."""

import json
from pathlib import Path

import pytest

from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.spend import Usage
from pytest_cookie.llm.cost.price import Price, Tier
from pytest_cookie.llm.cost.prices import OUTPUT_TOKENS, Prices, most_input_tokens
from pytest_cookie.llm.messages.messages import (
    ComputerTool,
    Message,
    Picture,
    Request,
    Sound,
    Text,
    Tool,
    ToolCall,
    Video,
    user,
)
from pytest_cookie.llm.transport.model_info import entry_of, provider_of, providers

PRICE = Price(input_per_million=2.0, output_per_million=10.0, cached_input_per_million=0.5)


@pytest.fixture(autouse=True)
def _providers_own_addresses(monkeypatch: pytest.MonkeyPatch):
    for name in ("OPENAI_BASE_URL", "OPENAI_API_BASE", "ANTHROPIC_API_BASE", "ANTHROPIC_BASE_URL"):
        monkeypatch.delenv(name, raising=False)


def request(*parts, model: str = "openai/gpt-4o", **more) -> Request:
    return Request(model, (user(*parts),), "generate", **more)


def test_every_kind_of_token_has_its_price():
    usage = Usage(input_tokens=1_000_000, output_tokens=100_000, cached_tokens=400_000, reasoning_tokens=50_000)
    # 600,000 · $2 + 400,000 · $0.50 + 100,000 · $10, a million each: 1.20 + 0.20 + 1.00
    assert PRICE.cost_usd(usage) == pytest.approx(2.40)
    dear = PRICE.model_copy(update={"reasoning_per_million": 20.0, "sound_per_million": 4.0, "per_picture": 0.01})
    # + 50,000 · $10 more for reasoning, + 100,000 · $2 more for sound, + 3 pictures: 0.50 + 0.20 + 0.03
    assert dear.cost_usd(usage, sound_tokens=100_000, pictures=3) == pytest.approx(3.13)


def test_cached_tokens_without_a_price_of_their_own_cost_as_input():
    price = Price(input_per_million=2.0, output_per_million=10.0)
    assert price.cost_usd(Usage(input_tokens=1_000_000, cached_tokens=1_000_000)) == pytest.approx(2.0)


def test_long_requests_have_the_prices_of_their_tier():
    tier = Tier(above_tokens=200_000, input_per_million=4.0)
    price = PRICE.model_copy(update={"tiers": (tier,)})
    assert price.cost_usd(Usage(input_tokens=200_000)) == pytest.approx(0.4)
    assert price.cost_usd(Usage(input_tokens=300_000, output_tokens=100_000)) == pytest.approx(2.2)


def test_the_map_knows_models_with_and_without_their_provider():
    assert entry_of("gpt-4o") == entry_of("openai/gpt-4o")
    entry = entry_of("openai/gpt-4o")
    assert entry
    assert entry.price
    assert (entry.price.input_per_million, entry.price.output_per_million) == (2.5, 10.0)
    assert entry.takes_pictures
    assert not entry.takes_video
    assert entry_of("anthropic/gpt-4o") is None
    assert entry_of("openai/no-such-model") is None
    assert provider_of("gpt-4o") == "openai"
    assert provider_of("openrouter/openai/gpt-4o") == "openrouter"
    assert provider_of("no-such-model") == ""
    assert {"openai", "anthropic", "gemini", "vertex_ai", "azure"} <= providers()


def test_the_map_knows_which_models_take_films_and_their_tiers():
    entry = entry_of("gemini/gemini-2.5-pro")
    assert entry
    assert entry.takes_video
    assert entry.takes_sound
    assert entry.price
    assert [tier.above_tokens for tier in entry.price.tiers] == [200_000]


@pytest.mark.parametrize("model", ["openai/no-such-model", "no-such-model", "dashscope/qwen-flash", "openai/dall-e-3"])
def test_a_model_without_a_plain_price_is_unknown(model: str):
    assert Prices().of(model) is None


def test_a_price_of_zero_counts_only_for_local_providers():
    assert Prices().of("ollama/llama3").input_per_million == 0
    free_elsewhere = [
        name
        for name in ("gemini/gemini-2.0-flash-exp", "gemini/gemini-exp-1206", "publicai/swiss-ai/apertus-8b-instruct")
        if entry_of(name)
    ]
    assert free_elsewhere
    assert all(Prices().of(name) is None or Prices().of(name).input_per_million > 0 for name in free_elsewhere)


@pytest.mark.parametrize("variable", ["OPENAI_BASE_URL", "OPENAI_API_BASE"])
def test_at_another_address_only_the_users_own_price_is_known(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, variable: str
):
    monkeypatch.setenv(variable, "http://127.0.0.1:8000/v1")
    assert Prices().of("openai/gpt-4o") is None
    assert Prices().of("gpt-4o") is None
    assert Prices().of("anthropic/claude-sonnet-4-5") is not None
    file = tmp_path / "prices.yaml"
    file.write_text("openai/gpt-4o: {input_per_million: 1, output_per_million: 2}\n")
    assert Prices(file).of("openai/gpt-4o").output_per_million == 2


@pytest.mark.parametrize(
    ("address", "known"),
    [
        ("https://api.openai.com/v1", True),
        ("https://eu.api.openai.com/v1", True),
        ("https://api.openai.com.example.org/v1", False),
        ("https://example.org/api.openai.com", False),
    ],
)
def test_an_address_of_openai_keeps_the_known_price(monkeypatch: pytest.MonkeyPatch, address: str, known: bool):
    monkeypatch.setenv("OPENAI_BASE_URL", address)
    assert (Prices().of("openai/gpt-4o") is not None) is known


def test_another_service_tier_has_no_known_price():
    assert Prices().of("openai/gpt-4o", {"service_tier": "priority"}) is None


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("p.yaml", "openai/m:\n  input_per_million: 1.5\n  output_per_million: 3\n"),
        ("p.json", '{"openai/m": {"input_per_million": 1.5, "output_per_million": 3}}'),
        ("p.toml", '["openai/m"]\ninput_per_million = 1.5\noutput_per_million = 3\n'),
    ],
)
def test_prices_are_read_from_yaml_json_and_toml(tmp_path: Path, name: str, text: str):
    (tmp_path / name).write_text(text)
    assert Prices(tmp_path / name).of("openai/m") == Price(input_per_million=1.5, output_per_million=3)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("openai/m: {input_per_million: -1, output_per_million: 3}", r"openai/m\.input_per_million"),
        ("openai/m: {input_per_million: 1}", r"openai/m\.output_per_million"),
        ("openai/m: {input_per_million: .inf, output_per_million: 1}", "finite"),
        ("openai/m: {input: 1, output_per_million: 1, input_per_million: 1}", r"openai/m\.input:"),
        ("- a", "the file"),
        ("a: [", "cannot be read"),
    ],
)
def test_a_faulty_table_of_prices_is_a_usage_error(tmp_path: Path, text: str, why: str):
    (tmp_path / "p.yaml").write_text(text)
    with pytest.raises(UsageError, match=why):
        Prices(tmp_path / "p.yaml")


def test_a_missing_price_file_is_a_usage_error(tmp_path: Path):
    with pytest.raises(UsageError, match="cannot read the prices"):
        Prices(tmp_path / "none.yaml")


def test_no_text_has_more_tokens_than_the_bound():
    text = "日本語 emoji 🎉 <div class='a'>" * 10
    assert most_input_tokens(request(Text(text))) >= len(text.encode())


def test_all_parts_of_a_request_count_as_input():
    bare = most_input_tokens(request(Text("x")))
    tool = Tool("click", "Click on it.", {"type": "object", "properties": {}})
    for more in (
        request(Text("x"), Picture(b"", "image/png")),
        request(Text("x"), Picture(b"", "image/png", "caption")),
        request(Text("x"), Sound(b"0" * 10_000, "wav")),
        request(Text("x"), Video(b"0" * 10_000, "video/mp4")),
        request(Text("x"), tools=(tool,)),
        request(Text("x"), reply_schema={"type": "object"}),
        request(Text("x"), computer=ComputerTool("computer", 1280, 720)),
        Request("m", (user(Text("x")), Message("assistant", (), (ToolCall("1", "click", "{}"),))), "explore"),
    ):
        assert most_input_tokens(more) > bare


def test_the_maximum_cost_uses_the_smallest_output_limit(tmp_path: Path):
    (tmp_path / "p.json").write_text(
        json.dumps(
            {
                "openai/m": {"input_per_million": 0, "output_per_million": 1},
                "openai/gpt-4o": {"input_per_million": 0, "output_per_million": 1},
                "openai/short": {"input_per_million": 0, "output_per_million": 1, "max_output_tokens": 100},
            }
        )
    )
    prices = Prices(tmp_path / "p.json")

    def most(model: str, **parameters) -> float | None:
        return prices.most_usd(request(Text("x"), model=model, parameters=parameters))

    assert most("openai/m") == pytest.approx(OUTPUT_TOKENS / 1e6)
    assert most("openai/m", max_tokens=500) == pytest.approx(500 / 1e6)
    assert most("openai/m", max_completion_tokens=400) == pytest.approx(400 / 1e6)
    assert most("openai/m", max_tokens="many") == pytest.approx(OUTPUT_TOKENS / 1e6)
    assert most("openai/gpt-4o") == pytest.approx(16_384 / 1e6)
    assert most("openai/short", max_tokens=500) == pytest.approx(100 / 1e6)
    assert most("openai/unknown") is None
