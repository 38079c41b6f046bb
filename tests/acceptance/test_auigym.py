"""AUI-Gym without a model: reference solutions are replayed, and checkers decide."""

import json

import pytest

from tests.acceptance.conftest import Project

CASES = """
- id: tea
  leaf: formula-calculator
  language: en
  brief: A tea timer that counts cups.
  artifact: pages/tea.html
  tag: tool
  tasks:
    - {id: two-cups, kind: core, do: Count two cups., outcome: The total is 2., checker: 'number("output") == 2',
       solution: [{kind: click, selector: "#add"}, {kind: click, selector: "#add"}]}
    - {id: export, kind: workflow, do: Save the list., outcome: It is saved., checker: 'visible("#saved")',
       solution: [{kind: click, selector: "#save"}]}
"""


@pytest.fixture
def tasks(project: Project) -> Project:
    project.page("tea.html")
    (project.path / "cases.yaml").write_text(CASES)
    return project


@pytest.mark.long
def test_a_run_scores_the_tasks_and_reports_them(tasks: Project):
    result = tasks.run("--cookie-protocol=auigym", "-q")
    assert result.ret == 0, result.stdout.str()
    result.stdout.fnmatch_lines(["*protocol auigym*", "*complete*success*"])
    (record,) = tasks.records()
    assert record["scores"] == {"completeness": 100.0, "success_of_supported": 50.0, "success_rate": 50.0}
    (finding,) = record["findings"]  # type: ignore[misc]
    assert finding["title"] == "Task cannot be done: Save the list."
    sessions = tasks.path / "run" / str(record["folder"]) / "evidence/sessions/tasks"
    results = [json.loads((sessions / f"{task}.json").read_text())["result"] for task in ("two-cups", "export")]
    assert [episode["ending"] for episode in results] == ["solved", "action_failed"]


@pytest.mark.parametrize(
    ("old", "new", "arguments", "message"),
    [
        ("number(", "number_of(", (), "*cases.yaml:*tasks*unknown question*"),
        ("", "", ("--cookie-revisions=1",), "*--cookie-revisions: needs a model as --cookie-agent*"),
    ],
)
def test_what_it_cannot_do_is_a_usage_error(tasks: Project, old, new, arguments, message):
    (tasks.path / "cases.yaml").write_text(CASES.replace(old, new) if old else CASES)
    result = tasks.refuse("--cookie-protocol=auigym", *arguments)
    assert result.ret == 4
    result.stderr.fnmatch_lines([message])
