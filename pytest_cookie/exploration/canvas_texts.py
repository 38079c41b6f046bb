"""`CanvasTexts`: which texts on canvases are new at a step."""

import re
from collections.abc import Iterable

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
