"""`Submission`: a submit with what was entered before it, and whether two were accepted alike."""

import re
from dataclasses import dataclass, field

from pytest_cookie.core.action import Click
from pytest_cookie.core.trace import Step

_SHORTEST = 3  # shorter texts appear on a page by chance
_NOT_LETTERS = re.compile(r"[\W\d_]+")


@dataclass(frozen=True)
class Submission:
    """A submit and the step of the latest entry in each of its fields, in order."""

    step: Step
    entries: tuple[Step, ...]

    @property
    def values(self) -> dict[str, str]:
        """What was entered, by the field's reference."""
        return {entry.action.ref: entry.action.value for entry in self.entries}

    @property
    def makes_entry(self) -> bool:
        """Whether the page was extended by something that shows an entered text."""
        change = self.step.change
        words = [value for value in self.values.values() if len(value) >= _SHORTEST]
        is_away = change.url or change.popups or change.downloads or self.step.page_errors
        shown = any(word in text for word in words for text in change.appeared_text)
        return self.step.outcome == "done" and bool(change.dom_added) and shown and not is_away

    def is_accepted_like(self, known: "Submission") -> bool:
        """Whether it had the same effect as one that was accepted: as many new elements, and no other words.

        A refusal says something else, or adds nothing. Needs no language.
        """
        change, other = self.step.change, known.step.change
        if self.step.outcome != "done" or change.is_refused or change.dom_added != other.dom_added:
            return False
        return other.dom_added > 0 and self._words <= known._words

    @property
    def _words(self) -> frozenset[str]:
        """The letters of the texts that came, apart from what was entered."""
        change = self.step.change
        words = sorted((value.strip() for value in self.values.values() if value.strip()), key=len, reverse=True)
        found = set()
        for text in (*change.appeared_text, *(dialog.text for dialog in change.messages)):
            for word in words:
                text = text.replace(word, " ")
            found.add(_NOT_LETTERS.sub("", text))
        return frozenset(found | {""})


@dataclass
class Submissions:
    """Finds the submissions of an exploration. Call `note` for every step, in order."""

    _entries: dict[str, Step] = field(default_factory=dict)
    _sender: str = ""
    _since: int = -1

    def note(self, step: Step) -> Submission | None:
        """The submission, if the step is a press of a button after entries."""
        action = step.action
        if action.resets_page or step.change.url:
            self._entries, self._sender = {}, ""
        if step.outcome == "done" and action.edits_field:
            self._entries.pop(action.ref, None)
            self._entries[action.ref] = step
        if not isinstance(action, Click) or action.role != "button":
            return None
        if action.ref != self._sender:  # fields of another form were sent before
            self._entries = {ref: entry for ref, entry in self._entries.items() if entry.index > self._since}
        self._sender, self._since = action.ref, step.index
        return Submission(step, tuple(self._entries.values()))
