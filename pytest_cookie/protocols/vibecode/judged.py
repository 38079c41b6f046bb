"""`JudgedWorkflow`: a workflow, what its evaluator recorded, and the labels that decide."""

from dataclasses import dataclass

from pytest_cookie.protocols.vibecode.results import StepResult, WorkflowResult, first_failure, passes
from pytest_cookie.protocols.vibecode.workflows import Failure, Workflow


@dataclass(frozen=True)
class JudgedWorkflow:
    """`steps` are the labels that decide, None for an unscored workflow. `is_by_judge`: a model judge gave them."""

    workflow: Workflow
    result: WorkflowResult
    steps: tuple[StepResult, ...] | None
    is_by_judge: bool = False

    @property
    def passed(self) -> bool:
        """Whether at least 90 % of the substeps passed."""
        steps = self.steps or ()
        return passes(sum(step.passed for step in steps), len(steps))

    @property
    def passed_all(self) -> bool:
        """Whether every substep passed."""
        return bool(self.steps) and all(step.passed for step in self.steps or ())

    @property
    def failure(self) -> Failure | None:
        """Kind of the first failure; null if the workflow passed or is unscored."""
        return None if self.steps is None or self.passed else first_failure(self.steps)


def labels_by_evaluator(judged: list[JudgedWorkflow]) -> dict[tuple[str, int], bool]:
    """The evaluator's own labels, by workflow and number of the substep."""
    return {
        (entry.workflow.id, number): step.passed
        for entry in judged
        if entry.result.is_labelled
        for number, step in enumerate(entry.result.steps, start=1)
    }
