"""Models through real litellm over real HTTP: good and bad replies, replay, budget, and no key in any output."""

import os
import random
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from pytest_cookie.core.errors import RecordingError, UsageError
from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.core.spend import Usage
from pytest_cookie.llm.cost.ledger import Ledger
from pytest_cookie.llm.errors import (
    BudgetSpentError,
    ContextTooLongError,
    ModelError,
    ModelRefusedError,
    ProviderError,
    ReplayMissError,
    UnparseableReply,
)
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
from pytest_cookie.llm.messages.structured import ask
from pytest_cookie.llm.models import Models, ModelSettings
from pytest_cookie.llm.transport.limiter import Slot
from pytest_cookie.llm.transport.litellm_call import Timeouts, load_litellm
from pytest_cookie.llm.transport.retry import Patience
from tests.provider import KEY, Asked, Behaviour, Call, Exchange, Fixed, Provider, Reply, behaviours

QUESTION = "Write a good page that greets the user."
REQUEST = Request("openai/m", (user(Text(QUESTION)),), "generate", parameters={"max_tokens": 100})
USAGE = {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110}
PRICES = '{"openai/m": {"input_per_million": 100, "output_per_million": 1000}}'
COST_USD = 0.02  # 100 · $100 + 10 · $1000, a million each
TOOL = Tool("click", "Click on it.", {"type": "object", "properties": {"ref": {"type": "string"}}})


class Opinion(FrozenModel):
    score: float
    why: str


def hello(asked: Asked) -> Reply:
    return Reply(text='{"score": 7, "why": "it greets"}', usage=USAGE)


def http_error(status: int, message: str, code: str | None = None, headers: dict[str, str] | None = None) -> Behaviour:
    def behave(exchange: Exchange) -> None:
        exchange.send(status, {"error": {"message": message, "type": "x", "code": code}}, headers)

    return behave


@pytest.fixture
def provider(monkeypatch: pytest.MonkeyPatch) -> Iterator[Provider]:
    with Provider(hello) as provider:
        monkeypatch.delenv("OPENAI_API_BASE", raising=False)
        for name, value in provider.environment.items():
            monkeypatch.setenv(name, value)
        yield provider


@pytest.fixture
def settings(tmp_path: Path) -> ModelSettings:
    (tmp_path / "prices.json").write_text(PRICES)
    return ModelSettings(
        tmp_path / "state",
        tmp_path / "replay",
        prices=tmp_path / "prices.json",
        timeouts=Timeouts(connect=5, read=20, whole=30),
        patience=Patience(tries=3, deadline_seconds=60, queue_seconds=60, backoff_seconds=0.01),
    )


@pytest.fixture
def models(settings: ModelSettings) -> Iterator[Models]:
    models = Models(settings, jitter=random.Random(1))
    yield models
    models.close()


def hasty(settings: ModelSettings, *, whole: float = 1.0, deadline: float = 60.0) -> Models:
    """Models that wait a second for a reply; load litellm before."""
    patience = replace(settings.patience, tries=2, deadline_seconds=deadline)
    return Models(replace(settings, timeouts=Timeouts(connect=5, read=whole, whole=whole), patience=patience))


def test_a_response_carries_usage_cost_and_time(provider: Provider, models: Models):
    told: list[bool] = []
    models.on_call = lambda request, begins: told.append(begins)
    completion = models.complete(REQUEST)
    models.complete(REQUEST)  # its response is cached by then
    assert told == [True, False]
    assert (completion.text, completion.finish, completion.model) == (hello(None).text, "stop", "m")
    assert completion.spend.usage == Usage(input_tokens=100, output_tokens=10)
    assert completion.spend.cost_usd == pytest.approx(COST_USD)
    assert completion.spend.latency_seconds > 0
    assert models.account().cost_usd == pytest.approx(COST_USD)
    assert list(models.accounts()) == [("generate", "openai/m")]


def test_all_parts_of_a_request_arrive(provider: Provider, models: Models):
    provider.first(Fixed(Reply(calls=(Call("click", {"ref": "e1"}),), usage=USAGE)))
    parts = (
        Text("look"),
        Picture(b"pixels", "image/png", "after step 1"),
        Sound(b"RIFF", "wav", "the sound"),
        Video(b"film", "video/mp4", "the film"),
    )
    tool_call = ToolCall("c0", "click", '{"ref": "e0"}')
    completion = models.complete(
        Request(
            "openai/m",
            (
                system("be brief"),
                user(*parts),
                Message("assistant", (Text("I click"),), (tool_call,)),
                Message("tool", (Text("no change"), Picture(b"more", "image/png")), tool_call_id="c0"),
            ),
            "explore",
            tools=(TOOL,),
            tool_choice="required",
            parameters={"temperature": 0, "seed": 3},
        )
    )
    (asked,) = provider.asked
    assert (completion.tool_calls[0].name, completion.tool_calls[0].arguments) == ("click", '{"ref": "e1"}')
    assert completion.finish == "tool_calls"
    assert (asked.model, asked.tools, asked.tool_choice) == ("m", ("click",), "required")
    assert asked.parameters == {"temperature": 0, "seed": 3}
    assert [said.role for said in asked.messages] == ["system", "user", "assistant", "tool", "user"]
    assert asked.messages[1].text == "look\nafter step 1\nthe sound\nthe film"
    assert [medium.media_type for medium in asked.media] == ["image/png", "audio/wav", "video/mp4", "image/png"]
    assert [medium.data for medium in asked.media] == [b"pixels", b"RIFF", b"film", b"more"]
    assert asked.messages[2].calls[0].arguments == '{"ref": "e0"}'
    assert asked.messages[3].call_id == "c0"


RECOVERS: dict[str, Behaviour] = {
    "429 without Retry-After": behaviours.TooMany(),
    "429 with Retry-After": behaviours.TooMany(retry_after=0.2),
    "429 until a date": http_error(429, "wait", headers={"Retry-After": "Mon, 01 Jan 2024 00:00:00 GMT"}),
    "500": behaviours.Broken(500),
    "502": behaviours.Broken(502),
    "503": behaviours.Broken(503),
    "504": behaviours.Broken(504),
    "529": behaviours.Broken(529),
    "408": behaviours.Broken(408),
    "cut in the middle": behaviours.CutMidBody(),
    "a page of a proxy": behaviours.NoJson(),
    "half of the JSON": behaviours.HalfJson(),
    "no choices": behaviours.EmptyChoices(),
}


def test_temporary_failures_are_retried(subtests, provider: Provider, models: Models):
    for number, (name, behaviour) in enumerate(RECOVERS.items(), start=1):
        with subtests.test(name):
            provider.forget()
            provider.first(behaviour)
            completion = models.complete(replace(REQUEST, repeat=number))
            assert completion.text == hello(None).text
            assert completion.spend.calls == 1
            assert len(provider.asked) == 2


READ: dict[str, tuple[Behaviour, Callable[[SimpleNamespace], bool]]] = {
    "no model": (behaviours.NoModelField(), lambda got: got.model == "" and got.text.startswith("{")),
    "a refusal": (behaviours.Refusal(), lambda got: got.finish == "refusal" and "cannot help" in got.text),
    "a filter": (behaviours.Filtered(), lambda got: got.finish == "refusal"),
    "no text": (behaviours.EmptyText(), lambda got: got.text == "" and got.finish == "stop"),
    "cut by length": (behaviours.Truncated(), lambda got: got.finish == "length" and got.text.startswith('{"score"')),
    "ten megabytes": (behaviours.Huge(), lambda got: got.text == hello(None).text and got.finish == "stop"),
    "an unknown tool": (behaviours.UnknownTool(), lambda got: got.tool_calls[0].name == "open_devtools"),
    "bad arguments": (behaviours.BadArguments(), lambda got: got.tool_calls[0].arguments == '{"ref": '),
    "a slow first byte": (behaviours.Good(0.5), lambda got: got.spend.latency_seconds >= 0.5),
}


def test_odd_replies_are_read_without_a_retry(subtests, provider: Provider, models: Models):
    for number, (name, (behaviour, holds)) in enumerate(READ.items(), start=1):
        with subtests.test(name):
            provider.forget()
            provider.first(behaviour)
            assert holds(models.complete(replace(REQUEST, repeat=number)))
            assert len(provider.asked) == 1


def test_impossible_usage_has_an_unknown_cost(subtests, provider: Provider, models: Models):
    kinds = (*behaviours.WRONG_COUNTS, "words", "a number", "null", "missing")
    for number, kind in enumerate(kinds, start=1):
        with subtests.test(kind):
            provider.forget()
            provider.first(behaviours.WrongUsage(kind))
            completion = models.complete(replace(REQUEST, repeat=number))
            assert completion.text == hello(None).text
            assert (completion.spend.usage, completion.spend.cost_usd) == (Usage(), None)
            assert len(provider.asked) == 1
            assert models.account().unpriced == number
            # the whole reservation of each: 100 output tokens at $1000 a million
            assert models.account().unsure_usd >= 0.1 * number


def test_the_budget_counts_the_maximum_of_an_unknown_cost(provider: Provider, settings: ModelSettings):
    provider.always(behaviours.WrongUsage("nan"))
    models = Models(replace(settings, budget_usd=0.15))
    assert models.complete(REQUEST).spend.cost_usd is None
    with pytest.raises(BudgetSpentError, match="without an answer"):
        models.complete(replace(REQUEST, repeat=2))
    assert len(provider.asked) == 1


FINAL: dict[str, tuple[Behaviour, str]] = {
    "400": (http_error(400, "bad temperature"), "HTTP 400: bad temperature .*provider rejects the request"),
    "401": (behaviours.KeyRefused(), r"HTTP 401: .*set OPENAI_API_KEY to a key that may use openai/m"),
    "403": (http_error(403, "not yours"), "HTTP 403: not yours .*set OPENAI_API_KEY"),
    "404": (http_error(404, "no model m"), "HTTP 404: .*check that the model openai/m"),
    "content policy": (http_error(400, "rejected by our safety system", "content_policy_violation"), "safety system"),
    "no credit": (http_error(429, "You exceeded your current quota", "insufficient_quota"), "no credit left"),
}


def test_permanent_failures_are_not_retried(subtests, provider: Provider, settings: ModelSettings):
    for name, (behaviour, message) in FINAL.items():
        with subtests.test(name):
            provider.forget()
            provider.always(behaviour)
            models = Models(settings)
            with pytest.raises(ProviderError, match=message):
                models.complete(REQUEST)
            assert len(provider.asked) == 1
            assert models.account().calls == 0
            assert models.account().unsure_usd == 0


REFUSED: dict[str, tuple[Behaviour, str]] = {
    "wrong key": (behaviours.KeyRefused(), "set OPENAI_API_KEY"),
    "unknown model": (http_error(404, "The model `m` does not exist", "model_not_found"), "check that the model"),
    "unknown id": (http_error(400, "m is not a valid model ID"), "check that the model"),
}


def test_a_model_that_refuses_every_call_is_not_called_again(subtests, provider: Provider, settings: ModelSettings):
    for name, (behaviour, message) in REFUSED.items():
        with subtests.test(name):
            provider.forget()
            provider.always(behaviour, matches=lambda asked: asked.model == "m")
            models = Models(settings)
            for repeat in (1, 2, 3):
                with pytest.raises(ModelRefusedError, match=message):
                    models.complete(replace(REQUEST, repeat=repeat))
            assert len(provider.asked) == 1
            other = replace(REQUEST, model="openai/other", parameters={"seed": len(name)})
            assert models.complete(other).text, "other models of the provider are called"


def refuse_parameters(*names: str) -> Behaviour:
    def behave(exchange: Exchange) -> None:
        named = next((name for name in names if name in exchange.asked.parameters), "")
        if named:
            message = f"Unsupported value: '{named}' does not support this value with this model."
            exchange.send(400, {"error": {"message": message, "type": "invalid_request_error", "param": named}})
        else:
            exchange.answer()

    return behave


def test_parameters_that_a_model_does_not_support_are_left_out(provider: Provider, settings: ModelSettings):
    provider.always(refuse_parameters("temperature", "top_p"))
    models = Models(settings)
    request = replace(REQUEST, parameters={"temperature": 0.2, "top_p": 0.9, "max_tokens": 100})
    assert models.complete(request).text
    assert models.complete(replace(request, repeat=2)).text
    assert [len({"temperature", "top_p"} & asked.parameters.keys()) for asked in provider.asked] == [2, 1, 0, 0]
    assert models.account().notes == (
        "openai/m does not support temperature, which was left out of its calls",
        "openai/m does not support top_p, which was left out of its calls",
    )
    assert models.complete(request).text, "cached under the original request"
    assert len(provider.asked) == 4


def test_what_litellm_refuses_itself_is_left_out_too(provider: Provider, settings: ModelSettings):
    request = replace(REQUEST, model="openai/gpt-5", parameters={"temperature": 0.2, "top_p": 0.9})
    models = Models(settings)
    assert models.complete(request).text
    (asked,) = provider.asked
    assert not {"temperature", "top_p"} & asked.parameters.keys()
    assert len(models.account().notes) == 2


def test_the_bound_of_a_call_is_never_left_out_and_its_setting_is_named(provider: Provider, models: Models):
    provider.always(refuse_parameters("max_tokens"))
    with pytest.raises(ProviderError, match=r"`max_tokens` is set by `generation` in \[tool.pytest-cookie\]"):
        models.complete(REQUEST)
    assert len(provider.asked) == 1


def test_a_request_that_is_too_long_has_its_own_error(provider: Provider, models: Models):
    provider.always(http_error(400, "maximum context length is 8192 tokens", "context_length_exceeded"))
    with pytest.raises(ContextTooLongError, match="exceeds the model's context window"):
        models.complete(REQUEST)


@pytest.mark.parametrize(
    ("behaviour", "message"),
    [
        (behaviours.Broken(500), "after 3 tries: HTTP 500"),
        (behaviours.CutMidBody(), "after 3 tries: connection failed or was cut"),
        (behaviours.NoJson(), "after 3 tries: the response cannot be parsed"),
        (behaviours.EmptyChoices(), "after 3 tries: the response has no choices"),
    ],
)
def test_retries_are_limited(provider: Provider, models: Models, behaviour: Behaviour, message: str):
    provider.always(behaviour)
    with pytest.raises(ProviderError, match=message):
        models.complete(REQUEST)
    assert len(provider.asked) == 3


def test_rate_limits_count_as_no_try_but_the_deadline_ends_them(provider: Provider, settings: ModelSettings):
    provider.first(*[behaviours.TooMany()] * 7)
    assert Models(settings).complete(REQUEST).text
    assert len(provider.asked) == 8
    provider.always(behaviours.TooMany(retry_after=600))
    with pytest.raises(ProviderError, match=r"HTTP 429: .*it asks to wait 600 s"):
        Models(settings).complete(replace(REQUEST, repeat=2))
    assert len(provider.asked) == 9


@pytest.mark.parametrize("behaviour", [behaviours.Hang(), behaviours.Trickle(0.05)])
def test_an_endless_reply_is_abandoned_and_may_be_billed(
    provider: Provider, models: Models, settings: ModelSettings, behaviour: Behaviour
):
    models.complete(REQUEST)  # loads litellm, so that the timeouts below count the provider alone
    threads = threading.active_count()
    provider.always(behaviour)
    with pytest.raises(ProviderError, match=r"after 2 tries: (timed out|no complete response within 1 s)"):
        hasty(settings).complete(replace(REQUEST, repeat=2))
    assert threading.active_count() <= threads + 4  # the server's own, one a connection
    assert models.account().unsure_usd == pytest.approx(
        2 * 0.1, rel=0.2
    )  # 100 tokens of $1000 a million, and the prompt


def test_the_deadline_ends_a_pending_attempt(provider: Provider, models: Models, settings: ModelSettings):
    models.complete(REQUEST)
    provider.always(behaviours.Hang())
    with pytest.raises(ProviderError, match=r"no complete response within 0\.\d+ s"):
        hasty(settings, whole=30.0, deadline=0.5).complete(replace(REQUEST, repeat=2))


def test_a_refused_connection_is_retried_and_not_billed(
    provider: Provider, models: Models, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    with pytest.raises(ProviderError, match="after 3 tries: connection failed"):
        models.complete(REQUEST)
    assert models.account().unsure_usd == 0


def test_without_a_key_the_variable_is_named(provider: Provider, models: Models, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("OPENAI_API_KEY")
    with pytest.raises(ProviderError, match="OPENAI_API_KEY"):
        models.complete(REQUEST)
    assert provider.asked == ()


def test_a_model_without_schema_support_gets_the_format_in_the_prompt_from_then_on(
    provider: Provider, settings: ModelSettings
):
    def takes_no_schema(asked: Asked) -> bool:
        return bool(asked.reply_name)

    refusal = http_error(400, "Invalid parameter: 'response_format' of type 'json_schema' is not supported")
    provider.always(refusal, matches=takes_no_schema)
    models = Models(settings)
    assert ask(models, REQUEST, Opinion).value == Opinion(score=7, why="it greets")
    assert ask(models, replace(REQUEST, repeat=2), Opinion).value.score == 7
    assert [asked.reply_name for asked in provider.asked] == ["opinion", "", ""]
    assert '"required": ["score", "why"]' in provider.asked[1].messages[-1].text
    only = Models(replace(settings, replay_mode="only"))
    assert ask(only, REQUEST, Opinion).value.score == 7
    assert len(provider.asked) == 3


@pytest.mark.parametrize("behaviour", [behaviours.ReplyNoJson(), behaviours.WrongSchema()])
def test_a_reply_of_another_schema_is_repaired(provider: Provider, models: Models, behaviour: Behaviour):
    provider.first(behaviour)
    answered = ask(models, REQUEST, Opinion)
    assert answered.value.score == 7
    assert answered.spend.calls == 2
    assert provider.asked[0].reply_schema["required"] == ["score", "why"]


def test_a_reply_that_stays_wrong_is_unparseable(provider: Provider, models: Models):
    provider.always(behaviours.WrongSchema())
    with pytest.raises(UnparseableReply, match="gave no opinion in 3 replies") as error:
        ask(models, REQUEST, Opinion)
    assert error.value.spend.calls == 3
    assert len(provider.asked) == 3


def test_replies_that_stayed_unusable_are_replaced_by_new_ones_and_repeated_where_no_call_is_allowed(
    subtests, provider: Provider, settings: ModelSettings
):
    only = replace(settings, replay_mode="only")
    cases = ((behaviours.WrongSchema(), 3), (behaviours.ReplyNoJson(), 3), (behaviours.Refusal(), 1))
    for repeat, (behaviour, replies) in enumerate(cases, start=1):
        with subtests.test(type(behaviour).__name__):
            request = replace(REQUEST, repeat=repeat)
            for _ in range(2):  # the second command makes all calls again
                provider.forget()
                provider.always(behaviour)
                with pytest.raises(UnparseableReply):
                    ask(Models(settings), request, Opinion)
                assert len(provider.asked) == replies
            with pytest.raises(UnparseableReply) as error:
                ask(Models(only), request, Opinion)
            assert (error.value.spend.calls, len(provider.asked)) == (replies, replies)
            provider.forget()
            assert ask(Models(settings), request, Opinion).value.score == 7
            for own in (settings, only):
                assert ask(Models(own), request, Opinion).value.score == 7
            assert len(provider.asked) == 1


def test_a_usable_reply_keeps_the_faulty_ones_before_it(provider: Provider, settings: ModelSettings):
    provider.first(behaviours.WrongSchema())
    for _ in range(2):
        assert ask(Models(settings), REQUEST, Opinion).spend.calls == 2
    assert len(provider.asked) == 2


def test_a_replayed_call_makes_no_request_and_returns_the_same(
    provider: Provider, models: Models, settings: ModelSettings
):
    first = models.complete(REQUEST)
    replayed = replace(first, spend=first.spend.as_replayed())
    assert models.complete(REQUEST) == replayed
    only = Models(replace(settings, replay_mode="only", budget_usd=0.0))
    only.check("openai/m")
    assert only.complete(replace(REQUEST, purpose="judge")) == replayed
    with pytest.raises(ReplayMissError):
        only.complete(replace(REQUEST, repeat=2))
    assert len(provider.asked) == 1
    assert only.account().calls == 1
    assert Models(replace(settings, replay_mode="off")).complete(REQUEST).text == first.text
    assert len(provider.asked) == 2


def _killed_in(owner: type, method: str, models: Models) -> None:
    """Run a call in a process that is killed when it calls this method after the reply."""
    child = os.fork()
    if child == 0:
        setattr(owner, method, lambda *arguments, **options: os.kill(os.getpid(), signal.SIGKILL))
        try:
            models.complete(REQUEST)
        finally:
            os._exit(1)
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status)


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_a_reply_that_was_paid_for_is_cached_before_anything_else(subtests, provider: Provider, tmp_path: Path):
    load_litellm(with_tools=False)
    (tmp_path / "prices.json").write_text(PRICES)
    for owner, method in ((Slot, "answered"), (Ledger, "book")):
        with subtests.test(f"killed in {method}"):
            place = tmp_path / method
            own = ModelSettings(place / "state", place / "replay", prices=tmp_path / "prices.json", budget_usd=1.0)
            asked = len(provider.asked)
            _killed_in(owner, method, Models(own))
            again = Models(own)
            assert again.complete(REQUEST).spend.cost_usd == pytest.approx(COST_USD)
            assert len(provider.asked) == asked + 1
            account = again.account()
            assert account.unsure_usd + account.under_way_usd > COST_USD  # at most, because its real cost is unknown
            again.close()


def test_a_reply_that_cannot_be_cached_is_booked(provider: Provider, models: Models, settings: ModelSettings):
    settings.replay.write_text("in the way")
    with pytest.raises(RecordingError):
        models.complete(REQUEST)
    assert models.account().cost_usd == pytest.approx(COST_USD)
    assert models.account().unsure_usd == 0


def test_errors_are_not_cached(provider: Provider, models: Models, settings: ModelSettings):
    provider.first(http_error(400, "not today"))
    with pytest.raises(ProviderError):
        models.complete(REQUEST)
    assert not settings.replay.exists()
    assert models.complete(REQUEST).text


def test_the_budget_ends_before_a_call_that_could_exceed_it(provider: Provider, settings: ModelSettings):
    models = Models(replace(settings, budget_usd=0.2))
    made = 0
    with pytest.raises(BudgetSpentError, match="raise the budget"):  # noqa: PT012 - how many went well is the point
        for repeat in range(1, 100):
            models.complete(replace(REQUEST, repeat=repeat))
            made += 1
    # a call is at most 100 · $1000/M and the prompt's bytes · $100/M, 10.7 cents in all, and took 2: 2 · 4 + 10.7 < 20
    assert made == len(provider.asked) == 5
    assert models.account().cost_usd == pytest.approx(5 * COST_USD)


def test_a_budget_needs_prices(provider: Provider, settings: ModelSettings):
    unpriced = replace(REQUEST, model="openai/unpriced")
    strict = Models(replace(settings, budget_usd=1.0))
    strict.check("openai/m")
    with pytest.raises(UsageError, match="price of openai/unpriced is not known"):
        strict.check("openai/unpriced")
    with pytest.raises(BudgetSpentError, match="is not known"):
        strict.complete(unpriced)
    assert provider.asked == ()
    told = Models(replace(settings, budget_usd=1.0, allow_unknown_price=True))
    told.check("openai/unpriced")
    assert told.complete(unpriced).spend.cost_usd is None
    Models(settings).check("openai/unpriced")


def test_a_service_tier_without_a_price_is_a_usage_error(settings: ModelSettings, monkeypatch):
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    monkeypatch.delenv("OPENAI_API_BASE", raising=False)
    strict = Models(replace(settings, budget_usd=1.0))
    strict.check("gpt-4o", {"temperature": 0})
    with pytest.raises(UsageError, match="price of gpt-4o is not known"):
        strict.check("gpt-4o", {"service_tier": "priority"})


@pytest.mark.parametrize("model", ["no-such-model", "sample/polished", "openai/", "/m", "nobody/m"])
def test_an_id_without_a_provider_is_refused(settings: ModelSettings, model: str):
    with pytest.raises(UsageError, match=r"provider/name, for example openai/"):
        Models(settings).check(model)


def test_no_key_reaches_an_error_a_warning_a_log_or_a_file(
    provider: Provider,
    models: Models,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
):
    def echo(exchange: Exchange) -> None:
        exchange.send(500, {"error": {"message": f"bad: {dict(exchange.handler.headers)}", "type": "x"}})

    caplog.set_level("DEBUG")
    forbid = http_error(403, f"Incorrect API key provided: {KEY}")
    provider.first(forbid, *[echo] * 3)
    errors: list[ModelError] = []
    for repeat in (1, 2, 3):
        try:
            models.complete(replace(REQUEST, repeat=repeat))
        except ModelError as error:
            errors.append(error)
    assert [type(error) for error in errors] == [ProviderError, ProviderError]
    assert "Incorrect API key provided" in str(errors[0])
    models.close()
    said = "".join(f"{error!r} {error.__context__!r} {error.__cause__!r}" for error in errors)
    written = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    out, err = capfd.readouterr()
    assert written
    for key in (KEY, KEY[3:15], KEY[-8:]):
        assert key not in said + caplog.text + out + err
        assert key.encode() not in written


def test_a_replayed_call_does_not_load_litellm(provider: Provider, models: Models, settings: ModelSettings):
    models.complete(REQUEST)
    script = (
        "import sys\n"
        "from pathlib import Path\n"
        "from pytest_cookie.llm.messages.messages import Request, Text, user\n"
        "from pytest_cookie.llm.models import Models, ModelSettings\n"
        "models = Models(ModelSettings(Path(sys.argv[1]), Path(sys.argv[2]), replay_mode='only', budget_usd=1))\n"
        "models.check('openai/m'); models.check('gpt-4o')\n"
        "text = Text(sys.argv[3])\n"
        "request = Request('openai/m', (user(text),), 'judge', parameters={'max_tokens': 100})\n"
        "assert models.complete(request).text\n"
        "print('litellm' in sys.modules, models.account().calls)\n"
    )
    command = [sys.executable, "-c", script, str(settings.state), str(settings.replay), QUESTION]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, env=dict(os.environ), check=False)
    assert (done.stdout, done.stderr) == ("False 1\n", "")


def test_concurrent_calls_are_limited(provider: Provider, settings: ModelSettings):
    models, lock, now, most = Models(replace(settings, concurrent_calls=2)), threading.Lock(), [], []

    def count(exchange: Exchange) -> None:
        with lock:
            now.append(exchange)
            most.append(len(now))
        exchange.wait(0.05)
        with lock:
            now.remove(exchange)
        exchange.answer()

    provider.always(count)
    got: list[str] = []
    threads = [
        threading.Thread(target=lambda repeat=repeat: got.append(models.complete(replace(REQUEST, repeat=repeat)).text))
        for repeat in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert got == [hello(None).text] * 8
    assert max(most) <= 2
    assert models.account().calls == 8
