"""`--cookie-mode=react`: a model builds an app in the scaffold, and it goes through perception, agent and judge."""

import json
import shutil

import pytest

from pytest_cookie.generation.react.scaffold import SCAFFOLD
from pytest_cookie.sandbox.packages import default_store
from tests.acceptance.modelled import Modelled
from tests.provider import Provider

NO_SANDBOX = shutil.which("bwrap") is None or shutil.which("npm") is None
STORE = default_store()
"""Read before pytester gives each test a home of its own."""
needs_sandbox = pytest.mark.skipif(NO_SANDBOX, reason="needs bubblewrap and npm (make sandbox)")


@pytest.fixture
def in_react(modelled: Modelled) -> Modelled:
    """Packages are those of the machine's own store."""
    modelled.settings(f'packages = "{STORE}"')
    return modelled


@pytest.mark.slow
@needs_sandbox
def test_an_app_is_built_mended_used_and_judged_by_two_workers(in_react: Modelled, provider: Provider):
    in_react.brief("shelf", "A shelf of books: add, search, filter, mark as read, with numbers.")
    in_react.brief("library", "A library at home: which books I have, and which I have read.")
    result = in_react.run("--cookie-mode=react", "-n", "2")
    result.assert_outcomes(passed=2)
    assert in_react.outcomes() == {"shelf": "scored", "library": "scored"}
    for case, record in in_react.records().items():
        item = in_react.item(case)
        assert (record["mode"], record["build"]["tool"], record["build"]["isolation"]) == (
            "react",
            "vite",
            "bubblewrap",
        )
        assert record["build"]["failure"] is None
        assert record["build"]["types"]["errors"] == 0
        assert record["spend"]["generate"]["calls"] >= 5
        lines = [json.loads(line) for line in (item / "coding.jsonl").read_text().splitlines()]
        assert sum(len(line.get("calls", ())) for line in lines) >= 15
        kinds = [line["build"]["failure"] and line["build"]["failure"]["kind"] for line in lines if "build" in line]
        assert kinds == ["phantom_import", None]
        assert lines[-1]["end"]["why"] == "done"
        assert len(list((item / "artifact/src/components").glob("*.tsx"))) >= 10
        assert not (item / "artifact/node_modules").exists()
        assert len(in_react.trace(case)["steps"]) > 1
    assert not provider.refused
    manifest = json.loads((in_react.path / "run/manifest.json").read_text())
    assert manifest["mode"] == "react"
    assert manifest["options"]["scaffold"] == SCAFFOLD.digest
    assert manifest["prompts"]["generate"].startswith("coding-system+coding-user+coding-tools")


@pytest.mark.slow
@needs_sandbox
def test_work_that_does_not_build_fails_with_what_the_build_said(in_react: Modelled, provider: Provider):
    in_react.settings(f'packages = "{STORE}"\ncoding_turns = 5')
    in_react.brief("shelf", "A shelf of books.")
    result = in_react.run("--cookie-mode=react")
    result.assert_outcomes(failed=1)
    (record,) = in_react.records().values()
    assert (record["outcome"], record["scores"]["total"]) == ("failed", 0)
    assert record["build"]["failure"]["kind"] == "phantom_import"
    assert "BookOpenn" in record["findings"][0]["why"] + record["findings"][0]["title"]
