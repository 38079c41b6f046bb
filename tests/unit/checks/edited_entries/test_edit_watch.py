"""What the end of an edit makes of the entries of a list."""

import pytest

from pytest_cookie.browser.page.observation import Observation
from pytest_cookie.checks.edited_entries.fact import EditFact
from pytest_cookie.checks.edited_entries.watch import EditWatch
from pytest_cookie.core.action import Action, Click, Press, Reload, Type
from pytest_cookie.core.page import Box, Control
from pytest_cookie.exploration.watch import Act
from tests.unit.checks.row_pages import button, element
from tests.unit.exploration.pages import observation

TENT, ROPE, LAMP = ("Tent", "2 for Anna"), ("Rope", "1 for Ben"), ("Lamp", "1 for Anna")


def page(*entries: tuple[str, ...], field: str | None = None, buttons: tuple[str, ...] = ("Save", "Cancel")):
    """A list with a button to edit each entry; with `field`, a form with this value and these buttons."""
    found = {"ul": element(parent="", make="ul", at=(0, 0, 600, 400))}
    controls: list[Control] = []
    for number, (name, *rest) in enumerate(entries):
        path, y = f"li{number}", 40 * number
        found[path] = element(parent="ul", make="li", at=(0, y, 500, 30))
        for place, words in enumerate((name, *rest)):
            found[f"{path}>s{place}"] = element(words, parent=path, make="span", at=(100 * place, y, 90, 30))
        found[f"{path}>b"] = element("✎", parent=path, make="button", at=(450, y, 30, 30))
        controls.append(button(f"e{number}", f"Edit {name}", (450, y, 30, 30)))
    if field is not None:
        box = Box(x=10, y=500, width=200, height=30)
        controls.append(
            Control(ref="f", role="textbox", name="Name", tag="input", selector="#f", box=box, kind="f", value=field)
        )
    controls += [button(name.lower(), name, (300 + 60 * place, 500, 50, 30)) for place, name in enumerate(buttons)]
    return observation(elements=found, controls=tuple(controls))


LIST = page(TENT, ROPE, field="", buttons=("Add",))
OPEN = page(TENT, ROPE, field="Rope")
EDIT, TYPE = Click(ref="e1", target="Edit Rope"), Type(ref="f", value="Lamp")
SAVE, CANCEL = Click(ref="save", target="Save"), Click(ref="cancel", target="Cancel")


def events(*steps: tuple[Action | None, Observation]) -> list[str]:
    """The events of steps: an action and the page after it. The first page has no action."""
    return [fact.event if fact else "" for fact in facts(*steps)]


def facts(*steps: tuple[Action | None, Observation]) -> list[EditFact | None]:
    watch, found, before = EditWatch(), [], steps[0][1]
    for action, after in steps[1:]:
        found.append(watch.compare(Act(action or Reload(), before, after)))
        before = after
    return found


def edited(*ends: tuple[Action, Observation], first: Observation = LIST, opened: Observation = OPEN) -> str:
    """The last event after an entry was opened and changed."""
    typed = page(TENT, ROPE, field="Lamp", buttons=_names(opened))
    return events((None, first), (EDIT, opened), (TYPE, typed), *ends)[-1]


def _names(seen: Observation) -> tuple[str, ...]:
    return tuple(
        one.name for one in seen.inventory.controls if one.role == "button" and not one.name.startswith("Edit")
    )


def after(*entries: tuple[str, ...]) -> Observation:
    return page(*entries, field="", buttons=("Add",))


COPY = after(TENT, ROPE, ("Lamp", "1 for Ben"))
REPLACED = after(TENT, ("Lamp", "1 for Ben"))


@pytest.mark.parametrize(
    ("end", "result", "event"),
    [
        (SAVE, COPY, "copied"),
        (SAVE, after(("Lamp", "1 for Ben"), TENT, ROPE), "copied"),
        (Press(ref="f", value="Enter"), COPY, "copied"),
        (SAVE, page(TENT, ROPE, ("Lamp", "1 for Ben"), field="Lamp"), "copied"),  # the form stays open
        (SAVE, REPLACED, ""),
        (SAVE, page(TENT, ROPE, field="Lamp"), ""),  # it is refused
        (SAVE, after(TENT, ROPE, ("Cup", "1 for Ben")), ""),  # another entry came
        (SAVE, after(TENT, ROPE), ""),
        (CANCEL, LIST, ""),
        (CANCEL, REPLACED, "cancelled"),
        (CANCEL, COPY, "cancelled"),
        (CANCEL, after(TENT, ("Rope", "0 for Ben")), ""),
    ],
)
def test_the_end_of_a_changed_entry(end: Action, result: Observation, event: str):
    assert edited((end, result)) == event


def test_the_fact_has_the_old_and_the_new_entry():
    *_, fact = facts((None, LIST), (EDIT, OPEN), (TYPE, page(TENT, ROPE, field="Lamp")), (SAVE, COPY))
    assert fact.own == ("Rope", "1 for Ben", "✎")
    assert fact.result == ("Lamp", "1 for Ben", "✎")
    assert fact.is_changed


@pytest.mark.parametrize(
    ("result", "event"),
    [
        (LIST, ""),
        (after(TENT, ROPE, ROPE), "copied"),
        (after(TENT, ("Rope", "1 for")), ""),
        (after(TENT, ("", "1 for Ben")), "spoiled"),
        (after(TENT, ("ROPE", "1 for Ben")), ""),
        (after(TENT, ("“Rope”", "1 for Ben")), ""),
        (after(TENT, ("Rope", "1 for Ben, edited")), ""),
    ],
)
def test_the_end_of_an_entry_that_was_not_changed(result: Observation, event: str):
    assert events((None, LIST), (EDIT, OPEN), (SAVE, result))[-1] == event


def test_no_to_another_question_cancels_nothing():
    asks = page(TENT, ROPE, buttons=("Yes", "No"))
    assert edited((SAVE, asks), (Click(ref="no", target="No"), REPLACED)) == ""


def test_a_dialog_may_ask_before_the_end():
    hidden = observation(controls=(button("yes", "Yes", (0, 0, 40, 30)),))
    assert edited((SAVE, hidden), (Click(ref="yes", target="Yes"), COPY)) == "copied"


@pytest.mark.parametrize(
    ("opened", "end"),
    [
        (page(TENT, ROPE, field="Rope", buttons=("Add", "Update")), Click(ref="add", target="Add")),
        (
            page(TENT, ROPE, field="Rope", buttons=("Save as new", "Save")),
            Click(ref="save as new", target="Save as new"),
        ),
    ],
)
def test_another_button_than_that_of_the_edit_may_add_an_entry(opened: Observation, end: Action):
    assert edited((end, COPY), opened=opened) == ""


@pytest.mark.parametrize(
    ("press", "opened"),
    [
        (Click(ref="e1", target="Edit Rope"), page(TENT, ROPE, field="Cup")),  # not of the entry
        (Click(ref="e1", target="Edit Rope"), page(TENT, ROPE, field="")),
        (Click(ref="add", target="Add"), OPEN),
    ],
)
def test_what_opens_no_entry(press: Action, opened: Observation):
    assert events((None, LIST), (press, opened)) == [""]


def test_a_copy_is_not_opened_for_editing():
    named = {
        one.ref: one.model_copy(update={"name": one.name.replace("Edit", "Duplicate")})
        for one in LIST.inventory.controls
    }
    inventory = LIST.inventory.model_copy(update={"controls": tuple(named.values())})
    first = Observation(LIST.url, LIST.screenshot, inventory, LIST.elements)
    assert events((None, first), (Click(ref="e1", target="Duplicate Rope"), OPEN)) == [""]
