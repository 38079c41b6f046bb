"""Inputs that only answer with their own name count as one, and their names show nothing of the brief."""

from pytest_cookie.core.sound import SoundOnset
from pytest_cookie.core.trace import Change, StateChange
from pytest_cookie.judging.brief.presence import check_requirements
from pytest_cookie.judging.measures.content_amount import count_points, working_inputs
from pytest_cookie.judging.measures.label_effects import find_label_effects, find_pretenders
from pytest_cookie.judging.rubric.finding_kinds import FindingKind
from pytest_cookie.judging.rubric.items.logic_correctness import measure_logic_correctness
from tests.unit.judging.evidence_builders import ANSWER, case, control, inventory, page_in_use, step

NAMES = ("Search the list", "Sort by name", "Filter by colour", "Undo the last step", "Export as CSV")
BRIEF = "A list with search, sort by name, a filter, undo and export."
PARAGRAPH = f"{BRIEF} All of it in one place, for everybody who has more things than a shelf can hold."
"""It has the words of all controls, too."""


def _pressed(*changes: Change, names: tuple[str, ...] = NAMES, leaf: str = "efficiency"):
    """A page whose buttons change in this way, one after the other."""
    used = zip(names, changes, strict=False)
    steps = [
        step(index, ref=f"b{index}", change=change, target=name, selector=f"#b{index}")
        for index, (name, change) in enumerate(used)
    ]
    controls = tuple(control(f"b{index}", name, kind="b") for index, name in enumerate(names))
    text = "\n".join(["Things", PARAGRAPH, *names])
    return page_in_use(*steps, of=case(leaf, BRIEF, complexity=2), inventory=inventory(text, controls=controls))


def _all(make, names: tuple[str, ...] = NAMES, **fields):
    return _pressed(*(make(name) for name in names), names=names, **fields)


def _change(**fields) -> Change:
    return Change(**{"seen": True, "shown": True, "pixels": 0.001, "dom_changed": 1, **fields})


def _tick(name: str) -> StateChange:
    return StateChange(control=name, property="checked", before=False, after=True)


PRETENCES = {
    "a word of the label": lambda name: _change(appeared_text=("on",), vanished_text=(name.split()[-1],)),
    "the whole label": lambda name: _change(appeared_text=(f"{name} ✓",), vanished_text=(name,)),
    "a pressed state": lambda name: _change(states=(_tick(name),)),
    "state and label": lambda name: _change(
        appeared_text=(f"{name}: on",),
        vanished_text=(name,),
        states=(_tick(f"{name}: on"),),
        dom_added=1,
        dom_removed=1,
    ),
    "a line that names it": lambda name: _change(appeared_text=(f"{name} is on",), vanished_text=("Ready",)),
    "a log of names": lambda name: _change(appeared_text=(f"12:0{len(name) % 9} {name}",), dom_added=1),
}
ANSWERS = {
    "a download": lambda name: _change(appeared_text=("on",), vanished_text=(name,), downloads=("list.csv",)),
    "other text": lambda name: _change(appeared_text=(f"{name}: on", "9 of 12 shown"), vanished_text=(name,)),
    "rows that move": lambda name: _change(appeared_text=(f"{name} ▲",), vanished_text=(name,), dom_changed=20),
    "another colour of the page": lambda name: _change(appeared_text=("on",), vanished_text=(name,), pixels=0.8),
    "motion": lambda name: _change(appeared_text=("on",), vanished_text=(name,), motion="started"),
    "sound": lambda name: _change(states=(_tick(name),), sounded=True, sounds=(SoundOnset.model_construct(),)),
    "another control": lambda name: _change(states=(_tick(name), _tick("Everything else"))),
    "a result of its own": lambda name: _change(appeared_text=(f"{len(name)} letters, {name[::-1]}",)),
}


def test_effects_of_one_form_count_once(subtests) -> None:
    for kind, make in PRETENCES.items():
        with subtests.test(kind):
            page = _all(make)
            assert len(working_inputs(page)) == 1
            assert set(find_pretenders(page)) == {f"b{index}" for index in range(len(NAMES))}
            assert count_points(page) < 1.5
    for kind, make in ANSWERS.items():
        with subtests.test(kind):
            page = _all(make)
            assert (len(working_inputs(page)), find_label_effects(page)) == (len(NAMES), ())


def test_names_of_such_controls_show_nothing_that_the_brief_asks_for(subtests) -> None:
    for make, answer in ((PRETENCES["the whole label"], "missing"), (ANSWERS["other text"], "met")):
        with subtests.test(answer):
            assert {check.answer for check in check_requirements(_all(make), "control").checked} == {answer}


def test_the_finding_names_the_controls() -> None:
    found = measure_logic_correctness(_all(PRETENCES["the whole label"])).defects
    assert [(one.kind, one.severity) for one in found] == [(FindingKind.LABELS_ONLY, "major")]
    assert found[0].title == "Presses only change the label: “Search the list” and 4 more"


def test_two_of_them_or_few_among_others_or_squares_of_a_game_are_no_pretence(subtests) -> None:
    toggle = PRETENCES["the whole label"]
    rows = {
        "two": (_pressed(*map(toggle, NAMES[:2]), names=NAMES[:2]), 2),
        "three among seven": (
            _pressed(*(toggle(name) for name in NAMES[:3]), *(ANSWER,) * 4, names=(*NAMES, "Go", "Stop")),
            5,
        ),
        "game": (_all(toggle, leaf="puzzle"), 5),
    }
    for kind, (page, works) in rows.items():
        with subtests.test(kind):
            assert (len(working_inputs(page)), find_pretenders(page)) == (works, frozenset())
