"""The one place through which page time passes: `PageClock`, stepped or cooperative."""

from pytest_cookie.browser.clock.page_clock import PageClock, QuietCheck
from pytest_cookie.core.evidence import ClockKind

__all__ = ["ClockKind", "PageClock", "QuietCheck"]
