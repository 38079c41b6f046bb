"""WebDevJudge-Unit's form: labels and answers, with other fields in their lines."""

import json
from pathlib import Path

import pytest

from pytest_cookie.annotation.webdevjudge import read_feasibility
from pytest_cookie.core.errors import UsageError
from pytest_cookie.records.human_rating import Feasibility


def lines(tmp_path: Path, *entries: object) -> Path:
    path = tmp_path / "unit.jsonl"
    path.write_text("".join(f"{entry if isinstance(entry, str) else json.dumps(entry)}\n" for entry in entries))
    return path


def test_labels_and_both_forms_of_answers(tmp_path: Path):
    path = lines(
        tmp_path,
        {"web_id": "w1", "task_id": 1, "label": 1, "code": "<p>", "task": "Click.", "expected": "Green."},
        {"web_id": "w1", "task_id": 2, "label": 0},
        "",
        {"web_id": "w2", "task_id": "1", "model_response": {"feasible": False, "reasoning": "…"}},
        {"web_id": 3, "task_id": 1, "feasible": True},
    )
    assert read_feasibility(path) == (
        Feasibility("w1", "1", True),
        Feasibility("w1", "2", False),
        Feasibility("w2", "1", False),
        Feasibility("3", "1", True),
    )


def test_each_problem_is_reported_with_its_line(tmp_path: Path):
    path = lines(
        tmp_path,
        {"web_id": "w1", "task_id": 1, "label": 1},
        "{",
        "[1]",
        {"web_id": "w1", "label": 1},
        {"web_id": "w1", "task_id": 2},
        {"web_id": "w1", "task_id": 3, "label": 2},
        {"web_id": "w1", "task_id": 4, "feasible": "yes"},
        {"web_id": "w1", "task_id": 1, "label": 0},
        "[" * 100_000,
    )
    with pytest.raises(UsageError) as caught:
        read_feasibility(path)
    messages = (line.removeprefix(f"{path}:") for line in str(caught.value).splitlines())
    assert [message.partition(": Expecting")[0] for message in messages] == [
        "2: is not JSON",
        "3: must be a JSON object with fields: {…}",
        "4: task_id: must be text or a whole number",
        "5: has neither `label` (0 or 1) nor `feasible` (true or false)",
        "6: `label` must be 0 or 1, `feasible` true or false",
        "7: `label` must be 0 or 1, `feasible` true or false",
        "8: repeats the task of line 1",
        "9: is not JSON: it is nested too deep",
    ]


def test_nothing_and_nowhere(tmp_path: Path):
    with pytest.raises(UsageError, match=": is empty"):
        read_feasibility(lines(tmp_path))
    with pytest.raises(UsageError, match="No such file"):
        read_feasibility(tmp_path / "nowhere.jsonl")
