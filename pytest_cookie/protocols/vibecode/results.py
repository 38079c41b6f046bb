"""`WorkflowResult`: the result of one workflow, substep by substep. Stored with the session."""

import math
from typing import Literal

from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.protocols.vibecode.workflows import Failure, Workflow

Ending = Literal["executed", "step_limit", "application_failed", "page_gone", "no_output", "time_limit"]
ENDINGS: dict[Ending, str] = {
    "executed": "all substeps were executed",
    "step_limit": "the maximum number of actions was reached",
    "application_failed": "the application could not be returned to its seeded state",
    "page_gone": "the page crashed or went away",
    "no_output": "the evaluator gave no structured result",
    "time_limit": "the time limit of the item was reached",
}
_WITHOUT_LABELS = frozenset({"no_output", "time_limit"})
_WITHOUT_RECORD = frozenset({"application_failed", "page_gone"})


class StepResult(FrozenModel):
    """The result of one substep."""

    passed: bool
    """Whether it succeeded."""
    reason: str = ""
    """Why it failed, or what showed that it succeeded."""
    picture: str = ""
    """The window afterwards, relative to the evidence folder. Empty if there is none."""
    failure: Failure | None = None
    """Kind of failure. Null if it passed."""


class TrailStep(FrozenModel):
    """One action of an evaluator, and what followed."""

    substep: int = 0
    """Number of the substep that it belongs to, from 1. 0 for the first load."""
    action: str
    """The action in words."""
    thought: str = ""
    """The evaluator's reason."""
    problem: str = ""
    """Why it could not be carried out. May be empty."""
    address: str = ""
    """Address of the page afterwards."""
    dialogs: tuple[str, ...] = ()
    """Dialogs and windows that it opened."""
    texts: tuple[str, ...] = ()
    """Lines of text that appeared."""
    picture: str = ""
    """The window afterwards, relative to the evidence folder. Empty if there is none."""


class WorkflowResult(FrozenModel):
    """The result of one workflow."""

    workflow: str
    """Id of the workflow."""
    ending: Ending = "executed"
    """How it ended."""
    steps: tuple[StepResult, ...] = ()
    """The evaluator's labels of the substeps, in order. Those that were not reached have failed."""
    fault: str = ""
    """What the application did wrong: it exceeded a limit or ended. May be empty."""
    actions: int = 0
    """Number of actions."""
    trail: tuple[TrailStep, ...] = ()
    """The actions in order, for judges."""

    @property
    def is_labelled(self) -> bool:
        """Whether the evaluator has labelled the substeps, or the application's failure has."""
        return self.ending not in _WITHOUT_LABELS

    @property
    def has_record(self) -> bool:
        """Whether there is a record to judge. Without one, the application is at fault, without a judge."""
        return self.ending not in _WITHOUT_RECORD

    @property
    def passed(self) -> bool:
        """Whether at least 90 % of the substeps passed."""
        return passes(sum(step.passed for step in self.steps), len(self.steps))

    @property
    def failure(self) -> Failure | None:
        """Kind of the first failure; null if the workflow passed."""
        return None if self.passed else first_failure(self.steps)


def passes(passed: int, total: int) -> bool:
    """Whether `passed` of `total` substeps are at least 90 % (Vibe Code Bench, section 3.4).

    Computed in whole numbers, since 0.9 is none in binary.
    """
    return total > 0 and passed >= math.ceil(total * 9 / 10 - 1e-9)


def first_failure(steps: tuple[StepResult, ...]) -> Failure:
    """Kind of the first substep that failed."""
    return next((step.failure for step in steps if not step.passed), None) or "other"


def fail_all(workflow: Workflow, ending: Ending, why: str) -> WorkflowResult:
    """The result of a workflow whose substeps all failed for the same reason."""
    steps = (StepResult(passed=False, reason=why, failure="other"),) * len(workflow.steps)
    return WorkflowResult(workflow=workflow.id, ending=ending, steps=steps)
