"""Known-good and known-bad evidence for item 5, no console errors."""

import pytest

from pytest_cookie.core.page import PageError
from pytest_cookie.judging.rubric.items.no_console_errors import measure_no_console_errors
from tests.unit.judging.evidence_builders import message, request, subject


def test_errors_at_load_cost_and_warnings_do_not():
    error = PageError(message="ReferenceError: chart is not defined")
    echo = message("Uncaught ReferenceError: chart is not defined")
    assert measure_no_console_errors(subject(page_errors=(error, error), console=(echo,))).score == pytest.approx(0.65)
    assert measure_no_console_errors(subject(console=(message("slow", "warning"), message("hi", "log")))).score == 1
    assert measure_no_console_errors(subject(console=(message("could not parse config"),))).score == pytest.approx(0.9)


def test_refused_requests_are_exempt_but_listed():
    refused = request("https://fonts.example/a.css", "stylesheet", blocked=True)
    measured = measure_no_console_errors(
        subject(failed_requests=(refused,), console=(message("Failed to load resource: net::ERR_FAILED"),))
    )
    assert measured.score == 1
    assert "1 request to other hosts refused, exempt" in measured.reason


def test_an_error_in_a_loop_is_one_defect():
    loop = tuple(PageError(message=f"RangeError: index {index}") for index in range(50))
    assert len(measure_no_console_errors(subject(page_errors=loop)).defects) == 1
