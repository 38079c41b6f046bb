"""`hush`: what the driver logs by itself is noted for who looks for faults, and shown to nobody else."""

import logging

_LOG = logging.getLogger(__name__)
_DRIVERS = logging.getLogger("playwright")


def hush() -> None:
    """From now on. A page that makes messages by the million can make the driver stumble over each, with a traceback.

    The next call into the driver raises what happened, so that nothing is hidden.
    """
    _DRIVERS.addFilter(_to_debug)


def _to_debug(record: logging.LogRecord) -> bool:
    _LOG.debug("%s", record.getMessage(), exc_info=record.exc_info)
    return False
