"""Text that stays invisible is no content, and boxes that scroll to blank areas are reported."""

import pytest

from pytest_cookie.checks.undrawn import find_undrawn
from pytest_cookie.core.page import Box
from pytest_cookie.core.perception import InnerScroller, UndrawnText
from pytest_cookie.exploration.perception.wheel_tour import without_drawn
from pytest_cookie.judging.measures.content_amount import weigh_fullness
from pytest_cookie.judging.measures.undrawn import share_undrawn
from tests.unit.judging.evidence_builders import subject

PLACE = Box(x=0, y=900, width=400, height=20)


def text(letters=100, within="", words="words"):
    return UndrawnText(selector="p", text=words, letters=letters, box=PLACE, within=within)


def told(**fields):
    return [(defect.kind.value, defect.severity) for defect in find_undrawn(subject(**fields))]


@pytest.mark.parametrize(
    ("undrawn", "letters", "severity"),
    [((text(), text()), 300, "critical"), ((text(), text()), 800, "major"), ((text(), text()), 2000, None),
     ((text(),), 120, None), ((), 900, None), ((text(), text()), None, None)],
)  # fmt: skip
def test_a_large_part_that_is_never_seen_is_told_and_is_no_content(undrawn, letters, severity):
    fields = {"undrawn": undrawn, "letters": letters}
    assert told(**fields) == ([("undrawn-content", severity)] if severity else [])
    drawn = 1 - share_undrawn(subject(**fields))
    assert weigh_fullness(subject(**fields)).share == pytest.approx(drawn)


def test_it_says_what_cuts_the_text_off():
    seen = subject(undrawn=(text(within="main"), text(within="main")), letters=250)
    assert "cannot be reached" in find_undrawn(seen)[0].title
    assert "`main`" in find_undrawn(seen)[0].why


@pytest.mark.parametrize(
    ("moved", "before", "after", "is_told"),
    [(600, 0.05, 0.0, True), (600, 0.05, 0.04, False), (0, 0.05, 0.0, False), (600, 0.004, 0.0, False)],
)
def test_a_box_that_scrolls_to_nothing_is_told(moved, before, after, is_told):
    box = InnerScroller(selector="#list", moved_px=moved, ink_before=before, ink_after=after)
    assert bool(told(scrollers=(box,))) is is_told


def test_what_the_exploration_showed_is_seen_and_so_is_what_stands_in_the_same_box():
    slides = (text(within="#slides", words="two"), text(within="#slides", words="three"), text(words="never"))
    assert without_drawn(slides, frozenset({"two"})) == slides[2:]
    assert without_drawn(slides, frozenset({"never"})) == slides[:2]
    assert without_drawn(slides, frozenset()) == slides
