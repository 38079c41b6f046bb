"""Text from outside is no order to a terminal, a log or a CI server, and stays readable."""

import random
import re
import textwrap
import unicodedata

import pytest

from pytest_cookie.core.inert import inert_line, inert_text

ORDERS = (
    "::set-output name=key::value", "::add-mask::e", "::stop-commands::t0ken", "  ::error file=a.py,line=1::no",
    "##[group]Passed", "seen ##[error]nothing", "##vso[task.setvariable variable=x]y", "a ##vso[task.complete]b",
    "##teamcity[buildStatus status='SUCCESS']", "###[section]", "section_start:1700000000:x\r\x1b[0K",
    "travis_fold:start:x", "\x1b[2J\x1b[1;1H", "\x1b]0;title\x07", "\x1b]52;c;aGk=\x1b\\", "\x9b2J", "\x90q\x9c",
    "\rPASSED", "\b\b\bok", "\x7f", "\x85::debug::next line", "\u2028::warning::x", "\u2029##[warning]x",
    "\u202egnp.exe", "\u2066a\u2069", "\u200e\u200f", "in\u200bvis\u2060ible\ufeff", "\U000e0041\U000e0042",
    "\u115f\u3164\uffa0\u034f", ":\u200b:set-env name=PATH::x", "#\u200b#[error]x", "#\x1b[0m#vso[x]",
    ":\x1b[m:debug::y", "::Set-Output name=a::b", "a.::ERROR file=b::c", "x::set_output name=a::b", "x.py::Add-Mask::e",
    "x::ERROR::y", "x.py::Error file=a::b",
    "\x00", "\ud800",
)  # fmt: skip
BRACKETS = re.compile(r"##[\w.-]{0,60}\[")
COLONS = re.compile(r"(?:^|\s)::")
COMMAND = re.compile(r"::(?:[a-z][a-z-]*(?:[ \t][^:\n]*)?|[A-Za-z][\w-]*[ \t][^:\n]*|[A-Za-z]\w*-[\w-]*)::")


def assert_inert(text: str) -> None:
    assert not BRACKETS.search(text), text
    assert not COLONS.search(text), text
    assert not COMMAND.search(text), text
    assert not re.search(r"section_(start|end):\d", text)
    for character in text:
        category = unicodedata.category(character)
        assert character in "\n\t" or category not in {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}, hex(ord(character))
    assert not re.search("[\u034f\u115f\u1160\u3164\uffa0\U000e0000-\U000e0fff]", text)


def test_no_order_is_left_also_where_lines_are_wrapped():
    befores = ("", "text ", "\n", "x" * 70 + " ", "x" * 78, "日本")
    for text in (before + order for order in ORDERS for before in befores):
        for made in (inert_text(text), inert_line(text)):
            assert_inert(made)
            for line in textwrap.wrap(made, 80, subsequent_indent="  "):
                assert not BRACKETS.search(line), text
                assert not re.match(r"\s*::[a-z][a-z-]*( [^:]*)?::", line), text


HARMLESS = (
    "Ünïcödé, 日本語, 한국어, עברית, العربية", "a emoji 🎉 and 👍🏽", "#1 ## heading",
    "std::vector<int>", "a[0] #[x]",
    "tests/test_a.py::TestClass::test_it[case]", "12:30:15", "http://[::1]:8080/", "col: value", "50 % #fff",
)  # fmt: skip


def test_what_is_no_order_stays(subtests: pytest.Subtests):
    for text in HARMLESS:
        with subtests.test(text=text):
            assert inert_text(text) == text
            assert inert_line(text) == text


def test_lines_and_tabs_stay_in_a_text_and_not_in_a_line():
    assert inert_text("a\r\n\tb\n\nc") == "a\n\tb\n\nc"
    assert inert_line("a\r\n\tb\n\nc") == "a b c"


def test_joined_emoji_lose_no_more_than_their_joiners():
    assert inert_line("👩\u200d🔬") == "👩🔬"


def test_a_long_text_is_cut_before_it_costs_time():
    assert len(inert_line("\x1b]" * 3_000_000)) <= 2_000


def test_nothing_put_together_of_their_parts_is_an_order():
    """Whatever cleaning takes out must not put an order together."""
    parts = [
        *ORDERS,
        "#",
        "##",
        ":",
        "::",
        "[",
        "]",
        "set-output",
        "vso",
        " ",
        "\n",
        "\x1b",
        "\x1b[",
        "a",
        "é",
        "\u200b",
    ]
    chance = random.Random(26)
    for _ in range(20_000):
        text = "".join(chance.choices(parts, k=chance.randint(1, 12)))
        assert_inert(inert_text(text))
        assert_inert(inert_line(text))


@pytest.mark.parametrize("introducer", ["\x1b]0;", "\x1bP", "\x9d", "\x90", "said \u201cso\u201d as â€\x9d"])
def test_an_escape_that_does_not_end_hides_no_line_behind_it(introducer):
    told = inert_text(f"one {introducer}two\nthree\nfour")
    assert told.splitlines()[1:] == ["three", "four"]
    assert "two" in told
