"""`open_address`: loads an address as if the user entered it, also one that differs by its fragment alone."""

from pytest_cookie.browser.errors import PageScriptError
from pytest_cookie.exploration.page_session import PageSession

SETTLE_MS = 1_500
"""Page time for the page to come to rest after an action."""
_HERE = "() => location.href.split('#')[0]"
_GO = "(fragment) => { location.hash = fragment }"


def open_address(session: PageSession, url: str) -> str:
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


def _is_at(session: PageSession, address: str) -> bool:
    try:
        return session.evaluate(_HERE, outside=True) == address
    except PageScriptError:  # no page yet, or one that cannot be asked
        return False
