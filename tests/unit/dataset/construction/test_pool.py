"""Pools are read as people and scripts write them, and written so that they read back the same."""

import json
from pathlib import Path

import pytest

from pytest_cookie.dataset.construction.pool import Query, merge_turns, read_pool, write_pool


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ("A timer page", "A timer page"),
        ([{"type": "text", "text": "A timer"}, {"type": "image_url"}, {"text": "page"}], "A timer\npage"),
        (None, ""),
        ([{"text": 3}, "with bells"], "with bells"),
    ],
)
def test_a_message_is_text_or_parts_of_text(content: object, text: str):
    assert merge_turns([{"role": "assistant", "content": "Hello"}, {"role": "user", "content": content}]) == text


def test_another_column_named_query_does_not_replace_the_text(tmp_path: Path):
    (tmp_path / "a.csv").write_text("id,query,text\n1,SELECT 2,A page of birds\n")
    write_pool(read_pool(tmp_path / "a.csv", column="text"), tmp_path / "b.csv")
    assert read_pool(tmp_path / "b.csv") == [Query("1", "A page of birds", {"other_query": "SELECT 2"})]


def test_half_of_a_character_is_replaced(tmp_path: Path):
    (tmp_path / "a.jsonl").write_text(json.dumps({"id": "a\ud83d", "query": "A page \ud83d", "tag\udc00": "x\ud83d"}))
    assert read_pool(tmp_path / "a.jsonl") == [Query("a?", "A page ?", {"tag?": "x?"})]
