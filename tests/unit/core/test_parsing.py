"""Text from pages becomes a value or None; no parser raises."""

import json
import math

import pytest
from pydantic import JsonValue

from pytest_cookie.core.parsing import (
    finite_number,
    parse_date,
    parse_json,
    parse_number,
    parse_shown_number,
    parse_shown_whole,
    parse_url,
    parse_whole,
    url_parts,
)
from pytest_cookie.core.text import sanitize_json

ODD = (
    "③", "²", "½", "Ⅷ", "", " ", "today", "1e999", "NaN", "Infinity", "-", "+", ".", ",", "1_000", "0x10", "\0",
    "\ud800", "1\n2", "9" * 5000,
)  # fmt: skip


def test_odd_texts_are_no_numbers(subtests: pytest.Subtests):
    for text in ODD:
        with subtests.test(text=text):
            for parse in (parse_whole, parse_number, parse_shown_whole, parse_shown_number, parse_date):
                assert parse(text) is None


NUMBERS = (("12", 12.0), (" -3,5 ", -3.5), ("1e3", 1000.0), (".5", 0.5), ("7.", 7.0))


def test_numbers_are_read(subtests: pytest.Subtests):
    for text, value in NUMBERS:
        with subtests.test(text=text):
            assert parse_number(text) == value


def test_only_shown_digits_may_be_of_another_script():
    assert (parse_whole("٣"), parse_shown_whole("٣"), parse_shown_number("３．５".replace("．", "."))) == (None, 3, 3.5)


NO_DAYS = ("0000-00-00", "2024-02-30", "2024-W54", "2024-5-4", "99999-01-01", "٢٠٢٤-٠١-٠١")


def test_days_that_no_calendar_has_are_none(subtests: pytest.Subtests):
    for text in NO_DAYS:
        with subtests.test(text=text):
            assert parse_date(text) is None


NO_ADDRESSES = ("http://[::1", "http://a:99999999/", "http://a:③/", "//[", "http://℀.example/", "x" * 200_000)


def test_addresses_that_are_none_have_no_parts(subtests: pytest.Subtests):
    for text in NO_ADDRESSES:
        with subtests.test(text=text):
            assert parse_url(text) is None
            assert tuple(url_parts(text)) == ("",) * 5


def test_what_is_no_number_of_a_script_is_none(subtests: pytest.Subtests):
    for value in [True, "3", None, [], math.inf, math.nan, 10**400]:
        with subtests.test(value=value):
            assert finite_number(value) is None


def test_what_is_no_json_is_none(subtests: pytest.Subtests):
    for text in ["", "{", "[" * 100_000, "9" * 5000, "\ud800"]:
        with subtests.test(text=text):
            assert parse_json(text) is None


@pytest.mark.parametrize(
    ("told", "value"),
    [
        ("a\ud800\0", "a��"),
        ({"\udfff": [1e300, -(10**40), math.nan, math.inf, True]}, {"�": [1e15, -(10**15), None, None, True]}),
        ([["fine", 1.5, None]], [["fine", 1.5, None]]),
    ],
)
def test_what_a_page_tells_can_be_written_and_reckoned_with(told: JsonValue, value: JsonValue):
    assert sanitize_json(told) == value
    json.dumps(sanitize_json(told), ensure_ascii=False, allow_nan=False).encode()


@pytest.mark.parametrize("told", [object(), {"x": {1, 2}}, json.loads("[" * 900 + "]" * 900)])
def test_what_is_no_json_is_refused_or_as_it_is(told: object):
    try:
        assert sanitize_json(told) == told
    except ValueError:
        assert not isinstance(told, list)
