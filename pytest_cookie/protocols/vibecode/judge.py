"""`WorkflowJudge`: counts the workflows that passed. Scripts, or the evaluating model, have judged the substeps."""

from collections import Counter
from pathlib import Path

from pytest_cookie.core.artifact import Artifact
from pytest_cookie.core.case import Case
from pytest_cookie.core.errors import JudgingError, RecordingError
from pytest_cookie.core.evidence import Evidence
from pytest_cookie.core.score_spec import ScoreSet, ScoreSpec
from pytest_cookie.core.verdict import Finding, Panel, Verdict
from pytest_cookie.protocols.vibecode.explorer import session_name
from pytest_cookie.protocols.vibecode.results import ENDINGS, WorkflowResult
from pytest_cookie.protocols.vibecode.workflows import FAILURES, Workflow, WorkflowFields
from pytest_cookie.records.item_sessions import read_session

VERSION = "1"
ACCURACY, STRICT, SUBSTEPS = "accuracy", "strict_accuracy", "substeps"
SCORES = ScoreSet(
    (
        ScoreSpec(
            id=SUBSTEPS,
            label="substeps",
            short="substeps",
            unit="%",
            about="Share of all substeps that passed, over the whole application.",
        ),
        ScoreSpec(
            id=STRICT,
            label="accuracy with all substeps",
            short="strict",
            unit="%",
            about="Share of the workflows whose substeps all passed.",
        ),
        ScoreSpec(
            id=ACCURACY,
            label="accuracy",
            short="accuracy",
            unit="%",
            ranks=True,
            about="Share of the workflows with at least 90 % of their substeps passed (Vibe Code Bench, section 3.4).",
        ),
    )
)
_NOTHING = {SUBSTEPS: 0.0, STRICT: 0.0, ACCURACY: 0.0}
_MAX_CHARACTERS = 300


class WorkflowJudge:
    """Reads the results of the sessions; calls no model."""

    id = "workflows"
    version = f"workflows-{VERSION}"

    def judge(
        self, case: Case, artifact: Artifact, evidence: Evidence, folder: Path, *, source: Path | None = None
    ) -> Verdict:
        """The verdict on all workflows. Raises `JudgingError` if results are missing."""
        fields = WorkflowFields.model_validate(case.fields)
        failure = evidence.build.failure if evidence.build else None
        if artifact.problem is not None or failure is not None:
            why = artifact.problem.message if artifact.problem else failure.message if failure else ""
            finding = _finding("critical", "The application does not start, so all its workflows fail", why)
            return self._verdict(_NOTHING, (finding,), (_describe_case(case, fields),), runnable=False)
        results = [(one, _read(folder, one)) for one in fields.workflows]
        return self._verdict(
            _scores([result for _, result in results]),
            tuple(_workflow_finding(one, result) for one, result in results if not result.passed_all),
            (_describe_workflows(results), _describe_failures(results), _describe_case(case, fields)),
        )

    def _verdict(
        self,
        scores: dict[str, float | None] | dict[str, float],
        findings: tuple[Finding, ...],
        panels: tuple[Panel, ...],
        *,
        runnable: bool = True,
    ) -> Verdict:
        return Verdict(
            judge=self.id,
            judge_version=self.version,
            runnable=runnable,
            scores=dict(scores),
            findings=findings,
            panels=panels,
        )


def _read(folder: Path, workflow: Workflow) -> WorkflowResult:
    try:
        result = read_session(folder, session_name(workflow)).read_result(WorkflowResult)
    except RecordingError as error:
        raise JudgingError(f"the result of workflow {workflow.id} cannot be read: {error}") from error
    if len(result.steps) != len(workflow.steps):
        raise JudgingError(f"the result of workflow {workflow.id} has other substeps; explore the item again")
    return result


def _scores(results: list[WorkflowResult]) -> dict[str, float]:
    steps = [step for result in results for step in result.steps]
    return {
        SUBSTEPS: 100 * sum(step.passed for step in steps) / len(steps),
        STRICT: 100 * sum(result.passed_all for result in results) / len(results),
        ACCURACY: 100 * sum(result.passed for result in results) / len(results),
    }


def _describe_workflows(results: list[tuple[Workflow, WorkflowResult]]) -> Panel:
    rows = tuple(
        (
            one.id,
            one.purpose[:_MAX_CHARACTERS],
            "passed" if result.passed else "failed",
            f"{sum(step.passed for step in result.steps)} of {len(result.steps)}",
            FAILURES[result.failure] if result.failure else "",
            ENDINGS[result.ending],
        )
        for one, result in results
    )
    return Panel(title="Workflows", columns=("workflow", "purpose", "result", "substeps", "failure", "end"), rows=rows)


def _describe_failures(results: list[tuple[Workflow, WorkflowResult]]) -> Panel:
    counted = Counter(result.failure for _, result in results if result.failure)
    total = sum(counted.values())
    rows = tuple(
        (name, str(counted[kind]), f"{100 * counted[kind] / total:.1f} %" if total else "")
        for kind, name in FAILURES.items()
    )
    return Panel(title="Failed workflows by kind of failure", columns=("kind", "workflows", "share"), rows=rows)


def _describe_case(case: Case, fields: WorkflowFields) -> Panel:
    rows = (
        ("audience", (fields.audience or "unknown").replace("_", " ")),
        ("services", fields.integrations),
        ("difficulty", case.difficulty),
        ("workflows", str(len(fields.workflows))),
    )
    return Panel(title="Application", columns=("", ""), rows=rows)


def _workflow_finding(workflow: Workflow, result: WorkflowResult) -> Finding:
    at, failed = next((at, step) for at, step in enumerate(result.steps) if not step.passed)
    why = [f"Substep {at + 1} failed: {workflow.steps[at].text}", failed.reason]
    why += [f"The application: {result.fault}"] if result.fault and result.fault != failed.reason else []
    severity = "minor" if result.passed else "major"
    title = f"Workflow {'passes with a failed substep' if result.passed else 'fails'}: {workflow.purpose}"
    return _finding(
        severity, title if len(title) <= 200 else f"{title[:199]}…", ". ".join(why)[:2_000], evidence=failed.picture
    )


def _finding(severity: str, title: str, why: str, *, evidence: str = "") -> Finding:
    return Finding.model_validate(
        {"dimension": ACCURACY, "severity": severity, "title": title, "why": why, "evidence": evidence}
    )
