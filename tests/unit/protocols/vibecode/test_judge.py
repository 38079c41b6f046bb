"""The scores of an application: labels of scripts, of an evaluating model, and of a judge; workflows without labels."""

import json
from pathlib import Path

import pytest

from pytest_cookie.core.errors import JudgingError
from pytest_cookie.core.evidence import Evidence
from pytest_cookie.core.perception import StaticPerception
from pytest_cookie.core.trace import Trace
from pytest_cookie.core.verdict import Verdict
from pytest_cookie.dataset.load import load_cases
from pytest_cookie.llm.messages.completion import Completion
from pytest_cookie.llm.messages.messages import Request
from pytest_cookie.protocols.vibecode.judge import WorkflowJudge
from pytest_cookie.protocols.vibecode.protocol import BENCHMARK
from pytest_cookie.protocols.vibecode.results import ENDINGS, Ending, StepResult, WorkflowResult, fail_all
from pytest_cookie.protocols.vibecode.substep_judge import SubstepJudge
from pytest_cookie.protocols.vibecode.workflows import WorkflowFields
from pytest_cookie.records.item_sessions import SessionOutcome, SessionStore
from tests.unit.judging.evidence_builders import artifact

FIELDS = {
    "workflows": [{"id": name, "purpose": f"Purpose {name}.", "steps": ["One.", "Two."]} for name in ("a", "b", "c")]
}
CASE = load_cases(BENCHMARK / "apps.yaml", extra=WorkflowFields)[0].model_copy(update={"fields": FIELDS})
NOW: tuple[Ending, ...] = ("executed", "executed", "executed")


def evidence(explorer: str) -> Evidence:
    return Evidence(
        artifact_digest="d", explorer=explorer, browser="", perception=StaticPerception(loaded=True),
        trace=Trace(policy="workflows"),
    )  # fmt: skip


def write(folder: Path, passed: tuple[bool, ...], endings: tuple[Ending, ...] = NOW) -> None:
    """Each workflow's two substeps pass or fail together."""
    store = SessionStore(folder, {})
    for workflow, one, ending in zip(WorkflowFields.model_validate(FIELDS).workflows, passed, endings, strict=True):
        step = StepResult(passed=one, reason="said", failure=None if one else "data")
        result = WorkflowResult(workflow=workflow.id, ending=ending, steps=(step, step))
        if ending in ("no_output", "page_gone", "time_limit"):
            result = fail_all(workflow, ending, "why")
        store.run(f"workflows/{workflow.id}", {}, lambda _, result=result: SessionOutcome(result))


class Opinion:
    """A model that passes the first substep of each workflow and fails the second; it leaves one workflow out."""

    def __init__(self, silent: str = "") -> None:
        self.silent, self.calls = silent, 0

    def complete(self, request: Request) -> Completion:
        self.calls += 1
        if self.silent and f"Purpose {self.silent}." in str(request.messages):
            return Completion("no")
        rows = [{"number": at, "passed": at == 1, "reason": "r", "failure": "" if at == 1 else "data"} for at in (1, 2)]
        return Completion(json.dumps({"steps": rows}))


def judge(folder: Path, explorer: str, *models: SubstepJudge) -> Verdict:
    return WorkflowJudge(models).judge(CASE, artifact(), evidence(explorer), folder)


@pytest.mark.parametrize(
    ("explorer", "passed", "endings", "accuracy", "published"),
    [
        ("reference", (True, True, False), NOW, 200 / 3, None),
        ("openai/any", (True, True, False), NOW, 200 / 3, 200 / 3),
        ("openai/any", (True, True, True), ("executed", "no_output", "step_limit"), 100.0, 200 / 3),
        ("openai/any", (True, False, True), ("executed", "page_gone", "executed"), 200 / 3, 200 / 3),
        ("openai/any", (True, True, True), ("no_output", "no_output", "no_output"), None, 0.0),
        ("openai/any", (True, True, True), ("executed", "executed", "time_limit"), 100.0, 200 / 3),
        ("openai/any", (True, True, True), ("time_limit", "time_limit", "time_limit"), None, 0.0),
        ("reference", (True, True, True), ("executed", "time_limit", "no_output"), 100.0, None),
    ],
)
def test_a_workflow_without_labels_fails_as_published_and_is_left_out_by_ours(
    tmp_path: Path, explorer, passed, endings, accuracy, published
):
    write(tmp_path, passed, endings)
    verdict = judge(tmp_path, explorer)
    assert verdict.scores["accuracy"] == (None if accuracy is None else pytest.approx(accuracy))
    assert verdict.scores["published_accuracy"] == (None if published is None else pytest.approx(published))
    silent = {ending: endings.count(ending) for ending in ("no_output", "time_limit") if ending in endings}
    assert [note.partition(": ")[0] for note in verdict.notes] == [
        f"{number} workflow{'s' * (number != 1)} without labels, because {ENDINGS[ending]}"
        for ending, number in silent.items()
    ]


def test_the_first_judge_decides_and_all_are_compared(tmp_path: Path):
    write(tmp_path, (True, True, False), ("executed", "no_output", "page_gone"))
    first, second = Opinion(), Opinion(silent="a")
    verdict = judge(tmp_path, "m/agent", SubstepJudge("m/one", first, {}), SubstepJudge("m/two", second, {}))
    assert verdict.judge == "workflows+m/one+m/two"
    assert verdict.scores == {
        "substeps": 25.0, "strict_accuracy": 0.0, "accuracy": 0.0, "published_accuracy": pytest.approx(100 / 3)
    }  # fmt: skip
    assert (first.calls, second.calls) == (1, 3), "a page that died and a silent evaluator need no judge"
    (pairs,) = (panel.rows for panel in verdict.panels if panel.title.startswith("Evaluator"))
    assert pairs == (
        ("m/agent (evaluator)", "m/one", "2", "50.0 %"), ("m/agent (evaluator)", "m/two", "0", "–"),
        ("m/one", "m/two", "0", "–"),
    ), "labels of a page that died are no judge's"  # fmt: skip
    assert {one.id: one.passed for one in verdict.items} == {
        "a/1": True, "a/2": False, "b/1": None, "b/2": None, "c/1": False, "c/2": False,
    }  # fmt: skip


def test_results_of_other_substeps_are_no_verdict(tmp_path: Path):
    write(tmp_path, (True, True, True))
    (tmp_path / "sessions/workflows/b.json").unlink()
    with pytest.raises(JudgingError, match="workflow b cannot be read"):
        judge(tmp_path, "reference")
