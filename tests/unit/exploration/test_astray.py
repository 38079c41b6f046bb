"""What a press sends across other parts of the page, and what only moves."""

import pytest

from pytest_cookie.exploration.astray import gone_astray
from pytest_cookie.exploration.volatile import Volatile
from tests.unit.exploration.pages import observation, text

QUIET = Volatile()
TEXTS = {"a": "Soup", "b": "Four portions", "c": "Bread", "d": "Sour dough"}


def page(
    right: int = 0, down: int = 0, *, url: str = "http://artifact.localhost/", second: int = 300, moved: str = "ab"
):
    """Two cards side by side, of two texts each; those of `moved` stand so far from their places."""
    elements = {}
    for name, words in TEXTS.items():
        x, y = (20 if name in "ab" else second), (40 if name in "ac" else 80)
        aside = (right, down) if name in moved else (0, 0)
        elements[name] = text(words, box=(x + aside[0], y + aside[1], 200, 24))
    return observation(elements=elements, url=url)


def test_a_card_that_jumps_across_another_one_is_told():
    assert gone_astray(page(), page(240, 16), QUIET) == ("“Soup” lies over “Bread”",)


def test_a_part_that_leaves_the_page_is_told():
    assert gone_astray(page(), page(-120, 200), QUIET) == ("“Soup” stands beyond the edge of the page",)
    assert gone_astray(page(), page(400, -20), QUIET) == ("“Soup” stands beyond the edge of the page",)


@pytest.mark.parametrize(
    ("after", "why"),
    [
        (page(), "nothing moved"),
        (page(280, 0), "a slide moves along one line"),
        (page(0, 60), "what appears above moves all else down"),
        (page(-4, 400), "it lies over nothing"),
        (page(240, 40, moved="a"), "one text alone may be a hint"),
        (page(240, 40, moved="abcd"), "all moved as one"),
        (page(240, 40, url="http://artifact.localhost/other.html"), "another document"),
    ],
)
def test_what_only_moves_is_not(after, why: str):
    assert gone_astray(page(), after, QUIET) == (), why


def test_what_covered_something_before_may_cover_something_else():
    assert gone_astray(page(second=60), page(90, 20, second=60), QUIET) == ()


def test_what_moves_by_itself_may_go_anywhere():
    moving = Volatile(tracks=dict.fromkeys("ab", (20, 40, 220, 104)))
    assert gone_astray(page(), page(240, 16), moving) == ()
