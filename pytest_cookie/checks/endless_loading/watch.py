"""`LoadingWatch`: how long signs of loading stay without a pause."""

from typing import ClassVar

from pytest_cookie.browser.page.observation import Observation
from pytest_cookie.core.fact import Fact
from pytest_cookie.core.frozen_model import Count, FrozenModel
from pytest_cookie.exploration.loading_signs import find_loading_signs
from pytest_cookie.exploration.watch import Act

LEAST_MS = 10_000
"""Users have given up by then."""


class LoadingSign(FrozenModel):
    """A sign that content is still to come."""

    text: str
    """The text that is shown. Empty for blocks in place of content."""
    for_ms: Count
    """How long it has been shown, in page time."""


class LoadingFact(Fact):
    """Signs of loading that the page shows after a step."""

    check: ClassVar[str] = "endless-loading"

    signs: tuple[LoadingSign, ...] = ()
    """The signs."""


class LoadingWatch:
    """Looks before and after every action. A new document begins anew."""

    def __init__(self) -> None:
        self._since: dict[str, int] = {}

    def compare(self, act: Act) -> LoadingFact | None:
        """The signs after the action; None without."""
        self._note(act.before)
        if act.action.begins_anew:
            self._since = {}
        self._note(act.after)
        signs = tuple(
            LoadingSign(text=text, for_ms=act.after.page_ms - since_ms) for text, since_ms in self._since.items()
        )
        return LoadingFact(signs=signs) if signs else None

    def _note(self, seen: Observation) -> None:
        self._since = {sign: self._since.get(sign, seen.page_ms) for sign in find_loading_signs(seen)}
