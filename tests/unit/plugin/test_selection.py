"""The number of items that `-k` and `-m` select is known before anything is collected."""

import pytest

from pytest_cookie.plugin.selection import count_selected

ITEMS = (
    ("games-action-hard-en-comet-html-r1-m", {"domain": "games", "difficulty": "hard", "language": "en"}),
    ("games-action-easy-de-pong-html-r1-m", {"domain": "games", "difficulty": "easy", "language": "de"}),
    ("business-forms-hard-en-booking-html-r1-m", {"domain": "business", "difficulty": "hard", "language": "en"}),
)


@pytest.mark.parametrize(
    ("keyword", "markers", "left"),
    [
        ("", "", 3),
        ("games", "", 2),
        ("GAMES and not pong", "", 1),
        ("test_artifact", "", 3),
        ("", "hard", 2),
        ("", "cookie(domain='games', difficulty='hard')", 1),
        ("booking", "hard and not cookie(language='de')", 1),
        ("", "cookie", 3),
    ],
)
def test_the_count_equals_what_pytest_selects(keyword: str, markers: str, left: int):
    assert count_selected(ITEMS, keyword, markers) == left


@pytest.mark.parametrize(("keyword", "markers"), [("nothing", ""), ("(", ""), ("", "games(")])
def test_an_unknown_count_is_none(keyword: str, markers: str):
    assert count_selected(ITEMS, keyword, markers) is None
