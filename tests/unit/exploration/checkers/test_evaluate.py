"""What depends on a missing element is never true; numbers and texts compare as a reader would."""

from pytest_cookie.exploration.checkers import Query, evaluate, holds, parse_checker
from pytest_cookie.exploration.checkers.evaluate import first_number

ANSWERS = {
    Query("visible", "#yes"): True,
    Query("visible", "#no"): False,
    Query("visible", "#gone"): None,
    Query("exists", "#gone"): False,
    Query("text", "#gone"): None,
    Query("number", "#gone"): None,
    Query("count", ".gone"): 0.0,
    Query("text", "#status"): "not done\n  yet ",
    Query("text", "#cafe"): "Cafe\u0301",
    Query("number", "#n"): 12.0,
    Query("value", "#field"): "",
}


VALUES = [
    ('visible("#yes")', True),
    ('not visible("#no")', True),
    ('visible("#gone")', None),
    ('not visible("#gone")', None),
    ('text("#gone") != "x"', None),
    ('not (text("#gone") == "x")', None),
    ('number("#gone") < 5', None),
    ('exists("#gone")', False),
    ('not exists("#gone")', True),
    ('count(".gone") == 0', True),
    ('visible("#gone") or visible("#yes")', True),
    ('visible("#gone") or visible("#no")', None),
    ('visible("#gone") and visible("#no")', False),
    ('visible("#gone") and visible("#yes")', None),
    ('not (visible("#gone") and visible("#no"))', True),
    ('text("#status") == "not done yet"', True),
    ('text("#status") contains "done"', True),
    ('text("#status") == "done"', False),
    ('text("#status") icontains "NOT Done"', True),
    ('text("#status") endswith "yet"', True),
    ('text("#status") matches "^not\\\\s\\\\w+"', True),
    ('text("#cafe") == "Caf\u00e9"', True),
    ('number("#n") == 12', True),
    ('number("#n") != 12', False),
    ('number("#n") > 12', False),
    ('value("#field") == ""', True),
]


def test_three_values(subtests):
    for text, value in VALUES:
        with subtests.test(text=text):
            checker = parse_checker(text)
            assert evaluate(checker, ANSWERS) is value
            assert holds(checker, ANSWERS) is (value is True)


def test_a_pattern_that_would_backtrack_for_ever_is_matched_in_linear_time():
    checker = parse_checker('text("#long") matches "^(a+)+$"')
    assert holds(checker, {Query("text", "#long"): "a" * 20_000 + "b"}) is False


NUMBERS = [
    ("12", 12), ("Total: 1,234.50 €", 1234.5), ("1.234,50", 1234.5), ("3,5 km", 3.5), ("1,234", 1234),
    ("1.234.567", 1234567), ("0.125", 0.125), ("0,125", 0.125), ("-7 °C", -7), ("−7", -7), ("room B-12", 12),
    ("1\u00a0234", 1234), ("1’234", 1234), ("2 4-star hotels", 2), ("１２３", 123), ("no number", None), ("", None),
    ("5.", 5), ("+3", 3), ("1,2,3", 123),
]  # fmt: skip


def test_the_first_number_of_a_text(subtests):
    for text, number in NUMBERS:
        with subtests.test(text=text):
            assert first_number(text) == number
