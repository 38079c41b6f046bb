"""Waiting for what another process does a moment later."""

import time
from collections.abc import Callable


def until(is_so: Callable[[], object], seconds: float = 60.0) -> bool:
    """Whether it is so, at the latest after `seconds`."""
    ends = time.monotonic() + seconds
    while not is_so() and time.monotonic() < ends:
        time.sleep(0.02)
    return bool(is_so())
