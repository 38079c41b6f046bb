"""Tasks of Vibe Code Bench become cases of the protocol vibecode."""

from pathlib import Path

import pytest
import yaml

from pytest_cookie.core.errors import UsageError
from pytest_cookie.dataset.importing.import_cases import import_cases, write_cases
from pytest_cookie.dataset.load import load_cases
from pytest_cookie.protocols.vibecode.workflows import WorkflowFields

TESTS = {
    "task_id": "Duck Pond",
    "iterations": [
        {
            "id": 1,
            "title": "First",
            "workflows": {
                "w_1": {"id": "w_1", "title": "Feed", "purpose": "Ducks are fed.", "is_regression": False,
                        "steps": ["1. Open the pond.", "2) Throw bread."]},
            },
        },
        {"id": 2, "workflows": {"W 2": {"id": "W 2", "purpose": "Geese too.", "steps": ["Call the geese."]}}},
    ],
}  # fmt: skip


@pytest.fixture
def task(tmp_path: Path) -> Path:
    folder = tmp_path / "pond"
    (folder / "prompts").mkdir(parents=True)
    (folder / "tests.yaml").write_text(yaml.safe_dump(TESTS))
    parameters = {"email_service": True, "stripe_service": True, "anonymous_authentication": False}
    described = {"app": {"path": "app"}, "generation_parameters": parameters, "workflow_contract": {"kind": "k"}}
    (folder / "task.yaml").write_text(yaml.safe_dump(described))
    (folder / "base_prompt.md").write_text("A pond for ducks.\n")
    (folder / "prompts" / "iteration_2.md").write_text("Geese come, too.\n")
    return folder


@pytest.mark.parametrize("name", ["", "tests.yaml"])
def test_each_iteration_is_a_case_with_all_prompts_so_far(task: Path, tmp_path: Path, name: str):
    found = import_cases(task / name)
    assert found.problems == ()
    assert [case.brief for case in found.cases] == ["A pond for ducks.", "A pond for ducks.\n\nGeese come, too."]
    write_cases(found.cases, tmp_path / "out")
    first, second = load_cases(tmp_path / "out", extra=WorkflowFields)
    fields = WorkflowFields.model_validate(first.fields)
    assert fields.integrations == "both"
    assert fields.services == {"postgres", "mail", "payments"}
    assert [step.text for step in fields.workflows[0].steps] == ["Open the pond.", "Throw bread."]
    assert not fields.workflows[0].has_script
    assert WorkflowFields.model_validate(second.fields).workflows[0].id == "w-2"


def test_without_a_specification_there_is_no_case(task: Path):
    (task / "base_prompt.md").unlink()
    with pytest.raises(UsageError, match=r"base_prompt\.md is missing"):
        import_cases(task)


def test_a_workflow_without_steps_is_a_problem_with_its_line(task: Path):
    (task / "tests.yaml").write_text(
        "task_id: t\niterations:\n- id: 1\n  workflows:\n    a:\n      id: a\n      purpose: p\n      steps: []\n"
    )
    (problem,) = import_cases(task).problems
    assert problem.line == 8


def test_workflows_named_in_any_script_have_ids(task: Path, tmp_path: Path):
    named = {key: {"id": key, "purpose": "p", "steps": ["s"]} for key in ("喂鸭子", "Füttern", "v1.2", "喂鹅")}
    (task / "tests.yaml").write_text(yaml.safe_dump({"task_id": "t", "iterations": [{"id": 1, "workflows": named}]}))
    write_cases(import_cases(task).cases, tmp_path / "out")
    (case,) = load_cases(tmp_path / "out", extra=WorkflowFields)
    ids = [workflow.id for workflow in WorkflowFields.model_validate(case.fields).workflows]
    assert len(set(ids)) == 4
    assert "v1-2" in ids


@pytest.mark.parametrize("name", ["x/../../../secret", "linked", "9" * 300])
def test_a_prompt_outside_of_the_task_is_not_read(task: Path, name: str):
    (task.parent / "secret.md").write_text("the user's own notes")
    (task / "prompts/iteration_x").mkdir()
    (task / "prompts/iteration_linked.md").symlink_to(task.parent / "secret.md")
    tests = {"task_id": "t", "iterations": [{"id": name, "workflows": TESTS["iterations"][0]["workflows"]}]}
    (task / "tests.yaml").write_text(yaml.safe_dump(tests))
    assert [case.brief for case in import_cases(task).cases] == ["A pond for ducks."]
