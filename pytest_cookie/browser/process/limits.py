"""`PageLimits`: resources a page may use. A page that exceeds them is killed, and its record has the reason."""

import math
from dataclasses import dataclass


@dataclass(frozen=True)
class PageLimits:
    """Limits for all processes of the browser together, including its driver.

    Memory is private and shared memory in bytes; code and other mapped files do not count. `max_tasks` counts processes
    and threads, as systems count them against a user's limit. `max_cpu_seconds` is per session.
    """

    max_memory_bytes: float = 3_000_000_000
    max_tasks: int = 1_000
    max_cpu_seconds: float = math.inf
