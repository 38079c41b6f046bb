"""`MutationObserver`: how soon the page responds to an input, and its motion, as its document reports it."""

from typing import Literal

from pydantic import BaseModel, Field, ValidationError

from pytest_cookie.browser.errors import PageScriptError
from pytest_cookie.browser.session import Session
from pytest_cookie.exploration.page_scripts import run_script

_LONGEST_MS = 3_600_000
"""A longer reported time comes from a page with its own clock."""


class Beat(BaseModel):
    """The report of `pulse.js`: how many animations run, how many of them began with the input, and how many of these
    will end soon, without those of places where some begin by themselves; how many ms of page time after the last input
    the document first changed visibly, None if it did not; whether anything changed without an action; the paths of
    elements that the document changed since the previous report.
    """

    running: int = 0
    begun: int = 0
    ending: int = 0
    first: float | None = Field(default=None, ge=0, le=_LONGEST_MS)
    changed: bool = True
    mutated: frozenset[str] = frozenset()

    @property
    def answer_ms(self) -> int | None:
        """`first`, in whole milliseconds."""
        return None if self.first is None else round(self.first)


class MutationObserver:
    """Changes without an action are known as such and are not a response.

    Each call reports the changes so far.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._mutated: frozenset[str] = frozenset()

    def watch(self) -> Beat:
        """An input is about to come."""
        return self._tell("watch")

    def watch_on(self) -> Beat:
        """Continue with the same input and report further changes."""
        return self._tell("on")

    def idle(self) -> Beat:
        """Treat all changes from now on as changes without an action."""
        return self._tell("idle")

    def read(self) -> Beat:
        """What there was until now."""
        return self._tell("read")

    def _tell(self, mode: Literal["watch", "on", "idle", "read"]) -> Beat:
        try:
            beat = Beat.model_validate(run_script(self._session, "pulse", mode))
        except (PageScriptError, ValidationError):
            return Beat()  # the document is being replaced, or has broken the observer
        self._mutated |= beat.mutated
        return beat

    def take_mutated(self) -> frozenset[str]:
        """Return the paths of all elements that the document is known to have changed since the last call."""
        mutated, self._mutated = self._mutated, frozenset()
        return mutated
