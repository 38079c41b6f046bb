"""Lines that an author wrapped are joined; intended line breaks stay."""

import textwrap

import pytest

from pytest_cookie.annotation.brief_text import reflow

PROSE = (
    "Make a page on which a small museum counts its visitors at the door, with one button for each direction and a "
    "number that can be read from three metres away, even by somebody without glasses, in the evening."
)


@pytest.mark.parametrize("width", [40, 60, 72, 88, 120])
def test_paragraphs_wrapped_at_any_usual_width_become_one_line(width):
    wrapped = textwrap.fill(PROSE, width)
    assert reflow(f"{wrapped}\n\n{wrapped}") == f"{PROSE}\n\n{PROSE}"


def test_list_items_are_joined_and_stay_items():
    wrapped = textwrap.fill(PROSE, 72, initial_indent="- ", subsequent_indent="  ")
    assert reflow(f"It needs:\n{wrapped}\n{wrapped}") == f"It needs:\n- {PROSE}\n- {PROSE}"


def test_a_line_that_ends_with_a_comma_goes_on_though_the_next_word_would_have_fitted():
    assert reflow(f"{PROSE[:110]},\nJupiter and Saturn.\n{PROSE[:150]}.") == (
        f"{PROSE[:110]}, Jupiter and Saturn.\n{PROSE[:150]}."
    )


KEPT = {
    "one line": PROSE,
    "nothing": "",
    "short lines": "Roses are red\nviolets are blue",
    "lists": "Features of the page, each on a line:\n1. Add a task and see it listed\n2. Remove it\n* a star\na) one",
    "a break where the next word fits": f"A lamp shop in Berlin.\nNo sound.\n{PROSE[:100]}.",
    "code": f"```\n{textwrap.fill(PROSE, 60)}\n```",
    "indented code": "Use exactly this data for the table of the page:\n    name, price, colour and nothing else",
    "a table": "| name of the thing that is sold here | its price in euros |\n| lamp | 12 |",
    "a heading": "# The counter of the museum, in one page\nvisitors come in the morning",
    "lines longer than any editor wraps": f"{PROSE} {PROSE}\n{PROSE} {PROSE}",
}


def test_line_breaks_that_the_author_chose_are_kept(subtests):
    for kind, text in KEPT.items():
        with subtests.test(kind):
            assert reflow(text) == text


def test_chinese_lines_are_joined_without_a_space():
    line = "请做一个网页用来统计博物馆每天的参观人数并且显示在屏幕上让工作人员可以从三米以外看清楚数字并且随时更正"
    assert reflow(f"{line}\n{line}") == line + line
