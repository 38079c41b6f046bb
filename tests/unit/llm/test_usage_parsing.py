"""Token counts of every provider's form are looked at before litellm sees them."""

import json

import pytest

from pytest_cookie.llm.transport.usage_parsing import with_believable_usage


def read(text: str):
    cleaned = with_believable_usage(text.encode())
    return None if cleaned is None else json.loads(cleaned)


@pytest.mark.parametrize(
    "text",
    [
        '{"usage": {"prompt_tokens": 3, "completion_tokens": 4.0, "prompt_tokens_details": {"cached_tokens": 0}}}',
        '{"usage": {"input_tokens": 3, "cache_creation": {"ephemeral_5m_input_tokens": 0}, "service_tier": "x"}}',
        '{"usageMetadata": {"promptTokenCount": 3, "promptTokensDetails": [{"modality": "TEXT", "tokenCount": 3}]}}',
        '{"usage": {"prompt_tokens": null, "cost": 0.0012, "queue_time": 0.2}}',
        '{"usage": {"tokens": {"input_tokens": 3}, "billed_units": {"input_tokens": 3}}}',
        '{"usage": null}',
        '{"choices": [{"logprobs": [-Infinity, NaN]}], "usage": {"total_tokens": 1}}',
        '{"prompt_eval_count": 26, "eval_count": 290}',
        "no JSON",
        "[1]",
        "[" * 50_000,
    ],
)
def test_what_can_be_stays_byte_for_byte(text: str):
    assert read(text) is None


@pytest.mark.parametrize("odd", ["NaN", "-Infinity", "1e999", "-1", "0.5", '"7"', "true", "[]", "{}", "9" * 5_000])
@pytest.mark.parametrize(
    "text",
    [
        '{"usage": {"prompt_tokens": 3, "completion_tokens": @}}',
        '{"usage": {"output_tokens": @, "input_tokens": 3}}',
        '{"usageMetadata": {"promptTokenCount": 3, "x": [{"tokenCount": @}]}}',
        '{"usage": {"completion_tokens_details": {"reasoning_tokens": @}}}',
        '{"meta": {"billed_units": {"input_tokens": @}}}',
        '{"prompt_eval_count": @}',
    ],
)
def test_a_count_that_cannot_be_becomes_nothing(text: str, odd: str):
    assert read(text.replace("@", odd)) == json.loads(text.replace("@", "0"))


@pytest.mark.parametrize("odd", ['"many"', "[1]", "7", "true", "NaN"])
def test_usage_that_is_none_is_empty(odd: str):
    assert read(f'{{"id": "1", "usage": {odd}}}') == {"id": "1", "usage": {}}


def test_other_numbers_that_are_none_are_nothing_too():
    assert read('{"usage": {"cost": NaN, "prompt_tokens": 1}}') == {"usage": {"cost": 0, "prompt_tokens": 1}}
