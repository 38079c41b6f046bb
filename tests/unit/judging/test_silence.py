"""Which silence of an input is a fault and which is right (items 3 and 14)."""

from collections.abc import Sequence

import pytest

from pytest_cookie.core.page import Box, Control
from pytest_cookie.core.trace import Change, Step, Trial
from pytest_cookie.judging.measures.faults import find_faults
from pytest_cookie.judging.rubric.items.logic_correctness import measure_logic_correctness
from pytest_cookie.judging.text.begin_anew import begins_anew
from tests.change_lines import states
from tests.unit.judging.evidence_builders import (
    ANSWER,
    OWN,
    STAGE,
    case,
    control,
    inventory,
    page_in_use,
    request,
    step,
    subject,
    trace,
)  # fmt: skip


@pytest.mark.parametrize(
    "fields",
    [
        {"disabled": True},
        {"selected": True},
        {"role": "radio", "checked": True},
        {"role": "radiogroup"},
        {"role": "separator"},
        {"role": "link", "href": "https://example.org/"},
        {"role": "link", "href": "mailto:a@example.org"},
        {"role": "link", "href": f"{OWN}/#top"},
    ],
)
def test_silence_that_is_right_is_excused(fields):
    controls = (control("b0", **fields), *(control(f"b{i}") for i in range(1, 4)))
    first = step(0, ref="b0", role=fields.get("role", "button"))
    answered = [step(i, ref=f"b{i}", change=ANSWER) for i in range(1, 4)]
    measured = measure_logic_correctness(page_in_use(first, *answered, inventory=inventory(controls=controls)))
    assert measured.score == 1
    assert measured.defects == ()


def test_a_reset_after_a_reload_has_nothing_to_do():
    def defects(kind: str):
        before = step(
            4, kind, ref="b9", role="textbox", change=Change(seen=True, states=states("Name: value “A” → “”"))
        )
        works = [step(i, ref=f"b{i}", change=ANSWER) for i in range(4)]
        return measure_logic_correctness(page_in_use(*works, before, step(5, ref="b5", purpose="destroy"))).defects

    assert defects("reload") == ()
    assert defects("type")[0].kind == "dead-control"


def test_the_one_that_is_chosen_already_is_excused():
    swatches = tuple(control(f"b{i}", f"Colour {i}", kind="swatch") for i in range(4))
    used = trace(*(step(i, ref=f"b{i}", change=ANSWER if i else Change()) for i in range(4)))
    measured = measure_logic_correctness(subject(inventory=inventory(controls=swatches), trace=used))
    assert measured.score == 1
    assert measured.defects == ()


def dead_among_four(role: str, silent: int, *, stays_off: bool = True) -> int:
    """How many of four of a kind, tried in their order, are called dead if `silent` is silent and marked as off."""
    choices = tuple(control(f"b{i}", f"Colour {i}", role=role, kind="choice", checked=False) for i in range(4))
    nothing = Change(stays_off=stays_off)
    used = [step(i, ref=f"b{i}", role=role, change=nothing if i == silent else ANSWER) for i in range(4)]
    measured = measure_logic_correctness(page_in_use(*used, inventory=inventory(controls=choices)))
    return sum(defect.kind == "dead-control" for defect in measured.defects)


@pytest.mark.parametrize("role", ["radio", "checkbox", "switch", "button"])
def test_what_says_that_it_is_off_and_stays_so_is_dead(role: str):
    assert dead_among_four(role, 0) == 1
    assert dead_among_four(role, 0, stays_off=False) == 0, "it may be the one that was chosen"
    assert dead_among_four(role, 3) == 0, "a choice that was made may have locked it"


def test_what_only_looks_clickable_needs_company():
    def measured(count: int):
        boxes = tuple(control(f"b{i}", f"Bar {i}", role="generic", tag="div", kind="bar") for i in range(count))
        silent = [step(i, ref=f"b{i}", role="generic") for i in range(count)]
        answered = [step(i, ref=f"c{i}", change=ANSWER) for i in range(4, 8)]
        return measure_logic_correctness(page_in_use(*silent, *answered, inventory=inventory(controls=boxes)))

    assert measured(1).defects == ()
    assert [defect.severity for defect in measured(2).defects] == ["minor"]
    half_a_root = 2**0.5 / 2
    assert measured(2).score == pytest.approx(1 - 2 * half_a_root / (4 + half_a_root), abs=1e-3)


def test_silence_on_an_emptied_page_proves_nothing():
    emptied = step(
        0, "type", ref="b0", role="textbox", value="q", change=Change(seen=True, dom_removed=80, appeared_text=("0",))
    )
    sort = step(1, ref="b1")
    again = step(2, "reload", change=Change(seen=True, dom_added=80))
    answered = [step(i, ref=f"b{i}", change=ANSWER) for i in (3, 4, 5)]
    assert measure_logic_correctness(page_in_use(emptied, sort, again, *answered)).defects == ()
    assert measure_logic_correctness(page_in_use(emptied, again, sort, *answered)).defects != ()


def test_untested_is_not_broken():
    unreachable = step(3, ref="b3", outcome="unreachable", problem="covered")
    answered = [step(i, ref=f"b{i}", change=ANSWER) for i in range(3)]
    assert measure_logic_correctness(page_in_use(*answered, unreachable)).score == 1


def dead_among_places(silent: str, *answering: str, kind: str = "place", selector: str = "") -> int:
    """Findings on entries of one make, if `silent` was pressed first and these after it."""
    places = tuple(control(f"b{i}", kind="place") for i in range(4))
    places = (places[0].model_copy(update={"kind": kind}), *places[1:])
    others = tuple(control(f"b{i}") for i in range(4, 8))
    steps = [step(0, ref=silent, selector=selector or f"#{silent}")]
    steps += [step(i, ref=ref, change=ANSWER) for i, ref in enumerate(answering, 1)]
    steps += [step(5 + i, ref=one.ref, change=ANSWER) for i, one in enumerate(others)]
    page = page_in_use(*steps, inventory=inventory(controls=(*places, *others)))
    return sum(defect.kind == "dead-control" for defect in measure_logic_correctness(page).defects)


def test_the_first_of_several_places_is_where_one_is_from_the_start():
    assert dead_among_places("b0", "b1") == 0
    assert dead_among_places("b0") == 1, "none of its make was seen to answer"
    assert dead_among_places("b1", "b2") == 1, "it is not the first"


def test_a_lone_crumb_is_the_place_where_one_is():
    assert dead_among_places("b0", kind="crumb") == 1
    assert dead_among_places("b0", kind="crumb", selector="#breadcrumb > button") == 0


def dead_drives(*, roots: int = 1, crumbs: int = 1, **fields) -> int:
    """Inputs called “My Drive” that are reported as dead, of so many roots and the first of so many crumbs."""
    drives = [control(f"b{i}", "My Drive", kind="root") for i in range(roots)]
    trail = [control(f"b{roots + i}", "My Drive", kind="crumb", selector=f"#crumbs > i{i}") for i in range(crumbs)]
    others = [control(f"b{i}") for i in range(10, 20)]
    silent = [step(i, ref=one.ref, target=one.name, **fields) for i, one in enumerate(drives)]
    silent += [step(5, ref=crumb.ref, target=crumb.name, selector=crumb.selector) for crumb in trail[:1]]
    answered = [step(10 + i, ref=one.ref, change=ANSWER) for i, one in enumerate(others)]
    page = inventory(controls=(*drives, *trail, *others))
    faults = find_faults(page_in_use(*silent, *answered, inventory=page))
    return sum(use.label == "My Drive" for fault in faults for use in fault.interactions)


def test_what_is_called_like_the_lone_crumb_leads_to_where_one_is():
    assert dead_drives(crumbs=0) == 1
    assert dead_drives() == 0
    assert dead_drives(roots=4) == 4, "so many do not all lead there"
    assert dead_drives(crumbs=2) == 1, "a trail of two has a place to go back to"
    assert dead_drives(failed_requests=(request(f"{OWN}/drive.json", "fetch"),)) == 1


def drag(index: int, selector: str, *regions: tuple[float, float], **change):
    """A drag to (400, 300) that changed boxes of 60 px around these points."""
    boxes = tuple(Box(x=x - 30, y=y - 30, width=60, height=60) for x, y in regions)
    change = Change(**{"seen": True, "shown": False, "pixels": 0.005, "regions": boxes, **change})
    return step(index, "drag", selector=selector, x=100, y=100, to_x=400, to_y=300, change=change)


def drag_titles(*drags, leaf: str = "dashboard") -> list[str]:
    works = [step(i, ref=f"b{i}", change=ANSWER) for i in range(4)]
    used = page_in_use(*works, *drags, of=case(leaf))
    return [defect.title for defect in measure_logic_correctness(used).defects]


def test_what_cannot_be_dropped_anywhere_is_told():
    """Only the look of what was dragged changed, and of the element under the pointer at the end."""
    (title,) = drag_titles(drag(4, "#a", (100, 100)), drag(5, "#a", (100, 100), (400, 300)), drag(6, "#b", (100, 100)))
    assert "cannot be dragged anywhere" in title


@pytest.mark.parametrize(
    "drags",
    [
        (drag(4, "#a", (400, 300), moved=1), drag(5, "#a", (100, 100))),  # its place is another
        (drag(4, "#a", (400, 300), shown=True, dom_changed=1), drag(5, "#a", (100, 100))),
        (drag(4, "#a", (400, 300), pixels=0.2), drag(5, "#a", (100, 100))),  # a map that moves
        (drag(4, "#a", (100, 100)),),  # one place is no proof
        (drag(4, "#a", (100, 100), appeared_text=("Seeds: place 1 of 4.",)), drag(5, "#a", (100, 100))),
        (drag(4, "#a", (100, 100)), drag(5, "#a", (100, 100)), drag(6, "#b", shown=True, dom_added=1)),  # others can be
    ],
)
def test_what_can_be_dropped_somewhere_is_let_be(drags):
    assert drag_titles(*drags) == []


def test_a_press_on_what_is_to_be_dragged_need_not_have_an_effect():
    works = [step(i, ref=f"b{i}", change=ANSWER) for i in range(4)]
    cards = [step(i, ref=f"c{i}", role="listitem", purpose="move") for i in (4, 5)]
    assert measure_logic_correctness(page_in_use(*works, *cards)).defects == ()


def typed(*values: str, role: str = "textbox", **change):
    works = [step(i, ref=f"b{i}", change=ANSWER) for i in range(4)]
    fields = [
        step(4 + i, "type", ref="f", role=role, value=value, change=Change(**change))
        for i, value in enumerate(values or ("A mild evening", "7"))
    ]
    return measure_logic_correctness(page_in_use(*works, *fields)).defects


def test_text_that_never_arrives_is_told():
    (defect,) = typed(shown=False, focus="#f")
    assert defect.kind == "dead-control"
    rendered_without_it = typed(seen=True, shown=True, pixels=0.01, dom_removed=1)
    assert rendered_without_it[0].kind == "dead-control"
    assert typed(seen=True, shown=True, states=states("Note: value “” → “A mild evening”")) == ()
    assert typed(seen=True, shown=True, appeared_text=("A mild evening",)) == ()
    assert typed() == ()  # it was not measured
    assert typed("S", shown=False, focus="#f") == ()  # it may take only figures
    assert typed("7", shown=False, focus="#f") == ()
    assert typed("7", shown=False, focus="#f", role="spinbutton")
    assert typed(shown=False, pixels=0.01, role="application") == ()  # a game that listens to keys


def test_a_game_may_forbid_a_drop():
    drags = (drag(4, "#a", (100, 100)), drag(5, "#a", (100, 100), (400, 300)))
    assert drag_titles(*drags)
    assert drag_titles(*drags, leaf="strategy") == []


LABELS = [
    ("↻ New game", True),
    ("Neue Runde", True),
    ("Noch einmal", True),
    ("Nouveau jeu", True),
    ("Réessayer", True),
    ("Jugar otra vez", True),
    ("Tentar novamente", True),
    ("重来", True),
    ("新しいゲーム", True),
    ("새 게임", True),
    ("News", False),
    ("Neue Aufgabe", False),
    ("Erneut senden", False),
    ("Nouveau client", False),
]


def test_labels_that_bring_back_the_start(subtests):
    for label, expected in LABELS:
        with subtests.test(label=label):
            assert begins_anew(label) is expected


def test_what_answers_on_a_fresh_page_is_no_fault(subtests):
    def dead(heard: bool | None) -> list[str]:
        steps = [step(0, "hold", ref="b9", role="slider", change=ANSWER)]
        steps += [step(index, ref=f"b{index}") for index in (1, 2)]
        steps += [step(index, ref=f"b{index}", change=ANSWER) for index in (3, 4, 5)]
        trials = () if heard is None else tuple(Trial(steps=(i,), heard=heard, afresh=True) for i in (1, 2))
        return [
            defect.kind for defect in measure_logic_correctness(subject(trace=trace(*steps, trials=trials))).defects
        ]

    for heard, expected in ((None, ["dead-control"] * 2), (False, ["dead-control"] * 2), (True, [])):
        with subtests.test(heard=heard):
            assert dead(heard) == expected


def test_silence_under_motion_that_no_trial_compared_proves_nothing(subtests):
    def dead(**fields) -> int:
        pad = [step(index, ref=f"b{index}", **fields) for index in range(1, 3)]
        rest = [step(index, ref=f"b{index}", change=ANSWER) for index in range(4, 8)]
        return len(measure_logic_correctness(page_in_use(*pad, *rest)).defects)

    for hidden_by, count in (("", 2), ("canvas", 0), ("window", 0)):
        with subtests.test(hidden_by or "still"):
            assert dead(hidden_by=hidden_by) == count


def dead(*steps: Step, controls: Sequence[Control] = ()) -> list[str]:
    """The titles of dead controls beside four that work."""
    works = [step(90 + index, ref=f"w{index}", change=ANSWER) for index in range(4)]
    page = inventory(controls=(*controls, *(control(f"w{index}") for index in range(4))))
    measured = measure_logic_correctness(page_in_use(*steps, *works, inventory=page))
    return [defect.title for defect in measured.defects if defect.kind == "dead-control"]


def test_a_field_that_holds_the_text_already_takes_it(subtests):
    def typed(index: int, value: str, **fields) -> Step:
        return step(index, "type", ref="f1", target="Minutes", role="spinbutton", value=value, **fields)

    preset = step(1, ref="p1", change=Change(seen=True, states=states("Minutes: value “5” → “12”")))
    again = step(2, ref="p1", change=Change(seen=True, states=states("Minutes: value “12” → “5”")))
    rows = [
        ("set by a button before", [preset, typed(3, "12", change=Change(shown=False))], 0),
        ("held at load", [typed(1, "5", change=Change(shown=False))], 0),
        ("set and set back", [preset, again, typed(3, "12", change=Change(shown=False))], 1),
        ("another value", [preset, typed(3, "40", change=Change(shown=False))], 1),
    ]
    field = control("f1", "Minutes", "spinbutton", value="5", tag="input")
    for name, steps, count in rows:
        with subtests.test(name):
            assert len(dead(*steps, controls=(field,))) == count


def test_a_control_that_leads_to_what_is_chosen_is_not_dead(subtests):
    chosen = Change(seen=True, states=states("6 March, free: checked no → yes", "2 March, free: checked yes → no"))
    left = Change(seen=True, states=states("6 March, free: checked yes → no", "2 March, free: checked no → yes"))
    days = [control(f"d{day}", f"{day} March, free", checked=day == 2) for day in (2, 6)]
    row = control("r6", "6 March: night shift")
    rows = [
        ("the day that is open", [step(1, ref="d6", change=chosen), step(2, ref="r6", target=row.name)], 0),
        ("another day is open", [step(1, ref="r6", target=row.name)], 1),
        (
            "it was left",
            [step(1, ref="d6", change=chosen), step(2, ref="d2", change=left), step(3, ref="r6", target=row.name)],
            1,
        ),
        ("a name of its own", [step(1, ref="d6", change=chosen), step(2, ref="r6", target="Print")], 1),
    ]
    for name, steps, count in rows:
        with subtests.test(name):
            assert len(dead(*steps, controls=(*days, row))) == count


def test_where_all_choices_are_turned_already_there_is_nothing_to_do(subtests):
    names = ("Milk", "Flour", "Eggs")
    ticked = Change(seen=True, states=states(*(f"{name}: checked no → yes" for name in names)))
    one = Change(seen=True, states=states("Milk: checked no → yes"))
    boxes = [control(f"c{index}", name, "checkbox", checked=False) for index, name in enumerate(names)]
    pair = [control("n1", "Uncheck all", kind="tool"), control("a1", "Check all", kind="tool")]
    none, every = step(2, ref="n1", target="Uncheck all"), step(3, ref="a1", target="Check all", change=ticked)
    milk = step(1, ref="c0", target="Milk", role="checkbox", change=one)
    later = step(4, ref="n1", target="Uncheck all")
    rows = [
        ("nothing is ticked", [none, every], 0),
        ("one is ticked", [milk, none, every], 1),
        ("all are ticked", [every, later], 1),
    ]
    for name, steps, count in rows:
        with subtests.test(name):
            assert len(dead(*steps, controls=(*boxes, *pair))) == count


def is_dead(name: str, *used: Step, canvases=()) -> bool:
    """Whether a silent button is called dead, which was pressed in step 5 among other steps."""
    button = control("b5", name, kind="single")
    steps = sorted((*used, step(5, ref="b5", target=name)), key=lambda one: one.index)
    page = page_in_use(*steps, inventory=inventory(controls=(button, control("b0")), canvases=canvases))
    return any(defect.kind == "dead-control" for defect in measure_logic_correctness(page).defects)


def test_what_has_nothing_to_take_back_may_be_silent(subtests):
    works, undone = step(1, ref="b0", change=ANSWER), step(3, ref="b1", target="Undo", purpose="undo", change=ANSWER)
    later = step(4, ref="b0", change=ANSWER)
    rows = [
        ("nothing was undone", "Redo", (works,), False),
        ("something was undone", "Redo", (works, undone), True),
        ("something was done since", "Redo", (works, undone, later), False),
        ("nothing was done", "Undo", (step(6, ref="b0", change=ANSWER),), False),
        ("something was done", "Undo", (works,), True),
        ("a reload since", "Undo", (works, step(2, "reload")), False),
        ("another button", "Export", (works,), True),
    ]
    for why, name, used, dead in rows:
        with subtests.test(why):
            assert is_dead(name, *used) is dead


def test_a_pause_of_a_still_stage_shows_in_what_it_stops(subtests):
    burst = Change(seen=True, pixels=0.1)
    rows = [
        ("the stage goes on", (step(6, x=300, y=200, change=burst),), True),
        ("the stage is silent", (step(6, x=300, y=200),), False),
        ("only the hover fades", (step(6, x=300, y=200, change=Change(seen=True, pixels=0.0004)),), False),
        ("another control works", (step(6, ref="b0", change=ANSWER),), False),
    ]
    for why, used, dead in rows:
        with subtests.test(why):
            assert is_dead("Pause", *used, canvases=(STAGE,)) is dead
    assert is_dead("Pause", step(6, ref="b0", change=ANSWER))
