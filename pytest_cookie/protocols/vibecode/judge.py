"""`WorkflowJudge`: counts the workflows that passed.

Scripts or the evaluating model have labelled the substeps while they executed them (the published way). Models of
`--cookie-judge` label them afterwards, from the record; the labels of the first one then decide.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from pytest_cookie.core.artifact import Artifact
from pytest_cookie.core.case import Case
from pytest_cookie.core.errors import JudgingError, RecordingError
from pytest_cookie.core.evidence import Evidence
from pytest_cookie.core.spend import NOTHING, Spend
from pytest_cookie.core.verdict import Finding, RubricItem, Verdict
from pytest_cookie.core.wording import count, join_sentences
from pytest_cookie.llm.ask_in_turn import ask_in_turn
from pytest_cookie.protocols.vibecode.evaluators import REFERENCE
from pytest_cookie.protocols.vibecode.explorer import WORKFLOWS, session_name
from pytest_cookie.protocols.vibecode.judged import JudgedWorkflow, labels_by_evaluator
from pytest_cookie.protocols.vibecode.panels import agreement_panel, case_panel, failure_panel, workflow_panel
from pytest_cookie.protocols.vibecode.results import ENDINGS, StepResult, WorkflowResult
from pytest_cookie.protocols.vibecode.scores import ACCURACY, PUBLISHED, STRICT, SUBSTEPS
from pytest_cookie.protocols.vibecode.substep_judge import Judgment, SubstepJudge, substep_identity
from pytest_cookie.protocols.vibecode.workflows import Workflow, WorkflowFields
from pytest_cookie.records.item_sessions import read_session

VERSION = "2"


class WorkflowJudge:
    """Reads the results of the sessions. `models` label the substeps from the record; the first one decides."""

    def __init__(self, models: tuple[SubstepJudge, ...] = ()) -> None:
        self._models = models
        self.id = "+".join((WORKFLOWS, *(model.model for model in models)))
        self.version = f"workflows-{VERSION}" + (f" {substep_identity()}" if models else "")

    def judge(
        self, case: Case, artifact: Artifact, evidence: Evidence, folder: Path, *, source: Path | None = None
    ) -> Verdict:
        """The verdict on all workflows. Raises `JudgingError` if results are missing or the provider fails."""
        fields = WorkflowFields.model_validate(case.fields)
        failure = evidence.build.failure if evidence.build else None
        if artifact.problem is not None or failure is not None:
            why = artifact.problem.message if artifact.problem else failure.message if failure else ""
            finding = _finding("critical", "The application does not start, so all its workflows fail", why)
            return Verdict(
                judge=self.id,
                judge_version=self.version,
                runnable=False,
                scores=_with_published({SUBSTEPS: 0.0, STRICT: 0.0, ACCURACY: 0.0}, 0.0, evidence),
                findings=(finding,),
                panels=(case_panel(case, fields),),
            )
        results = [(workflow, _read(folder, workflow)) for workflow in fields.workflows]
        opinions, spend = self._ask(results, folder)
        judged = _decide(results, opinions)
        labels = {f"{evidence.explorer} (evaluator)": labels_by_evaluator(judged)}
        labels |= {name: _labels(results, found) for name, found in opinions.items()}
        panels = [workflow_panel(judged), failure_panel(judged), case_panel(case, fields)]
        panels += [agreement_panel(labels)] if opinions else []
        return Verdict(
            judge=self.id,
            judge_version=self.version,
            runnable=True,
            scores=_scores(judged, evidence),
            items=tuple(_items(judged)) if opinions else (),
            findings=tuple(
                _workflow_finding(entry) for entry in judged if entry.steps is not None and not entry.passed_all
            ),
            panels=tuple(panels),
            notes=_notes(judged, opinions),
            spend=spend,
        )

    def _ask(
        self, results: Sequence[tuple[Workflow, WorkflowResult]], folder: Path
    ) -> tuple[dict[str, list[Judgment]], Spend]:
        """The judgments of each model, in the order of the workflows."""
        asked = [(model, workflow, result) for model in self._models for workflow, result in results]
        judgments = ask_in_turn(lambda each: _judge_one(*each, folder), asked)
        opinions: dict[str, list[Judgment]] = {model.model: [] for model in self._models}
        for (model, _, _), judgment in zip(asked, judgments, strict=True):
            opinions[model.model].append(judgment)
        return opinions, sum((judgment.spend for judgment in judgments), NOTHING)


def _judge_one(model: SubstepJudge, workflow: Workflow, result: WorkflowResult, folder: Path) -> Judgment:
    if not result.has_record:
        return Judgment(result.steps)
    if not result.is_labelled:  # how far the evaluator would have come is unknown
        return Judgment(None, problem=ENDINGS[result.ending])
    return model.judge(workflow, result, folder)


def _decide(
    results: Sequence[tuple[Workflow, WorkflowResult]], opinions: dict[str, list[Judgment]]
) -> list[JudgedWorkflow]:
    if opinions:
        first = next(iter(opinions.values()))
        return [JudgedWorkflow(*pair, said.steps, is_by_judge=True) for pair, said in zip(results, first, strict=True)]
    return [JudgedWorkflow(one, result, result.steps if result.is_labelled else None) for one, result in results]


def _labels(
    results: Sequence[tuple[Workflow, WorkflowResult]], judgments: list[Judgment]
) -> dict[tuple[str, int], bool]:
    """The labels that a judge gave itself."""
    return {
        (workflow.id, number): step.passed
        for (workflow, result), judgment in zip(results, judgments, strict=True)
        if result.has_record
        for number, step in enumerate(judgment.steps or (), start=1)
    }


def _read(folder: Path, workflow: Workflow) -> WorkflowResult:
    try:
        result = read_session(folder, session_name(workflow)).read_result(WorkflowResult)
    except RecordingError as error:
        raise JudgingError(f"the result of workflow {workflow.id} cannot be read: {error}") from error
    if len(result.steps) != len(workflow.steps):
        raise JudgingError(f"the result of workflow {workflow.id} has other substeps; explore the item again")
    return result


def _scores(judged: list[JudgedWorkflow], evidence: Evidence) -> dict[str, float | None]:
    scored = [entry for entry in judged if entry.steps is not None]
    steps = [step for one in scored for step in one.steps or ()]
    published = [entry.result.is_labelled and entry.result.passed for entry in judged]
    scores = {
        SUBSTEPS: _percent([step.passed for step in steps]),
        STRICT: _percent([one.passed_all for one in scored]),
        ACCURACY: _percent([one.passed for one in scored]),
    }
    return _with_published(scores, _percent(published), evidence)


def _with_published(
    scores: Mapping[str, float | None], published: float | None, evidence: Evidence
) -> dict[str, float | None]:
    """With the published accuracy, which scripts do not give."""
    return {**scores, PUBLISHED: None if evidence.explorer == REFERENCE else published}


def _percent(passed: list[bool]) -> float | None:
    return 100 * sum(passed) / len(passed) if passed else None


def _items(judged: list[JudgedWorkflow]) -> list[RubricItem]:
    """The label of every substep with its reason, as items of a checklist."""
    return [
        RubricItem(
            id=substep_id(entry.workflow.id, number),
            name=step.text[:300],
            dimension=SUBSTEPS,
            status="scored" if entry.steps else "unmeasured",
            score=float(entry.steps[number - 1].passed) if entry.steps else None,
            reason=entry.steps[number - 1].reason if entry.steps else _why_unmeasured(entry),
        )
        for entry in judged
        for number, step in enumerate(entry.workflow.steps, start=1)
    ]


def _why_unmeasured(judged: JudgedWorkflow) -> str:
    return "no structured result" if judged.result.is_labelled else ENDINGS[judged.result.ending]


def substep_id(workflow: str, number: int) -> str:
    """Id of a substep, of the workflow with this id, among the items of a verdict."""
    return f"{workflow}/{number}"


def _notes(judged: list[JudgedWorkflow], opinions: dict[str, list[Judgment]]) -> tuple[str, ...]:
    silent = Counter(entry.result.ending for entry in judged if not entry.result.is_labelled)
    effect = "failed in the published accuracy, left out of the accuracy"
    notes = [
        f"{count(number, 'workflow')} without labels, because {ENDINGS[ending]}: {effect}"
        for ending, number in sorted(silent.items())
    ]
    for name, found in opinions.items():
        pairs = zip(found, judged, strict=True)
        lost = [said.problem for said, one in pairs if said.steps is None and one.result.is_labelled]
        if lost:
            notes.append(f"{name}: {count(len(lost), 'workflow')} without a structured verdict: {lost[0][:200]}")
    return tuple(notes)


def _workflow_finding(judged: JudgedWorkflow) -> Finding:
    workflow, result = judged.workflow, judged.result
    at, failed = next((at, step) for at, step in enumerate(judged.steps or ()) if not step.passed)
    why = [f"Substep {at + 1} failed: {workflow.steps[at].text}", failed.reason]
    why += [f"The application: {result.fault}"] if result.fault and result.fault != failed.reason else []
    severity = "minor" if judged.passed else "major"
    title = f"Workflow {'passes with a failed substep' if judged.passed else 'fails'}: {workflow.purpose}"
    title = title if len(title) <= 200 else f"{title[:199]}…"
    found = _finding(severity, title, join_sentences(why)[:2_000], evidence=_picture(failed, result))
    kind = failed.failure or "other"
    return found.model_copy(update={"kind": kind, "item": substep_id(workflow.id, at + 1)})


def _picture(failed: StepResult, result: WorkflowResult) -> str:
    """The window after the substep; of one that has none, the last window."""
    return failed.picture or next((step.picture for step in reversed(result.trail) if step.picture), "")


def _finding(severity: str, title: str, why: str, *, evidence: str = "") -> Finding:
    return Finding.model_validate(
        {"dimension": ACCURACY, "severity": severity, "title": title, "why": why, "evidence": evidence}
    )
