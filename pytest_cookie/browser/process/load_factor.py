"""How much longer to wait on a busy machine: deadlines are for pages that hang, not for neighbours that compute."""

import os

import psutil

_MOST = 5.0


def patience() -> float:
    """1 on a machine with a core to spare, more where processes queue for the cores, 5 at most."""
    return min(_MOST, max(1.0, psutil.getloadavg()[0] / (os.cpu_count() or 1)))
