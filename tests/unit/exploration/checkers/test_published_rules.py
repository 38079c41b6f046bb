"""Published rules are translated to checkers with our semantics; what is ambiguous or unknown is refused."""

import pytest

from pytest_cookie.exploration.checkers import CheckerError, Query, holds
from pytest_cookie.exploration.checkers.published_rules import translate_rule


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        ("#modal visible", 'visible("#modal")'),
        ("#modal not visible", 'not visible("#modal")'),
        ("#total == '12'", 'content("#total") == "12"'),
        ("#missing != 'Error'", 'content("#missing") != "Error"'),
        ("#n < 5", 'number("#n") < 5'),
        ("#n >= '5'", 'number("#n") >= 5'),
        ("#n == 5", 'number("#n") == 5'),
        ("#status text contains 'done'", 'text("#status") contains "done"'),
        ("#status icontains 'Done'", 'content("#status") icontains "Done"'),
        ("#cb == True", 'checked("#cb")'),
        ("#cb != true", 'unchecked("#cb")'),
        ("[data-view^='list'] exists", "exists(\"[data-view^='list']\")"),
        (".card.done exists", 'exists(".card.done")'),
        ("#a visible AND #b == 'x'", 'visible("#a") and content("#b") == "x"'),
        ("#a visible OR #b visible OR #c visible", 'visible("#a") or visible("#b") or visible("#c")'),
    ],
)
def test_it_is_translated(rule, text):
    assert translate_rule(rule).text == text


@pytest.mark.parametrize(
    "rule",
    [
        "#a visible AND #b visible OR #c visible", "eval('1')", "#a like 'b'", "'x' == 'x'", "", "#n > 'many'",
        "#a == 'it's'", "#a > True", "x" * 3_000,
    ],
)  # fmt: skip
def test_what_cannot_be_translated_is_refused(rule):
    with pytest.raises(CheckerError):
        translate_rule(rule)


@pytest.mark.parametrize("rule", ["#missing != 'Error'", "#missing not visible", "#missing < 5"])
def test_a_missing_element_does_not_fulfil_a_rule(rule):
    checker = translate_rule(rule).checker
    assert not holds(checker, {Query(name, "#missing"): None for name in ("content", "visible", "number")})
