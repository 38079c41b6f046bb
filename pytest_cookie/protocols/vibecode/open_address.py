"""`open_address`: loads an address as if the user entered it, also one that differs by its fragment alone."""

from typing import Protocol

from pydantic import JsonValue

from pytest_cookie.browser.errors import PageScriptError
from pytest_cookie.browser.page.observation import LoadOutcome

SETTLE_MS = 1_500
"""Page time for the page to come to rest after an action."""
_HERE = "() => location.href.split('#')[0]"
_GO = "(fragment) => { location.hash = fragment }"


class AddressSession(Protocol):
    """The part of a browser session that is used here."""

    def load(self, url: str) -> LoadOutcome:
        """Load the page."""

    def settle(self, cap_ms: int = 1000) -> None:
        """Let page time pass until the page is quiet."""

    def evaluate(self, script: str, argument: JsonValue = None, *, outside: bool = False) -> JsonValue:
        """Return the value of a script."""


def open_address(session: AddressSession, url: str) -> str:
    """Load `url` and let the page come to rest. Returns the problem, "" for none. Raises as the session.

    If only the fragment is new, no document is loaded: the page gets an event, as from a menu link.
    """
    address, _, fragment = url.partition("#")
    if fragment and _is_at(session, address):
        session.evaluate(_GO, fragment, outside=True)
        session.settle(SETTLE_MS)
        return ""
    arrival = session.load(url)
    session.settle(SETTLE_MS)
    return "" if arrival.loaded else arrival.problem or "the page did not load"


def _is_at(session: AddressSession, address: str) -> bool:
    try:
        return session.evaluate(_HERE, outside=True) == address
    except PageScriptError:  # no page yet, or one that cannot be asked
        return False
