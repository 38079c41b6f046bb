"""Outcomes of tools beside the cached responses: the first holds, and a broken file is replaced."""

from dataclasses import replace
from pathlib import Path

import pytest

from pytest_cookie.llm.messages.messages import Request, Text, ToolCall, user
from pytest_cookie.llm.tool_outcomes import NOT_KEPT, ToolOutcome, ToolOutcomes

ASKED = Request("openai/any", (user(Text("Build a clock.")),), "generate")
CALL = ToolCall("1", "shell", '{"command": "date"}')
FIRST, LATER = ToolOutcome("10:00", (b"\xff\xd8jpeg",)), ToolOutcome("11:00")


def test_the_first_outcome_of_a_call_is_told_again(tmp_path: Path):
    assert ToolOutcomes(tmp_path).recall(ASKED, 1, CALL, FIRST) == FIRST
    assert ToolOutcomes(tmp_path).recall(ASKED, 1, replace(CALL, id="2"), LATER) == FIRST
    assert NOT_KEPT.recall(ASKED, 1, CALL, LATER) == LATER


@pytest.mark.parametrize(
    ("asked", "place", "call"),
    [
        (replace(ASKED, repeat=2), 1, CALL),
        (ASKED, 2, CALL),
        (ASKED, 1, replace(CALL, name="sql")),
        (ASKED, 1, replace(CALL, arguments="{}")),
    ],
)
def test_another_call_has_an_outcome_of_its_own(tmp_path: Path, asked: Request, place: int, call: ToolCall):
    outcomes = ToolOutcomes(tmp_path)
    outcomes.recall(ASKED, 1, CALL, FIRST)
    assert outcomes.recall(asked, place, call, LATER) == LATER


@pytest.mark.parametrize("content", ["", "{", '{"version": 1, "call": "x", "text": "t", "pictures": []}'])
def test_a_broken_file_is_replaced(tmp_path: Path, content: str):
    outcomes = ToolOutcomes(tmp_path)
    outcomes.recall(ASKED, 1, CALL, FIRST)
    (path,) = tmp_path.rglob("*.json")
    path.write_text(content)
    assert outcomes.recall(ASKED, 1, CALL, LATER) == LATER
    assert outcomes.recall(ASKED, 1, CALL, FIRST) == LATER


def test_a_broken_picture_counts_as_missing(tmp_path: Path):
    outcomes = ToolOutcomes(tmp_path)
    outcomes.recall(ASKED, 1, CALL, FIRST)
    (path,) = tmp_path.rglob("*.json")
    path.write_text(path.read_text().replace('"/9', '"!!'))
    assert outcomes.recall(ASKED, 1, CALL, LATER) == LATER


def test_a_lone_surrogate_is_told_as_it_is_stored(tmp_path: Path):
    outcomes = ToolOutcomes(tmp_path)
    told = outcomes.recall(ASKED, 1, CALL, ToolOutcome("\ud83d cut"))
    assert told == outcomes.recall(ASKED, 1, CALL, LATER)
