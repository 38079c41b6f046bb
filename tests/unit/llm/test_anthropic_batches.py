"""Message batches of Anthropic, against a server that speaks their protocol."""

import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pytest

from pytest_cookie.llm.batch.batch_models import BatchModels
from pytest_cookie.llm.batch.state import BatchStateFile, StoredBatch
from pytest_cookie.llm.batch.watch import BatchSettings
from pytest_cookie.llm.errors import AwaitedError, ProviderError
from pytest_cookie.llm.messages.completion import Completion
from pytest_cookie.llm.messages.messages import Request, Text, system, user
from pytest_cookie.llm.models import Models, ModelSettings
from tests.unit.llm.stranger import Stranger, stranger

MODEL = "anthropic/claude-sonnet-4-5"
KEY = "sk-ant-loopback-0123456789"
SCHEMA = {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"], "additionalProperties": False}
USAGE = {"input_tokens": 1000, "output_tokens": 100, "cache_read_input_tokens": 0, "cache_creation_input_tokens": 0}


@dataclass
class Anthropic:
    """`results` makes the results of a batch of its requests; `creations` answers attempts, `lost` without a word.

    Bytes are the response to an attempt that succeeds. Attempts marked `rival` fail, while another program starts a
    batch; `rival, lost` starts both. `unended` batches are in progress until they are looked at.
    """

    results: dict[str, dict] = field(default_factory=dict)
    creations: list[int | str | bytes] = field(default_factory=list)
    batches: list[dict] = field(default_factory=list)
    asked: dict[str, list[dict]] = field(default_factory=dict)
    unended: set[str] = field(default_factory=set)
    heads: list[dict[str, str]] = field(default_factory=list)
    direct: int = 0

    def __call__(self, handler: BaseHTTPRequestHandler) -> None:
        server = handler.server
        assert isinstance(server, Stranger)
        body = server.heard[-1].partition("\n\n")[2]
        self.heads.append(dict(handler.headers.items()))
        path = handler.path.partition("?")[0]
        if path == "/v1/messages":
            self.direct += 1
            send(handler, 200, message("directly"))
        elif path == "/v1/messages/batches" and handler.command == "POST":
            self._create(handler, json.loads(body))
        elif path == "/v1/messages/batches":
            send(handler, 200, {"data": [self._listed(batch) for batch in reversed(self.batches)]})
        elif path.endswith("/results"):
            requests = self.asked[path.split("/")[-2]]
            lines = [{"custom_id": one["custom_id"], "result": self._result(one)} for one in requests]
            reply(handler, 200, b"\n".join(json.dumps(line).encode() for line in lines))
        else:
            batch_id = path.split("/")[-1]
            self.unended.discard(batch_id)
            send(handler, 200, next(batch for batch in self.batches if batch["id"] == batch_id))

    @property
    def requests(self) -> list[dict]:
        """Those of the last batch."""
        return self.asked[self.batches[-1]["id"]]

    def add_batch(self, requests: list[dict]) -> dict:
        """Start a batch."""
        counts = {"processing": 0, "succeeded": len(requests), "errored": 0, "canceled": 0, "expired": 0}
        batch = {"id": f"msgbatch_{len(self.batches)}", "processing_status": "ended", "request_counts": counts}
        now = datetime.now(UTC).isoformat()
        self.batches.append({**batch, "created_at": now, "results_url": "http://elsewhere.test/"})
        self.asked[batch["id"]] = requests
        return self.batches[-1]

    def _listed(self, batch: dict) -> dict:
        return {**batch, "processing_status": "in_progress"} if batch["id"] in self.unended else batch

    def _result(self, request: dict) -> dict:
        said = request["params"]["messages"][0]["content"][0]["text"]
        return self.results.get(said, {"type": "succeeded", "message": message(f"to {said}")})

    def _create(self, handler: BaseHTTPRequestHandler, asked: dict) -> None:
        planned = self.creations.pop(0) if self.creations else 200
        if str(planned).startswith("rival"):
            others = [{**one, "custom_id": f"other-{number}"} for number, one in enumerate(asked["requests"])]
            self.unended.add(self.add_batch(others)["id"])
            planned = 529 if planned == "rival" else planned
        if isinstance(planned, int) and planned >= 400:
            send(handler, planned, {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}})
            return
        batch = self.add_batch(asked["requests"])
        if isinstance(planned, bytes):
            reply(handler, 200, planned)
            return
        if str(planned).endswith("lost"):
            handler.close_connection = True
            handler.connection.close()
            return
        send(handler, 200, {**batch, "processing_status": "in_progress"})


def message(text: str) -> dict:
    content = [{"type": "text", "text": text}]
    fields = {"id": "m", "type": "message", "role": "assistant", "model": "claude", "content": content}
    return {**fields, "stop_reason": "end_turn", "usage": USAGE}


def send(handler: BaseHTTPRequestHandler, status: int, content: dict) -> None:
    reply(handler, status, json.dumps(content).encode())


def reply(handler: BaseHTTPRequestHandler, status: int, data: bytes) -> None:
    handler.send_response(status)
    handler.send_header("Content-Type", "application/json")
    handler.send_header("Content-Length", str(len(data)))
    handler.end_headers()
    handler.wfile.write(data)


@pytest.fixture
def anthropic(monkeypatch: pytest.MonkeyPatch) -> Iterator[Anthropic]:
    played = Anthropic()
    with stranger(played) as server:
        monkeypatch.setenv("ANTHROPIC_API_BASE", server.address())
        monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
        yield played


@contextmanager
def opened(folder: Path) -> Iterator[BatchModels]:
    """The batches of a command in `folder`."""
    (folder / "prices.toml").write_text(f'["{MODEL}"]\ninput_per_million = 2.0\noutput_per_million = 10.0\n')
    models = Models(ModelSettings(folder / "state", folder / "replay", prices=folder / "prices.toml"))
    settings = BatchSettings(poll_seconds=0.01, call_seconds=30, patience_seconds=120)
    with BatchModels(models, BatchStateFile(folder / "batches"), settings, lambda line: None) as batches:
        yield batches
    models.close()


@pytest.fixture
def batches(tmp_path: Path, anthropic: Anthropic) -> Iterator[BatchModels]:
    with opened(tmp_path) as batches:
        yield batches


def ask(batches: BatchModels, *words: str, **fields: object) -> list[Completion]:
    requests = [
        Request(MODEL, (system("Be brief."), user(Text(word))), "judge", parameters={"max_tokens": 50}, **fields)
        for word in words
    ]
    for request in requests:
        with suppress(AwaitedError):  # not raised for a response that an earlier command submitted
            batches.complete(request)
    batches.exchange()
    return [batches.complete(request) for request in requests]


def test_requests_are_those_of_direct_calls_at_half_the_price(batches: BatchModels, anthropic: Anthropic):
    said = ask(batches, "one", "two", reply_schema=SCHEMA)
    assert [completion.text for completion in said] == ["to one", "to two"]
    assert said[0].spend.cost_usd == pytest.approx((1000 * 2.0 + 100 * 10.0) / 1e6 / 2)
    assert said[0].spend.usage.input_tokens == 1000
    params = anthropic.requests[0]["params"]
    assert (params["model"], params["max_tokens"]) == ("claude-sonnet-4-5", 50)
    assert "Be brief." in json.dumps(params["system"])
    assert "stream" not in params
    created = next(head for head in anthropic.heads if {"X-Api-Key", "x-api-key"} & head.keys())
    created = {name.lower(): value for name, value in created.items()}
    assert (created["x-api-key"], created["anthropic-version"]) == (KEY, "2023-06-01")
    assert "structured-outputs" in created["anthropic-beta"]
    assert (len(anthropic.batches), anthropic.direct) == (1, 0)


def test_tokens_that_are_written_to_the_cache_have_their_own_price(batches: BatchModels, anthropic: Anthropic):
    usage = {**USAGE, "input_tokens": 100, "cache_read_input_tokens": 300, "cache_creation_input_tokens": 600}
    anthropic.results["one"] = {"type": "succeeded", "message": {**message("to one"), "usage": usage}}
    (said,) = ask(batches, "one")
    assert (said.spend.usage.input_tokens, said.spend.usage.cached_tokens) == (1000, 300)
    assert said.spend.usage.cache_write_tokens == 600


FAILED = {
    "errored": {"type": "errored", "error": {"type": "error", "error": {"type": "api_error", "message": "it broke"}}},
    "of no known type": {"type": "lost"},
    "without content": {"type": "succeeded", "message": {"content": []}},
    "no table": {"type": "succeeded", "message": [1]},
}


@pytest.mark.parametrize("result", FAILED.values(), ids=FAILED)
def test_a_request_that_fails_by_itself_is_called_directly(batches: BatchModels, anthropic: Anthropic, result: dict):
    anthropic.results["two"] = result
    assert [one.text for one in ask(batches, "one", "two")] == ["to one", "directly"]
    assert anthropic.direct == 1


def test_an_expired_request_is_not(batches: BatchModels, anthropic: Anthropic):
    anthropic.results["two"] = {"type": "expired"}
    create = anthropic._create

    def expire(handler: BaseHTTPRequestHandler, asked: dict) -> None:
        create(handler, asked)
        anthropic.batches[-1]["request_counts"]["expired"] = 1

    anthropic._create = expire
    with pytest.raises(ProviderError, match="the batch expired the request"):
        ask(batches, "one", "two")
    assert anthropic.direct == 0


def test_a_busy_provider_is_asked_again_and_a_lost_batch_is_found(batches: BatchModels, anthropic: Anthropic):
    anthropic.creations = [529, "lost"]
    assert [one.text for one in ask(batches, "one")] == ["to one"]
    assert len(anthropic.batches) == 1


def test_the_batch_of_the_round_before_is_not_taken_for_a_lost_one(batches: BatchModels, anthropic: Anthropic):
    assert [one.text for one in ask(batches, "one")] == ["to one"]
    anthropic.creations = [529]
    assert [one.text for one in ask(batches, "two")] == ["to two"]
    anthropic.creations = ["lost"]
    assert [one.text for one in ask(batches, "three")] == ["to three"]
    assert len(anthropic.batches) == 3


def test_of_several_new_batches_the_one_with_these_requests_is_found(batches: BatchModels, anthropic: Anthropic):
    anthropic.creations = ["rival, lost"]
    anthropic.add_batch([{"custom_id": "earlier"}])
    anthropic._listed = lambda batch: batch
    assert [one.text for one in ask(batches, "one")] == ["to one"]
    assert len(anthropic.batches) == 3


def test_while_several_batches_may_be_the_lost_one_none_is_created_or_taken(tmp_path: Path, anthropic: Anthropic):
    anthropic.creations = ["rival, lost"]
    anthropic._listed = lambda batch: {**batch, "processing_status": "in_progress"}
    for _ in range(2):
        with opened(tmp_path) as batches, pytest.raises(ProviderError, match="several new batches with as many"):
            ask(batches, "one")
    assert len(anthropic.batches) == 2
    anthropic._listed = lambda batch: batch
    with opened(tmp_path) as batches:
        assert [one.text for one in ask(batches, "one")] == ["to one"]
    assert len(anthropic.batches) == 2


def test_a_batch_of_another_run_is_let_go_when_its_results_show_it(tmp_path: Path, anthropic: Anthropic):
    anthropic.creations = ["rival"]
    with opened(tmp_path) as batches, pytest.raises(ProviderError, match="msgbatch_0 was mistaken for one of this run"):
        ask(batches, "one")
    with opened(tmp_path) as batches:
        assert [one.text for one in ask(batches, "one")] == ["to one"]
    assert (len(anthropic.batches), anthropic.direct) == (2, 0)


class KilledError(BaseException):
    """The process ends here."""


def test_after_a_kill_between_creation_and_state_the_batch_is_found_among_others(
    tmp_path: Path, anthropic: Anthropic, monkeypatch: pytest.MonkeyPatch
):
    put = BatchStateFile.put

    def killed(self: BatchStateFile, batch: StoredBatch) -> StoredBatch:
        if batch.id:
            raise KilledError
        return put(self, batch)

    for _ in range(2):
        anthropic.add_batch([{"custom_id": "earlier"}])
    with monkeypatch.context() as patch, opened(tmp_path) as batches:
        patch.setattr(BatchStateFile, "put", killed)
        with pytest.raises(KilledError):
            ask(batches, "one")
    with opened(tmp_path) as batches:
        assert [one.text for one in ask(batches, "one")] == ["to one"]
    assert len(anthropic.batches) == 3


BAD_REPLIES = {
    "no id": b"{}",
    "an id that is no part of an address": b'{"id": "../../models"}',
    "no JSON": b"<html>",
    "a reply that is too long": b" " * 20_000_001,
}


@pytest.mark.parametrize("reply", BAD_REPLIES.values(), ids=BAD_REPLIES)
def test_a_batch_whose_creation_is_confirmed_badly_is_collected_by_the_next_command(
    tmp_path: Path, anthropic: Anthropic, reply: bytes
):
    anthropic.creations = [reply]
    with opened(tmp_path) as batches, pytest.raises(ProviderError, match="the batch could not be started"):
        ask(batches, "one")
    with opened(tmp_path) as batches:
        assert [one.text for one in ask(batches, "one")] == ["to one"]
    assert len(anthropic.batches) == 1


def test_a_lost_batch_is_not_forgotten_when_the_next_attempt_is_rejected(tmp_path: Path, anthropic: Anthropic):
    anthropic.creations = ["lost", 400]
    anthropic._listed = lambda batch: {**batch, "request_counts": {}}  # not yet
    with opened(tmp_path) as batches, pytest.raises(ProviderError, match="the batch could not be started: HTTP 400"):
        ask(batches, "one")
    anthropic._listed = lambda batch: batch
    with opened(tmp_path) as batches:
        assert [one.text for one in ask(batches, "one")] == ["to one"]
    assert len(anthropic.batches) == 1


def test_a_rejected_batch_is_forgotten(tmp_path: Path, anthropic: Anthropic):
    anthropic.creations = [400]
    with opened(tmp_path) as batches, pytest.raises(ProviderError, match="the batch could not be started: HTTP 400"):
        ask(batches, "one")
    assert BatchStateFile(tmp_path / "batches").batches == ()
