"""`WorkflowReport`: pass or fail and a reason for each substep, as an evaluator or a judge replies."""

from collections.abc import Sequence
from typing import ClassVar, Literal

from pydantic import BaseModel, Field

from pytest_cookie.protocols.vibecode.results import StepResult
from pytest_cookie.protocols.vibecode.workflows import Workflow

_MAX_REASON = 600


class SubstepReport(BaseModel):
    """The label of one substep."""

    number: int = Field(description="Number of the substep, from 1.")
    passed: bool
    reason: str
    failure: Literal["authorization", "missing_feature", "blocked", "interface", "data", "other", ""]


class WorkflowReport(BaseModel):
    """The labels of all substeps of a workflow, each once."""

    reply_name: ClassVar[str] = "workflow_report"

    steps: list[SubstepReport]


def find_missing(report: WorkflowReport, workflow: Workflow) -> str:
    """The fault of a report's numbers, "" if they are valid."""
    wanted = list(range(1, len(workflow.steps) + 1))
    given = sorted(step.number for step in report.steps)
    return "" if given == wanted else f"the workflow has the substeps 1 to {len(wanted)}; report on each of them once"


def to_steps(report: WorkflowReport, pictures: Sequence[str]) -> tuple[StepResult, ...]:
    """The results in order. `pictures` has a picture for each substep, "" for none."""
    ordered = sorted(report.steps, key=lambda step: step.number)
    return tuple(
        StepResult(
            passed=step.passed,
            reason=step.reason[:_MAX_REASON],
            picture=picture,
            failure=None if step.passed else step.failure or "other",
        )
        for step, picture in zip(ordered, pictures, strict=True)
    )


def list_substeps(workflow: Workflow) -> str:
    """The substeps, one a line, with their numbers."""
    return "\n".join(f"{number}. {step.text}" for number, step in enumerate(workflow.steps, start=1))
