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
    step: int | None
    """The step that sent it. None if the explorer did not."""

    @property
    def has_wrong(self) -> bool:
        """Whether an entry was wrong on purpose."""
        return any(action.intent == "invalid" for action in self.entries)

    @property
    def subject(self) -> str:
        """The names of what opened it and of what sends it: the thing that it makes."""
        actions = (*self.openers[-1:], self.submit)
        return " · ".join(dict.fromkeys(action.target for action in actions if action.target))

    @property
    def names(self) -> str:
        """The names of its controls and of what opened it."""
        actions = (*self.openers[-1:], *self.entries, self.submit)
        return " · ".join(dict.fromkeys(action.target for action in actions if action.target))


def find_sent_forms(steps: Sequence[Step]) -> list[SentForm]:
    """The forms that were taken, one for each button that sends and its fields: those with valid entries first.

    A form that was taken although an entry was wrong on purpose counts, too: the entry keeps its `intent`.
    """
    submissions, found = Submissions(leaving=True), list[SentForm]()
    for step in steps:
        sent = submissions.note(step)
        if sent is None or not _is_taken(sent):
            continue
        begin = min(entry.index for entry in sent.entries)
        between = [other.action for other in steps if begin <= other.index < step.index and _belongs(other, sent)]
        found.append(SentForm(find_openers(steps, begin), tuple(between), step.action, step.index))
    first: dict[tuple[str, tuple[str, ...]], SentForm] = {}
    for form in sorted(found, key=lambda one: one.has_wrong):
        fields = tuple(action.target for action in form.entries if action.edits_field)
        first.setdefault((form.submit.target, fields), form)
    return list(first.values())


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
    """Whether the page took the entries: the form went, or what was entered is shown elsewhere, without objection.

    A message alone may be a refusal.
    """
    step = sent.step
    if not sent.entries or step.outcome != "done" or step.page_errors or step.change.is_refused:
        return False
    return bool(step.change.url or step.change.fields_gone) or sent.makes_entry


def _belongs(step: Step, sent: Submission) -> bool:
    """Whether a step filled in the form: an entry as it was sent, or a press with an effect, such as of an option."""
    if step.action.edits_field:
        return any(entry.index == step.index for entry in sent.entries)
    return step.action.is_click and step.outcome == "done" and step.change.seen and step.action.intent != "invalid"
