"""Which files belong to a page: requested ones that were written for it."""

from random import Random

import pytest

from pytest_cookie.calibration.mutation_operators import MUTATION_OPERATORS
from pytest_cookie.calibration.sources import find_used_files, is_library
from tests.unit.calibration.pages import page_of

SITE = {
    "shop/index.html": '<link href="../css/all.css"><script src=own.js></script><script src="https://a.b/c.js"></script>',
    "shop/own.js": "import { a } from './parts/a.js'; const b = () => import('../parts/b.mjs');",
    "shop/parts/a.js": "from '../own.js'",
    "parts/b.mjs": "",
    "css/all.css": "@import url('more.css');",
    "css/more.css": "",
    "shop/other.html": '<script src="other.js"></script>',
    "shop/other.js": "",
}


def test_a_page_is_made_of_what_it_asks_for_and_that_asks_for():
    assert find_used_files(SITE, "shop/index.html") == set(SITE) - {"shop/other.html", "shop/other.js"}


def test_from_the_root_is_from_the_folder_of_the_artifact():
    assert "js/a.js" in find_used_files({"deep/x.html": '<script src="/js/a.js">', "js/a.js": ""}, "deep/x.html")


@pytest.mark.parametrize(
    ("path", "library"),
    [
        ("vendor/jquery.js", True),
        ("js/jquery-3.4.1.js", True),
        ("a/app.min.js", True),
        ("js/app.js", False),
        ("charts.js", False),
        ("reactor.js", False),
        ("css/bootstrap.css", False),
    ],
)
def test_libraries_are_known_by_name_and_place(path: str, library: bool):
    assert is_library(path) is library


def test_defects_of_code_are_made_in_own_code_if_there_is_some():
    html = '<body><button id=a>Go</button><script src="x.min.js"></script><script src="own.js"></script></body>'
    with_own = page_of(html, own_js="a.textContent = b", x_min_js="c.textContent = d")
    assert set(with_own.code) == {"index.html", "own.js"}
    library_alone = page_of(html, x_min_js="c.textContent = d")
    assert "x.min.js" in library_alone.code


def test_a_script_of_another_page_is_left_alone():
    page = page_of("<body><p>Some words here</p></body>", other_js="a.textContent = b * c")
    of_code = [operator for operator in MUTATION_OPERATORS if operator.id in ("stale-state", "wrong-function")]
    assert len(of_code) == 2
    assert all(one.change(page, Random(0)) is None for one in of_code)


@pytest.mark.parametrize(
    ("attributes", "runs"),
    [
        ("", True), (' type="module"', True), (" type='text/javascript' defer", True), (" type=module", True),
        (' type=""', True), (' data-type="rows"', True), (' type="application/json"', False),
        (" type=importmap", False), (' type = "text/template"', False),
    ],
)  # fmt: skip
def test_a_script_is_mutated_if_the_browser_runs_it(attributes: str, runs: bool):
    page = page_of(f"<main></main><script{attributes}>const a = b * c;</script>")
    assert [text for _, _, text in page.scripts()] == (["const a = b * c;"] if runs else [])
