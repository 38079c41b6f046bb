"""The case that a check makes of a page, and the labels that it guesses."""

from pathlib import Path

import pytest

from pytest_cookie.core.errors import UsageError
from pytest_cookie.page_check.checker import make_case
from pytest_cookie.page_check.guess import guess_leaf

BRIEFS = {
    "A snake game on a grid: arrow keys, food, score, game over and restart.": "games",
    "A mortgage calculator: price, rate and years give the monthly payment.": "utilities",
    "Landing page for our new noise-cancelling headphones with features and a buy button.": "content",
}


def test_a_brief_is_given_to_the_domain_of_its_kind(subtests: pytest.Subtests):
    for brief, domain in BRIEFS.items():
        with subtests.test(brief):
            case, guessed = make_case(Path("page.html"), brief=brief)
            assert (case.domain, case.language, guessed) == (domain, "en", {"leaf", "language"})
    assert guess_leaf("1234 !") == ""


def test_without_a_brief_the_language_is_that_of_the_page(tmp_path: Path):
    page = tmp_path / "My Page.html"
    page.write_text(
        "<script>let the = 'of and'</script><p>Unsere Bäckerei backt jeden Morgen frisches Brot für Sie.</p>"
    )
    case, guessed = make_case(page)
    assert (case.language, case.brief, case.leaf) == ("de", "A page.", "corporate-site")
    assert case.id.startswith("my-page-")
    assert guessed == {"leaf", "language"}


def test_given_labels_are_not_guessed(tmp_path: Path):
    case, guessed = make_case(tmp_path, leaf="chat", language="fr")
    assert (case.leaf, case.language, guessed) == ("chat", "fr", set())
    with pytest.raises(UsageError, match="unknown leaf 'chats'"):
        make_case(tmp_path, leaf="chats")


def test_a_brief_may_be_a_file_and_its_name_is_no_brief(tmp_path: Path):
    brief = tmp_path / "brief.txt"
    brief.write_text("A chess clock.\n")
    assert make_case(tmp_path, brief=brief)[0].brief == "A chess clock."
    with pytest.raises(UsageError, match="is the name of a file"):
        make_case(tmp_path, brief=str(brief))
    with pytest.raises(UsageError, match="cannot be read"):
        make_case(tmp_path, brief=tmp_path / "breif.txt")
    chinese = "做一个居酒屋的菜单页面" * 40
    assert make_case(tmp_path, brief=chinese)[0].brief == chinese
