"""Page time passes only through a `PageClock`, stepped or cooperative."""

from pytest_cookie.browser.clock.page_clock import Motion, MotionCheck, PageClock
from pytest_cookie.core.labels import ClockKind

__all__ = ["ClockKind", "Motion", "MotionCheck", "PageClock"]
