"""A source that ends in the middle, and one that only omits optional end tags."""

import pytest

from pytest_cookie.judging.measures.truncated_source import find_cut_off, find_text_around

PAGE = (
    "<!doctype html><html lang=en><head><title>Tea</title><style>p { margin: 0 }</style></head><body><main><h1>Tea</h1>"
    "<ul><li>Green<li>Black</ul><!-- kinds --><button onclick='go()'>Go</button></main>"
    "<script>function go() { document.title = '<b>' + 1; }</script></body></html>"
)


def test_a_page_that_ends_in_the_middle_is_cut_off(subtests):
    for part in (
        "<style>p", "<h1>Tea", "<!-- kinds", "<button onclick='go()", "</button>", "function go()", "</main>",
        "<title>Tea",
    ):  # fmt: skip
        with subtests.test(part=part):
            assert find_cut_off(PAGE[: PAGE.index(part) + len(part) - 2])


@pytest.mark.parametrize(
    "whole",
    [
        PAGE,
        PAGE + "\n\n",
        "<title>Tea</title><p>Nothing is shut that need not be",
        "<!doctype html><html><body><p>Short<li>end",
        PAGE.replace("</body></html>", ""),
        "<html><body><svg><path d='M0 0'/></svg><input><br></html>",
        "",
    ],
)
def test_what_may_be_left_out_may_be_left_out(whole: str):
    assert find_cut_off(whole) == ""


def test_odd_sources_take_no_time():
    for odd in ("<" * 900_000, "< " * 400_000, "<a b='" * 150_000, "<script></scrip" * 60_000, "x" * 5_000_000):
        find_cut_off(odd)
        find_text_around(f"<!doctype html>{odd}")


EXPORT = "save('<!DOCTYPE html><html><body>' + list + '</body></html>', 'tea.html');"
SMALL = "<!DOCTYPE html><html><body><p>Tea</p></body></html>"


OUTSIDE = [
    (SMALL, ""),
    (f"\ufeff<?xml version='1.0'?><!-- made by hand -->\n{SMALL}\n<!-- end -->", ""),
    ("<p>A fragment</p>", ""),
    (f"<script>track()</script>{SMALL}", ""),
    (f"Here is your page:\n```html\n{SMALL}\n```", "Here is your page: ```html"),
    (f"```html\n{SMALL}", "```html"),
    (f"{SMALL}\n```\nTell me if you want more.", "``` Tell me if you want more."),
    (f"<think>A tea page.</think>{SMALL}", "A tea page."),
    (f"<!doctype html>\n<p>Tea</p>\n<script>{EXPORT}</script>", ""),
    (f"<p>Tea</p>\n<script>{EXPORT}</script>", ""),
    (f"<!-- as in <html> -->{SMALL}<script>{EXPORT}</script>", ""),
    (f"{SMALL}\n<script>{EXPORT}</script>\nThat is all.", "That is all."),
    (f"\n\nOne < two:\n{SMALL[:-7]}\n</HTML >\n```", "One two:"),
    (f"{SMALL[:-7]}\n</HTML >\n```", "```"),
]


def test_text_outside_of_the_document(subtests):
    for document, text in OUTSIDE:
        with subtests.test(document=document):
            assert find_text_around(document) == text
