"""Whether a model knows a task already: it completes the task's beginning, and the rest is compared (ROUGE-L).

A completion resembles every text of its kind, so the resemblance to the rests of other tasks is the baseline.
"""

from collections.abc import Mapping
from statistics import fmean

from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.stats.overlap import rouge_l

PREFIX_SHARE = 0.5
SUSPECT = 0.5
"""Minimum ROUGE-L (F1) of a suspect completion, if it also exceeds every completion of another task."""
LEAST_REST = 40
"""Characters. A shorter rest can be guessed."""
_MOST_OTHERS = 20


class TaskContamination(FrozenModel):
    """How well a model completed one task."""

    task: str
    """The task."""
    rouge_l: float
    """ROUGE-L (F1) of the completion and the task's own rest, 0 to 1."""
    baseline: float
    """Mean ROUGE-L of the completion and the rests of other tasks, at most 20. 0 without other tasks."""
    highest_other: float
    """The highest of these."""
    suspect: bool
    """Whether the model probably knows the task."""


def split_task(brief: str, share: float = PREFIX_SHARE) -> tuple[str, str] | None:
    """The beginning that a model gets, and the rest that it has to find; cut between words.

    None if the rest would have fewer than 40 characters.
    """
    at = round(len(brief) * share)
    while at < len(brief) and not brief[at - 1 : at].isspace() and brief[at].isascii() and not brief[at].isspace():
        at += 1
    prefix, rest = brief[:at].rstrip(), brief[at:].strip()
    return (prefix, rest) if prefix and len(rest) >= LEAST_REST else None


def detect_contamination(completions: Mapping[str, str], rests: Mapping[str, str]) -> tuple[TaskContamination, ...]:
    """Each completed task with its resemblance, by task. `rests` may have tasks without a completion."""
    return tuple(_task(task, completions[task], rests) for task in sorted(completions.keys() & rests.keys()))


def _task(task: str, completion: str, rests: Mapping[str, str]) -> TaskContamination:
    rest = rests[task]
    shown = completion[: 2 * len(rest)]  # a long completion is not a worse one
    own = rouge_l(shown, rest).f1
    others = [other for other in sorted(rests) if other != task][:_MOST_OTHERS]
    scores = [rouge_l(shown, rests[other]).f1 for other in others]
    highest = max(scores, default=0.0)
    return TaskContamination(
        task=task,
        rouge_l=own,
        baseline=fmean(scores) if scores else 0.0,
        highest_other=highest,
        suspect=own >= SUSPECT and own > highest,
    )
