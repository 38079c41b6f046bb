"""What a press sends across other parts of the page, and what only moves."""

import numpy as np
import pytest

from pytest_cookie.exploration.astray import gone_astray
from pytest_cookie.exploration.volatile import Volatile
from tests.unit.exploration.pages import observation, text

QUIET = Volatile()
REDRAWN = np.ones((720, 1280), dtype=np.bool_)
UNTOUCHED = np.zeros((720, 1280), dtype=np.bool_)
TEXTS = {"a": "Soup", "b": "Four portions", "c": "Bread", "d": "Sour dough"}


def page(right: int = 0, down: int = 0, *, second: int = 300, y: int = 40, moved: str = "ab", **fields):
    """Two cards side by side, of two texts each; those of `moved` stand so far from their places."""
    elements = {}
    for name, words in TEXTS.items():
        left, top = (20 if name in "ab" else second), (y if name in "ac" else y + 40)
        aside = (right, down) if name in moved else (0, 0)
        elements[name] = text(words, box=(left + aside[0], top + aside[1], 200, 24))
    return observation(elements=elements, **fields)


def test_a_card_that_jumps_across_another_one_is_told():
    assert gone_astray(page(), page(240, 16), QUIET, REDRAWN) == ("“Soup” lies over “Bread”",)


def test_a_part_that_leaves_the_page_is_told():
    told = ("“Soup” is cut off by the edge of the page",)
    assert gone_astray(page(), page(-120, 200), QUIET, REDRAWN) == told
    assert gone_astray(page(), page(400, -20), QUIET, REDRAWN) == told
    assert gone_astray(page(), page(-400, 200), QUIET, REDRAWN) == (), "what nobody sees may have been put away"


def test_what_is_scrolled_in_a_box_is_not_seen_beside_it():
    assert gone_astray(page(), page(240, 16), QUIET, UNTOUCHED) == ()
    assert gone_astray(page(), page(240, 16), QUIET, np.zeros((0, 0), dtype=np.bool_)) == (), "as before, all of it"
    below, jumped = page(y=2000), page(240, 16, y=2000)
    assert gone_astray(below, jumped, QUIET, UNTOUCHED) == ("“Soup” lies over “Bread”",)
    assert gone_astray(below, page(240, 16, y=2000, scroll_y=60), QUIET, UNTOUCHED) == ()


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
    assert gone_astray(page(), after, QUIET, REDRAWN) == (), why


def test_what_covered_something_before_may_cover_something_else():
    assert gone_astray(page(second=60), page(90, 20, second=60), QUIET, REDRAWN) == ()


def test_what_moves_by_itself_may_go_anywhere():
    moving = Volatile(tracks=dict.fromkeys("ab", (20, 40, 220, 104)))
    assert gone_astray(page(), page(240, 16), moving, REDRAWN) == ()
