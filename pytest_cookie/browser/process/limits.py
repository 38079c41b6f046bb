"""`PageLimits`: what a page may take of the machine. Beyond it the page is ended, and its record says so."""

import math
from dataclasses import dataclass


@dataclass(frozen=True)
class PageLimits:
    """All processes of the browser together, with its driver.

    Memory is what is its own or shared in memory (bytes; code and other files do not count), `max_tasks` counts
    processes and their threads, as systems count them against a user's limit. `max_cpu_seconds` is for one session.
    """

    max_memory_bytes: float = 3_000_000_000
    max_tasks: int = 1_000
    max_cpu_seconds: float = math.inf
