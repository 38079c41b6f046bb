"""Figures follow when an entry is taken back, and a reload changes none; what rightly stays is silent."""

from dataclasses import replace

import pytest

from pytest_cookie.checks.figures.watch import FigureWatch, read_moment
from pytest_cookie.core.action import new_action

TYPE = new_action("type", ref="name", value="Boat trip")
ADD = new_action("click", ref="add")
REMOVE = new_action("click", ref="remove", purpose="destroy")
UNDO = new_action("click", ref="undo", purpose="undo")
TICK = new_action("click", ref="tick")
SCROLL = new_action("scroll", value="700")
RELOAD = new_action("reload")

EMPTY = ("Spent", "€300.00", "Entries", "2", "Anna", "owes €100.00")
ADDED = ("Spent", "€345.00", "Entries", "3", "Anna", "owes €115.00", "Boat trip")


def page(*lines: str):
    return read_moment(lines)


def walk(*steps):
    """The facts of the steps, each an action and the lines after it; the first are those of the page as loaded."""
    watch, before, found = FigureWatch(), page(*EMPTY), []
    for action, lines in steps:
        after = page(*lines)
        found.append(watch.follow(action, before, after))
        before = after
    return found


def left(*steps) -> list[str]:
    return [item.line for fact in walk((TYPE, EMPTY), *steps) for item in fact.left]


def stale(*steps) -> list[tuple[str, str]]:
    return [(item.line, item.now) for fact in walk(*steps) for item in fact.stale]


@pytest.mark.parametrize(
    ("removed", "stays"),
    [
        (("Spent", "€300.00", "Entries", "2", "Anna", "owes €115.00"), ["owes €115.00"]),
        (("Spent", "€345.00", "Entries", "2", "Anna", "owes €100.00"), ["€345.00"]),
        (("Spent", "€345.00", "Entries", "2", "Anna", "owes €115.00"), []),  # no figure that moved by more came back
        (EMPTY, []),
        (("Spent", "€300.00", "Entries", "2", "Anna", "owes €90.00"), []),  # another value: it may be right
        (("Spent", "€300.00", "Entries", "3", "Anna", "owes €100.00"), []),  # it may count all that ever were
        (("Spent", "€300.00", "Entries", "2"), []),  # another view
        (ADDED, []),  # it asks first
    ],
)
def test_what_an_entry_added_goes_with_it(removed, stays):
    assert left((ADD, ADDED), (REMOVE, removed)) == stays
    assert left((ADD, ADDED), (SCROLL, ADDED), (REMOVE, removed)) == stays
    assert left((ADD, (*ADDED, "Boat trip added")), (REMOVE, (*removed, "Boat trip deleted"))) == stays
    assert left((ADD, ADDED), (TICK, removed)) == []  # a filter hides it, or a press completes it


@pytest.mark.parametrize(
    ("badge", "stays"), [(("Tasks", "3"), ["3"]), (("Tasks", "2"), []), (("Added so far", "8"), [])]
)
def test_two_counts_of_the_same_go_together(badge, stays):
    """A log counts on from another number."""
    first = ("Open", "2", badge[0], "2" if badge[0] == "Tasks" else "7", "Note")
    added = ("Open", "3", badge[0], "3" if badge[0] == "Tasks" else "8", "Note", "Boat trip")
    assert left((SCROLL, first), (ADD, added), (REMOVE, ("Open", "2", *badge, "Note"))) == stays


def test_a_view_that_shows_an_entry_again_did_not_add_it():
    other = ("Spent", "€520.00", "Entries", "9", "Anna", "owes €40.00")
    steps = [(ADD, ADDED), (SCROLL, ADDED), (TICK, other), (TICK, ADDED)]
    assert left(*steps, (REMOVE, ("Spent", "€520.00", "Entries", "2", "Anna", "owes €115.00"))) == []


def test_other_acts_in_between_that_move_a_figure_leave_no_evidence():
    more = ("Spent", "€365.00", "Entries", "4", "Anna", "owes €125.00", "Boat trip", "Tea")
    removed = ("Spent", "€320.00", "Entries", "3", "Anna", "owes €125.00", "Tea")
    assert left((ADD, ADDED), (ADD, more), (REMOVE, removed)) == []


@pytest.mark.parametrize(
    ("undone", "stays"),
    [
        (("Spent", "€345.00", "Entries", "3", "Anna", "owes €100.00", "Boat trip"), ["owes €100.00"]),
        (ADDED, []),
        (("Spent", "€345.00", "Entries", "3", "Anna", "owes €100.00"), []),  # the entry is not back: another finding
    ],
)
def test_an_undo_brings_figures_back(undone, stays):
    asked = (*ADDED, "Remove it?")
    assert left((ADD, ADDED), (REMOVE, EMPTY), (UNDO, undone)) == stays
    assert left((ADD, ADDED), (REMOVE, asked), (REMOVE, EMPTY), (UNDO, undone)) == stays


@pytest.mark.parametrize(
    ("first", "on", "off", "stays"),
    [
        (("Done", "1", "Left", "4"), ("Done", "2", "Left", "3"), ("Done", "1", "Left", "4"), []),
        (("Done", "1", "Badge", "1"), ("Done", "2", "Badge", "2"), ("Done", "1", "Badge", "2"), ["2"]),
        (("Done", "1", "Points", "10"), ("Done", "2", "Points", "20"), ("Done", "1", "Points", "20"), []),
        (("Done", "1", "Clicks", "7"), ("Done", "2", "Clicks", "8"), ("Done", "1", "Clicks", "9"), []),
        (("Done", "1", "Seen", "1"), ("Done", "2", "Seen", "2"), ("Done", "3", "Seen", "2"), []),  # it counts on
    ],
)
def test_a_second_press_turns_figures_back(first, on, off, stays):
    assert left((SCROLL, first), (TICK, on), (TICK, off)) == stays


NOW = ("Spent", "€345.00", "Entries", "3", "Anna", "owes €115.00", "Boat trip")
OLD = ("Spent", "€345.00", "Entries", "3", "Anna", "owes €100.00", "Boat trip")


def test_a_figure_that_only_a_reload_brings_up_to_date_was_stale():
    expected = [("owes €100.00", "owes €115.00")]
    assert stale((ADD, OLD), (RELOAD, NOW), (RELOAD, NOW), (SCROLL, NOW)) == expected
    assert stale((ADD, OLD), (SCROLL, OLD), (RELOAD, NOW), (RELOAD, NOW), (TICK, NOW)) == expected


def test_a_reload_confirms_what_stayed_when_an_entry_went():
    bad = ("Spent", "€300.00", "Entries", "2", "Anna", "owes €115.00")
    assert stale((TYPE, EMPTY), (ADD, ADDED), (REMOVE, bad), (RELOAD, EMPTY), (RELOAD, EMPTY), (SCROLL, EMPTY))


def test_a_reload_refutes_what_is_meant_to_stay():
    kept = ("Spent", "€300.00", "Entries", "2", "Anna", "owes €115.00")
    facts = walk((TYPE, EMPTY), (ADD, ADDED), (REMOVE, kept), (RELOAD, kept))
    assert facts[2].left
    assert facts[3].kept == ("owes €115.00",)


COUNTED_UP = ("Spent", "€345.00", "Entries", "3", "Anna", "owes €80.00", "Boat trip")


@pytest.mark.parametrize(
    "steps",
    [
        [(ADD, OLD), (RELOAD, NOW), (SCROLL, NOW)],  # seen once only
        [(ADD, OLD), (RELOAD, NOW), (RELOAD, OLD), (SCROLL, OLD)],  # chance, or a count of visits
        [(ADD, OLD), (RELOAD, COUNTED_UP), (RELOAD, COUNTED_UP), (SCROLL, OLD)],  # it counts up when it is loaded
        [(RELOAD, NOW), (RELOAD, NOW), (SCROLL, NOW)],  # no act in between
        [(ADD, ADDED), (RELOAD, EMPTY), (RELOAD, EMPTY), (SCROLL, EMPTY)],  # the page does not store
        [(ADD, NOW), (RELOAD, NOW), (RELOAD, NOW), (SCROLL, NOW)],
        [(ADD, ADDED), (TICK, OLD), (RELOAD, NOW), (RELOAD, NOW), (SCROLL, NOW)],  # a choice for the session
        [(ADD, OLD), (RELOAD, ("Anna", "owes €115.00")), (RELOAD, ("Anna", "owes €115.00")), (SCROLL, NOW)],  # a view
    ],
)
def test_other_differences_after_a_reload_are_no_evidence(steps):
    assert stale(*steps) == []


def test_times_and_what_changes_by_itself_do_not_count():
    first = page("Left", "0:57", "Price", "€12.00", "Users", "204")
    assert set(first.figures.values()) == {"€12.00", "204"}
    assert set(read_moment(("Users", "204"), frozenset({"204"})).figures) == set()


@pytest.mark.parametrize(
    ("after", "charted", "action", "told"),
    [
        (("Round", "0", "Burning", "0"), {"gen 28", "gen 0"}, REMOVE, ["gen 28"]),
        (("Round", "0", "Burning", "0"), {"gen 0"}, REMOVE, []),
        (("Round", "0", "Burning", "0"), {"gen 30", "100"}, REMOVE, []),  # an axis
        (("Round", "0", "Burning", "234"), {"gen 28"}, REMOVE, []),  # one figure of several: no reset
        (("Round", "0", "Burning", "5"), {"gen 28"}, REMOVE, []),
        (("Round", "0", "Burning", "0"), {"gen 28"}, TICK, []),
        (("Round", "0", "Burning", "0"), {"28"}, REMOVE, []),  # it was there at first
    ],
)
def test_a_chart_goes_back_with_a_reset(after, charted, action, told):
    first = replace(page("Round", "0", "Burning", "0"), charted=frozenset({"28"}))
    run = replace(page("Round", "28", "Burning", "234"), charted=frozenset({"gen 28", "gen 0", "gen 30", "100", "28"}))
    watch = FigureWatch()
    watch.follow(TICK, first, run)
    fact = watch.follow(action, run, replace(page(*after), charted=frozenset(charted)))
    assert [item.text for item in fact.charted] == told


STORED = ("Spent", "€345.00", "Entries", "List", "Anna", "owes €115.00")
RENEWED = ("Spent", "€300.00", "Entries", "List", "Anna", "owes €100.00")


@pytest.mark.parametrize(
    ("dinner", "after", "told"),
    [
        ("Dinner", RENEWED, ["€345.00", "owes €115.00"]),
        ("", RENEWED, []),  # a page that does not store is as at the start
        ("Dinner", STORED, []),  # it is meant to stay
        ("Dinner", ("Spent", "€320.00", "Entries", "List", "Anna", "owes €107.00"), []),  # something else
    ],
)
def test_figures_that_nothing_came_back_with_are_told_by_a_reload_of_a_page_that_stores(dinner, after, told):
    first = ("Spent", "€300.00", "Entries", "List", "Anna", "owes €100.00", "Dinner")
    added = (*STORED, "Dinner", "Boat trip")
    removed = (*STORED, "Dinner")
    reloaded = (*after, dinner or "Nothing yet")
    dine = new_action("type", ref="name", value="Dinner")
    empty = ("Spent", "€280.00", "Entries", "List", "Anna", "owes €93.00")
    steps = [(dine, empty), (ADD, first), (TYPE, first), (ADD, added), (REMOVE, removed)]
    found = stale(*steps, (RELOAD, reloaded), (RELOAD, reloaded), (SCROLL, reloaded))
    assert [line for line, _ in found] == told
