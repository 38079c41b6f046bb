"""A retry in a fresh browser: if it ends the same way, the page is to blame."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from pytest_cookie.browser.errors import BrowserGoneError, PageScriptError
from pytest_cookie.browser.host import BrowserHost
from pytest_cookie.records.files import remove

T = TypeVar("T")

_ATTEMPTS = 2
"""One crash may have any reason; the same page in a fresh browser is conclusive."""


def retry_in_fresh_browser(
    once: Callable[[], T], *, died: Callable[[T], bool], host: BrowserHost, written: tuple[Path, ...]
) -> T:
    """Return the result of `once`, retried in a fresh browser if the page died. A second death is the page's fault.

    After a page died, its browser is not used again, because the cause may persist in it, for example in drawing. A
    browser that was ended from outside is retried, too, and counted separately. `written` are the files and folders
    that `once` writes. They are deleted before a retry, so that all remaining files are of one attempt. Raises
    `BrowserGoneError` the second time, and `PageScriptError` if the page could not be observed twice; a
    `PageUnusableError` blames the page.
    """
    deaths = ends = 0
    while True:
        try:
            result = once()
        except BrowserGoneError as gone:
            ends += 1
            if ends == _ATTEMPTS:
                raise BrowserGoneError(f"{gone}; {_ATTEMPTS} attempts ended this way") from gone
        except PageScriptError:
            deaths += 1
            if deaths == _ATTEMPTS:
                raise
        else:
            if not died(result):
                return result
            deaths += 1
            if deaths == _ATTEMPTS:
                host.renew()
                return result
        _begin_anew(host, written)


def _begin_anew(host: BrowserHost, written: tuple[Path, ...]) -> None:
    host.renew()
    for path in written:
        remove(path)
