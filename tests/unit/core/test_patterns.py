"""Patterns that pages write: understood without trying every way to match, or not at all."""

import pytest

from pytest_cookie.core.patterns import fits_pattern, is_understood
from pytest_cookie.exploration.crawler.test_data import valid_value
from pytest_cookie.exploration.page_facts import Detail
from tests.unit.exploration.pages import control

ENDLESS = (
    "(x|x)*y",
    "(a|a|b?)*c",
    "(x+x+)+y",
    "(.*)(.*)(.*)(.*)(.*)(.*)(.*)z",
    r"(\w|x|_){1,60}(\w|x|_){1,60}%",
    "((x?){9}){9}y",
)
NOT_UNDERSTOOD = (
    "[", "(", "a{2,1}", r"(a)\1", "(?<!b)a", "a(?=b)b", "(?=", "(?=a", "((a{1,1000}){1,1000}){1,1000}", "a" * 501,
    "\ud800", "(?=[)])(", "*",
)  # fmt: skip


@pytest.mark.parametrize("pattern", ENDLESS)
def test_what_python_would_never_end_is_told_at_once(pattern: str) -> None:
    assert fits_pattern(pattern, "x" * 1_500) is False


def test_what_is_not_understood_is_said_to_be_so(subtests: pytest.Subtests) -> None:
    for pattern in NOT_UNDERSTOOD:
        with subtests.test(pattern=pattern):
            assert not is_understood(pattern)
            assert fits_pattern(pattern, "x") is None


WHOLE = (
    ("[0-9]{5}", "12345", "123456"),
    ("a|bc", "bc", "abc"),
    (r"\d+", "12", "٣"),
    (r"(?=.*\d)(?=.*[a-z)])(?!.* ).{8,}", "Abcdef12", "Abcdefgh"),
    (r"^(?=[^)]+\))x\)", "x)", "y)"),
    (r"\+?[0-9 ()-]{7,}", "0171 5550123", "0171"),
)


def test_it_is_asked_of_the_whole_text(subtests: pytest.Subtests) -> None:
    for pattern, fits, fails in WHOLE:
        with subtests.test(pattern=pattern):
            assert fits_pattern(pattern, fits) is True
            assert fits_pattern(pattern, fails) is False


def test_no_text_is_half_a_character() -> None:
    assert fits_pattern(".*", "\ud800") is None


def test_a_field_gets_a_value_all_the_same(subtests: pytest.Subtests) -> None:
    for pattern in [*ENDLESS, *NOT_UNDERSTOOD]:
        with subtests.test(pattern=pattern):
            assert valid_value(control("e1", role="textbox", tag="input"), Detail(pattern=pattern, label="City"), "en")
