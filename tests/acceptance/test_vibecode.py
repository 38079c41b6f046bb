"""Vibe Code Bench: missing requirements are usage errors; an application that does not start fails all workflows."""

import pytest

from pytest_cookie.deployment.applications.missing_services import missing_services
from tests.acceptance.conftest import Project

MISSING = missing_services(frozenset())
CASES = """
- id: pond
  leaf: efficiency
  language: en
  brief: A pond.
  database: none
  workflows:
    - {id: feed, purpose: Ducks are fed., steps: [{text: Look., check: 'exists("#duck")'}]}
    - {id: call, purpose: Geese come., steps: [{text: Look., check: 'exists("#goose")'}]}
"""


@pytest.fixture
def pond(project: Project) -> Project:
    (project.path / "cases.yaml").write_text(CASES)
    app = project.path / "apps" / "m" / "pond"
    app.mkdir(parents=True)
    (app / "app.yaml").write_text("processes: {web: {command: exit 3, port: 8000}}\n")
    return project


@pytest.mark.skipif(bool(MISSING), reason="; ".join(MISSING))
@pytest.mark.parametrize(
    ("old", "new", "arguments", "message"),
    [
        ("check: 'exists(\"#duck\")'", "do: [reload]", (), "*workflow feed of pond has no script*"),
        ("exists", "exist", (), "*cases.yaml:*workflows*unknown question exist*"),
        ("", "", ("--cookie-judge=openai/any*3",), "*vibecode takes no several samples of a verdict here: each model*"),
    ],
)
def test_what_it_cannot_do_is_a_usage_error(pond: Project, old, new, arguments, message):
    (pond.path / "cases.yaml").write_text(CASES.replace(old, new) if old else CASES)
    result = pond.refuse("--cookie-protocol=vibecode", "--cookie-artifacts=apps", "--model=m", *arguments)
    assert result.ret == 4
    result.stderr.fnmatch_lines([message])


def test_an_application_that_needs_what_the_machine_lacks_is_a_usage_error(pond: Project, monkeypatch):
    from pytest_cookie.deployment.applications import mail

    monkeypatch.setattr(mail, "is_installed", lambda: False)
    app = pond.path / "apps" / "m" / "pond" / "app.yaml"
    app.write_text(app.read_text() + "services: [mail]\n")
    result = pond.refuse("--cookie-protocol=vibecode", "--cookie-artifacts=apps", "--model=m")
    result.stderr.fnmatch_lines(["*need a mail catcher: pip install 'pytest-cookie[[]apps]'*"])


@pytest.mark.skipif(bool(MISSING), reason="; ".join(MISSING))
def test_an_application_that_does_not_start_fails(pond: Project):
    result = pond.run("--cookie-protocol=vibecode", "--cookie-artifacts=apps", "--model=m", "-q")
    assert result.ret == 1, result.stdout.str()
    (record,) = pond.records()
    assert record["outcome"] == "failed"
    assert record["scores"] == {"accuracy": 0.0, "strict_accuracy": 0.0, "substeps": 0.0, "published_accuracy": None}
    (finding,) = record["findings"]  # type: ignore[misc]
    assert "ended with 3" in finding["why"]
