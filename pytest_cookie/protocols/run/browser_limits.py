"""The limits of a run's browsers."""

from pytest_cookie.browser.process.limits import PageLimits
from pytest_cookie.protocols.contract.settings import Settings


def browser_limits(settings: Settings) -> PageLimits:
    """Limits at which a page is killed; exploration stops earlier."""
    return PageLimits(
        max_memory_bytes=settings.max_memory_mb * 1e6,
        max_tasks=settings.max_tasks,
        max_cpu_seconds=2 * settings.max_cpu_seconds,
    )
