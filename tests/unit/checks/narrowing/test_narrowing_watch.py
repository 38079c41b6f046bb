"""What a search leaves of a list."""

from dataclasses import replace

import pytest

from pytest_cookie.browser.page.observation import Observation
from pytest_cookie.checks.narrowing.watch import NarrowingWatch
from pytest_cookie.core.action import Click, Select
from tests.unit.checks.narrowing.searches import ENTER, TREES, WAIT, facts, nursery, typed

FOUND = nursery("Weeping willow", field="willow")


def fact(text: str, after: Observation, first: Observation | None = None):
    return facts((None, first or nursery(*TREES)), (typed(text), after))[-1]


def test_a_search_that_narrows_is_told_with_what_it_leaves():
    told = fact("willow", FOUND)
    assert (told.query, told.listed, told.left, told.came) == ("willow", 4, 1, 0)
    assert (told.matching, told.lost, told.is_found) == (("Weeping willow",), (), True)


def test_a_message_in_the_list_is_no_entry():
    told = fact("willow", nursery(message="Nothing here", field="willow"))
    assert (told.left, told.came, told.is_silent) == (0, 1, False)
    assert (told.lost, told.is_doubtful) == (("Weeping willow",), False)


def test_an_empty_list_without_a_word_is_silent():
    assert fact("qqq", nursery(field="qqq")).is_silent
    assert not fact("qqq", nursery(field="qqq", message="No trees")).is_silent


def test_marks_of_hits_and_row_numbers_leave_an_entry_what_it_is():
    marked = nursery("Weeping willow", field="willow")
    marked.elements["main>ul>li:0>b"] = marked.elements["main>ul>li:0>i"]
    row = marked.elements["main>ul>li:0"]
    parts = {"main>ul>li:0>n": "1.", "main>ul>li:0>w": "Weeping", "main>ul>li:0>w>m": "willow"}
    part = marked.elements.pop("main>ul>li:0>b")
    for path, text in parts.items():
        parent = path.rpartition(">")[0]
        marked.elements[path] = type(part)(text, "", part.box, make="b", parent=parent)
    assert row.text == ""
    assert fact("willow", marked).left == 1


def test_the_emptied_field_is_compared_with_the_list_before():
    first = nursery(*TREES)
    steps = [(None, first), (typed("willow"), FOUND)]
    for trees, cut_short in (
        (TREES, False),
        (TREES[:1], True),
        ((), True),
        (TREES[::-1], False),
        (("Holm oak", "Elm", "Yew"), False),  # another page of the list
    ):
        assert facts(*steps, (typed(""), nursery(*trees)))[-1].is_cut_short == cut_short, trees


def test_a_wait_tells_what_comes_late():
    steps = [(None, nursery(*TREES)), (typed("willow"), FOUND), (typed(""), nursery(*TREES[:1]))]
    cut, late = facts(*steps, (WAIT, nursery(*TREES)))[-2:]
    assert (cut.is_cut_short, late.is_cut_short, cut.run) == (True, False, late.run)


def test_a_list_that_follows_enter_is_told_after_enter_only():
    first = nursery(*TREES)
    waiting, after = nursery(*TREES, field="willow"), nursery("Weeping willow")
    found = facts(
        (None, first), (typed("willow"), waiting), (ENTER, FOUND), (typed(""), after), (ENTER, nursery(*TREES))
    )
    assert [one and (one.query, one.left) for one in found] == [None, ("willow", 1), None, ("", 4)]


def test_a_known_list_is_told_where_nothing_goes():
    steps = [(None, nursery(*TREES)), (typed("willow"), FOUND), (typed(""), nursery(*TREES))]
    kept = facts(*steps, (typed("qqq"), nursery(*TREES, field="qqq")))[-1]
    assert (kept.query, kept.listed, kept.left, kept.is_silent) == ("qqq", 4, 4, True)


@pytest.mark.parametrize(
    ("count", "after", "miscounted"),
    [
        ("4 of 4 trees", "3 of 4 trees", "3 of 4 trees"),
        ("4 of 4 trees", "1 of 4 trees", ""),
        ("4 of 4 trees", "4 of 4 trees", ""),  # the number of all
        ("9 trees", "3 trees", ""),  # of several pages
        ("4 trees, 4 beds", "2 trees, 3 beds", ""),
    ],
)
def test_a_count_that_changes_agrees_with_the_entries(count: str, after: str, miscounted: str):
    assert fact("willow", nursery("Weeping willow", count=after), nursery(*TREES, count=count)).miscounted == miscounted


@pytest.mark.parametrize(
    "steps",
    [
        pytest.param([(typed("willow"), nursery(*TREES, field="willow"))], id="nothing follows"),
        pytest.param([(typed("willow"), nursery(*TREES[:2], "Ash", "Elm"))], id="another list"),
        pytest.param([(Select(ref="q", value="willow"), FOUND)], id="a choice"),
        pytest.param([(Click(ref="back", target="Previous"), FOUND)], id="a press"),
    ],
)
def test_what_is_no_search_of_a_list(steps: list):
    assert facts((None, nursery(*TREES)), *steps) == [None]


def test_only_search_fields_count():
    first, then = (nursery(*trees, name="Your name", role="textbox") for trees in (TREES, TREES[:1]))
    assert facts((None, first), (typed("willow"), then)) == [None]
    first, then = (nursery(*trees, name="筛选 搜索", role="textbox") for trees in (TREES, TREES[:1]))
    assert facts((None, first), (typed("willow"), then)) != [None]


def test_another_step_ends_a_search():
    watch, sort = NarrowingWatch(), Click(ref="sort", target="Sort")
    steps = [(None, nursery(*TREES)), (typed("willow"), FOUND), (sort, FOUND), (sort, FOUND), (typed(""), FOUND)]
    assert facts(*steps, watch=watch)[-2:] == [None, None]


@pytest.mark.parametrize("first", ["QC-0001", "5 Jan 2027", "№ 12"])
def test_a_title_may_have_figures_and_is_no_code_or_date(first: str):
    names = ("Canon EOS R5", "Nikon Z8 body", "Sony A7M4 body")
    pages = [nursery(*names), nursery(names[0], field="Canon")]
    for seen in pages:
        for path, part in list(seen.elements.items()):
            if part.make == "li":  # the code comes first in each entry
                cell = replace(part, text=first, make="td", parent=path)
                at = list(seen.elements).index(path) + 1
                items = list(seen.elements.items())
                seen.elements.clear()
                seen.elements.update([*items[:at], (f"{path}>code", cell), *items[at:]])
    assert facts((None, pages[0]), (typed("Canon"), pages[1]))[-1].matching == ("Canon EOS R5",)


def test_parts_of_an_article_are_no_entries():
    article, results = nursery(*TREES), nursery(field="willow")
    for path, part in list(article.elements.items()):
        if part.make == "li":
            article.elements[path] = replace(part, make="p")
    assert facts((None, article), (typed("willow"), results)) == [None]


def test_the_word_is_of_one_title():
    assert fact("willow", FOUND).words == ("Weeping",)
