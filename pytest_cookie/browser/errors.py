"""What a page itself can do to a session. The browser's own faults are `BrowserError`.

ExplorationError
├── PageGoneError      the renderer died, or its scripts could not be stopped
├── PageScriptError    a script that we ran in the page threw, or did not come back
├── ClockCannotCarryError   the page is no page for the stepped clock; another clock may carry it
└── TimeIsUpError      the session lived as long as it may; nobody's fault yet
"""

from pytest_cookie.core.errors import ExplorationError


class PageGoneError(ExplorationError):
    """The page died (crash, out of memory) or does not answer any more; `Session.crashed` is true from now on."""


class PageScriptError(ExplorationError):
    """A function evaluated in the page threw, or did not return in time; the session goes on."""


class ClockCannotCarryError(ExplorationError):
    """Page time cannot be stepped in this page: its frames cost too much, or do not come."""

    def __init__(self, obstacle: str) -> None:
        instead = 'with clock = "auto" it is explored in real time'
        super().__init__(f"the stepped clock cannot carry this page: {obstacle}; {instead}")
        self.obstacle = obstacle


class TimeIsUpError(ExplorationError):
    """A call on a session that has lived as long as its settings allow."""
