"""From a selector to the line of the source."""

from pathlib import Path

import pytest

from pytest_cookie.reporting.source_lines import find_line, is_own_line, read_source

SOURCE = """<!doctype html>
<style>.save { color: red }</style>
<main id="app">
  <button class="big save">Save</button>
  <input name='phone number' type="tel">
  <button id="save-all">All</button>
  <ul class="list"><li class="row">One</li>
  <li class="row">Two</li></ul>
</main>
"""


@pytest.mark.parametrize(
    ("selector", "line"),
    [
        ("#app", 3),
        ("#app > button.save", 4),
        ("#save-all", 6),
        ("#save", None),
        ('form > input[name="phone number"]', 5),
        ("#app > div:nth-of-type(2)", 3),
        ("div > #made-by-script", None),
        ("button", None),
        (".list > .row:nth-of-type(2)", 8),  # several have the class: by its place
        (".list > .row", 7),  # the list is the nearest that is clear
        ("", None),
    ],
)
def test_the_last_named_step_of_a_selector_has_a_line(selector: str, line: int | None):
    assert find_line(SOURCE, selector) == line


def test_steps_without_a_name_have_a_line_by_their_places():
    source = (
        "<body>\n<header><p>a<p>b\n<img src=a>\n<div/></header>\n<main>\n<div>\n</div>\n<div>\n<ul><li>1\n<li>2</ul>"
    )
    for selector, line, is_own in (
        ("main > div:nth-of-type(2)", 8, False),  # a script may have added one
        ("body > main > div:nth-of-type(1)", 6, False),
        ("div:nth-of-type(2) > ul > li:nth-of-type(2)", 10, False),
        ("p:nth-of-type(2)", 2, False),
        ("main", 5, True),
        ("div", None, False),  # three
        ("main > div:nth-of-type(3)", None, False),
        ("section > div", None, False),
        ("main > div:nth-child(2)", 8, False),
        ("main > p:nth-child(2)", None, False),
    ):
        assert (find_line(source, selector), is_own_line(source, selector)) == (line, is_own), selector
    assert find_line("<main>\n<![bad[<div>", "main") == 1
    assert find_line("<main>\n</main>" + " " * 500_000, "main") is None


def test_a_page_that_cannot_be_read_has_no_source(tmp_path: Path):
    assert read_source(tmp_path / "none.html") == ""
