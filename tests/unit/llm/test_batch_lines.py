"""Requests as they stand in a batch."""

import json

import pytest

from pytest_cookie.llm.batch.anthropic_batches import AnthropicBatches
from pytest_cookie.llm.batch.batch_api import BatchApi
from pytest_cookie.llm.batch.openai_batches import OpenAIBatches
from pytest_cookie.llm.batch.result_lines import MAX_LINE_BYTES
from pytest_cookie.llm.transport.failures import CallFailed
from pytest_cookie.llm.transport.http_guard import CapturedRequest

OPENAI = OpenAIBatches("openai/gpt-5", seconds=1), "https://a.example/v1/chat/completions", "body"
ANTHROPIC = AnthropicBatches("anthropic/claude-sonnet-4-5", seconds=1), "https://a.example/v1/messages", "params"


@pytest.mark.parametrize(("api", "url", "place"), [OPENAI, ANTHROPIC])
def test_a_request_with_many_pictures_is_whole(api: BatchApi, url: str, place: str):
    picture = "a" * (MAX_LINE_BYTES + 1)
    line = api.line("k", CapturedRequest(url, {}, json.dumps({"messages": [picture]}).encode()))
    assert line[place] == {"messages": [picture]}


@pytest.mark.parametrize(("api", "url", "place"), [OPENAI, ANTHROPIC])
@pytest.mark.parametrize("body", [b"", b"a=b", b"[]"])
def test_what_is_no_json_object_is_not_sent(api: BatchApi, url: str, place: str, body: bytes):
    with pytest.raises(CallFailed, match="no JSON object"):
        api.line("k", CapturedRequest(url, {}, body))
