"""Content that vanishes by itself is a critical finding; before any use the score is zero."""

from pytest_cookie.core.page import Box, Canvas
from pytest_cookie.judging.measures.vanishing import find_vanishing
from tests.unit.judging.evidence_builders import ANSWER, inventory, page_in_use, step


def vanished(*looks, before=400, **fields):
    """`looks`: kind and letters of each step."""
    steps = [
        step(i, kind, **({"ref": "b0", "change": ANSWER} if kind == "click" else {}), drawn_letters=letters, **extra)
        for i, (kind, letters, *rest) in enumerate(looks)
        for extra in [rest[0] if rest else {"controls": 4, "usable_controls": 4}]
    ]
    seen = page_in_use(*steps, drawn_letters=before, **fields)
    gone = find_vanishing(seen)
    return gone.index if gone else None


NO_CONTROL = {"controls": 0, "usable_controls": 0}


LOOKS = [
    ([("look", 0), ("press", 0)], 0),
    ([("look", 60), ("wait", 60)], 0),
    ([("look", 400), ("click", 380), ("wait", 20), ("press", 20)], 2),
    ([("look", 400), ("click", 380), ("wait", 20), ("reload", 400)], 2),
    ([("look", 400), ("click", 0, NO_CONTROL), ("press", 0, NO_CONTROL)], 1),
    ([("look", 400), ("click", 30), ("press", 30)], None),
    ([("look", 400), ("wait", 20), ("click", 400)], None),
    ([("look", 400), ("scroll", 20), ("press", 20)], None),
    ([("look", 400), ("resize", 30), ("wait", 30)], None),
    ([("look", 390), ("wait", 300), ("wait", 200)], None),
    ([("look", None), ("wait", None)], None),
]


def test_it_is_told_where_it_happens_by_itself_and_lasts(subtests):
    for looks, at in LOOKS:
        with subtests.test(looks=looks):
            assert vanished(*looks) == at


def test_a_page_with_little_text_cannot_lose_it():
    assert vanished(("look", 0), ("wait", 0), before=20) is None


def test_a_drawing_may_take_the_place_of_text():
    canvas = Canvas(selector="canvas", box=Box(x=0, y=0, width=900, height=600), blank=False)
    assert vanished(("look", 0), ("wait", 0), inventory=inventory(canvases=(canvas,))) is None
