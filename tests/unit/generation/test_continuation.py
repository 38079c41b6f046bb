"""A reply in two halves becomes the whole one, however the second half begins."""

import pytest

from pytest_cookie.generation.continuation import join_replies
from pytest_cookie.generation.extraction import extract
from tests.unit.generation.replies import PAGE, SCRIPT, SKELETON, STYLE, fenced

WHOLE = f"Here it is:\n{fenced(PAGE)}Have fun."
_SCRIPT = range(WHOLE.index("<h1>"), WHOLE.index("</body>"))
CUTS = tuple(cut for cut in _SCRIPT if not WHOLE[cut].isspace())[::7]


def test_from_exactly_there(subtests):
    for cut in CUTS:
        with subtests.test(repr(cut)):
            assert join_replies(WHOLE[:cut], WHOLE[cut:]) == WHOLE


PREFACES = [
    "```html\n",
    "Continuing from where I stopped:\n\n```html\n",
    "<think>\nWhere was I?\n</think>\n\n",
    "```\n",
]


def test_what_is_put_before_the_rest_goes(subtests):
    for before in PREFACES:
        for cut in CUTS:
            with subtests.test(repr(cut)):
                assert join_replies(WHOLE[:cut], before + WHOLE[cut:]) == WHOLE


def test_what_is_repeated_comes_once(subtests):
    for cut in CUTS:
        for repeated in (16, 30, 90):
            with subtests.test(repr(repeated)):
                assert join_replies(WHOLE[:cut], WHOLE[cut - repeated :]) == WHOLE


def test_the_line_that_was_cut_is_begun_again():
    cut = WHOLE.index(".onclick")
    line = WHOLE.rindex("\n", 0, cut) + 1
    assert join_replies(WHOLE[:cut], WHOLE[line:]) == WHOLE
    assert join_replies(WHOLE[:cut], "    " + WHOLE[line:]) == WHOLE


def test_a_page_begun_again_takes_the_place_of_the_first():
    rest = f"Here is the complete page:\n{fenced(PAGE)}"
    assert join_replies(WHOLE[:200], rest) == rest


def test_a_page_without_a_fence_goes_on_in_one():
    whole = extract(join_replies(PAGE[:200], f"```html\n{PAGE[200:]}\n```\n"))
    assert (whole.files["index.html"].strip(), whole.whole) == (PAGE, True)


def test_what_was_cut_between_two_files_goes_on_with_the_next():
    first = f"**index.html**\n{fenced(SKELETON)}\n**style.css**\n```css\n{STYLE}\n```\n"
    files = extract(join_replies(first, f"**js/app.js**\n{fenced(SCRIPT, 'js')}")).files
    assert {path: text.strip() for path, text in files.items()} == {
        "index.html": SKELETON,
        "style.css": STYLE,
        "js/app.js": SCRIPT,
    }


def test_the_end_of_the_first_fence_is_not_taken_for_a_beginning():
    first = f"**index.html**\n{fenced(SKELETON)}\n**style.css**\n```css\nbody {{\n"
    rest = f"  background: #222;\n}}\n```\n**js/app.js**\n{fenced(SCRIPT, 'js')}"
    assert join_replies(first, rest) == first + rest


def test_thinking_that_was_cut_off_goes_on():
    assert extract(join_replies("<think>\nThe user wants", f" a timer.\n</think>\n{fenced(PAGE)}")).whole


@pytest.mark.parametrize("rest", ["", "I'm sorry, I cannot go on."])
def test_a_rest_that_is_none_leaves_the_first(rest: str):
    assert extract(join_replies(WHOLE[:200], rest)).files
