"""The shortest path to a step: the presses that it needs, and nothing else that the explorer did before."""

from collections.abc import Sequence
from dataclasses import dataclass

from pytest_cookie.checks.boundary_values.submissions import Submission, Submissions
from pytest_cookie.core.action import Action
from pytest_cookie.core.trace import Step

MAX_OPENERS = 6
"""Presses before the first entry that are considered; a form further inside is not reached."""


@dataclass(frozen=True)
class SentForm:
    """A form that the explorer filled in and the page took: what opened it, its entries, and the press that sent it."""

    openers: tuple[Action, ...]
    entries: tuple[Action, ...]
    submit: Action
    step: int
    """The step that sent it."""


def find_sent_forms(steps: Sequence[Step]) -> list[SentForm]:
    """The forms with valid entries that were taken, one for each button that sends, in the order of the exploration."""
    submissions, found = Submissions(), dict[tuple[str, tuple[str, ...]], SentForm]()
    for step in steps:
        sent = submissions.note(step)
        if sent is None or not _is_taken(sent):
            continue
        begin = min(entry.index for entry in sent.entries)
        between = [
            other.action
            for other in steps
            if begin <= other.index < step.index and _is_part(other) and _is_last_entry(other, sent)
        ]
        form = SentForm(find_openers(steps, begin), tuple(between), step.action, step.index)
        key = (step.action.target, tuple(action.target for action in between if action.edits_field))
        found.setdefault(key, form)
    return list(found.values())


def find_openers(steps: Sequence[Step], before: int) -> tuple[Action, ...]:
    """The presses before a step that had an effect, since the page was loaded, the latest last."""
    found: list[Action] = []
    for step in reversed([one for one in steps if one.index < before]):
        if step.action.resets_page or len(found) == MAX_OPENERS:
            break
        if step.action.is_click and step.outcome == "done" and step.change.seen and step.action.intent != "invalid":
            found.append(step.action)
    return tuple(reversed(found))


def find_entries_before(steps: Sequence[Step], step: Step) -> list[Step]:
    """The entries right before a step, the latest in each field: what it was to work on."""
    found: dict[str, Step] = {}
    for other in reversed([one for one in steps if one.index < step.index]):
        if not other.action.edits_field or other.outcome != "done":
            break
        found.setdefault(other.action.ref, other)
    return sorted(found.values(), key=lambda one: one.index)


def _is_taken(sent: Submission) -> bool:
    """Whether the page took valid entries: the form went, or what was entered is shown elsewhere, without objection.

    A message alone may be a refusal.
    """
    step = sent.step
    change = step.change
    if not sent.entries or step.action.intent == "invalid" or step.outcome != "done" or step.page_errors:
        return False
    if change.is_refused or any(entry.action.intent == "invalid" for entry in sent.entries):
        return False
    return bool(change.url or change.fields_gone) or sent.makes_entry


def _is_part(step: Step) -> bool:
    """Whether a step belongs to filling in: an entry, or a press that had an effect, such as of a list's option."""
    action = step.action
    if step.outcome != "done" or action.intent == "invalid":
        return False
    return action.edits_field or (action.is_click and step.change.seen)


def _is_last_entry(step: Step, sent: Submission) -> bool:
    """Whether an entry is the one that was sent; an earlier one in the same field was replaced by it."""
    return not step.action.edits_field or any(entry.index == step.index for entry in sent.entries)
