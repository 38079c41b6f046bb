"""Scales deadlines by machine load: they are meant for pages that hang, not for other processes that compute."""

import os

import psutil

_MAX_FACTOR = 5.0
_BUSY_FACTOR = 2.0
"""From here on, a page gets at most half of the processor time that it would have alone."""


def load_factor() -> float:
    """1.0 on a machine with a free core, more if processes queue for the cores, 5.0 at most."""
    return min(_MAX_FACTOR, max(1.0, psutil.getloadavg()[0] / (os.cpu_count() or 1)))


def describe_load() -> str:
    """What a message about a time that is up adds if the machine is busy: the load and the remedy; otherwise ""."""
    factor = load_factor()
    if factor < _BUSY_FACTOR:
        return ""
    return (
        f"; the machine was busy, with {factor:.0f} or more processes for each of its cores: run fewer workers, or "
        "stop other programs, and retry the item with --cookie-retry-errors"
    )
