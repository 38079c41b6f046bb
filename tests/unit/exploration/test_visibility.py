"""What changed in a document counts as seen where a person could see it."""

from dataclasses import replace

import pytest

from pytest_cookie.browser.page.observation import Happenings
from pytest_cookie.core.page import Box
from pytest_cookie.exploration.effects.background_changes import BackgroundChanges
from pytest_cookie.exploration.effects.change import compare, detect_motion_change
from tests.change_lines import states
from tests.unit.exploration.pages import control, observation, picture, text

PLACE = (100, 100, 200, 20)
DRAWN = picture((110, 102, 180, 116))


def said(words, *, screenshot=None, box=PLACE, **fields):
    """A page with one line of text."""
    line = replace(text(words, box=box), **fields)
    return observation(elements={"main>p": line}, screenshot=screenshot)


def test_a_text_whose_pixels_change_is_shown():
    change = compare(said("Two books"), said("Three books", screenshot=DRAWN))
    assert (change.seen, change.shown) == (True, True)


def test_a_text_without_a_pixel_is_told_but_not_shown():
    change = compare(said("Ready"), said("Done"))
    assert change.appeared_text == ("Done",)
    assert (change.seen, change.shown) == (False, False)


def test_pixels_elsewhere_do_not_show_it():
    change = compare(said("Ready"), said("Done", screenshot=picture((700, 500, 760, 540))))
    assert (change.seen, change.shown) == (True, False)


def test_a_figure_right_beside_the_pressed_button_is_shown_though_its_ring_is_left_out():
    button = Box(x=100, y=100, width=30, height=20)
    beside = {"box": (134, 100, 12, 20)}
    drawn = picture((136, 104, 142, 112))
    change = compare(said("2", **beside), said("3", screenshot=drawn, **beside), around=(button,))
    assert (change.seen, change.shown) == (True, True)


@pytest.mark.parametrize("unseen", [{"inked": False}, {"inked": False, "blends": True}])
def test_what_has_no_ink_is_not_shown_by_pixels_of_what_lies_under_it(unseen):
    change = compare(said("1", **unseen), said("2", screenshot=DRAWN, **unseen))
    assert change.shown is False


def test_out_of_the_window_ink_alone_tells():
    far = {"box": (100, 2000, 200, 20)}
    assert compare(said("Two books", **far), said("Three books", **far)).shown
    assert not compare(said("1", blends=True, **far), said("2", blends=True, **far)).seen


def test_a_class_out_of_sight_that_alters_no_look_is_not_seen():
    def bar(state, look):
        line = replace(text("", state=state, box=(0, 2000, 40, 40)), look=look)
        return observation(elements={"main>i": line})

    assert not compare(bar("class=a", "plain"), bar("class=b", "plain")).seen
    assert compare(bar("class=a", "plain"), bar("class=b", "red")).seen


def test_in_a_box_that_scrolls_it_counts_unless_the_box_is_too_small_to_look_into():
    def log(words, size):
        hole = text("", box=(100, 100, *size))
        line = replace(text(words, box=(100, 400, 200, 20)), cut="main>div")
        return observation(elements={"main>div": hole, "main>div>p": line})

    assert compare(log("a", (300, 200)), log("b", (300, 200))).shown
    assert not compare(log("a", (1, 1)), log("b", (1, 1))).shown


def test_of_what_moves_by_itself_white_on_white_is_not_believed():
    quiet = BackgroundChanges(loose=frozenset((row, column) for row in range(18) for column in range(32)))
    assert compare(said("1"), said("2", screenshot=DRAWN), quiet=quiet).shown
    assert not compare(said("1", blends=True), said("2", screenshot=DRAWN, blends=True), quiet=quiet).shown


def test_a_state_or_an_address_without_a_pixel_is_not_seen():
    pressed = observation(controls=(control("b", checked=True),), url="http://artifact.localhost/list/2")
    before = observation(controls=(control("b", checked=False),))
    change = compare(before, pressed)
    assert change.states == states("b: checked no → yes")
    assert not change.seen
    assert compare(before, replace(pressed, screenshot=DRAWN)).shown


def test_what_a_person_is_told_beside_the_page_is_seen_without_a_pixel():
    change = compare(said("a"), said("a"), happenings=Happenings(downloads=("list.csv",)))
    assert (change.seen, change.shown) == (True, False)


def test_an_animation_that_pauses_for_breath_was_brought_to_rest_by_nobody():
    moving = BackgroundChanges(cells=frozenset((row, 3) for row in range(8)), animations=1)
    assert detect_motion_change(moving, BackgroundChanges(animations=1)) == ""
    assert detect_motion_change(BackgroundChanges(animations=1), moving) == ""
    assert detect_motion_change(moving, BackgroundChanges()) == "stopped"


@pytest.mark.parametrize(("words", "box"), [("", (0, 0, 1280, 720)), ("Done", (0, 0, 1280, 720)), ("", PLACE)])
def test_what_lies_clear_over_the_page_does_not_show_by_what_is_under_it(words, box):
    veil = replace(text(words, box=box), blends=True)
    before, after = observation(), observation(elements={"main>i": veil}, screenshot=DRAWN)
    change = compare(before, after)
    assert (change.dom_added, change.seen, change.shown) == (1, True, False)


def test_a_state_shows_on_its_own_control_alone():
    def page(*, checked, at, screenshot=None):
        one = control("b", checked=checked).model_copy(update={"box": Box(x=at, y=100, width=40, height=20)})
        return observation(controls=(one,), screenshot=screenshot)

    for at, shown in ((120, True), (600, False)):
        change = compare(page(checked=False, at=at), page(checked=True, at=at, screenshot=DRAWN))
        assert (change.seen, change.shown) == (True, shown)
