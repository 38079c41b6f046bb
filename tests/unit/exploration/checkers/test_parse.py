"""Checkers are parsed by a grammar; other texts are refused with a correct form."""

import pytest

from pytest_cookie.exploration.checkers import CheckerError, parse_checker, queries_of
from pytest_cookie.exploration.checkers.checker import And, Comparison, Not, Or, Query, State
from pytest_cookie.exploration.checkers.parse import MAX_CHARACTERS, MAX_DEPTH

A, B, C = (State(Query("visible", name)) for name in ("#a", "#b", "#c"))


DOCUMENTED = [
    ('visible("#a")', A),
    ("visible('#a')", A),
    ('not visible("#a")', Not(A)),
    ('visible("#a") and visible("#b") or visible("#c")', Or(And(A, B), C)),
    ('visible("#a") or visible("#b") and visible("#c")', Or(A, And(B, C))),
    ('(visible("#a") or visible("#b")) and visible("#c")', And(Or(A, B), C)),
    ('not (visible("#a") or visible("#b"))', Not(Or(A, B))),
    ('text("#a") == "12"', Comparison(Query("text", "#a"), "==", "12")),
    ('number("#a")>=-1.5', Comparison(Query("number", "#a"), ">=", -1.5)),
    ('attr("#a", "href") contains "x"', Comparison(Query("attr", "#a", "href"), "contains", "x")),
    ('title() startswith "A \\"b\\" \\\\"', Comparison(Query("title"), "startswith", 'A "b" \\')),
    ('count("li:not(.done)") == 3', Comparison(Query("count", "li:not(.done)"), "==", 3.0)),
    ('text("#a") contains "and or not ("', Comparison(Query("text", "#a"), "contains", "and or not (")),
]


def test_it_is_read_as_documented(subtests):
    for text, checker in DOCUMENTED:
        with subtests.test(text=text):
            assert parse_checker(text) == checker


REFUSED = [
    ("", "ends too early"),
    ('visible("#a"', "ends too early"),
    ('visible("#a) and', "unexpected"),
    ("visible(#a)", "unexpected"),
    ('visible("#a") AND visible("#b")', "unexpected"),
    ('visible("#a") visible("#b")', "unexpected"),
    ("__import__('os').system('id')", "unknown question __import__|unexpected"),
    ("document.querySelector('#a')", "unexpected"),
    ("constructor('#a')", "unknown question constructor"),
    ("vissible('#a')", "did you mean 'visible'"),
    ("__proto__('#a')", "unknown question"),
    ("tostring()", "unknown question"),
    ("visible()", "takes 1 quoted"),
    ('attr("#a") == "b"', "takes 2 quoted"),
    ('visible("#a", "b")', "takes 1 quoted"),
    ('title("x") == "b"', "takes 0 quoted"),
    ('visible("")', "1 to 500 characters"),
    (f'visible("{"#a" * 300}")', "1 to 500 characters"),
    ('visible("#a") == "true"', "answers yes or no"),
    ('text("#a")', "is a text; compare it"),
    ('count("#a")', "is a number; compare it"),
    ('text("#a") > 3', "use number"),
    ('text("#a") > "3"', "use number"),
    ('text("#a") == 3', "use number"),
    ('count("#a") == "3"', "compare it with a number"),
    ('number("#a") contains 3', "compare it with a number"),
    ('text("#a") matches "("', "not a regular expression"),
    ('text("#a") matches "(a)\\\\1"', "not a regular expression"),
    ('text("#a") matches "\ud800"', "half of a character"),
    ('text("#a") matches "(\x1b[2J"', "not a regular expression"),
    ('text("#a") matches "(?=a)"', "not a regular expression"),
    ('text("#a") == "b" if True else False', "unexpected"),
    ('text("#a") == "b"; drop()', "unexpected"),
    ('text("#a") = "b"', "unexpected"),
    ("number('#a') == 1e999", "unexpected"),
    ("number('#a') == NaN", "unexpected"),
    ('text("#a\n") == "b"', "unexpected"),
    ('text("#a") == "\\u0041"', "unexpected"),
    ("(" * (MAX_DEPTH + 1) + 'visible("#a")' + ")" * (MAX_DEPTH + 1), "nested too deeply"),
    ("not " * 300 + 'visible("#a")', "nested too deeply"),
    (" or ".join(['visible("#a")'] * 100) + " " * MAX_CHARACTERS, "the maximum is"),
    (" and ".join(['visible("a")'] * 120) + " or " * 90, "unexpected|ends too early|maximum is|too many parts"),
]


def test_what_is_no_checker_is_refused(subtests, capfd):
    for text, message in REFUSED:
        with subtests.test(text=text), pytest.raises(CheckerError, match=message):
            parse_checker(text)
    assert capfd.readouterr().err == "", "RE2 would log the pattern, with its control characters"


def test_every_question_is_listed_once_per_occurrence():
    checker = parse_checker('not (text("#a") == "1" or exists("#b")) and count("li") > 2')
    assert list(queries_of(checker)) == [Query("text", "#a"), Query("exists", "#b"), Query("count", "li")]
