"""`TryBoundaries`: submits a form that makes entries once more, with a value that it should refuse."""

import re
from collections import deque
from collections.abc import Iterator

from pytest_cookie.checks.boundary_values.submissions import Submission, Submissions
from pytest_cookie.checks.boundary_values.words import asks_for_unique, forbids_past
from pytest_cookie.core.action import Action, Type
from pytest_cookie.core.page import Control
from pytest_cookie.exploration.agent_protocol import Decision, View
from pytest_cookie.exploration.crawler.plan import describe_control
from pytest_cookie.exploration.crawler.test_data import classify_field
from pytest_cookie.exploration.label_words import means
from pytest_cookie.exploration.tactic import Tactic, Turn

_MOST_TRIALS = 2
_MOST_ENTRIES = 5  # the trial of a longer form takes too many steps from the rest of the page
_SHARE = 4  # a trial takes at most such a part of the steps that are left
_NEGATIVE, _BLANK, _PAST_YEAR = "-3", "   ", "2020"
_NUMBER = re.compile(r"\d+([.,]\d+)?")
_DATED = ("date", "datetime-local")


class TryBoundaries(Tactic):
    """Tries at most two such values in an exploration, each in one field, with the valid values in the others."""

    worth = 83  # after a second entry, and the removal of one

    def __init__(self) -> None:
        self._submissions = Submissions()
        self._known: Submission | None = None
        self._wrong: set[str] = set()
        self._left: deque[Action] = deque()
        self._trials: set[str] = set()

    def look(self, view: View) -> None:
        """Note submits that made an entry, and fields that got a wrong value already."""
        if view.last is None:
            return
        action = view.last.action
        found = self._submissions.note(view.last)
        if found and found.makes_entry and action.intent == "valid" and len(found.entries) <= _MOST_ENTRIES:
            self._known = found
        if action.intent == "invalid":
            self._wrong.add(action.ref)

    def propose(self, turn: Turn) -> Decision | None:
        """Return the next entry of a trial, or its submit."""
        if not self._left:
            self._begin(turn)
        if not self._left:
            return None
        action = self._left.popleft()
        control = turn.find_control(action.ref)
        if control is None or control.disabled or control.covered:
            self._left.clear()
            return None
        value = f"“{action.value}”: " if action.edits_field else ""
        return Decision(action, f"{value}does the {describe_control(control)} accept what cannot be?")

    def _begin(self, turn: Turn) -> None:
        known = self._known
        if known is None or turn.is_played or turn.view.page_facts.has_modal or len(self._trials) >= _MOST_TRIALS:
            return
        if turn.room < _SHARE * (len(known.entries) + 1):
            return
        controls = [turn.find_control(ref) for ref in known.values]
        fields = [one for one in controls if one is not None and not one.disabled and not one.covered]
        if len(fields) < len(known.entries) or turn.find_control(known.step.action.ref) is None:
            return
        name, changed = next(
            (
                (name, changed)
                for name, changed in self._find_boundaries(turn, known, fields)
                if name not in self._trials
            ),
            ("", {}),
        )
        if name:
            self._trials.add(name)
            wrong = {"intent": "invalid"}
            entries = [
                entry.action.model_copy(update={"value": changed[ref], **wrong} if ref in changed else {})
                for ref, entry in zip(known.values, known.entries, strict=True)
            ]
            self._left.extend([*entries, known.step.action.model_copy(update=wrong)])

    def _find_boundaries(
        self, turn: Turn, known: Submission, fields: list[Control]
    ) -> Iterator[tuple[str, dict[str, str]]]:
        """Names of trials, each with the values that differ from the valid ones, by the field's reference."""
        pairs = zip((entry.action for entry in known.entries), fields, strict=True)
        typed = [(entry, one) for entry, one in pairs if isinstance(entry, Type)]
        for entry, one in typed:
            is_number = bool(_NUMBER.fullmatch(entry.value)) and means(one.name, "quantity")
            if is_number and entry.ref not in self._wrong:
                yield "negative", {entry.ref: _NEGATIVE}
        for entry, one in typed:
            if one.input_type in _DATED and forbids_past(f"{turn.case.brief}\n{turn.view.observation.inventory.text}"):
                yield "past", {entry.ref: _PAST_YEAR + entry.value[4:]}
        if asks_for_unique(turn.case.brief):
            yield "same", {}
        for entry, one in typed[:1]:
            meaning = classify_field(one, turn.view.page_facts.of(one))
            if any(map(str.isalpha, entry.value)) and meaning not in ("search", "message", "email", "url"):
                yield "blank", {entry.ref: _BLANK}
