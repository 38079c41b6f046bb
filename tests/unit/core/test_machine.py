"""The coarse classes of machine time."""

import pytest

from pytest_cookie.core.machine import REFERENCE_MS, weight_of_input, weight_of_running


@pytest.mark.parametrize(
    ("milliseconds", "weight"),
    [
        *[(0, "light"), (49, "light"), (51, "noticeable"), (199, "noticeable")],
        *[(201, "heavy"), (499, "heavy"), (501, "blocking"), (60_000, "blocking")],
    ],
)
def test_an_input_weighs_what_it_takes_where_the_classes_were_set(milliseconds, weight):
    assert weight_of_input(milliseconds / REFERENCE_MS) == weight


@pytest.mark.parametrize(
    ("share", "weight"),
    [(0.0, "light"), (0.24, "light"), (0.26, "noticeable"), (0.51, "heavy"), (0.99, "heavy"), (1.01, "blocking")],
)
def test_a_page_that_needs_a_whole_processor_is_blocking(share, weight):
    assert weight_of_running(share * 1000 / REFERENCE_MS) == weight
