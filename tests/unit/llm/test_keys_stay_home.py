"""Keys go to the provider's own address and nowhere else, whatever it answers; checked byte by byte at the other."""

import base64
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path

import httpx
import pytest

from pytest_cookie.llm.errors import ProviderError
from pytest_cookie.llm.messages.messages import Request, Text, user
from pytest_cookie.llm.models import Models, ModelSettings
from pytest_cookie.llm.transport import http_guard as transports
from pytest_cookie.llm.transport.litellm_call import Timeouts
from pytest_cookie.llm.transport.retry import Patience
from tests.provider import KEY, Provider, Reply, behaviours
from tests.unit.llm.stranger import Stranger, redirect, stranger, whole

COMPLETION = json.dumps(
    {
        "id": "1",
        "object": "chat.completion",
        "created": 1,
        "model": "m",
        "choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": "hello"}}],
        "usage": {"prompt_tokens": 3, "completion_tokens": 2, "total_tokens": 5},
    }
).encode()
PROVIDERS = {
    "openai/m": {"OPENAI_BASE_URL": "{}/v1"},
    "anthropic/m": {"ANTHROPIC_API_BASE": "{}"},
    "gemini/m": {"GEMINI_API_BASE": "{}"},
    "groq/m": {"GROQ_API_BASE": "{}/v1"},
    "deepseek/m": {"DEEPSEEK_API_BASE": "{}/v1"},
    "mistral/m": {"MISTRAL_AZURE_API_BASE": "{}/v1"},
    "xai/m": {"XAI_API_BASE": "{}/v1"},
    "openrouter/v/m": {"OPENROUTER_API_BASE": "{}/v1"},
    "cohere/m": {"COHERE_API_BASE": "{}/v2/chat"},
    "azure/m": {"AZURE_API_BASE": "{}", "AZURE_API_VERSION": "2024-02-01"},
    "aiohttp_openai/m": {"OPENAI_BASE_URL": "{}/v1"},
}
"""Each way that litellm has: openai's client, its own with aiohttp below httpx, aiohttp alone; keys in every header."""


@pytest.fixture
def models(tmp_path: Path) -> Iterator[Models]:
    models = Models(
        ModelSettings(
            tmp_path / "state",
            tmp_path / "replay",
            timeouts=Timeouts(connect=5, read=20, whole=30),
            patience=Patience(tries=3, deadline_seconds=60, queue_seconds=60, backoff_seconds=0.01),
        )
    )
    yield models
    models.close()


@pytest.fixture
def other() -> Iterator[Stranger]:
    """Another host, which would answer well."""
    with stranger(whole(COMPLETION)) as server:
        yield server


def ask(monkeypatch: pytest.MonkeyPatch, models: Models, model: str, address: str):
    for name, value in PROVIDERS[model].items():
        monkeypatch.setenv(name, value.format(address))
    provider = "OPENAI" if model.startswith("aiohttp") else model.partition("/")[0].upper()
    monkeypatch.setenv(f"{provider}_API_KEY", KEY)
    return models.complete(Request(model, (user(Text("say hello")),), "generate", parameters={"max_tokens": 100}))


CASES = [
    *product(PROVIDERS, [307]),
    *product(["openai/m"], [301, 302, 303, 308]),
    *(
        pytest.param(*case, marks=pytest.mark.slow)
        for case in product(["anthropic/m", "gemini/m"], [301, 302, 303, 308])
    ),
]


@pytest.mark.parametrize(("model", "status"), CASES)
def test_a_redirect_to_another_host_is_refused(monkeypatch, models: Models, other: Stranger, model: str, status: int):
    for host in ("127.0.0.1", "localhost"):
        with stranger(redirect(status, f"{other.address(host)}*")) as own:
            with pytest.raises(ProviderError, match=f"HTTP {status}: the provider redirects to http://{host}:"):
                ask(monkeypatch, models, model, own.address())
            assert len(own.heard) == 1
            assert KEY in own.heard[0]
    assert other.heard == []


def test_the_same_port_of_another_name_is_another_host(monkeypatch, models: Models):
    with stranger(redirect(307, "@")) as own:
        own.answer = redirect(307, f"{own.address('localhost')}*")
        with pytest.raises(ProviderError, match="redirects to http://localhost"):
            ask(monkeypatch, models, "openai/m", own.address())
        assert len(own.heard) == 1


@pytest.mark.parametrize("model", ["openai/m", "mistral/m"])
def test_one_within_the_host_is_followed_to_its_end(monkeypatch, models: Models, model: str):
    def answer(handler) -> None:
        answers = whole(COMPLETION) if handler.path.startswith("/moved") else redirect(308, "/moved*")
        answers(handler)

    with stranger(answer) as own:
        assert ask(monkeypatch, models, model, own.address()).text == "hello"
        own.answer = redirect(307, "*")
        with pytest.raises(ProviderError, match="redirects that do not end"):
            models.complete(replace(Request(model, (user(Text("more")),), "generate")))
        assert len(own.heard) == 7


@pytest.mark.parametrize("where", [{"headers": {"x-api-key": KEY}}, {"params": {"key": KEY}}])
def test_a_provider_cannot_name_another_host_to_ask_for_the_rest(other: Stranger, where: dict):
    with stranger(whole(COMPLETION)) as own, transports.guarded_passage() as passage, httpx.Client() as client:
        for _ in range(2):
            assert client.get(f"{own.address()}/start", **where).status_code == 200
        with pytest.raises(transports.RefusedTransferError, match=f"is not sent to {other.address()}"):
            client.get(f"{other.address()}/rest", **where)
        assert client.get(f"{other.address()}/rest", headers={"x-api-key": "another-one"}).status_code == 200
    assert str(passage.refused) == f"a key that was sent to {own.address()} is not sent to {other.address()} too"
    assert not any(KEY in heard for heard in other.heard)


def test_what_is_not_a_call_of_ours_follows_as_ever(other: Stranger):
    transports.guard_transports()
    with stranger(redirect(302, other.address())) as own:
        assert httpx.get(own.address(), follow_redirects=True).json()["model"] == "m"
    assert len(other.heard) == 1


DISGUISES: dict[str, Callable[[str], str]] = {
    "plain": str,
    "backwards": lambda key: key[::-1],
    "in base64": lambda key: base64.b64encode(f"it is {key}, I think".encode()).decode(),
    "in hexadecimal": lambda key: key.encode().hex(),
    "letter by letter": lambda key: " ".join(key),
    "on two lines": lambda key: f"{key[:11]}\n{key[11:]}",
    "its second half": lambda key: key[len(key) // 2 :],
    "percent by percent": lambda key: "".join(f"%{ord(sign):02X}" for sign in key),
}


@pytest.mark.parametrize("disguise", DISGUISES)
def test_a_model_that_tells_the_key_is_not_heard(monkeypatch, tmp_path: Path, models: Models, disguise: str):
    with Provider(lambda asked: Reply(text="")) as provider:
        provider.always(behaviours.Echo(DISGUISES[disguise]))
        completion = ask(monkeypatch, models, "openai/m", provider.base_url.removesuffix("/v1"))
    hidden = DISGUISES[disguise](KEY).removeprefix("aXQgaXMg")[:12]
    kept = [path.read_text() for path in (tmp_path / "replay").rglob("*.json")]
    assert len(kept) == 1
    for text in (completion.text, completion.tool_calls[0].arguments, *kept):
        assert "[redacted]" in text
        assert hidden not in text
        assert json.dumps(hidden)[1:-1] not in text
    assert completion.text.startswith("You sent ")
    assert completion.text.endswith(" to me.")


def test_an_answer_that_was_kept_with_a_key_is_given_without(monkeypatch, tmp_path: Path, models: Models):
    with Provider(lambda asked: Reply(text="good")) as provider:
        address = provider.base_url.removesuffix("/v1")
        ask(monkeypatch, models, "openai/m", address)
        (path,) = (tmp_path / "replay").rglob("*.json")
        path.write_text(path.read_text().replace("good", f"good {KEY}"))
        assert ask(monkeypatch, models, "openai/m", address).text == "good [redacted]"


def test_nothing_is_loaded_before_a_call():
    loads = "import sys, pytest_cookie.llm.transport.http_guard"
    code = f"{loads}; sys.exit('httpx' in sys.modules or 'litellm' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
