"""Scales deadlines by machine load: they are meant for pages that hang, not for other processes that compute."""

import os

import psutil

_MAX_FACTOR = 5.0


def load_factor() -> float:
    """1.0 on a machine with a free core, more if processes queue for the cores, 5.0 at most."""
    return min(_MAX_FACTOR, max(1.0, psutil.getloadavg()[0] / (os.cpu_count() or 1)))
