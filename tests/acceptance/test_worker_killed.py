"""A worker that dies takes one item with it, which the records name."""

from tests.acceptance.conftest import Project

KILLER = """
import os, signal, pytest

@pytest.fixture
def evidence(request, evidence):
    if "victim" in request.node.name:
        os.kill(os.getpid(), signal.SIGKILL)
    return evidence
"""


def test_the_others_are_scored_and_the_victim_is_named(project: Project):
    project.pytester.makeconftest(KILLER)
    project.page("good.html")
    for name in ("first", "second", "third", "victim"):
        project.case(f"{name}-page", "good.html")
    project.run("-n", "2")
    records = {str(record["case"]): record for record in project.records()}
    assert {name: record["outcome"] for name, record in records.items()} == {
        "first-page": "scored",
        "second-page": "scored",
        "third-page": "scored",
        "victim-page": "unscored",
    }
    cause = records["victim-page"]["cause"]
    assert (cause["stage"], cause["kind"]) == ("worker", "interrupted")
