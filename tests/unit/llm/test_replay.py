"""The same request is answered from the cache, any other is not."""

import json
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from pytest_cookie.core.spend import Spend, Usage
from pytest_cookie.llm.errors import ReplayMissError
from pytest_cookie.llm.messages.completion import Completion
from pytest_cookie.llm.messages.messages import (
    ComputerTool,
    Message,
    Picture,
    Request,
    Sound,
    Text,
    Tool,
    ToolCall,
    user,
)
from pytest_cookie.llm.replay import Replay, request_key

PICTURE = Picture(b"pixels", "image/png", "step 1")
TOOL = Tool("click", "Click on it.", {"type": "object", "properties": {"ref": {"type": "string"}}})
REQUEST = Request(
    "openai/m", (user(Text("look"), PICTURE),), "explore", tools=(TOOL,), parameters={"temperature": 0, "seed": 1}
)
SPEND = Spend(calls=1, usage=Usage(input_tokens=10, output_tokens=5), cost_usd=0.25, latency_seconds=1.5)
COMPLETION = Completion(
    "done", (ToolCall("c1", "click", '{"ref":', '[{"thinking": "hm"}]'),), "tool_calls", "m-2026", SPEND
)
REPLAYED = replace(COMPLETION, spend=SPEND.as_replayed())


@pytest.fixture
def replay(tmp_path: Path) -> Replay:
    return Replay(tmp_path, "on")


def files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


def test_a_cached_response_is_returned_unchanged(replay: Replay, tmp_path: Path):
    assert replay.find(REQUEST) is None
    assert replay.keep(REQUEST, COMPLETION) == COMPLETION
    assert replay.find(REQUEST) == REPLAYED
    assert [path.name for path in files(tmp_path)] == [f"{request_key(REQUEST)}.json"]


def test_the_purpose_and_the_order_of_parameters_do_not_matter():
    assert request_key(replace(REQUEST, purpose="judge")) == request_key(REQUEST)
    assert request_key(replace(REQUEST, parameters={"seed": 1, "temperature": 0})) == request_key(REQUEST)


def test_the_key_depends_on_everything_that_the_response_depends_on():
    others = [
        replace(REQUEST, model="openai/n"),
        replace(REQUEST, messages=()),
        replace(REQUEST, messages=(Message("system", REQUEST.messages[0].parts),)),
        replace(REQUEST, messages=(user(Text("look"), replace(PICTURE, data=b"other")),)),
        replace(REQUEST, messages=(user(Text("look"), replace(PICTURE, caption="step 2")),)),
        replace(REQUEST, messages=(user(Text("look"), replace(PICTURE, media_type="image/webp")),)),
        replace(REQUEST, messages=(user(Text("look"), Sound(b"pixels", "wav", "step 1")),)),
        replace(REQUEST, messages=(user(Text("look")), user(PICTURE))),
        replace(REQUEST, messages=(*REQUEST.messages, Message("assistant", (), (ToolCall("1", "click", "{}"),)))),
        replace(REQUEST, messages=(*REQUEST.messages, Message("assistant", (), (ToolCall("1", "click", "{}", "[]"),)))),
        replace(REQUEST, messages=(*REQUEST.messages, Message("tool", (), tool_call_id="1"))),
        replace(REQUEST, tools=()),
        replace(REQUEST, tools=(replace(TOOL, description="Press it."),)),
        replace(REQUEST, tool_choice="required"),
        replace(REQUEST, reply_schema={"type": "object"}),
        replace(REQUEST, reply_schema={"type": "object"}, reply_name="other"),
        replace(REQUEST, parameters={"temperature": 0}),
        replace(REQUEST, parameters={"temperature": 0.0, "seed": 2}),
        replace(REQUEST, repeat=2),
        replace(REQUEST, subject="5b0e"),
        replace(REQUEST, computer=ComputerTool("computer", 1280, 720)),
        replace(REQUEST, computer=ComputerTool("computer", 1280, 800)),
    ]
    keys = {request_key(request) for request in [REQUEST, *others]}
    assert len(keys) == 1 + len(others)


def test_a_text_with_a_lone_surrogate_has_a_key():
    assert len(request_key(replace(REQUEST, messages=(user(Text("\ud83d")),)))) == 64


@pytest.mark.parametrize(
    "spoil",
    [
        lambda text: "",
        lambda text: text[: len(text) // 2],
        lambda text: "[]",
        lambda text: text.replace("done", "done", 1).replace('"version": 1', '"version": 2'),
        lambda text: json.dumps({**json.loads(text), "request": "0" * 64}),
        lambda text: json.dumps({**json.loads(text), "extra": 1}),
    ],
)
def test_a_broken_entry_counts_as_missing_and_is_replaced(replay: Replay, tmp_path: Path, spoil):
    replay.keep(REQUEST, COMPLETION)
    path = files(tmp_path)[0]
    path.write_text(spoil(path.read_text()))
    assert replay.find(REQUEST) is None
    with pytest.raises(ReplayMissError, match="is broken"):
        Replay(tmp_path, "only").find(REQUEST)
    replay.keep(REQUEST, COMPLETION)
    assert replay.find(REQUEST) == REPLAYED


def test_only_replays_cached_responses_and_the_error_names_the_remedy(replay: Replay, tmp_path: Path):
    replay.keep(REQUEST, COMPLETION)
    only = Replay(tmp_path, "only")
    assert only.find(REQUEST) == REPLAYED
    with pytest.raises(
        ReplayMissError, match=r"openai/m for the stage explore is not kept .*--cookie-replay=on"
    ) as miss:
        only.find(replace(REQUEST, repeat=2))
    assert miss.value.model == "openai/m"


def test_off_neither_reads_nor_writes(tmp_path: Path):
    off = Replay(tmp_path, "off")
    off.keep(REQUEST, COMPLETION)
    assert files(tmp_path) == []
    Replay(tmp_path, "on").keep(REQUEST, COMPLETION)
    assert off.find(REQUEST) is None


def test_the_first_of_two_responses_to_a_request_is_cached(replay: Replay):
    replay.keep(REQUEST, COMPLETION)
    assert replay.keep(REQUEST, replace(COMPLETION, text="another")) == COMPLETION
    assert replay.find(REQUEST) == REPLAYED


def test_concurrent_responses_to_a_request_become_one(replay: Replay, tmp_path: Path):
    together = threading.Barrier(8)

    def keep(number: int) -> str:
        together.wait()
        return replay.keep(REQUEST, replace(COMPLETION, text=f"answer {number}")).text

    with ThreadPoolExecutor(8) as pool:
        said = set(pool.map(keep, range(8)))
    assert said == {replay.find(REQUEST).text}
    assert [path.name for path in files(tmp_path)] == [f"{request_key(REQUEST)}.json"]


def test_the_same_name_at_another_address_is_another_model(monkeypatch):
    request = replace(REQUEST, model="openai/any")
    keys = {request_key(request)}
    for address in ("http://127.0.0.1:1/v1", "http://127.0.0.1:2/v1"):
        monkeypatch.setenv("OPENAI_BASE_URL", address)
        keys.add(request_key(request))
    assert len(keys) == 3
    monkeypatch.setenv("OPENAI_BASE_URL", "https://api.openai.com/v1")
    assert request_key(request) in keys
