"""The tables of an application's page in the report."""

from collections import Counter
from collections.abc import Mapping, Sequence

from pytest_cookie.core.case import Case
from pytest_cookie.core.verdict import Panel, RowDetails, RowStep
from pytest_cookie.protocols.vibecode.judged import JudgedWorkflow
from pytest_cookie.protocols.vibecode.results import ENDINGS, StepResult, TrailStep
from pytest_cookie.protocols.vibecode.workflows import FAILURES, WorkflowFields
from pytest_cookie.stats.label_agreement import agree_pairwise

_MAX_CHARACTERS = 300
_MAX_STEP = 2_000
"""Characters of a cell."""
_MAX_STEPS = 200


def workflow_panel(judged: Sequence[JudgedWorkflow]) -> Panel:
    """The workflows with their results. If a judge decided, also the evaluator's labels."""
    by_judge = any(entry.is_by_judge for entry in judged)
    columns = ("workflow", "purpose", "result", "substeps", *(("evaluator",) if by_judge else ()), "failure", "end")
    rows = tuple(_row(entry, by_judge=by_judge) for entry in judged)
    details = tuple(_details(number, entry) for number, entry in enumerate(judged))
    return Panel(title="Workflows", columns=columns, rows=rows, details=details)


def _details(number: int, one: JudgedWorkflow) -> RowDetails:
    """The substeps with their results, each after the actions that belong to it."""
    labels = one.steps or one.result.steps
    steps: list[RowStep] = [_action(action) for action in one.result.trail if action.substep == 0]
    for place, step in enumerate(one.workflow.steps):
        actions = [action for action in one.result.trail if action.substep == place + 1]
        steps += [_action(action) for action in actions]
        label = labels[place] if place < len(labels) else None
        last = next((action.picture for action in reversed(actions) if action.picture), "")
        steps.append(
            RowStep(
                text=f"Substep {place + 1}: {step.text}"[:_MAX_STEP],
                outcome=(label.reason if label else "not reached")[:_MAX_STEP],
                passed=label.passed if label else None,
                picture=(label.picture if label else "") or last,
            )
        )
    actual = one.result.fault or ENDINGS[one.result.ending]
    return RowDetails(
        row=number, expected=one.workflow.purpose, actual=actual[:_MAX_STEP], steps=tuple(steps[:_MAX_STEPS])
    )


def _action(one: TrailStep) -> RowStep:
    told = "; ".join(part for part in (one.problem, *one.dialogs) if part)
    return RowStep(text=one.action[:_MAX_STEP], outcome=told[:_MAX_STEP], picture=one.picture)


def _row(one: JudgedWorkflow, *, by_judge: bool) -> tuple[str, ...]:
    result, steps = one.result, one.steps
    said = _count(result.steps) if result.is_labelled else "no result"
    return (
        one.workflow.id,
        one.workflow.purpose[:_MAX_CHARACTERS],
        "unscored" if steps is None else "passed" if one.passed else "failed",
        "" if steps is None else _count(steps),
        *((said,) if by_judge else ()),
        FAILURES[one.failure] if one.failure else "",
        ENDINGS[result.ending],
    )


def _count(steps: Sequence[StepResult]) -> str:
    return f"{sum(step.passed for step in steps)} of {len(steps)}"


def failure_panel(judged: Sequence[JudgedWorkflow]) -> Panel:
    """The kinds of failures."""
    counted = Counter(entry.failure for entry in judged if entry.failure)
    total = sum(counted.values())
    rows = tuple(
        (name, str(counted[kind]), f"{100 * counted[kind] / total:.1f} %" if total else "")
        for kind, name in FAILURES.items()
    )
    return Panel(title="Failed workflows by kind of failure", columns=("kind", "workflows", "share"), rows=rows)


def case_panel(case: Case, fields: WorkflowFields) -> Panel:
    """The labels of the case."""
    rows = (
        ("audience", (fields.audience or "unknown").replace("_", " ")),
        ("services", fields.integrations),
        ("difficulty", case.difficulty),
        ("workflows", str(len(fields.workflows))),
    )
    return Panel(title="Application", columns=("", ""), rows=rows)


def agreement_panel(labels: Mapping[str, Mapping[tuple[str, int], bool]]) -> Panel:
    """Equal labels of every two of evaluator and judges. Labels are by workflow and number of the substep."""
    rows = tuple(
        (pair.left, pair.right, str(pair.shared), f"{100 * pair.share:.1f} %" if pair.share is not None else "–")
        for pair in agree_pairwise(labels)
    )
    columns = ("", "compared with", "shared substeps", "equal labels")
    return Panel(title="Evaluator and judges compared", columns=columns, rows=rows)
