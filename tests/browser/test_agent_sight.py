"""The features that distinguish a page's controls for a model, in a real browser."""

from pytest_cookie.exploration.sight import read_sight

PAGE = """<!doctype html><title>Week</title><style>.chip { padding: 4px }</style>
<div class="day"><b>Mon</b> <i>20 L</i><div class="stack">
  <div class="chip">Beans 12 L <button>Done</button></div><div class="chip">Figs 8 L <button>Done</button></div>
</div></div>
<div class="day"><b>Tue</b> <i>3 L</i><div class="stack">
  <div class="chip">Herbs 3 L <button>Done</button></div>
</div></div>"""


def rows(session, *, moment: int) -> list[str]:
    controls = session.observe().inventory.controls
    sight = read_sight(session, controls, moment=moment)
    return [sight.of(control).row for control in controls]


def test_the_only_card_of_a_column_is_its_own_row_as_are_cards_beside_others(session_of):
    session = session_of(PAGE)
    assert rows(session, moment=1) == ["Beans 12 L", "Figs 8 L", "Herbs 3 L"]
    session.evaluate("() => document.querySelector('.chip').remove()")
    assert rows(session, moment=2) == ["Figs 8 L", "Herbs 3 L"]


TABLE = """<table><tr><th>Habit</th><th>Mon 5</th><th>Tue 6</th></tr>
<tr><td>Read</td><td><button>✓</button></td><td title="Tuesday, done"><button>✓</button></td></tr></table>
<button title="Close the panel">×</button><p><button>Save</button></p>"""


def test_a_cell_is_told_from_others_by_its_title_or_the_head_of_its_column(session_of):
    """What the page's script reads of a document, which only a browser has."""
    session = session_of(TABLE)
    controls = session.observe().inventory.controls
    sight = read_sight(session, controls, moment=1)
    assert [sight.of(one).distinction for one in controls] == ["Mon 5", "Tuesday, done", "Close the panel", ""]
