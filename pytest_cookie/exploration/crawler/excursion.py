"""`Excursion`: a visit to another document of the site, and the way back."""

from pytest_cookie.core.action import Back
from pytest_cookie.core.parsing import strip_fragment
from pytest_cookie.exploration.agent_protocol import Decision, View

_STEPS_ELSEWHERE = 3  # enough to see whether the other page works; the first page is the subject
_SPARE_BACKS = 2
"""Additional back steps, beyond one for each step on the other page, which may have navigated."""


class Excursion:
    """A few steps on the other document, then back as often as needed; if there is no way back, it becomes home."""

    def __init__(self) -> None:
        self.is_away = False
        self._homes: set[str] = set()
        self._steps = self._backs = 0

    def look(self, view: View) -> None:
        """Update from the current address. The first document is home."""
        here, last = _document(view.observation.url), view.last
        self._homes = self._homes or {here}
        no_way_back = last is not None and last.action.kind == "back" and last.outcome == "unreachable"
        if no_way_back or self._backs >= self._steps + _SPARE_BACKS:
            self._homes.add(here)
        self.is_away = here not in self._homes
        if not self.is_away:
            self._steps = self._backs = 0

    def stay(self) -> bool:
        """Whether to take one more step there; each call counts."""
        if self._backs or self._steps >= _STEPS_ELSEWHERE:
            return False
        self._steps += 1
        return True

    def back(self) -> Decision:
        """Return a step back."""
        self._backs += 1
        return Decision(Back(), "Leave this page: does the browser's back button lead to the first one?")


def _document(url: str) -> str:
    """Return the document's address, which identifies a page of the site."""
    return strip_fragment(url).removesuffix("index.html")
