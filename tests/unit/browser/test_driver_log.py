"""A page cannot flood the terminal by way of the driver."""

import logging

from pytest_cookie.browser.process.chromium_process import silence_driver_log


def test_what_the_driver_stumbles_over_is_noted_for_debugging_alone(caplog, capfd):
    silence_driver_log()
    silence_driver_log()
    caplog.set_level(logging.DEBUG)
    logging.getLogger("playwright").error("Error occurred in event listener", exc_info=KeyError("no such object"))
    (record,) = caplog.records
    assert (record.levelno, record.getMessage()) == (logging.DEBUG, "Error occurred in event listener")
    assert record.name == "pytest_cookie.browser.process.chromium_process"
    assert record.exc_info
    assert "Error occurred" not in capfd.readouterr().err
