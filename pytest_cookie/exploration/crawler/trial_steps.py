"""How a control is tried, and what is expected of it: one step each. Pure."""

from pytest_cookie.core.page import Control
from pytest_cookie.core.trace import Action
from pytest_cookie.exploration.agent_protocol import Decision, View
from pytest_cookie.exploration.crawler.forms import choose_other
from pytest_cookie.exploration.crawler.plan import DESTRUCTIVE, Prospect, called, on
from pytest_cookie.exploration.page_facts import Detail, Draggable

_EXPECTATIONS = {
    "tab": "does it switch the panel?",
    "checkbox": "does it toggle, and does anything follow?",
    "radio": "does the choice move, and does anything follow?",
    "switch": "does it switch, and does anything follow?",
    "link": "does it lead somewhere?",
    "option": "can it be chosen?",
    "menuitem": "what does it do?",
    "file": "does it take a file, and is anything made of it?",
}


def point_at(control: Control) -> Decision:
    """What leads off the site is not pressed."""
    return Decision(on(control, "hover"), f"The {called(control)} leads off the site: point at it, do not press.")


def open_by_pointer(control: Control) -> Decision:
    """What has something hidden beside it may open under the pointer."""
    thought = f"Something hides behind the {called(control)}: does it open under the pointer?"
    return Decision(on(control, "hover"), thought)


def drag(thing: Draggable) -> Decision:
    """From where it is to a place where it could be dropped."""
    action = Action(
        kind="drag", target=thing.text, selector=thing.selector, x=thing.x, y=thing.y, to_x=thing.to_x, to_y=thing.to_y
    )
    return Decision(action, f"“{thing.text[:40]}” can be dragged: does it stay where it is dropped?")


def is_answered(decision: Decision, view: View) -> bool:
    """Enter is for fields that wait for it, sending something wrong for pages that have not objected yet."""
    if view.last is None or view.last.action.kind != "type":
        return False
    change, action = view.last.change, decision.action
    if action.kind == "press" and action.value == "Enter":
        return bool(change.dom_added or change.dom_removed or change.appeared_text or change.vanished_text)
    refused = view.last.action.intent == "invalid" and bool(change.appeared_text)
    return action.kind == "click" and action.intent == "invalid" and refused


def row_of(detail: Detail, view: View) -> str:
    """The texts of its row as elements have them, which is how a change will name them."""
    said = {state.text for state in view.observation.elements.values()}
    return " | ".join(text for text in detail.within if text in said)


def choose(prospect: Prospect) -> list[Decision]:
    """The first other option, and the last, which is mostly the other extreme."""
    control, detail = prospect.control, prospect.detail
    first, last = choose_other(control, detail), choose_other(control, detail, last=True)
    if first is None or last is None:
        return [Decision(on(control, "hover"), "Only one option: nothing to choose.")]
    return [first] if last.action == first.action else [first, last]


def slide(control: Control) -> list[Decision]:
    """Move it by key, then to one of its ends, where what is computed from it breaks rather than in the middle."""
    along, end = on(control, "hold", "ArrowRight:800"), on(control, "press", "Home")
    return [
        Decision(along, f"Move the {called(control)} with the arrow key: does anything follow?"),
        Decision(end, f"The {called(control)} to its very end: does all follow once more?"),
    ]


def thought_of(prospect: Prospect) -> str:
    """Why it is pressed, and what a tester expects."""
    control = prospect.control
    what = called(control)
    expectation = _EXPECTATIONS.get(control.role, "does anything happen?")
    if control.expanded is not None:
        expectation = "does it close again?" if control.expanded else "does it open?"
    if prospect.tier == DESTRUCTIVE:
        return f"Left for late, since it takes something away: the {what}. Is it asked first, and is it gone?"
    if prospect.of_kind == 1:
        return f"The {what}: {expectation}"
    nth = ("First", "Second", "Third")[prospect.nth_of_kind] if prospect.nth_of_kind < 3 else "Another"
    return f"{nth} of {prospect.of_kind} alike, the {what}: {expectation}"
