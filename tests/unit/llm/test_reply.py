"""Replies of any content are read safely."""

import json

import pytest

from pytest_cookie.core.spend import Usage
from pytest_cookie.llm.messages.messages import ToolCall
from pytest_cookie.llm.messages.reply import MAX_ARGUMENTS, MAX_CALLS, MAX_TEXT, read_reply

USAGE = {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15}


def answer(message: dict | None = None, finish: object = "stop", **more) -> dict:
    message = {"role": "assistant", "content": "hello"} if message is None else message
    return {"model": "m", "choices": [{"message": message, "finish_reason": finish}], "usage": USAGE, **more}


def called(arguments: object, **call) -> dict:
    return {"content": None, "tool_calls": [{"function": {"name": "click", "arguments": arguments}, **call}]}


def test_text_finish_model_and_usage_are_read():
    usage = {**USAGE, "prompt_tokens_details": {"cached_tokens": 4, "audio_tokens": 3}}
    usage["completion_tokens_details"] = {"reasoning_tokens": 2}
    reply = read_reply(answer(usage=usage))
    assert reply
    assert (reply.text, reply.finish, reply.model, reply.sound_tokens) == ("hello", "stop", "m", 3)
    assert reply.usage == Usage(input_tokens=10, output_tokens=5, cached_tokens=4, reasoning_tokens=2)


@pytest.mark.parametrize(
    "nothing",
    [None, [], "x", {}, {"choices": None}, {"choices": []}, {"choices": [None]}, {"choices": [{"message": "x"}]}],
)
def test_without_a_choice_there_is_no_reply(nothing: object):
    assert read_reply(nothing) is None


@pytest.mark.parametrize(
    ("content", "text"),
    [
        (None, ""),
        (5, ""),
        ([{"type": "text", "text": "a"}, {"type": "text", "text": "b"}, 7], "ab"),
        ("half \ud83d", "half ?"),
        ("padded \n \n", "padded"),
    ],
)
def test_content_of_any_type_becomes_text(content: object, text: str):
    reply = read_reply(answer({"content": content}))
    assert reply
    assert reply.text == text


FINISHES = [
    ({"content": "a"}, "length", "length"),
    ({"content": "a"}, "max_tokens", "length"),
    ({"content": "a"}, "content_filter", "refusal"),
    ({"content": None, "refusal": "No."}, "stop", "refusal"),
    ({"content": None, "provider_specific_fields": {"refusal": "No."}}, "stop", "refusal"),
    ({"content": "a"}, "banana", "stop"),
    ({"content": "a"}, None, "stop"),
    ({"content": "a"}, ["stop"], "stop"),
    (called("{}"), "stop", "tool_calls"),
    (called("{"), "length", "length"),
]


def test_the_finish_reason(subtests):
    for message, finish, expected in FINISHES:
        with subtests.test(message=message, finish=finish):
            reply = read_reply(answer(message, finish))
            assert reply
            assert reply.finish == expected


def test_a_refusal_is_the_text():
    reply = read_reply(answer({"content": None, "refusal": "I will not."}))
    assert reply
    assert reply.text == "I will not."


def test_arguments_of_tool_calls_are_unchanged():
    reply = read_reply(answer(called('{"ref": ', id="c1")))
    assert reply
    assert reply.tool_calls == (ToolCall("c1", "click", '{"ref": '),)


@pytest.mark.parametrize("calls", ["x", {}, [None], [{}], [{"function": {"name": ""}}], [{"function": {"name": 3}}]])
def test_malformed_calls_are_dropped(calls: object):
    reply = read_reply(answer({"content": "a", "tool_calls": calls}))
    assert reply
    assert reply.tool_calls == ()


def test_a_call_without_an_id_gets_one():
    reply = read_reply(answer(called("{}")))
    assert reply
    assert reply.tool_calls[0].id == "call_0"


def test_a_long_text_is_cut_and_marked_as_cut():
    reply = read_reply(answer({"content": "x" * 10_000_000}))
    assert reply
    assert (len(reply.text), reply.finish) == (MAX_TEXT, "length")


def test_trailing_blanks_do_not_count():
    reply = read_reply(answer({"content": "good" + " \n" * 5_000_000}))
    assert reply
    assert (reply.text, reply.finish) == ("good", "stop")


def test_calls_and_their_arguments_are_bounded():
    many = {"content": None, "tool_calls": [{"function": {"name": "f", "arguments": "{}"}}] * 1000}
    long = read_reply(answer(called("x" * 2_000_000)))
    assert len(read_reply(answer(many)).tool_calls) == MAX_CALLS
    assert (len(long.tool_calls[0].arguments), long.finish) == (MAX_ARGUMENTS, "length")


IMPOSSIBLE_USAGE = [
    None,
    [1],
    {},
    {"prompt_tokens": 0, "completion_tokens": 0},
    {"prompt_tokens": 10, "completion_tokens": 0},
    {"prompt_tokens": -5, "completion_tokens": 5},
    {"prompt_tokens": "many", "completion_tokens": 5},
    {"prompt_tokens": 1.5, "completion_tokens": 5},
    {"prompt_tokens": True, "completion_tokens": 5},
    {"prompt_tokens": 10**30, "completion_tokens": 5},
    {"prompt_tokens": 10, "completion_tokens": 5, "prompt_tokens_details": {"cached_tokens": 11}},
    {"prompt_tokens": 10, "completion_tokens": 5, "prompt_tokens_details": {"cached_tokens": "x"}},
]


def test_impossible_usage_is_unknown(subtests):
    for usage in IMPOSSIBLE_USAGE:
        with subtests.test(usage=usage):
            reply = read_reply(answer(usage=usage))
            assert reply
            assert (reply.text, reply.usage) == ("hello", None)


def test_reasoning_that_is_counted_separately_is_added_to_the_output():
    usage = {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 35}
    reply = read_reply(answer(usage={**usage, "completion_tokens_details": {"reasoning_tokens": 20}}))
    assert reply
    assert reply.usage == Usage(input_tokens=10, output_tokens=25, reasoning_tokens=20)


CALL = {"type": "computer_call", "call_id": "c", "action": {"type": "type", "text": "tea\ud83d"}, "actions": None}
REASON = {"type": "reasoning", "id": "r", "summary": [{"text": "I type."}], "content": None}
MESSAGE = {"type": "message", "content": [{"type": "output_text", "text": "Done."}]}


def response(*output: object, **more: object) -> dict:
    counts = {"input_tokens": 10, "output_tokens": 5, "input_tokens_details": {"cached_tokens": 4}}
    return {"model": "m", "status": "completed", "output": list(output), "usage": counts, **more}


def test_a_computer_call_keeps_its_reasoning_without_nulls_and_lone_surrogates():
    reply = read_reply(response(REASON, CALL, CALL))
    assert reply
    assert (reply.text, reply.finish, reply.model) == ("I type.", "tool_calls", "m")
    assert reply.usage == Usage(input_tokens=10, output_tokens=5, cached_tokens=4)
    (call,) = reply.tool_calls
    assert (call.id, call.name) == ("c", "computer")
    assert json.loads(call.arguments) == {
        "items": [
            {"type": "reasoning", "id": "r", "summary": [{"text": "I type."}]},
            {"type": "computer_call", "call_id": "c", "action": {"type": "type", "text": "tea?"}},
        ]
    }


@pytest.mark.parametrize(
    ("body", "text", "finish"),
    [
        (response(REASON, MESSAGE), "Done.", "stop"),
        (response(REASON), "", "stop"),
        (response({"type": "message", "content": [{"type": "refusal", "refusal": "No."}]}), "No.", "refusal"),
        (response(REASON, status="incomplete", incomplete_details={"reason": "max_output_tokens"}), "", "length"),
        (response(MESSAGE, status="incomplete", incomplete_details={"reason": "content_filter"}), "Done.", "refusal"),
        (response(None, 7, {"type": "message", "content": "x"}, {"type": "reasoning", "summary": 3}), "", "stop"),
    ],
)
def test_a_response_without_a_call_has_its_text(body: dict, text: str, finish: str):
    reply = read_reply(body)
    assert reply
    assert (reply.text, reply.tool_calls, reply.finish) == (text, (), finish)


@pytest.mark.parametrize("body", [response(status="failed"), {"output": None}, {"output": {"type": "message"}}])
def test_a_failed_response_is_no_reply(body: dict):
    assert read_reply(body) is None


def test_a_huge_computer_call_counts_as_cut_off():
    reply = read_reply(response({**CALL, "action": {"text": "x" * MAX_ARGUMENTS}}))
    assert reply
    assert (reply.finish, len(reply.tool_calls[0].arguments)) == ("length", MAX_ARGUMENTS)


@pytest.mark.parametrize(
    ("blocks", "thinking"),
    [
        (
            [{"type": "thinking", "thinking": "a\ud83d", "cache_control": None}, 7],
            '[{"type": "thinking", "thinking": "a?"}]',
        ),
        ([{"type": "redacted_thinking", "data": "x" * MAX_ARGUMENTS}], ""),
        ("x", ""),
        (None, ""),
    ],
)
def test_thinking_stays_with_the_first_call(blocks: object, thinking: str):
    message = called("{}")
    reply = read_reply(answer({**message, "tool_calls": message["tool_calls"] * 2, "thinking_blocks": blocks}))
    assert reply
    assert [call.thinking for call in reply.tool_calls] == [thinking, ""]
