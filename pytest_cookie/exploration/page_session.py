"""The parts of a browser session that replayed tasks, workflows and interactions use."""

from typing import Protocol

from pydantic import JsonValue

from pytest_cookie.browser.page.observation import ActionOutcome, LoadOutcome
from pytest_cookie.core.action import Action


class PageSession(Protocol):
    """Loads pages and asks them."""

    def load(self, url: str) -> LoadOutcome:
        """Load the page."""

    def settle(self, cap_ms: int = 1000) -> None:
        """Let page time pass until the page is quiet."""

    def evaluate(self, script: str, argument: JsonValue = None, *, outside: bool = False) -> JsonValue:
        """Return the value of a script."""


class ActingSession(PageSession, Protocol):
    """Also carries out actions."""

    def act(self, action: Action) -> ActionOutcome:
        """Carry out an action."""

    def wait(self, page_ms: int) -> None:
        """Let page time pass."""


class WindowSession(ActingSession, Protocol):
    """Also takes pictures of the window."""

    def picture(self) -> bytes:
        """Return a PNG of the window."""
