"""WebGen-Bench's JSON Lines: instructions become cases whose checks are tasks; a bad line harms no other."""

import json
from pathlib import Path
from typing import Any

import pytest

from pytest_cookie.dataset.importing.import_cases import import_cases, write_cases
from pytest_cookie.dataset.importing.load_imported import load_imported
from pytest_cookie.dataset.importing.webgen_bench import LEAF_WORDS, LEAVES, OTHER_LEAF, find_leaf
from pytest_cookie.dataset.load import load_cases
from pytest_cookie.dataset.taxonomy import taxonomy
from pytest_cookie.protocols.auigym.tasks import TaskFields


def site(number: int = 1, **fields: Any) -> dict[str, Any]:
    return {
        "id": f"{number:06}",
        "instruction": "Please implement a website of a bell foundry. Use linen for the background.",
        "Category": {"primary_category": "Content Presentation", "subcategories": ["Media Display"]},
        "application_type": "News and Information Sites",
        "ui_instruct": [
            {
                "task": "Open the bell of 1731.",
                "expected_result": "Its tone and weight are shown.",
                "task_category": {},
            },
            {"task": "Check the colours.", "expected_result": "The background is linen.", "task_category": {}},
        ],
        **fields,
    }


def write(folder: Path, *lines: object) -> Path:
    path = folder / "test.jsonl"
    path.write_text("".join(f"{line if isinstance(line, str) else json.dumps(line)}\n" for line in lines), "utf-8")
    return path


def test_an_instruction_is_a_case_whose_checks_are_tasks(tmp_path: Path):
    (case,) = import_cases(write(tmp_path, site())).cases
    assert (case.id, case.leaf, case.language) == ("webgen-000001", "article", "en")
    fields = TaskFields.model_validate(case.extra)
    assert fields.tag == "landing"
    assert [(task.id, task.kind, task.do, task.checker) for task in fields.tasks] == [
        ("check-1", "core", "Open the bell of 1731.", ""),
        ("check-2", "core", "Check the colours.", ""),
    ]
    assert fields.tasks[1].outcome == "The background is linen."


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"id": ', "test.jsonl:2: is not JSON"),
        (site(1), "test.jsonl:2: id: '000001' is already the id of line 1; the first"),
        (
            site(1, id="000001!"),
            "test.jsonl:2: id: '000001!' and '000001' of line 1 give the same case id, webgen-000001; the first",
        ),
        (site(2, id="\ud800"), "test.jsonl:2: id: contains the control character U+D800"),
        (site(2, instruction=""), "test.jsonl:2: instruction: is empty"),
        (site(2, ui_instruct=[]), "test.jsonl:2: ui_instruct: has 0 tasks; a case has 1 to 60"),
        (site(2, ui_instruct=[{"task": "Go."}]), "test.jsonl:2: ui_instruct[0].expected_result: is missing"),
        (
            site(2, ui_instruct=[{"task": "a" * 501, "expected_result": "b"}]),
            "test.jsonl:2: ui_instruct[0].task: has 501 characters; a task has at most 500",
        ),
        (site(2, instruction="Draw\0it"), "test.jsonl:2: instruction: contains the control character U+0000"),
    ],
)
def test_a_bad_line_is_named_and_harms_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: object, message: str
):
    monkeypatch.chdir(tmp_path)
    found = import_cases(write(tmp_path, site(1), line, site(3)))
    assert [case.id for case in found.cases] == ["webgen-000001", "webgen-000003"]
    assert [str(problem).startswith(message) for problem in found.problems] == [True], found.problems


@pytest.mark.parametrize(
    ("application", "primary", "leaf"),
    [
        ("Analytics Platforms/Dashboards", "Data Management", "dashboard"),
        ("E-commerce Web Applications", "User Interaction", "business-objects"),
        ("Travel Booking Portals", "User Interaction", "form-workflow"),
        ("Something Else", "Content Presentation", "corporate-site"),
        ("", "", OTHER_LEAF),
    ],
)
def test_the_leaf_follows_from_type_and_category(application: str, primary: str, leaf: str):
    assert find_leaf(application, primary) == leaf


def test_every_leaf_is_one_of_the_taxonomy():
    known = {leaf.slug for leaf in taxonomy().leaves}
    assert {OTHER_LEAF, *LEAVES.values(), *(leaf for _, leaf in LEAF_WORDS)} <= known


def test_used_as_it_is_and_written_as_yaml(tmp_path: Path):
    path = write(tmp_path, site(1), site(2, instruction="Please implement a shop for bell ropes."))
    cases, problems = load_imported(path, TaskFields)
    assert (len(cases), problems) == (2, ())
    assert len(cases[0].fields["tasks"]) == 2
    write_cases(import_cases(path).cases, tmp_path / "out")
    assert [case.id for case in load_cases(tmp_path / "out", extra=TaskFields)] == [case.id for case in cases]
    assert "tasks" not in load_imported(path, None)[0][0].fields
