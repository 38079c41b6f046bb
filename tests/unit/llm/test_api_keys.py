"""Which key a model needs, and whether it is there, is known before a call is made."""

import os

import pytest

from pytest_cookie.llm.transport.api_keys import key_of, missing_key
from pytest_cookie.protocols.run.model_access import describe_missing_keys


@pytest.fixture(autouse=True)
def bare_environment(monkeypatch):
    for name in [name for name in os.environ if name.endswith(("_KEY", "_BASE", "_URL", "_TOKEN"))]:
        monkeypatch.delenv(name)


@pytest.mark.parametrize(
    ("model", "name"),
    [
        ("openai/gpt-5", "OPENAI_API_KEY"),
        ("together_ai/some-model", "TOGETHERAI_API_KEY"),
        ("gemini/gemini-2.5-pro", "GEMINI_API_KEY"),
    ],
)
def test_the_variable_of_a_missing_key_is_named(monkeypatch, model: str, name: str):
    assert key_of(model) == missing_key(model) == name
    monkeypatch.setenv(name, "  ")
    assert missing_key(model) == name
    monkeypatch.setenv(name, "a key")
    assert missing_key(model) == ""


def test_either_of_two_names_will_do(monkeypatch):
    monkeypatch.setenv("GOOGLE_API_KEY", "a key")
    assert missing_key("gemini/gemini-2.5-pro") == ""


def test_no_key_is_missing_if_calls_may_need_none():
    assert missing_key("ollama/llama3") == missing_key("bedrock/a-model") == missing_key("no-such-model") == ""


def test_a_local_server_needs_any_key(monkeypatch):
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    assert missing_key("openai/gpt-5") == "OPENAI_API_KEY"


@pytest.mark.parametrize(
    ("replay", "left"),
    [("on", ["only cached responses are available"]), ("off", ["it cannot be called"]), ("only", [])],
)
def test_each_model_is_reported_once(replay, left: list[str]):
    told = describe_missing_keys(["openai/gpt-5", "ollama/llama3", "openai/gpt-5"], replay)
    assert told == [
        f"openai/gpt-5: the environment variable OPENAI_API_KEY is not set; without it, {what}" for what in left
    ]
