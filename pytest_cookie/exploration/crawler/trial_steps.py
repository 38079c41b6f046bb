"""How each kind of control is tried, and what to expect of it. Pure."""

from pytest_cookie.core.page import Control
from pytest_cookie.exploration.agent_protocol import Decision, View
from pytest_cookie.exploration.crawler.forms import choose_other
from pytest_cookie.exploration.crawler.plan import DESTRUCTIVE, Candidate, act_on, describe_control
from pytest_cookie.exploration.page_facts import Detail

_EXPECTATIONS = {
    "tab": "does it switch the panel?",
    "checkbox": "does it toggle, and does anything change?",
    "radio": "does the choice move, and does anything change?",
    "switch": "does it switch, and does anything change?",
    "link": "does it lead somewhere?",
    "option": "can it be chosen?",
    "menuitem": "what does it do?",
    "file": "does it accept a file and use it?",
}


def point_at(control: Control) -> Decision:
    """Point at a control that leads off the site, without pressing it."""
    return Decision(
        act_on(control, "hover"), f"The {describe_control(control)} leaves the site: hover over it without clicking."
    )


def open_by_pointer(control: Control) -> Decision:
    """Point at a control with a hidden element next to it, which may open."""
    thought = f"Something is hidden behind the {describe_control(control)}: does it open on hover?"
    return Decision(act_on(control, "hover"), thought)


def is_obsolete(decision: Decision, view: View) -> bool:
    """Whether a planned step is obsolete: Enter if the page already reacted, a wrong submission if it objected."""
    if view.last is None or view.last.action.kind != "type":
        return False
    change, action = view.last.change, decision.action
    if action.kind == "press" and action.value == "Enter":
        return bool(change.dom_added or change.dom_removed or change.appeared_text or change.vanished_text)
    refused = view.last.action.intent == "invalid" and bool(change.appeared_text)
    return action.kind == "click" and action.intent == "invalid" and refused


def describe_row(detail: Detail, view: View) -> tuple[str, ...]:
    """Return the texts of its row as elements have them, as a change will name them."""
    visible = {state.text for state in view.observation.elements.values()}
    return tuple(text for text in detail.within if text in visible)


def choose_options(prospect: Candidate) -> list[Decision]:
    """Choose the first other option, then the last, which is usually the other extreme."""
    control, detail = prospect.control, prospect.detail
    first, last = choose_other(control, detail), choose_other(control, detail, last=True)
    if first is None or last is None:
        return [Decision(act_on(control, "hover"), "There is only one option.")]
    return [first] if last.action == first.action else [first, last]


def move_slider(control: Control) -> list[Decision]:
    """Move it by key, then to one of its ends, where calculations fail more often than in the middle."""
    along, end = act_on(control, "hold", "ArrowRight:800"), act_on(control, "press", "Home")
    return [
        Decision(along, f"Move the {describe_control(control)} with the arrow key: does anything change?"),
        Decision(end, f"The {describe_control(control)} to its end: does everything update?"),
    ]


def describe_thought(prospect: Candidate) -> str:
    """Describe why it is pressed, and what a tester expects."""
    control = prospect.control
    what = describe_control(control)
    expectation = _EXPECTATIONS.get(control.role, "does anything happen?")
    if control.expanded is not None:
        expectation = "does it close again?" if control.expanded else "does it open?"
    if prospect.tier == DESTRUCTIVE:
        return f"Tried late because it removes something: the {what}. Does the page ask first, and is it gone?"
    if prospect.of_kind == 1:
        return f"The {what}: {expectation}"
    nth = ("First", "Second", "Third")[prospect.nth_of_kind] if prospect.nth_of_kind < 3 else "Another"
    return f"{nth} of {prospect.of_kind} alike, the {what}: {expectation}"
