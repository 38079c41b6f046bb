"""Enter on controls of the page's own: when it is tried, and when its silence is a fault. Synthetic pages."""

from typing import Any

from pytest_cookie.checks.deaf_to_keys.judge import find_deaf_controls
from pytest_cookie.checks.deaf_to_keys.tactic import PressInsteadOfClick
from pytest_cookie.core.action import Action
from pytest_cookie.core.page import Box, Control
from pytest_cookie.core.trace import Change, Step
from pytest_cookie.exploration.page_facts import Detail
from tests.unit.exploration.pages import Desk, control, pressed, turn
from tests.unit.judging.evidence_builders import control as listed
from tests.unit.judging.evidence_builders import inventory, page_in_use, step

PLAYED, SILENT = Change(seen=True, shown=True, dom_changed=1), Change()


def pad(ref: str, x: int = 10, **fields: Any) -> Control:
    return control(
        ref, **{"role": "button", "tag": "div", "kind": "pad", "box": Box(x=x, y=10, width=80, height=80), **fields}
    )


def tried(*controls: Control, change: Change = PLAYED, **fields: Any) -> list[tuple[str, str]]:
    """What follows a click on the first control, as long as keys are silent: kind of action and control."""
    tactic, desk = PressInsteadOfClick(), Desk()
    fields.setdefault("details", {item.ref: Detail(tabbable=True) for item in controls})
    room = fields.pop("room", 20)
    last: Step = pressed(controls[0].ref, change, role=controls[0].role)
    proposed: list[tuple[str, str]] = []
    for _ in range(4):
        view = desk.view(*controls, last=last, **fields)
        tactic.look(view)
        decision = tactic.propose(turn(view, room))
        if decision is None:
            break
        action: Action = decision.action
        proposed.append((f"{action.kind} {action.value}".strip(), action.ref))
        last = Step(index=2, thought="", action=action, change=SILENT)
    return proposed


def test_enter_is_tried_on_a_control_like_one_that_a_click_worked_on(subtests):
    kick, snare = pad("kick"), pad("snare", x=200)
    on_snare = [("press Enter", "snare"), ("click", "snare")]
    rows: dict[str, tuple[list[tuple[str, str]], list[tuple[str, str]]]] = {
        "another one of its kind": (tried(kick, snare), on_snare),
        "a single one": (tried(kick), [("press Enter", "kick"), ("click", "kick")]),
        "a card": (tried(pad("a", role="generic"), pad("b", x=200, role="generic"))[:1], [("press Enter", "b")]),
        "a click without an effect": (tried(kick, snare, change=SILENT), []),
        "a button of the browser's": (tried(pad("kick", tag="button")), []),
        "a switch, for the space bar": (tried(pad("kick", role="switch")), []),
        "not reached by Tab": (tried(kick, snare, details={}), []),
        "to be dragged": (tried(kick, details={"kick": Detail(tabbable=True, movable=True)}), []),
        "with a control in it": (tried(kick, control("edit", box=Box(x=20, y=20, width=20, height=20))), []),
        "late": (tried(kick, snare, room=2), []),
        "behind a dialog": (tried(kick, snare, has_modal=True), []),
    }
    for name, (proposed, expected) in rows.items():
        with subtests.test(name):
            assert proposed == expected


def test_enter_that_works_ends_the_trial():
    tactic, desk, kick = PressInsteadOfClick(), Desk(), pad("kick")
    details = {"kick": Detail(tabbable=True)}
    first = tactic.propose(turn(desk.view(kick, last=pressed("kick", PLAYED), details=details), 20))
    assert first is not None
    last = Step(index=2, thought="", action=first.action, change=PLAYED)
    assert tactic.propose(turn(desk.view(kick, last=last, details=details), 20)) is None


def found(key: Change, click: Change, *, alike: int = 4, **fields: Any) -> list[tuple[str, str]]:
    controls = [listed(f"b{n}", f"Pad {n}", kind="pad") for n in range(alike)]
    rest = [listed(f"b{n}", f"Tool {n}", kind="tool") for n in range(alike, 6)]
    steps = (
        step(1, "press", "b0", key, **{"value": "Enter", **fields}),
        step(2, "click", "b0", click),
    )
    context = page_in_use(*steps, inventory=inventory(controls=tuple(controls + rest)))
    return [(defect.severity, defect.title) for defect in find_deaf_controls(context)]


def test_silence_to_enter_is_a_fault_if_a_click_had_something_to_do(subtests):
    title = "Button “Button 0” ignores Enter"
    rows = {
        "pads of a drum kit": (found(SILENT, PLAYED), [("major", title)]),
        "one of many tools": (found(SILENT, PLAYED, alike=1), [("minor", title)]),
        "a sound": (found(SILENT, Change(seen=True, sounded=True)), [("major", title)]),
        "keys work": (found(PLAYED, PLAYED), []),
        "nothing to do": (found(SILENT, SILENT), []),
        "only a ring": (found(SILENT, Change(seen=True)), []),
        "motion hides it": (found(SILENT, PLAYED, hidden_by="canvas"), []),
        "another key": (found(SILENT, PLAYED, value="Tab"), []),
        "not reached": (found(SILENT, PLAYED, outcome="unreachable"), []),
    }
    for name, (defects, expected) in rows.items():
        with subtests.test(name):
            assert defects == expected
