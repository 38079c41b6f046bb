"""Errors that a page can cause in a session. Faults of the browser itself are `BrowserError`.

ExplorationError
├── PageGoneError      the renderer died, or its scripts could not be stopped
├── PageScriptError    a script of ours threw in the page, or did not return
│   └── PageUnusableError   the page cannot be observed; if a fresh session agrees, the page is at fault
│       ├── PageUnsettledError   the page keeps navigating, or loads only sometimes
│       ├── PageBusyError   the page uses so much processor time that it cannot be observed in time
│       └── PageHiddenError   field names hide built-in properties of their form
├── ClockCannotCarryError   the stepped clock cannot drive the page; another clock may
├── TimeIsUpError      the session reached its time limit
└── BrowserError (core)
    └── BrowserGoneError   the browser or the page's process was killed or hangs, not because of the page; a fresh
                           browser may work
"""

from pytest_cookie.core.errors import BrowserError, ExplorationError


class PageGoneError(ExplorationError):
    """The page crashed, ran out of memory, or stopped answering. `Session.crashed` is true from then on."""


class PageScriptError(ExplorationError):
    """A function evaluated in the page threw or did not return in time. The session continues."""


class PageUnusableError(PageScriptError):
    """The document loaded but cannot be observed. If a fresh session finds the same, the page is at fault."""


class PageUnsettledError(PageUnusableError):
    """The page keeps navigating to new documents, or does not load a second time."""


class PageBusyError(PageUnusableError):
    """The page used so much processor time that it could not be observed in time.

    The browser's processor time decides, not the wall clock, so a busy machine is never mistaken for a busy page.
    """


class PageHiddenError(PageUnusableError):
    """A form field is named like a built-in property and hides that property of its form."""


class ClockCannotCarryError(ExplorationError):
    """Page time cannot be stepped in this page: its frames cost too much, or never arrive."""

    def __init__(self, obstacle: str) -> None:
        instead = 'set clock = "auto" to explore it in real time'
        super().__init__(f"the stepped clock cannot drive this page: {obstacle}; {instead}")
        self.obstacle = obstacle


class BrowserGoneError(BrowserError):
    """The browser or the page's process was killed, stopped, or does not answer, and no fault of the page is known.

    The next session gets a fresh browser.
    """


class TimeIsUpError(ExplorationError):
    """A call on a session that has reached the time limit of its settings."""
