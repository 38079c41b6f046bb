"""What a step records of the page's numbers and of texts on canvases, so that a judge can follow them."""

import re
from collections.abc import Iterable

from pytest_cookie.core.shown_numbers import read_shown_numbers
from pytest_cookie.core.trace import Reading

MOST_A_STEP = 24


class CanvasTexts:
    """Texts that canvases have shown so far; texts that differ only in their numbers are one."""

    def __init__(self) -> None:
        self._recorded: set[str] = set()

    def note(self, shown: Iterable[str]) -> tuple[str, ...]:
        """Return those that are new, at most 24. The others are new again at the next step that shows them."""
        by_words = {re.sub(r"\d+", "0", text): text for text in shown}
        fresh = [words for words in by_words if words not in self._recorded][:MOST_A_STEP]
        self._recorded.update(fresh)
        return tuple(by_words[words] for words in fresh)


MOST_READINGS = 12


class NumberReadings:
    """Times that the page shows, and numbers that have changed at least once, at most 12 of them."""

    def __init__(self) -> None:
        self._values: dict[str, float] = {}
        self._followed: dict[str, None] = {}

    def note(self, text: str) -> tuple[Reading, ...]:
        """Return the readings of the page's text at this step."""
        shown = read_shown_numbers(text)
        for item in shown:
            changed = self._values.get(item.label, item.value) != item.value
            if (changed or item.is_time) and len(self._followed) < MOST_READINGS:
                self._followed[item.label] = None
        self._values.update((one.label, one.value) for one in shown)
        return tuple(
            Reading(label=one.label, text=one.text, value=one.value, is_time=one.is_time)
            for one in shown
            if one.label in self._followed
        )
