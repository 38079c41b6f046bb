"""The files of a reply, and the message for one without a page."""

import pytest

from pytest_cookie.generation.extraction import extract
from tests.unit.generation.replies import BAD, GOOD, PAGE, SKELETON, WITH_STRINGS, WRAPPED, fenced


def test_the_files_of_a_reply(subtests):
    for good in GOOD:
        with subtests.test(repr(good)):
            found = extract(good.reply)
            assert {path: text.strip() for path, text in found.files.items()} == good.files
            assert (found.entry, found.why_not) == (good.entry, "")


def test_a_page_is_made_of_what_there_is(subtests):
    for wrapped in WRAPPED:
        with subtests.test(repr(wrapped)):
            found = extract(wrapped.reply)
            assert list(found.files) == ["index.html"]
            page, at = found.files["index.html"], 0
            for part in wrapped.holds:
                at = page.index(part, at)
            assert not any(part in page for part in wrapped.lacks)


def test_a_reply_without_a_page_says_why(subtests):
    for bad in BAD:
        with subtests.test(repr(bad)):
            found = extract(bad.reply)
            assert (found.files, found.entry) == ({}, "")
            assert bad.says in found.why_not


@pytest.mark.parametrize(
    ("reply", "whole"),
    [
        (fenced(PAGE), True),
        (f"{fenced(PAGE)}\nIt works like th", True),
        (f"```html\n{PAGE}", True),
        (f"```html\n{PAGE[:-3]}", False),
        (f"```html\n{WITH_STRINGS[:-30]}", False),
        (f"{fenced(SKELETON)}\n```css\nbody {{", False),
        (f"{fenced(PAGE)}\nBetter:\n```html\n{PAGE[:100]}", False),
        ("<think>\nhm", False),
        ("", False),
    ],
)
def test_whether_all_of_it_came(reply: str, whole: bool):
    assert extract(reply).whole is whole


UNSAFE_NAMES = [
    "../style.css",
    "a/../../style.css",
    "/etc/style.css",
    "C:\\style.css",
    "..\\style.css",
    ".style.css",
    "a/.git/style.css",
    "x" * 300 + ".css",
    "\u202estyle.css",
    "style.css.exe",
]


def test_a_name_that_is_not_harmless_is_none(subtests):
    for name in UNSAFE_NAMES:
        with subtests.test(repr(name)):
            files = extract(f"{fenced(PAGE)}\n{fenced('a { top: 0 }', f'css {name}')}").files
            assert set(files) <= {"index.html", "style.css"}
            assert all(".." not in path and not path.startswith(("/", ".")) for path in files)


def test_names_that_cannot_stand_side_by_side_do_not():
    blocks = [(SKELETON, "html index.html"), ("a{}", "css Index.html/a.css"), ("b", "js x/y.js"), ("c", "js X/Y.JS")]
    files = extract("\n".join(fenced(code, info) for code, info in blocks)).files
    assert list(files) == ["index.html", "x/y.js"]


def test_of_two_pages_the_index_is_opened():
    found = extract(f"{fenced(PAGE, 'html about.html')}\n{fenced(SKELETON, 'html index.html')}")
    assert (set(found.files), found.entry) == ({"about.html", "index.html"}, "index.html")


def test_a_long_reply_is_quoted_in_short_and_in_one_line():
    message = extract("No.\n\x1b[31m\u202e" + "word " * 1000).why_not
    assert len(message) < 250
    assert message.endswith("…”")
    assert not {"\n", "\x1b", "\u202e"} & set(message)
