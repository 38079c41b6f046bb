"""Sends Playwright's own log messages to the debug log."""

import logging

_LOG = logging.getLogger(__name__)
_DRIVERS = logging.getLogger("playwright")


def silence_driver_log() -> None:
    """Log them at debug level from now on. A page with millions of messages can make the driver log a traceback for
    each.

    The next call into the driver raises the error itself, so nothing is hidden.
    """
    _DRIVERS.addFilter(_to_debug)


def _to_debug(record: logging.LogRecord) -> bool:
    _LOG.debug("%s", record.getMessage(), exc_info=record.exc_info)
    return False
