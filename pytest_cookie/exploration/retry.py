"""A second try in a fresh browser, and whose fault it is where that ends as the first one did."""

from collections.abc import Callable
from typing import TypeVar

from pytest_cookie.browser.errors import BrowserGoneError, PageScriptError
from pytest_cookie.browser.host import BrowserHost

T = TypeVar("T")

_TRIES = 2
"""One crash may be anything; the same page in a fresh browser tells."""


def with_second_try(once: Callable[[], T], *, died: Callable[[T], bool], host: BrowserHost) -> T:
    """The result of `once`. Where the page died it is tried again, and the second death stands: it is the page's.

    A browser in which a page died is not used again: what it died of may go on there, in drawing say.
    What was ended from outside is tried again as well, apart from that. Raises `BrowserGoneError` the second time, and
    `PageScriptError` where twice the page could not be looked at; a `PageUnusableError` says that it is the page's.
    """
    deaths = ends = 0
    while True:
        try:
            result = once()
        except BrowserGoneError as gone:
            ends += 1
            if ends == _TRIES:
                raise BrowserGoneError(f"{gone}; {_TRIES} tries ended so") from gone
        except PageScriptError:
            deaths += 1
            if deaths == _TRIES:
                raise
        else:
            if not died(result):
                return result
            deaths += 1
            if deaths == _TRIES:
                host.renew()
                return result
        host.renew()
