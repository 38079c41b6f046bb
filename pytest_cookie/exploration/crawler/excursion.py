"""`Excursion`: to another document of the site and back to where the exploration began."""

from pytest_cookie.core.parsing import without_fragment
from pytest_cookie.core.trace import Action
from pytest_cookie.exploration.agent_protocol import Decision, View

_STEPS_ELSEWHERE = 3
_SPARE_BACKS = 2
"""To come back beside one for each press on the other page, which may have led on from there."""


class Excursion:
    """A few steps on the other document, then back as often as it takes; where no way leads back, that is home too."""

    def __init__(self) -> None:
        self.is_away = False
        self._homes: set[str] = set()
        self._steps = self._backs = 0

    def look(self, view: View) -> None:
        """See where the exploration is now. The first document that is seen is home."""
        here, last = _document(view.observation.url), view.last
        self._homes = self._homes or {here}
        no_way_back = last is not None and last.action.kind == "back" and last.outcome == "unreachable"
        if no_way_back or self._backs >= self._steps + _SPARE_BACKS:
            self._homes.add(here)
        self.is_away = here not in self._homes
        if not self.is_away:
            self._steps = self._backs = 0

    def stay(self) -> bool:
        """Whether one more step is taken there; it counts."""
        if self._backs or self._steps >= _STEPS_ELSEWHERE:
            return False
        self._steps += 1
        return True

    def back(self) -> Decision:
        """A step on the way back."""
        self._backs += 1
        return Decision(
            Action(kind="back"), "Enough of this page: does the browser's back button lead to the first one?"
        )


def _document(url: str) -> str:
    """The address of the document, by which pages of a site are told apart."""
    return without_fragment(url).removesuffix("index.html")
