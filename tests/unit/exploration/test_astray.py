"""What a press sends across other parts of the page, and what only moves."""

from dataclasses import replace

import pytest

from pytest_cookie.core.trace import Action
from pytest_cookie.exploration.astray import gone_astray
from pytest_cookie.exploration.volatile import Volatile
from tests.unit.exploration.pages import observation, text

QUIET = Volatile()
PRESS = Action(kind="click", ref="b")
TEXTS = {"a": "Soup", "b": "Four portions", "c": "Bread", "d": "Sour dough"}


def page(right: int = 0, down: int = 0, *, second: int = 300, moved: str = "ab", width: int = 200, **fields):
    """Two cards side by side, of two texts each; those of `moved` stand so far from their places."""
    placed, elements = fields.pop("placed", True), {}
    for name, words in TEXTS.items():
        left, top = (20 if name in "ab" else second), (40 if name in "ac" else 80)
        aside = (right, down) if name in moved else (0, 0)
        elements[name] = text(words, box=(left + aside[0], top + aside[1], width, 24), placed=placed)
    return observation(elements=elements, **fields)


def test_a_card_that_jumps_across_another_one_is_told():
    assert gone_astray(PRESS, page(), page(240, 16), QUIET) == ("“Soup” lies over “Bread”",)


def test_what_moved_as_one_need_not_be_rounded_alike():
    after = page(240, 16)
    after.elements["b"] = text(TEXTS["b"], box=(261, 97, 200, 24))
    assert gone_astray(PRESS, page(), after, QUIET)


@pytest.mark.parametrize("right", [-120, 300])
def test_a_part_that_the_edge_cuts_off_is_told(right: int):
    assert gone_astray(PRESS, page(), page(right, 200), QUIET) == ("“Soup” is cut off by the edge of the page",)


@pytest.mark.parametrize(
    ("after", "why"),
    [
        (page(), "nothing moved"),
        (page(280, 0), "a slide moves along one line"),
        (page(0, 60), "what appears above moves all else down"),
        (page(30, 400), "it lies over nothing"),
        (page(-210, 200), "what was put away is not cut off"),
        (page(240, 16, moved="a"), "one text alone may be a hint"),
        (page(240, 40, moved="abcd"), "all moved as one"),
        (page(240, 16, placed=False), "it lies above the page, or is cut off"),
        (page(240, 16, url="http://artifact.localhost/other.html"), "another document"),
    ],
)
def test_what_only_moves_is_not(after, why: str):
    assert gone_astray(PRESS, page(), after, QUIET) == (), why


def test_words_for_screen_readers_lie_over_nothing():
    assert gone_astray(PRESS, page(width=1), page(280, 16, width=1), QUIET) == ()


def test_what_covered_something_before_may_cover_something_else():
    assert gone_astray(PRESS, page(second=60), page(90, 20, second=60), QUIET) == ()


def test_what_moves_by_itself_or_is_dragged_may_go_anywhere():
    moving = Volatile(tracks=dict.fromkeys("ab", (20, 40, 220, 104)))
    assert gone_astray(PRESS, page(), page(240, 16), moving) == ()
    assert gone_astray(Action(kind="drag", ref="b"), page(), page(240, 16), QUIET) == ()


def boxed(page, *, box: tuple[int, int], placed: bool = True):
    """The page's two cards in a box each that cuts off what it holds, the first of them at `box`."""
    held = {f"card>{name}": replace(page[name], placed=False) for name in "ab"}
    others = {name: page[name] for name in "cd"}
    return observation(elements={"card": text("", box=(*box, 200, 90), placed=placed), **held, **others})


@pytest.mark.parametrize(
    ("box", "told", "why"),
    [
        ((250, 46), ("“Soup” lies over “Bread”",), "the whole card moved"),
        ((10, 30), (), "a slide moved within what cuts it off"),
    ],
)
def test_what_is_cut_off_by_a_box_goes_where_that_goes(box, told, why: str):
    before, after = page().elements, page(240, 16).elements
    assert gone_astray(PRESS, boxed(before, box=(10, 30)), boxed(after, box=box), QUIET) == told, why
    assert not gone_astray(PRESS, boxed(before, box=(10, 30)), boxed(after, box=box, placed=False), QUIET)
