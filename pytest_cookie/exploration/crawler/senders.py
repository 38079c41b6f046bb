"""Which button sends a form: by its words, or by its place where they say nothing."""

from collections.abc import Sequence

from pytest_cookie.core.page import Control
from pytest_cookie.exploration.label_words import Meaning, means
from pytest_cookie.exploration.page_facts import PageFacts

_FEWEST_FIELDS_OF_A_STEP = 2  # a single field is no step of a form
_BELOW_PX, _BESIDE_PX = 200, 32
_LEADS_AWAY: tuple[Meaning, ...] = ("cancel", "backward", "destroy")
_NO_SUBMIT: tuple[Meaning, ...] = (*_LEADS_AWAY, "close")
_WORKS_ON_FIELDS: tuple[Meaning, ...] = ("menu", "undo", "swap", "copy", "quantity")


def says_that_it_sends(button: Control, page_facts: PageFacts) -> bool:
    """Whether a button submits by its type or its words. Another may do anything."""
    said = means(button.name, "submit") or means(button.name, "confirm") or _leads_on(button)
    return page_facts.of(button).submits or said


def _leads_on(button: Control) -> bool:
    """Whether it leads to the next step, as "Next" does; "Next week" only turns over."""
    return means(button.name, "onward") and not means(button.name, "series")


def find_button_below(fields: Sequence[Control], controls: Sequence[Control]) -> Control | None:
    """Return the button of a step that is right below the fields' box: "Next", "Save"."""
    if len(fields) < _FEWEST_FIELDS_OF_A_STEP:
        return None
    bottom = max(field.box.y + field.box.height for field in fields)
    buttons = [control for control in controls if control.role == "button" and not control.covered]
    below = [button for button in buttons if 0 <= button.box.y - bottom <= _BELOW_PX]
    return next((item for item in below if _leads_on(item) or means(item.name, "submit")), None)


def find_button_beside(control: Control, members: Sequence[Control]) -> Control | None:
    """Return the button right after a field in its row and box, whatever it is called."""
    end, row = control.box.x + control.box.width, control.box.height
    beside = [
        member
        for member in members
        if member.role == "button"
        and len(member.name) > 1
        and abs(member.box.y - control.box.y) < row
        and 0 <= member.box.x - end <= _BESIDE_PX
    ]
    return next((item for item in beside if not any(means(item.name, word) for word in _NO_SUBMIT)), None)


def find_only_button_after(
    fields: Sequence[Control], members: Sequence[Control], page_facts: PageFacts
) -> Control | None:
    """Return the button of the fields' box that comes after the last one, whatever it is called, if it is the only one.

    Words that send cannot all be known; that its press makes an entry of what was typed tells.
    """
    last = max((field.box.y for field in fields), default=0.0)
    after = [
        member
        for member in members
        if member.role == "button"
        and len(member.name) > 1
        and member.box.y >= last
        and not page_facts.of(member).hidden_menu
        and not any(means(member.name, word) for word in (*_NO_SUBMIT, *_WORKS_ON_FIELDS))
    ]
    return after[0] if len(after) == 1 else None


def prefer_button(submit: Control | None, fields: Sequence[Control], controls: Sequence[Control]) -> Control | None:
    """Choose between buttons: "Add" right below the fields submits them, and "Next" does not.

    To the right of "Save & exit", in the same row, "Next" is the button of the step.
    """
    if submit is None:
        return None
    if not means(submit.name, "onward"):
        row = [
            other
            for other in controls
            if abs(other.box.y - submit.box.y) < submit.box.height / 2 and not other.disabled
        ]
        right = [item for item in row if item.role == "button" and item.box.x > submit.box.x and _leads_on(item)]
        return max(right, key=lambda one: one.box.x, default=submit)
    top, bottom = min(field.box.y for field in fields), max(one.box.y + one.box.height for one in fields)
    buttons = [
        control
        for control in controls
        if control.role == "button" and not control.disabled and control.ref != submit.ref
    ]
    between = [
        button for button in buttons if means(button.name, "submit") and top <= button.box.y <= bottom + _BELOW_PX
    ]
    return next(iter(between), submit)


def find_sender(members: Sequence[Control], page_facts: PageFacts) -> Control | None:
    """The button that sends; it may be disabled until the form is complete."""
    buttons = [
        member
        for member in sorted(members, key=lambda one: one.disabled)
        if member.role == "button" and not any(means(member.name, word) for word in _LEADS_AWAY)
    ]
    sending = [button for button in buttons if not means(button.name, "close")]
    declared = [item for item in sending if page_facts.of(item).submits]
    labelled = [one for one in sending if means(one.name, "submit")]
    onward = [one for one in sending if _leads_on(one)]
    # "OK" closes a message, but it sends a form
    confirming = [other for other in buttons if means(other.name, "confirm")]
    return next(iter(declared or labelled or onward or confirming), None)
