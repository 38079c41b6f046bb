"""Impossible token counts in every provider's format become 0 before litellm reads them."""

import json

import pytest

from pytest_cookie.llm.transport.usage_parsing import with_believable_usage


def read(text: str):
    cleaned = with_believable_usage(text.encode())
    return None if cleaned is None else json.loads(cleaned)


BELIEVABLE = [
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
]


def test_a_reply_with_possible_counts_is_unchanged(subtests):
    for text in BELIEVABLE:
        with subtests.test(text[:80]):
            assert read(text) is None


ODD = ["NaN", "-Infinity", "1e999", "-1", "0.5", '"7"', "true", "false", "[]", "{}", "9" * 5_000]
PLACES = [
    '{"usage": {"prompt_tokens": 3, "completion_tokens": @}}',
    '{"usage": {"output_tokens": @, "input_tokens": 3}}',
    '{"usageMetadata": {"promptTokenCount": 3, "x": [{"tokenCount": @}]}}',
    '{"usage": {"completion_tokens_details": {"reasoning_tokens": @}}}',
    '{"meta": {"billed_units": {"input_tokens": @}}}',
    '{"prompt_eval_count": @}',
]


def test_an_impossible_count_becomes_0(subtests):
    for text in PLACES:
        for odd in ODD:
            with subtests.test(text, odd=odd[:20]):
                assert read(text.replace("@", odd)) == json.loads(text.replace("@", "0"))


@pytest.mark.parametrize("odd", ['"many"', "[1]", "7", "true", "NaN"])
def test_usage_without_fields_becomes_empty(odd: str):
    assert read(f'{{"id": "1", "usage": {odd}}}') == {"id": "1", "usage": {}}


def test_other_numbers_that_are_not_finite_become_0():
    assert read('{"usage": {"cost": NaN, "prompt_tokens": 1}}') == {"usage": {"cost": 0, "prompt_tokens": 1}}
