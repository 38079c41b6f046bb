"""Workflows of Vibe Code Bench: scripts, counting, and the built-in cases."""

import pytest
from pydantic import ValidationError

from pytest_cookie.dataset.load import load_cases
from pytest_cookie.generation.ready_files import SampleFiles
from pytest_cookie.protocols.vibecode.lint import lint_workflows
from pytest_cookie.protocols.vibecode.protocol import BENCHMARK
from pytest_cookie.protocols.vibecode.results import StepResult, WorkflowResult, passes
from pytest_cookie.protocols.vibecode.script import Open, parse_line
from pytest_cookie.protocols.vibecode.workflows import WorkflowFields


@pytest.mark.parametrize(
    ("line", "kind", "selector", "value"),
    [
        ("click #save", "click", "#save", ""),
        ("type #name = a = b", "type", "#name", "a = b"),
        ("select .day select = Monday", "select", ".day select", "Monday"),
        ("press Enter", "press", "", "Enter"),
        ("reload", "reload", "", ""),
        ("upload #photo", "upload", "#photo", ""),
    ],
)
def test_a_line_is_an_action(line, kind, selector, value):
    action = parse_line(line)
    assert not isinstance(action, Open)
    assert (action.kind, action.selector, action.value) == (kind, selector, value)


@pytest.mark.parametrize(
    ("line", "url"),
    [
        ("open", "http://artifact.localhost/"),
        ("open /a?b=c", "http://artifact.localhost/a?b=c"),
        ("open inbox:/?to=a@b.example", "http://inbox.localhost/?to=a@b.example"),
        ("open payments:/", "http://payments.localhost/"),
    ],
)
def test_open_loads_one_of_three_origins(line, url):
    assert parse_line(line) == Open(url)


@pytest.mark.parametrize(
    "line", ["", "jump #a", "click", "type #a", "type = x", "press", "open http://x.example/", "open mail:/"]
)
def test_other_lines_are_refused(line):
    with pytest.raises(ValueError, match=r"begins with|needs|write|address"):
        parse_line(line)


PASSING_COUNTS = [
    (10, 10, True),
    (9, 10, True),
    (8, 10, False),
    (19, 20, True),
    (18, 20, True),
    (17, 20, False),
    (3, 3, True),
    (2, 3, False),
    (8, 9, False),
    (0, 0, False),
    (27, 30, True),
    (26, 30, False),
]


def test_a_workflow_passes_at_nine_of_ten_substeps(subtests):
    for passed, total, result in PASSING_COUNTS:
        with subtests.test(repr(passed)):
            steps = [StepResult(passed=at < passed, failure=None if at < passed else "data") for at in range(total)]
            workflow = WorkflowResult(workflow="w", steps=tuple(steps))
            assert passes(passed, total) is workflow.passed is result
            assert workflow.failure == (None if result else "other" if not total else "data")


def test_a_script_with_a_misspelt_line_or_checker_is_refused():
    step = {"text": "t", "do": ["click #a"], "check": 'text("#a") == "b"'}
    workflow = {"id": "w", "purpose": "p", "steps": [step]}
    assert WorkflowFields.model_validate({"workflows": [workflow]}).workflows[0].has_script
    for change in ({"do": ["clik #a"]}, {"check": "text(#a)"}):
        with pytest.raises(ValidationError):
            WorkflowFields.model_validate({"workflows": [{**workflow, "steps": [{**step, **change}]}]})
    with pytest.raises(ValidationError, match="two workflows"):
        WorkflowFields.model_validate({"workflows": [workflow, workflow]})


def test_the_built_in_cases_are_complete_and_without_complaints():
    cases = load_cases(BENCHMARK / "apps.yaml", extra=WorkflowFields)
    fields = {case.id: WorkflowFields.model_validate(case.fields) for case in cases}
    assert {name: len(one.workflows) for name, one in fields.items()} == dict.fromkeys(fields, 8)
    assert len(fields) == 4
    assert {one.integrations for one in fields.values()} == {"none", "email", "both"}
    assert all(3 <= sum(workflow.broken for workflow in one.workflows) < 5 for one in fields.values())
    assert all(workflow.has_script for one in fields.values() for workflow in one.workflows)
    samples = SampleFiles(BENCHMARK / "samples")
    assert all(samples.has(name, f"sample/{version}") for name in fields for version in ("polished", "flawed"))
    assert {case.id: lint_workflows(case.brief, fields[case.id]) for case in cases} == dict.fromkeys(fields, ())


def test_the_linter_names_what_is_wrong_with_a_set_of_workflows():
    def flow(name, *steps):
        return {"id": name, "purpose": "p", "steps": list(steps)}

    flows = [
        flow("first", 'Register as "Maud" with maud@x.example.', 'Add the note "Invented".'),
        flow("second", "Log in as maud@x.example.", "Continue with the note of the previous workflow."),
        flow("third", "Check the database table for the entry.", "Open the browser console."),
    ]
    told = lint_workflows('An app with the word "Known".', WorkflowFields.model_validate({"workflows": flows}))
    assert any("3 workflows" in line for line in told)
    assert any("maud@x.example" in line and "second" in line for line in told)
    assert any("previous workflow" in line for line in told)
    assert sum("third" in line for line in told) == 2
