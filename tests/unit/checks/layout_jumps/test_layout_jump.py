"""What a press sends across other parts of the page, and what only moves."""

from dataclasses import replace

import pytest

from pytest_cookie.checks.layout_jumps.fact import LayoutJump
from pytest_cookie.checks.layout_jumps.watch import find_layout_jumps
from pytest_cookie.core.action import Click, Drag
from pytest_cookie.exploration.effects.background_changes import BackgroundChanges
from tests.unit.exploration.pages import observation, text

QUIET = BackgroundChanges()
OVER, CUT_OFF = LayoutJump(text="Soup", over="Bread"), LayoutJump(text="Soup")
PRESS = Click(ref="b")
TEXTS = {"a": "Soup", "b": "Four portions", "c": "Bread", "d": "Sour dough"}


def page(right: int = 0, down: int = 0, *, second: int = 300, moved: str = "ab", width: int = 200, **fields):
    """Two cards side by side, of two texts each; those of `moved` are so far from their places."""
    placed, elements = fields.pop("placed", True), {}
    for name, words in TEXTS.items():
        left, top = (20 if name in "ab" else second), (40 if name in "ac" else 80)
        aside = (right, down) if name in moved else (0, 0)
        elements[name] = text(words, box=(left + aside[0], top + aside[1], width, 24), placed=placed)
    return observation(elements=elements, **fields)


def test_a_card_that_jumps_across_another_one_is_told():
    assert find_layout_jumps(PRESS, page(), page(240, 16), QUIET) == (OVER,)


def test_what_moved_as_one_need_not_be_rounded_alike():
    after = page(240, 16)
    after.elements["b"] = text(TEXTS["b"], box=(261, 97, 200, 24))
    assert find_layout_jumps(PRESS, page(), after, QUIET)


@pytest.mark.parametrize("right", [-120, 300])
def test_a_part_that_the_edge_cuts_off_is_told(right: int):
    assert find_layout_jumps(PRESS, page(), page(right, 200), QUIET) == (CUT_OFF,)


@pytest.mark.parametrize(
    ("after", "why"),
    [
        (page(), "no element moved"),
        (page(280, 0), "a slide moves along one line"),
        (page(0, 60), "what appears above moves all else down"),
        (page(30, 400), "it covers no text"),
        (page(-210, 200), "a text that was put away is not cut off"),
        (page(240, 16, moved="a"), "one text alone may be a hint"),
        (page(240, 40, moved="abcd"), "all moved as one"),
        (page(240, 16, placed=False), "it lies above the page, or is cut off"),
        (page(240, 16, url="http://artifact.localhost/other.html"), "another document"),
    ],
)
def test_what_only_moves_is_not(after, why: str):
    assert find_layout_jumps(PRESS, page(), after, QUIET) == (), why


def test_words_for_screen_readers_lie_over_nothing():
    assert find_layout_jumps(PRESS, page(width=1), page(280, 16, width=1), QUIET) == ()


def test_what_covered_something_before_may_cover_something_else():
    assert find_layout_jumps(PRESS, page(second=60), page(90, 20, second=60), QUIET) == ()


def test_what_moves_by_itself_or_is_dragged_may_go_anywhere():
    moving = BackgroundChanges(tracks=dict.fromkeys("ab", (20, 40, 220, 104)))
    assert find_layout_jumps(PRESS, page(), page(240, 16), moving) == ()
    assert find_layout_jumps(Drag(ref="b"), page(), page(240, 16), QUIET) == ()


def boxed(page, *, box: tuple[int, int], within: str = "", **fields):
    """The page's first card in a box that cuts off what it holds, at `box`; the box itself may be `within` another."""
    held = {f"card>{name}": replace(page[name], cut="card", **fields) for name in "ab"}
    boxes = {"main": text("", box=(0, 0, 900, 700)), "card": replace(text("", box=(*box, 220, 90)), cut=within)}
    return observation(elements={**boxes, **held, **{name: page[name] for name in "cd"}})


@pytest.mark.parametrize(
    ("box", "within", "told", "why"),
    [
        ((250, 46), "", (OVER,), "the whole card moved"),
        ((10, 30), "", (), "a slide moved within what cuts it off"),
        ((250, 46), "main", (), "the card moved within what cuts it off"),
        ((250, 46), "gone", (), "what cuts it off is not seen"),
    ],
)
def test_what_is_cut_off_by_a_box_goes_where_that_goes(box, within: str, told, why: str):
    before, after = page().elements, page(240, 16).elements
    first = boxed(before, box=(10, 30), within=within)
    assert find_layout_jumps(PRESS, first, boxed(after, box=box, within=within), QUIET) == told, why
    assert not find_layout_jumps(PRESS, first, boxed(after, box=box, within=within, placed=False), QUIET)


@pytest.mark.parametrize(("height", "told"), [(90, True), (1, False)])
def test_what_a_box_does_not_show_lies_over_nothing(height: int, told: bool):
    """The second card is a panel; collapsed, its texts are still where they would be."""
    panel = {"panel": text("", box=(290, 30, 230, height))}
    seen = []
    for element in (page().elements, page(240, 16).elements):
        held = {name: replace(element[name], cut="panel") for name in "cd"}
        seen.append(observation(elements={**element, **panel, **held}))
    assert bool(find_layout_jumps(PRESS, *seen, QUIET)) == told


def test_a_still_slide_beyond_the_edge_is_no_part_of_the_page():
    slide = {
        "slides": text("", box=(0, 300, 600, 90)),
        "far": replace(text("Far", box=(2000, 310, 200, 24)), cut="slides"),
    }
    before, after = (observation(elements={**other.elements, **slide}) for other in (page(), page(300, 200)))
    assert find_layout_jumps(PRESS, before, after, QUIET) == (CUT_OFF,)
