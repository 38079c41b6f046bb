"""`Submission`: a submit with what was entered before it, and whether two were accepted alike."""

import re
from dataclasses import dataclass, field

from pytest_cookie.core.action import Click
from pytest_cookie.core.trace import Step

_SHORTEST = 3  # shorter texts appear on a page by chance
_WORD = re.compile(r"[^\W\d_]+")


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
        """Whether it was accepted as another one was: an entry like the other one's shows the wrong value, or as many
        elements came, and texts like those of the other one.

        A refusal says something else, or adds nothing. Needs no language.
        """
        change = self.step.change
        if self.step.outcome != "done" or change.is_refused or not change.dom_added:
            return False
        others = list(known._texts().values())
        alike = {text for text, words in self._texts().items() if any(_are_alike(words, other) for other in others)}
        wrong = [
            one.action.value for one in self.entries if one.action.intent == "invalid" and one.action.value.strip()
        ]
        is_shown = any(value in text for value in wrong for text in alike)
        return is_shown or (change.dom_added == known.step.change.dom_added and len(alike) == len(self._texts()))

    def _texts(self) -> dict[str, frozenset[str]]:
        """The texts that came, each with its words apart from what was entered."""
        change = self.step.change
        values = sorted((value.strip() for value in self.values.values() if value.strip()), key=len, reverse=True)
        found = {}
        for text in (*change.appeared_text, *(dialog.text for dialog in change.messages)):
            rest = text
            for value in values:
                rest = rest.replace(value, " ")
            found[text] = frozenset(_WORD.findall(rest.casefold()))
        return found


def _are_alike(words: frozenset[str], other: frozenset[str]) -> bool:
    """Whether most words are the same: the rest may name another thing."""
    return not words or len(words & other) > max(len(words), len(other)) / 2


@dataclass
class Submissions:
    """Finds the submissions of an exploration. Call `note` for every step, in order.

    `leaving`: a press that leads to another address has its entries, too, such as that of a registration.
    """

    leaving: bool = False
    _entries: dict[str, Step] = field(default_factory=dict)
    _sender: str = ""
    _since: int = -1

    def note(self, step: Step) -> Submission | None:
        """The submission, if the step is a press of a button after entries."""
        action = step.action
        if action.resets_page or (step.change.url and not self.leaving):
            self._entries, self._sender = {}, ""
        if step.outcome == "done" and action.edits_field:
            self._entries.pop(action.ref, None)
            self._entries[action.ref] = step
        if not isinstance(action, Click) or action.role != "button" or action.purpose == "choose":
            return None
        if action.ref != self._sender:  # fields of another form were sent before
            self._entries = {ref: entry for ref, entry in self._entries.items() if entry.index > self._since}
        self._sender, self._since = action.ref, step.index
        entries = tuple(self._entries.values())
        if step.change.url:
            self._entries, self._sender = {}, ""
        return Submission(step, entries)
