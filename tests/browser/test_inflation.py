"""Pages that try to look better than they are gain no points; a finding names the obstacle to their use."""

from functools import cache

import pytest

from pytest_cookie.browser.host import BrowserHost
from tests.browser.inflation.bases import HALF, PLAIN, STORY, Base
from tests.browser.inflation.stuffed import STUFFED, Stuffed
from tests.browser.inflation.table import ATTEMPTS, Attempt
from tests.browser.inflation.trial import ALLOWED, Bench, Scores

TITLES = {
    "all-disabled": "Every control is disabled",
    "fleeing": "Buttons move away from the pointer",
    "page-flees": "Buttons move away from the pointer",
    "reload-on-press": "Clicking a button reloads the page",
    "empties-itself": "The page loses its content by itself",
    "covered": "An element covers the page and takes every click",
}
"""The finding on the plain page, by attempt."""


@pytest.fixture(scope="module")
def bench(browser_host: BrowserHost, tmp_path_factory: pytest.TempPathFactory) -> Bench:
    return Bench(browser_host, tmp_path_factory.mktemp("inflation"))


@pytest.fixture(scope="module")
def honest(bench: Bench):
    """The scores of a page as it is, once each."""
    return cache(bench.scores)


def _tried() -> list[object]:
    return [
        pytest.param(base, item, id=f"{base.name}-{item.name}", marks=pytest.mark.slow)
        for item in ATTEMPTS
        for base in item.bases
    ]


@pytest.mark.parametrize(("base", "attempt"), _tried())
def test_nothing_is_gained(bench: Bench, honest, base: Base, attempt: Attempt) -> None:
    scores: Scores = bench.scores(base, attempt.name, attempt.snippet)
    assert max(scores.gain_over(honest(base))) <= ALLOWED, scores
    if base == PLAIN and attempt.name in TITLES:
        assert TITLES[attempt.name] in scores.titles


@pytest.mark.slow
def test_pages_that_do_more_get_more(honest) -> None:
    assert honest(HALF).total > honest(PLAIN).total + 20
    assert honest(STORY).total < 70


@pytest.mark.slow
@pytest.mark.parametrize("pages", STUFFED, ids=[pages.honest.name for pages in STUFFED])
def test_words_of_the_brief_on_toggles_get_less_than_an_honest_plain_page(honest, subtests, pages: Stuffed) -> None:
    plain: Scores = honest(pages.plain)
    assert honest(pages.honest).total > plain.total
    for pretender in pages.pretenders:
        with subtests.test(pretender.name):
            assert honest(pretender).total < plain.total
