"""A page cannot flood or command the terminal by way of the driver."""

import logging

from pytest_cookie.browser.process.chromium_process import silence_driver_log


def test_what_the_driver_stumbles_over_is_noted_for_debugging_alone(caplog, capfd):
    silence_driver_log()
    silence_driver_log()
    caplog.set_level(logging.DEBUG)
    error = KeyError("no such object")
    logging.getLogger("playwright").error("Error occurred in event listener", exc_info=error)
    (record,) = caplog.records
    assert (record.levelno, record.getMessage().splitlines()[0]) == (logging.DEBUG, "Error occurred in event listener")
    assert record.name == "pytest_cookie.browser.process.chromium_process"
    assert "KeyError: 'no such object'" in record.getMessage()
    assert "Error occurred" not in capfd.readouterr().err


def test_what_a_page_said_is_no_order_in_the_log(caplog):
    silence_driver_log()
    caplog.set_level(logging.DEBUG)
    said = "\x1b]0;mine\x07\n::set-output name=a::b\n##[error]no"
    logging.getLogger("playwright").error("console: %s", said, exc_info=ValueError(said + "x" * 1_000_000))
    logged = caplog.text
    assert "set-output" in logged
    assert "\x1b" not in logged
    assert "\n::" not in logged
    assert "##[" not in logged
    assert len(logged) < 50_000
