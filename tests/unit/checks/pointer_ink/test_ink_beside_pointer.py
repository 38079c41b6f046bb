"""Strokes that drags draw on a canvas, under the pointer or beside it."""

import io
from dataclasses import replace

from PIL import Image, ImageDraw

from pytest_cookie.browser.page.observation import Observation
from pytest_cookie.checks.pointer_ink.fact import InkFact
from pytest_cookie.checks.pointer_ink.judge import find_ink_beside_pointer
from pytest_cookie.checks.pointer_ink.tactic import DrawAgain
from pytest_cookie.checks.pointer_ink.watch import InkWatch
from pytest_cookie.core.action import Drag
from pytest_cookie.core.page import Box, Canvas
from pytest_cookie.core.trace import Change
from pytest_cookie.exploration.effects.background_changes import BackgroundChanges
from pytest_cookie.exploration.watch import Act
from tests.unit.exploration.pages import Desk, observation, turn
from tests.unit.judging.evidence_builders import case, step, subject, trace

LEFT, TOP, WIDTH, HEIGHT = 60, 140, 800, 500
BOARD = Canvas(selector="#board", box=Box(x=LEFT, y=TOP, width=WIDTH, height=HEIGHT))
FIRST, SECOND = (300, 315, 620, 465), (140, 190, 300, 290)
FAR = (580, 465, 740, 565), (660, 340, 820, 460)


def board(*shapes, scrolled: int = 0) -> Observation:
    """A page with a white canvas; shapes are (kind, points in the window, colour, width)."""
    page, sheet = Image.new("RGB", (900, 660), "#eeeeee"), Image.new("RGB", (WIDTH, HEIGHT), "white")
    pen = ImageDraw.Draw(sheet)
    for kind, points, colour, width in shapes:
        points = [(x - LEFT, y - TOP + scrolled) for x, y in points]
        if kind == "line":
            pen.line(points, fill=colour, width=width, joint="curve")
        elif kind == "dots":
            for x, y in points:
                pen.ellipse((x - width, y - width, x + width, y + width), fill=colour)
        else:
            pen.rectangle([*points[0], *points[1]], outline=colour, width=width, fill=colour if kind == "box" else None)
    page.paste(sheet, (LEFT, TOP - scrolled))
    buffer = io.BytesIO()
    page.save(buffer, "png", compress_level=1)
    return observation(screenshot=buffer.getvalue(), canvases=(BOARD,), window_at=(0.0, float(scrolled)))


def drag(path) -> Drag:
    x, y, to_x, to_y = path
    return Drag(target="canvas", x=x, y=y, to_x=to_x, to_y=to_y)


def hand(path, place=lambda x, y: (x, y)) -> list[tuple[float, float]]:
    """The bowed line that a hand draws from one end to the other, at the places where the page puts it."""
    x, y, to_x, to_y = path
    shares = [number / 20 for number in range(21)]
    bow = [share * (1 - share) * 0.2 for share in shares]
    return [
        place(x + (to_x - x) * share - (to_y - y) * off, y + (to_y - y) * share + (to_x - x) * off)
        for share, off in zip(shares, bow, strict=True)
    ]


def draw(path, *shapes, ground=(), quiet=None, scrolled=0) -> InkFact | None:
    before, after = board(*ground, scrolled=scrolled), board(*ground, *shapes, scrolled=scrolled)
    return InkWatch().compare(Act(drag(path), before, after, quiet or BackgroundChanges()))


def stroke(path, place, *, width=6, kind="line", **fields) -> InkFact | None:
    return draw(path, (kind, hand(path, place), "#23211f", width), **fields)


def judged(place, *, domain="analytics", paths=(FIRST, SECOND), **fields) -> list[tuple[str, str]]:
    """Title and reason of what is found in two drags."""
    facts = [stroke(path, place, **fields) for path in paths]
    return judge(facts, paths, domain=domain)


def judge(facts, paths=(FIRST, SECOND), domain="analytics"):
    changes = [Change(seen=True, facts={"pointer-ink": fact} if fact else {}) for fact in facts]
    steps = [
        step(index, kind="drag", x=path[0], y=path[1], to_x=path[2], to_y=path[3], change=change)
        for index, (path, change) in enumerate(zip(paths, changes, strict=True))
    ]
    found = find_ink_beside_pointer(subject(of=case(domain=domain), trace=trace(*steps)))
    return [(defect.title, defect.why) for defect in found]


def same(x, y):
    return x, y


def in_window(x, y):
    """Coordinates of the window, used as those of the canvas."""
    return x + LEFT, y + TOP


def stretched(x, y):
    """A picture of 500 × 400 px, shown in 800 × 500 px."""
    return LEFT + (x - LEFT) * 1.6, TOP + (y - TOP) * 1.25


def shrunk(x, y):
    """A picture of twice the size, as on a display of high density."""
    return LEFT + (x - LEFT) / 2, TOP + (y - TOP) / 2


def test_strokes_beside_the_pointer_are_told(subtests):
    near = (FIRST, SECOND)
    for place, paths, hint in ((in_window, near, "getBounding"), (stretched, near, "width"), (shrunk, FAR, "width")):
        for fields in ({}, {"width": 20}, {"width": 2}, {"kind": "dots", "width": 10}):
            with subtests.test(place=place.__name__, **fields):
                ((title, why),) = judged(place, paths=paths, **fields)
                assert title.startswith("Ink on the canvas is ")
                assert title.endswith(" px beside the pointer")
                assert hint in why


def test_a_scrolled_canvas_whose_ink_is_off_by_the_scrolling_is_told():
    paths = ((300, 380, 620, 500), (560, 300, 720, 400))
    assert len(judged(lambda x, y: (x, y - 60), scrolled=60, paths=paths)) == 1


def test_strokes_under_the_pointer_and_other_drawings_are_no_fault(subtests):
    line, rest = ("line", hand(FIRST), "black", 6), ("line", hand(FIRST, in_window), "black", 6)
    picture = [
        ("box", ((200 + 20 * n, 150), (220 + 20 * n, 600)), colour, 1) for n, colour in enumerate(["red", "tan"] * 12)
    ]
    cases = {
        "under": stroke(FIRST, same),
        "small margin": stroke(FIRST, lambda x, y: (x + 8, y + 8)),
        "snapped to a grid": stroke(FIRST, lambda x, y: (round(x / 20) * 20, round(y / 20) * 20)),
        "mirrored": draw(FIRST, line, rest),
        "moved curve": draw(FIRST, ("box", ((LEFT, TOP), (LEFT + WIDTH, TOP + HEIGHT)), "white", 1), rest, ground=[
            ("line", [(x, y + 60) for x, y in hand(FIRST, in_window)], "black", 6)
        ]),
        "rectangle elsewhere": draw(FIRST, ("frame", ((400, 500), (700, 600)), "black", 3)),
        "fill": draw(FIRST, ("box", ((400, 150), (800, 600)), "black", 1)),
        "upright mark": draw(FIRST, ("line", [(700, 200), (700, 500)], "black", 4)),
        "over a picture": draw(FIRST, rest, ground=picture),
        "moves by itself": draw(FIRST, rest, quiet=BackgroundChanges(canvases=frozenset({"#board"}))),
        "no drag on it": draw((20, 20, 300, 40), rest),
    }  # fmt: skip
    for name, found in cases.items():
        with subtests.test(name):
            assert found is None
    with subtests.test("but the same stroke alone"):
        assert draw(FIRST, rest)


def test_what_does_not_follow_the_pointer_the_same_way_twice_is_no_fault(subtests):
    thrown = [draw(path, ("line", [(500, 600), (660, 640)], "black", 4)) for path in (FIRST, SECOND)]
    along_an_axis = [draw(path, ("line", [(path[0], 620), (path[2], 620)], "black", 6)) for path in (FIRST, SECOND)]
    late = [draw(path, ("line", hand(path)[4:], "black", 4)) for path in (FIRST, SECOND)]
    once = [stroke(FIRST, in_window), stroke(SECOND, same)]
    cases = {"thrown": thrown, "range below a chart": along_an_axis, "begins late": late, "once": once}
    for name, facts in cases.items():
        with subtests.test(name):
            assert facts[0]
            assert judge(facts) == []
    with subtests.test("game"):
        assert judged(in_window, domain="games") == []


def test_a_second_line_is_drawn_where_its_ink_has_room():
    fact = stroke(FIRST, in_window)
    last = step(0, kind="drag", change=Change(seen=True, facts={"pointer-ink": fact}))
    view, tactic = Desk().view(last=last, canvases=(BOARD,)), DrawAgain()
    drawn = tactic.propose(turn(view)).action
    assert (drawn.x, drawn.y, drawn.to_x, drawn.to_y) == SECOND
    assert tactic.propose(turn(view)) is None  # four ends are enough
    cut = fact.model_copy(update={"ends": tuple(end.model_copy(update={"is_cut": True}) for end in fact.ends)})
    view = replace(view, last=step(0, kind="drag", change=Change(seen=True, facts={"pointer-ink": cut})))
    tactic = DrawAgain()
    assert [bool(tactic.propose(turn(view))) for _ in range(3)] == [True, True, False]
    assert DrawAgain().propose(turn(view, of=case(domain="games"))) is None
    assert DrawAgain().propose(turn(replace(view, last=step(0, kind="drag", change=Change(seen=True))))) is None
