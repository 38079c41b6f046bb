"""What a page itself can do to a session. The browser's own faults are `BrowserError`.

ExplorationError
├── PageGoneError      the renderer died, or its scripts could not be stopped
├── PageScriptError    a script that we ran in the page threw, or did not come back
│   └── PageUnusableError   there is no page to look at; if a fresh session finds the same, it is the page's fault
│       ├── PageUnsettledError   no document of the page stays, or it comes at one time and not at another
│       ├── PageBusyError   the page keeps the processors to itself, and nobody can look at it in time
│       └── PageHiddenError   the names of fields hide from us what their form itself has
├── ClockCannotCarryError   the page is no page for the stepped clock; another clock may carry it
├── TimeIsUpError      the session lived as long as it may; nobody's fault yet
└── BrowserError (core)
    └── BrowserGoneError   the browser, or the page's process, was ended or hangs without the page's doing; a fresh
                           browser may do better
"""

from pytest_cookie.core.errors import BrowserError, ExplorationError


class PageGoneError(ExplorationError):
    """The page died (crash, out of memory) or does not answer any more; `RunSession.crashed` is true from now on."""


class PageScriptError(ExplorationError):
    """A function evaluated in the page threw, or did not return in time; the session goes on."""


class PageUnusableError(PageScriptError):
    """There is no page to look at, though a document came. If a fresh session finds the same, the page is at fault."""


class PageUnsettledError(PageUnusableError):
    """The page goes on to the next document again and again, or it does not come again."""


class PageBusyError(PageUnusableError):
    """The page used so much processor time of its own that it could not be looked at in time.

    That is told by the browser's processor time, not by the wall's: a busy machine makes no page busy.
    """


class PageHiddenError(PageUnusableError):
    """A field has the name of something that every element has, and stands in its place in its form."""


class ClockCannotCarryError(ExplorationError):
    """Page time cannot be stepped in this page: its frames cost too much, or do not come."""

    def __init__(self, obstacle: str) -> None:
        instead = 'with clock = "auto" it is explored in real time'
        super().__init__(f"the stepped clock cannot carry this page: {obstacle}; {instead}")
        self.obstacle = obstacle


class BrowserGoneError(BrowserError):
    """The browser or the page's process was killed, stopped, or does not answer; nobody knows of any fault of the page.

    The next session has a fresh browser.
    """


class TimeIsUpError(ExplorationError):
    """A call on a session that has lived as long as its settings allow."""
