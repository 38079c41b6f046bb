"""`pytest-cookie judge`, without any call of a model."""

import json
from pathlib import Path

import pytest

from pytest_cookie.cli import main
from pytest_cookie.core.artifact import Artifact, ArtifactProblem, ItemKey
from pytest_cookie.core.errors import BrowserError
from pytest_cookie.core.spend import Spend
from pytest_cookie.dataset.load import load_cases
from pytest_cookie.llm.cost.ledger import Ledger
from pytest_cookie.llm.messages.messages import Request, Text, user
from pytest_cookie.llm.transport.shared_state import State
from pytest_cookie.protocols.run.model_access import STATE
from pytest_cookie.records.run import RunFolder
from tests.synthetic_run import POLISHED, make_manifest, write_synthetic_run
from tests.unit.protocols.one_page import OnePage, pipeline, walk


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> RunFolder:
    """A run of eight items without the files of their cases."""
    monkeypatch.chdir(tmp_path)
    run = RunFolder.open(write_synthetic_run(tmp_path / "run"))
    run.write_manifest(run.manifest.model_copy(update={"judge": "openai/before"}))
    return run


def make_judgeable(run: RunFolder) -> None:
    record = next(record for record in run.records() if record.model == POLISHED)
    item = run.item(record.folder)
    (run.path / "cases.yaml").write_text("- {id: one, leaf: article, language: en, brief: b, artifact: p.html}")
    (case,) = load_cases(run.path / "cases.yaml")
    item.write_case(case)
    key = ItemKey(case=record.case, model=record.model, mode="html")
    problem = ArtifactProblem(kind="no_code", message="The reply is empty.")
    item.write_artifact(Artifact(key=key, files=(), entry=None, digest="d" * 64, problem=problem))


def test_the_command_fails_and_keeps_the_run_if_no_item_was_judged(run: RunFolder, capsys):
    assert main(["judge", str(run.path)]) == 2
    assert capsys.readouterr().err.endswith("measured judged none of 8 items; the run is unchanged\n")
    assert run.manifest.judge == "openai/before"


def test_items_that_were_not_judged_are_counted_in_a_line(run: RunFolder, capsys):
    make_judgeable(run)
    assert main(["judge", str(run.path)]) == 1
    errors = capsys.readouterr().err
    assert "measured judged 1 of 7 items. The others keep their previous record" in errors
    assert "1 item ended without evidence" in errors
    assert run.manifest.judge == "measured"
    assert [record.outcome for record in run.records()].count("failed") == 2, "one more than before"


def test_what_the_project_exports_is_exported_again(run: RunFolder, capsys):
    make_judgeable(run)
    Path("pyproject.toml").write_text("[tool.pytest-cookie]\nexports = {ctrf = {}}\n")
    ctrf = run.path / "export" / "ctrf.json"
    assert main(["export", str(run.path), "--to", "ctrf"]) == 0
    before = json.loads(ctrf.read_text())["results"]["summary"]
    assert main(["judge", str(run.path)]) == 1
    assert f"exported: {ctrf}: " in capsys.readouterr().out
    after = json.loads(ctrf.read_text())["results"]["summary"]
    assert (after["tests"], after["failed"]) == (before["tests"], before["failed"] + 1)


def test_an_item_that_never_had_evidence_does_not_fail_the_command(tmp_path: Path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    run = RunFolder.create(tmp_path / "run")
    run.write_manifest(make_manifest())
    walk(pipeline(run, OnePage(problem=ArtifactProblem(kind="no_code", message="The reply is empty."))))
    with pytest.raises(BrowserError):
        walk(pipeline(run, OnePage(break_in={"explore": BrowserError("it hung")}), 2))
    assert main(["judge", str(run.path)]) == 0
    assert capsys.readouterr().err == f"1 item ended without evidence; rerun with: pytest --cookie-resume={run.path}\n"
    assert [record.outcome for record in run.records()] == ["failed", "unscored"]


def test_settings_of_agents_do_not_matter_for_judging_stored_evidence(run: RunFolder):
    make_judgeable(run)
    Path("pyproject.toml").write_text('[tool.pytest-cookie]\nagent_sees = "published"\n')
    assert main(["judge", str(run.path)]) == 1


def test_the_judges_account_excludes_what_the_run_spent(run: RunFolder, capsys):
    make_judgeable(run)
    state = State(run.path / STATE)
    ledger = Ledger(state)
    call = ledger.set_aside(Request("openai/any", (user(Text("?")),), "explore"), 5.0, wait_seconds=1)
    ledger.book(call, Spend(calls=1, cost_usd=5.0), most_usd=5.0)
    state.close()
    assert main(["judge", str(run.path), "--judge=openai/any", "--replay=only"]) == 1
    assert capsys.readouterr().out.startswith("models: 0 new calls, 0 tokens in, 0 out, $0.0000\n")


@pytest.mark.parametrize("budget", ["0", "-1", "nan"])
def test_a_budget_of_zero_is_refused(run: RunFolder, capsys, budget: str):
    assert main(["judge", str(run.path), f"--budget-usd={budget}"]) == 2
    assert f"--budget-usd={budget}: must be a positive number" in capsys.readouterr().err
